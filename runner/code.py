"""Hashes of the code that fixes a result: a changed line makes new cells, never a mixture of two."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import evaluators
import families
import generators
from evaluators import suites
from runner.models import ModelSpec, ProgramSpec


def fingerprint(family: str, options: tuple[tuple[str, object], ...], twin: str, model: ModelSpec) -> str:
    """Hash of all that fixes a cell's results: family, judge, prompts and, for a program, its text."""
    own = [
        path for package in (evaluators, generators) for path in _texts(Path(package.__file__ or "").parent)
    ]
    if family and isinstance(model, ProgramSpec):
        own.append(families.programs(family, twin)[model.name])
    return _hash(own) + (suite_code(family, options) if family else "")


def suite_code(family: str, options: tuple[tuple[str, object], ...]) -> str:
    """Hash of what makes a family's suites: its code and its options."""
    others = set(families.names()) - {family}
    own = [path for path in Path(families.__file__).parent.glob("*.py") if path.stem not in others]
    own += Path(families.__file__).parent.glob("*/*.py")  # proofs, graphs, words; solutions lie deeper
    own.append(Path(suites.__file__))
    return hashlib.sha256(f"{_hash(sorted(own))}{options}".encode()).hexdigest()[:16]


def _texts(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".md"))


def _hash(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        total.update(path.name.encode() + b"\0" + _text(path) + b"\0")
    return total.hexdigest()[:16]


@lru_cache(maxsize=256)
def _text(path: Path) -> bytes:
    return path.read_bytes()
