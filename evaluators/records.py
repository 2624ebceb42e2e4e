"""Records: one line of results per sample of an item. They are the truth; all else is rebuilt from them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from evaluators.items import Verdict


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What became of a program on one case, at the largest limit.

    `cpu_s` is in seconds of the reference machine where limits are calibrated; `wall_s` never is.
    """

    index: int
    tier: str
    verdict: Verdict
    cpu_s: float
    wall_s: float
    memory_mb: float
    message: str = ""
    error: str = ""  # exception class of a runtime error, as the program reported it
    line: int = 0  # of the program, where a runtime error was raised; 0 if that is unknown
    borderline: bool = False  # CPU time within 10 % of a limit, to either side


@dataclass(frozen=True, slots=True)
class Judgement:
    """A program's verdicts on a suite.

    `by_limit` maps each limit in seconds (as text, "1", "0.5") to the suite's verdict at it: accepted when
    every case is, else the verdict of the first failing case judged.
    """

    by_limit: dict[str, Verdict]
    cases: tuple[CaseResult, ...]
    sandbox: str  # the tier of containment
    compiled: bool = True  # else the program is no Python: it was run, and failed, once


@dataclass(frozen=True, slots=True)
class Record:
    """One sample of one item in one cell, with everything that was said and judged.

    A field with a default may be missing in a file: so one that was written before there was such a field
    is still read.
    """

    # which
    cell: str
    source: str
    family: str
    twin: str
    stratum: str
    n: int
    m: int
    seed: int
    item: int
    sample: int
    version: int
    lineage: int
    depth: int
    release: str
    task: str
    suite: str  # digest
    # who
    model: str
    agent: str
    # said
    prompt: str
    completion: str
    reasoning: str  # what the model thought aloud before it, where the provider tells
    finish_reason: str
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: float | None
    latency_s: float
    cached: bool
    # judged
    rule: str  # how the program was taken out of the completion
    program: str
    outcome: str  # a verdict at the largest limit, or "no_program", or "unanswered"
    by_limit: dict[str, str]
    cases: tuple[CaseResult, ...]
    sandbox: str
    error: str = ""
    started_at: str = ""
    speed: float = 0.0  # of the machine, 1 for the reference machine (see `sandbox.speed`); 0 if unknown
    tags: dict[str, str] = field(default_factory=dict)


class BadRecord(ValueError):
    """A line is not a record; the message says why and, read from a file, where."""


_HINTS: dict[type, dict[str, Any]] = {kind: get_type_hints(kind) for kind in (Record, CaseResult)}
_NAMES: dict[type, tuple[str, ...]] = {
    kind: tuple(f.name for f in fields(kind)) for kind in (Record, CaseResult)
}
_NEEDED: dict[type, set[str]] = {
    kind: {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}
    for kind in (Record, CaseResult)
}


def limit_name(seconds: float) -> str:
    """How a limit is named in `by_limit`: "1", "0.5"."""
    return f"{seconds:g}"


def to_json(record: Record) -> str:
    """One line of JSON without its end; keys stand in the order of the fields."""
    row = {name: getattr(record, name) for name in _NAMES[Record]}
    names = _NAMES[CaseResult]
    row["cases"] = [{name: getattr(case, name) for name in names} for case in record.cases]
    return json.dumps(row, separators=(",", ":"), allow_nan=False)


def from_json(line: str) -> Record:
    """The record of one line; raises `BadRecord` for a missing, unknown or wrongly typed field.

    Only a field with a default may be missing.
    """
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as fault:
        raise BadRecord(f"not JSON: {fault}") from None
    values = _fields(Record, row, "record")
    cases = values["cases"]
    if not isinstance(cases, list):
        raise BadRecord("record: cases is not a list")
    values["cases"] = tuple(_case(k, case) for k, case in enumerate(cases))
    return Record(**values)


def read_jsonl(path: Path) -> list[Record]:
    """The records of a file of lines.

    A last line without its end is what a killed process leaves: it is ignored if it can't be read. Any other
    bad line raises `BadRecord` naming file and line.
    """
    lines = path.read_bytes().split(b"\n")
    found = []
    for place, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(from_json(line.decode()))
        except (BadRecord, UnicodeDecodeError) as fault:
            if place == len(lines):
                break
            raise BadRecord(f"{path}, line {place}: {fault}") from None
    return found


def _case(index: int, row: object) -> CaseResult:
    values = _fields(CaseResult, row, f"cases[{index}]")
    try:
        values["verdict"] = Verdict(values["verdict"])
    except ValueError:
        raise BadRecord(f"cases[{index}]: unknown verdict {values['verdict']!r}") from None
    return CaseResult(**values)


def _fields(kind: type, row: object, where: str) -> dict[str, Any]:
    """`row` as the arguments of `kind`: every needed field present, none unknown, simple types right."""
    if not isinstance(row, dict):
        raise BadRecord(f"{where}: not an object")
    names = _NAMES[kind]
    for word, wrong in (
        ("missing", _NEEDED[kind] - row.keys()),
        ("unknown", row.keys() - set(names)),
    ):
        if wrong:
            raise BadRecord(f"{where}: {word} field {', '.join(sorted(wrong))}")
    for name in row:
        if not _fits(row[name], _HINTS[kind][name]):
            raise BadRecord(f"{where}: {name} = {str(row[name])[:60]!r} is not {_HINTS[kind][name]}")
    return row


def _fits(value: object, hint: Any) -> bool:
    if isinstance(hint, UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    if get_origin(hint) is dict:
        return isinstance(value, Mapping) and all(isinstance(each, str) for each in value.values())
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if hint in (str, bool, NoneType):
        return isinstance(value, hint)
    return True  # verdicts and cases are read apart
