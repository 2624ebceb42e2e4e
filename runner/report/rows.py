"""The numbers that a report shows, as rows: one for each side of a family, stratum and series."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from evaluators.items import Verdict
from evaluators.metrics import NO_PROGRAM, UNANSWERED, Rate, by_verdict, pass_at, rate
from evaluators.records import Record
from runner.report.series import in_order, labeller, natural

ALL = "all"  # the stratum of a row over all strata
SIDES = {"p": "P", "npc": "NP-complete"}

OUTCOMES = {
    "accepted": "AC",
    "wrong_answer": "WA",
    "runtime_error": "RE",
    "time_limit": "TLE",
    "memory_limit": "MLE",
    "output_limit": "OLE",
    "no_program": "∅",
    "unanswered": "?",
    "judge_error": "!",
}
"""What can become of a record, in the order in which shares are stacked, with the customary short forms."""

Side = tuple[str, str]
"""A family and a twin."""


@dataclass(frozen=True, slots=True)
class Place:
    """One side of a family at one stratum of size (n, m), or over all of them (`ALL`)."""

    family: str
    twin: str
    stratum: str
    n: int
    m: int

    @property
    def side(self) -> Side:
        """Family and twin."""
        return self.family, self.twin

    @property
    def size(self) -> str:
        """ "(n, m)", or "" where the place has no size."""
        return f"({self.n}, {self.m})" if self.n or self.m else ""

    @property
    def key(self) -> tuple[Any, ...]:
        """Order of places: by family, P first, by level, then by size."""
        twins = {"p": 0, "npc": 1}
        level = self.stratum[1:]
        rank = int(level) if self.stratum[:1] == "s" and level.isdecimal() else 10**9
        return self.family, twins.get(self.twin, 2), self.twin, rank, self.n, self.m, natural(self.stratum)


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one series at one place. Rates and shares count items × samples."""

    place: Place
    series: str
    total: int  # records, whatever became of them
    limit: str  # the largest, in CPU seconds
    rate: Rate  # pass@1 at the largest limit
    at: dict[str, Rate]  # pass@1 by limit, ascending
    shares: dict[str, float]  # by outcome; they add up to 1
    unanswered: int
    judge_errors: int
    cpu_s: float | None  # median over the records of the slowest case judged; None when nothing ran
    cost_usd: float | None  # sum of the known ones


def distinct(records: Iterable[Record]) -> list[Record]:
    """The records with one a sample: an answer before an unanswered try, else the one begun last."""
    kept: dict[Hashable, Record] = {}
    for record in records:
        place = Place(record.family, record.twin, record.stratum, record.n, record.m)
        key = (record.cell, place, record.model, record.agent, record.task, record.item, record.sample)
        held = kept.get(key)
        if held is None or _standing(record) >= _standing(held):
            kept[key] = record
    return list(kept.values())


def summary(records: Sequence[Record]) -> tuple[Row, ...]:
    """One row for each side, stratum and series, families with both twins first.

    Raises `ValueError` when there are no records.
    """
    return _rows(records, lambda r: Place(r.family, r.twin, r.stratum, r.n, r.m))


def pooled(records: Sequence[Record]) -> tuple[Row, ...]:
    """One row for each side and series over all its strata; raises `ValueError` without records."""
    return _rows(records, lambda r: Place(r.family, r.twin, ALL, 0, 0))


def _standing(record: Record) -> tuple[bool, str]:
    return record.outcome != UNANSWERED, record.started_at


def _rows(records: Sequence[Record], place_of: Callable[[Record], Place]) -> tuple[Row, ...]:
    if not records:
        raise ValueError("no records: run a sweep first, or name the folder that holds its records")
    kept = distinct(records)
    label = labeller(kept)
    groups: dict[tuple[Place, str], list[Record]] = defaultdict(list)
    for record in kept:
        groups[place_of(record), label(record)].append(record)
    rank = {series: k for k, series in enumerate(in_order(series for _, series in groups))}
    twins = {
        place.family: {each.twin for each, _ in groups if each.family == place.family} for place, _ in groups
    }
    order = sorted(groups, key=lambda group: (-len(twins[group[0].family]), group[0].key, rank[group[1]]))
    return tuple(_row(place, series, groups[place, series]) for place, series in order)


def _judged_at(limit: str, records: Sequence[Record]) -> list[Record]:
    """Those for which the limit was in force; a record without a program counts at every limit."""
    without = (NO_PROGRAM, UNANSWERED)
    return [record for record in records if limit in record.by_limit or record.outcome in without]


def _row(place: Place, series: str, records: Sequence[Record]) -> Row:
    limits = sorted({limit for record in records for limit in record.by_limit}, key=float)
    at = {limit: pass_at(_judged_at(limit, records), limit) for limit in limits}
    slowest = [max(case.cpu_s for case in record.cases) for record in records if record.cases]
    costs = [record.cost_usd for record in records if record.cost_usd is not None]
    return Row(
        place=place,
        series=series,
        total=len(records),
        limit=limits[-1] if limits else "",
        rate=at[limits[-1]] if limits else rate(record.outcome for record in records),
        at=at,
        shares=by_verdict(records),
        unanswered=sum(record.outcome == UNANSWERED for record in records),
        judge_errors=sum(record.outcome == Verdict.JUDGE_ERROR for record in records),
        cpu_s=median(slowest) if slowest else None,
        cost_usd=sum(costs) if costs else None,
    )
