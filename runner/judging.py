"""`task=judge`: a program of one's own on one suite, case by case."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.markup import escape

from evaluators.items import Item
from evaluators.records import Judgement
from evaluators.sandbox import Sandbox, physical_cores
from evaluators.source import clock_of
from runner import places
from runner.cells import FamilySource
from runner.console import plain_table, stdout
from runner.errors import UserError
from runner.execution import Machine, item_of, judged, measured_speed
from runner.planning import NotApplicable, cell_of
from runner.settings import Settings

_STYLES = {"accepted": "green", "wrong_answer": "red", "judge_error": "bold red"}


def judge_file(settings: Settings) -> None:
    """Judge the program of `program=<file>` on the first item of the source and print what became of it."""
    program = _text(settings.program)
    try:
        cell = cell_of(settings)
    except NotApplicable as reason:
        raise UserError(str(reason)) from None
    if not isinstance(cell.source, FamilySource):
        raise UserError("task=judge judges programs for families: leave source out")
    places.need_writable(places.cache(), "HARDTWIN_CACHE")
    slots = settings.sandbox.slots or physical_cores()
    machine = Machine(slots, places.cache(), measured_speed())
    item = item_of(cell, 0, machine)
    with Sandbox(slots) as sandbox:
        result = judged(program, item, cell.mode, sandbox, machine)
    clock = clock_of(program)
    if settings.output == "json":
        print(json.dumps(document(str(settings.program), result, clock), indent=1))
    else:
        _show(result, item, clock)


def _text(name: str | None) -> str:
    if not name:
        raise UserError("program is not set: give program=<a Python file>")
    try:
        return Path(name).expanduser().read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"program={name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UserError(f"program={name}: not UTF-8 text") from None


def document(program: str, result: Judgement, clock: str = "") -> dict[str, Any]:
    """A judgement as JSON: the verdict at the largest limit, at each limit, and on each case.

    The clock that the program reads is told only where there is one.
    """
    by_limit = {limit: verdict.value for limit, verdict in result.by_limit.items()}
    names = ("index", "tier", "verdict", "cpu_s", "wall_s", "memory_mb", "message", "borderline")
    return {
        "program": program,
        "verdict": list(by_limit.values())[-1],
        "by_limit": by_limit,
        "sandbox": result.sandbox,
        **({"clock": clock} if clock else {}),
        "cases": [{name: getattr(case, name) for name in names} for case in result.cases],
    }


def _show(result: Judgement, item: Item, clock: str) -> None:
    names = ("case", "tier", "verdict", "CPU s", "MB", "what happened")
    table = plain_table(*names, right=("case", "CPU s", "MB"), wrapped="what happened")
    origins = {case.index: case.origin for case in item.suite.cases}
    for case in result.cases:
        verdict = case.verdict.value
        told = case.message if verdict != "accepted" else f"({origins[case.index]})"
        numbers = (f"{case.cpu_s:.3f}", f"{case.memory_mb:.0f}")
        style = _STYLES.get(verdict, "yellow")
        shown = f"[{style}]{verdict.replace('_', ' ')}[/]{' ~' if case.borderline else ''}"
        table.add_row(str(case.index), case.tier, shown, *numbers, escape(told))
    console = stdout()
    console.print(table)
    for remark in _remarks(result, clock):
        console.print(remark, highlight=False)
    counts = Counter(case.verdict.value.replace("_", " ") for case in result.cases)
    told = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
    console.print(f"{item.task.id}: {told} of {len(item.suite.cases)} cases", highlight=False)
    by_limit = result.by_limit.items()
    limits = ", ".join(f"{limit} s: {verdict.value.replace('_', ' ')}" for limit, verdict in by_limit)
    console.print(f"{limits}  (sandbox: {result.sandbox})", highlight=False)


def _remarks(result: Judgement, clock: str) -> Iterator[str]:
    """What is to be known beside the table."""
    if not result.compiled:
        yield "The program does not compile: it fails every case and was run on one."
    if any(case.borderline for case in result.cases):
        yield "~ CPU time within 10 % of a limit: another machine, or a busier one, may say otherwise."
    if clock:
        yield f"The program reads a clock ({clock}): what it does depends on how busy the machine is."
