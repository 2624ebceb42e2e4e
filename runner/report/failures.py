"""Why programs fail: a line for each class, family and series, a column for each kind of failure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluators.metrics import failures
from evaluators.records import Record
from runner.report.rows import SIDES, distinct
from runner.report.series import in_order, labeller

_NAMES = {
    "accepted": "accepted",
    "accepted/borderline": "accepted ~",
    "wrong_answer": "wrong answer",
    "runtime_error/syntax": "syntax",
    "runtime_error/input": "input misread",
    "runtime_error/import": "missing module",
    "runtime_error/recursion": "recursion",
    "runtime_error/signal": "signal",
    "runtime_error/other": "other error",
    "time_limit": "time",
    "time_limit/borderline": "time ~",
    "memory_limit": "memory",
    "output_limit": "output",
    "no_program": "no program",
    "unanswered": "unanswered",
    "judge_error": "judge error",
}
"""Kinds in the order of the columns; ~ is near a limit on time."""


@dataclass(frozen=True, slots=True)
class Failures:
    """Counts of records. Each line is a class, a family, a series and a count for each of `kinds`."""

    kinds: tuple[str, ...]
    lines: tuple[tuple[str, str, str, tuple[int, ...]], ...]


def failing(records: Sequence[Record]) -> Failures:
    """The table of all records, P first; kinds that did not occur have no column."""
    kept = distinct(records)
    label = labeller(kept)
    counts = failures(kept, lambda record: (record.twin, record.family, label(record)))
    kinds = [kind for kind in _NAMES if any(kind in found for found in counts.values())]
    rank = {series: place for place, series in enumerate(in_order(series for _, _, series in counts))}
    order = sorted(counts, key=lambda group: (group[0] != "p", group[0], group[1], rank[group[2]]))
    lines = [
        (SIDES.get(twin, twin), family, series, tuple(counts[twin, family, series].get(k, 0) for k in kinds))
        for twin, family, series in order
    ]
    return Failures(tuple(_NAMES[kind] for kind in kinds), tuple(lines))
