"""What is true: problems, samplers, references, checkers, proofs. Imports nothing else of the project."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from pathlib import Path

from families.twin import Family, Invalid

_SHARED = {"answers", "twin"}
SOLUTIONS = Path(__file__).with_name("solutions")


def names() -> tuple[str, ...]:
    """Every family found: the modules of this package that are not shared shapes."""
    found = (info.name for info in pkgutil.iter_modules(__path__) if not info.ispkg)
    return tuple(sorted(set(found) - _SHARED))


def load(name: str, **options: object) -> Family:
    """The family `name`, built with its own options; raises `Invalid` for an option it does not have."""
    build = import_module(f"families.{name}").family
    known = inspect.signature(build).parameters
    for option in options:
        if option not in known:
            raise Invalid(f"family {name} has no option {option}; it has {', '.join(known) or 'none'}")
    built: Family = build(**options)
    return built


def programs(name: str, twin: str) -> dict[str, Path]:
    """The stand-alone programs of a twin by name: `reference` and those named after their mistake."""
    folder = SOLUTIONS / name / twin
    return {path.stem: path for path in sorted(folder.glob("*.py"))}
