"""The command line, looked over before Hydra reads it: what Hydra takes silently or tells badly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from hydra._internal.utils import get_args_parser
from hydra.core.override_parser.overrides_parser import OverridesParser
from hydra.core.override_parser.types import Glob, Override
from hydra.errors import HydraException

from runner.errors import UserError
from runner.vocabulary import Vocabulary

_OVER_RECORDS = ("report", "track")  # tasks that go over what is recorded
_READ_BY_THEM = ("task", "results", "output", "tracking")


def check(arguments: Sequence[str], words: Vocabulary) -> None:
    """Raise `UserError` for the first argument that can't be meant."""
    multirun, overrides = _split(arguments)
    parsed = [_parse(override) for override in overrides]
    for override in parsed:
        _check_sweep(override, multirun)
        _check_choices(override, words)
    _check_task(parsed, multirun)


def _split(arguments: Sequence[str]) -> tuple[bool, list[str]]:
    """Whether it is a sweep, and the overrides; raises `UserError` for a flag that Hydra does not know."""

    def refuse(message: str) -> NoReturn:
        raise UserError(f"{message}; see hardtwin --help")

    parser = get_args_parser()
    setattr(parser, "error", refuse)  # noqa: B010  argparse would print its usage and exit
    read = parser.parse_args(list(arguments))
    return bool(read.multirun), read.overrides


def _parse(argument: str) -> Override:
    key, equals, value = argument.partition("=")
    if not key or not (equals or key.startswith("~")):
        raise UserError(f"{argument!r}: not of the form key=value; see hardtwin --help")
    try:
        return OverridesParser.create().parse_override(argument)
    except HydraException:
        quote = '"' if "'" in value else "'"
        other = "'" if quote == '"' else '"'
        written = f"{other}{key}={quote}{value}{quote}{other}"
        raise UserError(f"{argument}: special characters in a value need quotes, as {written}") from None


def _check_sweep(override: Override, multirun: bool) -> None:
    written = override.input_line
    if not override.is_sweep_override():
        return
    if not multirun:
        raise UserError(f"{written}: several values need -m (one cell each)")
    if not override.is_discrete_sweep():
        raise UserError(f"{written}: a sweep needs single values; list them, or say range(first,end)")
    if override.key_or_group == "experiment":
        raise UserError(f"{written}: one experiment at a time, since each brings its own sweep")


def _check_choices(override: Override, words: Vocabulary) -> None:
    group = override.key_or_group
    choices = words.choices(group)
    if not choices or override.is_delete() or isinstance(override.value(), (Glob, list)):
        return
    if override.value() is None and group == "experiment":
        return
    asked = override.sweep_string_iterator() if override.is_sweep_override() else [_text(override)]
    for choice in asked:
        if choice not in choices:
            raise UserError(words.no_choice(group, choice))


def _text(override: Override) -> str:
    return str(override.get_value_element_as_str(space_after_sep=False)).strip("'\"")


def _check_task(overrides: Sequence[Override], multirun: bool) -> None:
    task = next((str(each.value()) for each in overrides if each.key_or_group == "task"), "")
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
