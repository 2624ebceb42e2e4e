"""The command line, looked over before Hydra reads it: what Hydra takes silently or tells badly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import ceil, prod
from typing import NoReturn

from hydra._internal.utils import get_args_parser
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Glob, Override, RangeSweep
from hydra.errors import HydraException

from runner.errors import UserError
from runner.vocabulary import Vocabulary

_OVER_RECORDS = ("report", "track")  # tasks that go over what is recorded
_ALONE = ("judge", "doctor")  # tasks that are done once
_MOST_CELLS, _LONGEST_KEY = 100_000, 100
_READ_BY_THEM = ("task", "results", "output", "tracking")


def check(arguments: Sequence[str], words: Vocabulary) -> None:
    """Raise `UserError` for the first argument that can't be meant."""
    multirun, overrides = _split(arguments)
    parsed = [_parse(override) for override in overrides]
    cells = prod(_check_sweep(override, multirun, words) for override in parsed)
    if cells > _MOST_CELLS:
        raise UserError(f"a sweep of {cells} cells: at most {_MOST_CELLS} at once")
    for override in parsed:
        _check_choices(override, words)
    _check_task(parsed, multirun)


def _split(arguments: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether it is a sweep, and the overrides; raises `UserError` for a flag that Hydra does not know."""

    def refuse(message: str) -> NoReturn:
        raise UserError(f"{message}; see hardtwin --help")

    parser = get_args_parser()
    setattr(parser, "error", refuse)  # noqa: B010  argparse would print its usage and exit
    read = parser.parse_args(list(arguments))
    for flag in ("experimental_rerun", "config_path", "config_name"):
        if getattr(read, flag):
            raise UserError(f"--{flag.replace('_', '-')} has no use here; see hardtwin --help")
    return bool(read.multirun), read.overrides


def _parse(argument: str) -> Override:
    key, equals, value = argument.partition("=")
    if len(key) > _LONGEST_KEY:
        raise UserError(f"{key[:_LONGEST_KEY]}…: no such key; see hardtwin --help")
    if not key or not (equals or key.startswith("~")):
        raise UserError(f"{argument!r}: not of the form key=value; see hardtwin --help")
    try:
        return OverridesParser.create().parse_override(argument)
    except ValueError as fault:
        raise UserError(f"{argument}: {str(fault).splitlines()[0]}") from None
    except HydraException:
        raise UserError(f"{argument}: it cannot be read{_quoted(key, value)}") from None


def _quoted(key: str, value: str) -> str:
    """How to write a value that Hydra can only read in quotes; "" where that would not help."""
    if re.search(r",|^\w+\(", value):
        return "; see hardtwin --help"  # a sweep gone wrong
    inner, outer = ("'", '"') if "'" not in value else ('"', "'")
    written = f"{key}={inner}{value}{inner}"
    try:
        OverridesParser.create().parse_override(written)
    except HydraException:
        return ""
    return f"; if the value is meant as it stands, quote it: {outer}{written}{outer}"


def _check_sweep(override: Override, multirun: bool, words: Vocabulary) -> int:
    """How many values the override stands for; raises `UserError` for a sweep that can't be run."""
    written, value = override.input_line, override.value()
    if isinstance(value, Glob) and not words.choices(override.key_or_group):
        raise UserError(f"{written}: glob is for the choices of a group; list the values")
    if not override.is_sweep_override():
        return 1
    if not multirun:
        raise UserError(f"{written}: several values need -m (one cell each)")
    if not override.is_discrete_sweep():
        raise UserError(f"{written}: a sweep needs single values; list them, or say range(first,end)")
    if override.key_or_group == "experiment":
        raise UserError(f"{written}: one experiment at a time, since each brings its own sweep")
    if isinstance(value, RangeSweep) and not value.step:
        raise UserError(f"{written}: the step of a range is not 0")
    if isinstance(value, RangeSweep):
        return ceil(max(0, ((value.stop or 0) - (value.start or 0)) / value.step))
    return max(1, sum(1 for _ in _values(override)))


def _values(override: Override) -> Iterable[str]:
    return () if isinstance(override.value(), Glob) else override.sweep_string_iterator()


def _check_choices(override: Override, words: Vocabulary) -> None:
    group = override.key_or_group
    choices = words.choices(group)
    if not choices or override.is_delete() or isinstance(override.value(), (Glob, list)):
        return
    if override.value() is None and group == "experiment":
        return
    asked = _values(override) if override.is_sweep_override() else [_text(override)]
    for choice in asked:
        if choice not in choices:
            raise UserError(words.no_choice(group, choice))


def _text(override: Override) -> str:
    return str(override.get_value_element_as_str(space_after_sep=False)).strip("'\"")


def _check_task(overrides: Sequence[Override], multirun: bool) -> None:
    task = next((str(each.value()) for each in overrides if each.key_or_group == "task"), "")
    if task in _ALONE and multirun:
        raise UserError(f"task={task} sweeps nothing: leave -m out")
    if task not in _OVER_RECORDS:
        return
    if multirun:
        raise UserError(f"task={task} goes over recorded cells and sweeps nothing: leave -m out")
    for override in overrides:
        if str(override.key_or_group).split(".")[0] not in _READ_BY_THEM:
            raise UserError(
                f"{override.input_line}: task={task} goes over recorded cells and reads only "
                f"{', '.join(_READ_BY_THEM)}"
            )
