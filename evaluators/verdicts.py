"""What measured cases are worth at every limit: pure functions of what a record keeps."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from evaluators.items import Limits, Verdict
from evaluators.records import CaseResult, limit_name

DRIFT = 1.3
"""A program is ended at so many times the largest limit: CPU time reads up to a fifth more when busy."""
CUT = 1.5
"""A run that was ended is looked into if the missed limit is not further away than that."""
_NEAR = 0.1  # of a limit, to either side

_NOT_FAILED = (Verdict.ACCEPTED, Verdict.JUDGE_ERROR)


def verdict_at(result: CaseResult, seconds: float) -> Verdict:
    """A case's verdict at a limit: a time-out if the program was still running then."""
    late = result.cpu_s > seconds and result.verdict is not Verdict.JUDGE_ERROR
    return Verdict.TIME_LIMIT if late else result.verdict


def fails(result: CaseResult, seconds: float) -> bool:
    """Whether the program, by its own fault, fails the case at a limit."""
    return verdict_at(result, seconds) not in _NOT_FAILED


def by_limit(results: Sequence[CaseResult], limits: Limits) -> dict[str, Verdict]:
    """The suite's verdict at each limit: that of the first failing case in the order given.

    A judge error decides only where no case fails by itself: a program that is wrong elsewhere is wrong.
    """
    return {limit_name(seconds): _suite_verdict(results, seconds) for seconds in limits.seconds}


def lateness(cpu_s: float, limits: Collection[float]) -> float:
    """By what factor the nearest of the limits that were missed was missed; 1 if none was."""
    return min((cpu_s / seconds for seconds in limits if cpu_s > seconds), default=1.0)


def borderline(cpu_s: float, limits: Limits) -> bool:
    """Whether CPU time is within 10 % of a limit, to either side: another machine may say otherwise."""
    return any(abs(cpu_s - seconds) <= _NEAR * seconds for seconds in limits.seconds)


def _suite_verdict(results: Sequence[CaseResult], seconds: float) -> Verdict:
    verdicts = [verdict_at(result, seconds) for result in results]
    failing = (verdict for verdict in verdicts if verdict not in _NOT_FAILED)
    unknown = Verdict.JUDGE_ERROR if Verdict.JUDGE_ERROR in verdicts else Verdict.ACCEPTED
    return next(failing, unknown)
