"""Metrics: pure functions of records. The unit is a record, that is an item × sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from evaluators.items import Verdict
from evaluators.records import CaseResult, Record, limit_name
from evaluators.source import reading_lines, tree_of

UNANSWERED = "unanswered"
NO_PROGRAM = "no_program"
BORDERLINE = "borderline"

Group = tuple[str, ...]
"""What records are counted by."""

_RUNTIME = {
    "syntax": {"SyntaxError", "IndentationError", "TabError", "CompileError"},
    "input": {"EOFError"},
    "import": {"ImportError", "ModuleNotFoundError"},
    "recursion": {"RecursionError"},
}
_WHERE_READ = {"ValueError", "IndexError", "StopIteration"}  # misread input, where it is taken apart
_MISREAD = ("invalid literal for int()", "could not convert string to float", "values to unpack")


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of passes with its 95 % Wilson interval, among what was answered and judged."""

    passed: int
    total: int
    unanswered: int
    low: float
    high: float
    judge_errors: int = 0

    @property
    def share(self) -> float | None:
        """passed / total, None where nothing was judged."""
        return self.passed / self.total if self.total else None

    @property
    def bounds(self) -> tuple[float, float]:
        """The share if all unanswered ones were wrong, and if all were right; (0, 1) if nothing was asked."""
        asked = self.total + self.unanswered
        if not asked:
            return 0.0, 1.0
        return self.passed / asked, (self.passed + self.unanswered) / asked


def wilson(passed: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's score interval of a proportion; (0, 1) when `total` is 0.

    Raises ValueError for impossible counts. Source: E. B. Wilson, "Probable inference, the law of
    succession, and statistical inference", JASA 22 (1927).
    """
    if not 0 <= passed <= total:
        raise ValueError(f"{passed} passed of {total}")
    if not total:
        return 0.0, 1.0
    share, square = passed / total, z * z
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = z * sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
    # The ends are exact at 0 % and 100 %, where rounding could leave 1e-17.
    low = 0.0 if passed == 0 else max(0.0, middle - half)
    return low, 1.0 if passed == total else min(1.0, middle + half)


def rate(verdicts: Iterable[str]) -> Rate:
    """The rate of `accepted` among outcomes."""
    counts = Counter(verdicts)
    unanswered, judge_errors = counts[UNANSWERED], counts[Verdict.JUDGE_ERROR]
    total = counts.total() - unanswered - judge_errors
    passed = counts[Verdict.ACCEPTED]
    return Rate(passed, total, unanswered, *wilson(passed, total), judge_errors)


def pass_at(records: Sequence[Record], limit: float | str) -> Rate:
    """pass@1 at a time limit, in seconds or as it is named in `by_limit`.

    A completion without a program is a failure at every limit. Raises ValueError where a judged record was
    not judged at this limit.
    """
    name = limit if isinstance(limit, str) else limit_name(limit)
    return rate(_verdict_at(record, name) for record in records)


def _verdict_at(record: Record, limit: str) -> str:
    if record.outcome in (UNANSWERED, NO_PROGRAM):
        return record.outcome
    if limit not in record.by_limit:
        known = ", ".join(record.by_limit) or "none"
        raise ValueError(f"{record.task}: not judged at {limit} s, only at {known}")
    return record.by_limit[limit]


def by_verdict(records: Sequence[Record]) -> dict[str, float]:
    """Shares of all records by outcome, in the order of `Verdict`, then no_program and unanswered.

    They add up to 1. Judge errors and unanswered ones have shares of their own here, so that they are seen;
    `pass_at` leaves them out of its total. Outcomes that did not occur are left out.
    """
    counts = Counter(record.outcome for record in records)
    order = [*(verdict.value for verdict in Verdict), NO_PROGRAM, UNANSWERED]
    if unknown := counts.keys() - set(order):
        raise ValueError(f"unknown outcome {', '.join(sorted(unknown))}")
    return {outcome: counts[outcome] / len(records) for outcome in order if counts[outcome]}


def taxonomy(records: Iterable[Record]) -> dict[str, int]:
    """How many cases ended in each way, by `kind`, most frequent first; cases of one suite are dependent.

    A program that does not compile has one case, however large the suite.
    """
    return _ranked(Counter(found for record in records for found in _kinds(record)))


def failures(
    records: Iterable[Record], group: Callable[[Record], Group] = lambda r: (r.twin, r.family, r.model)
) -> dict[Group, dict[str, int]]:
    """How many records ended in each way, by `first_kind`, most frequent first, in each group.

    By default a group is a class, a family and a model. The unit is the record, however many cases it has.
    """
    counts: dict[Group, Counter[str]] = {}
    for record in records:
        counts.setdefault(group(record), Counter())[first_kind(record)] += 1
    return {name: _ranked(counts[name]) for name in sorted(counts)}


def first_kind(record: Record) -> str:
    """What became of a record, at the largest limit: the kind of the first case that it failed.

    For one that passed "accepted", or "accepted/borderline" if a case was near a limit; else its outcome.
    """
    if record.outcome in (UNANSWERED, NO_PROGRAM, Verdict.JUDGE_ERROR):
        return record.outcome
    kinds = _kinds(record)
    passed = f"{Verdict.ACCEPTED}/{BORDERLINE}"
    failed = (found for found in kinds if found not in (Verdict.ACCEPTED, passed, Verdict.JUDGE_ERROR))
    return next(failed, passed if passed in kinds else record.outcome)


def kind(case: CaseResult, reading: Collection[int] = ()) -> str:
    """A case's verdict, for runtime errors with what went wrong.

    That is "runtime_error/" and syntax, input, import, recursion, signal or other: by the exception's class
    and message, which come from the program, and by whether the line that raised it is one of `reading`, the
    lines on which the program reads its input. Memory that was refused is a verdict of its own. What is near
    a limit on time is "accepted/borderline" or "time_limit/borderline".
    """
    if case.borderline and case.verdict in (Verdict.ACCEPTED, Verdict.TIME_LIMIT):
        return f"{case.verdict}/{BORDERLINE}"
    if case.verdict is not Verdict.RUNTIME_ERROR:
        return case.verdict.value
    found = next((name for name, errors in _RUNTIME.items() if case.error in errors), "")
    if not found and (_misread(case) or (case.line in reading and _may_misread(case))):
        found = "input"
    if not found and case.error.startswith("SIG"):
        found = "signal"
    return f"{case.verdict.value}/{found or 'other'}"


def _misread(case: CaseResult) -> bool:
    return case.error == "ValueError" and any(text in case.message for text in _MISREAD)


def _may_misread(case: CaseResult) -> bool:
    return case.error in _WHERE_READ or (case.error == "TypeError" and "unpack" in case.message)


def _kinds(record: Record) -> list[str]:
    """The kinds of a record's cases; its program is read only where a line decides."""
    lines = any(case.line and _may_misread(case) for case in record.cases)
    tree = tree_of(record.program) if lines else None
    reading = reading_lines(tree) if tree else frozenset()
    return [kind(case, reading) for case in record.cases]


def _ranked(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
