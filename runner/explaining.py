"""Hydra's and OmegaConf's complaints as one line that names the nearest right word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.errors import HydraException

from runner.errors import UserError, nearest


def refuse(arguments: Sequence[str]) -> None:
    """Raise `UserError` for what Hydra would take silently or tell badly."""
    multirun = any(argument in ("-m", "--multirun") for argument in arguments)
    for argument in arguments:
        if argument.startswith("-") or "=" not in argument:
            continue
        try:
            override = OverridesParser.create().parse_override(argument)
        except HydraException:
            raise UserError(
                f"{argument}: not of the form key=value; quote values with special characters"
            ) from None
        if override.is_sweep_override() and not multirun:
            raise UserError(f"{argument}: several values need -m (one cell each)")
        if override.key_or_group == "experiment" and override.is_sweep_override():
            raise UserError(f"{argument}: one experiment at a time, since each brings its own sweep")


def explain(error: BaseException, conf: Path) -> str:
    """One line for an error that was raised while a config was composed."""
    text = "\n".join(str(part) for part in _chain(error))
    if match := re.search(r"Could not find '([^']+)/([^']+)'", text):
        return _choice(match[1], match[2], conf)
    if match := re.search(r"In '[^']*': Could not find '([^']+)'", text):
        group, _, choice = match[1].rpartition("/")
        return _choice(group, choice, conf)
    if match := re.search(r"Could not override '([^']+)'", text):
        return f"{match[1]}: no such key{nearest(match[1], _keys(conf))}"
    if match := re.search(r"Key '([^']+)' is not in struct(?:\s+full_key: (\S+))?", text):
        key = match[2] or match[1]
        return f"{key}: no such key{nearest(key, _keys(conf))}"
    if match := re.search(r"Could not append to config\. An item is already at '([^']+)'", text):
        return f"+{match[1]}: the key is there already; write {match[1]}=… without the +"
    if match := re.search(r"Primary config|Missing mandatory value: (\S+)", text):
        return f"{match[1] or 'config'} is not set: give {match[1] or 'config'}=…"
    first = next((line for line in text.splitlines() if line.strip()), repr(error))
    return f"{first.strip()} (see hardtwin --help)"


def _choice(group: str, choice: str, conf: Path) -> str:
    known = sorted(path.stem for path in (conf / group).glob("*.yaml"))
    return f"{group}={choice}: no such choice{nearest(choice, known)}"


def _keys(conf: Path) -> list[str]:
    """Every group, key and dotted key that can stand on the command line."""
    groups = [folder.name for folder in conf.iterdir() if folder.is_dir()]
    found = [*groups, "hydra/launcher"]
    found += _yaml_keys(conf / "config.yaml", "")
    for group in groups:
        for path in (conf / group).glob("*.yaml"):
            if group != "experiment":
                found += _yaml_keys(path, f"{group}.")
    return sorted(set(found) - {"defaults"})


def _yaml_keys(path: Path, prefix: str) -> Iterable[str]:
    parents: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"^( *)([A-Za-z_]\w*):", line):
            depth = len(match[1]) // 2
            parents = [*parents[:depth], match[2]]
            yield prefix + ".".join(parents)


def _chain(error: BaseException) -> Iterable[BaseException]:
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__
