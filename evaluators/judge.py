"""The judge: runs a program on an item's suite and says what it is worth at every limit."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import Literal

from evaluators.items import Case, Graded, Item, Limits, Verdict
from evaluators.records import CaseResult, Judgement, limit_name
from evaluators.sandbox import Run, Sandbox, Stop

Mode = Literal["full", "verdict"]
_LOOK_S = 0.2


def judge(
    program: str, item: Item, mode: Mode, sandbox: Sandbox, order: Sequence[int] | None = None
) -> Judgement:
    """A program's verdicts on the suite of `item`, from one run a case killed at the largest limit.

    `full` grades every case. `verdict` runs cases in `order` (indices; by default the shortest stdin first)
    and stops once every limit is decided; it keeps the shortest prefix of the order that decides, so the
    number of slots can't change what is kept. Both give the same pass or fail at every limit. Cases run on
    all slots of the sandbox at once and are graded here, outside. Raises ValueError for an empty suite.
    """
    if not item.suite.cases:
        raise ValueError(f"{item.task.id}: its suite has no cases")
    cases = _ordered(item.suite.cases, order)
    limits = item.task.limits
    if program.strip():
        progress = _Progress(cases, limits, stop_early=mode == "verdict")
        _work(program, item, progress, sandbox)
        results = progress.results()
    else:
        results = [_empty(case) for case in (cases if mode == "full" else cases[:1])]
    results.sort(key=lambda result: result.index)
    return Judgement(by_limit(results, limits), tuple(results), sandbox.tier)


def verdict_at(result: CaseResult, seconds: float) -> Verdict:
    """A case's verdict at a smaller limit: a time-out if the program was still running then."""
    late = result.cpu_s > seconds and result.verdict is not Verdict.JUDGE_ERROR
    return Verdict.TIME_LIMIT if late else result.verdict


def by_limit(results: Sequence[CaseResult], limits: Limits) -> dict[str, Verdict]:
    """The suite's verdict at each limit: that of the first failing case in the order given.

    A judge error decides only where no case fails by itself: a program that is wrong elsewhere is wrong.
    """
    return {limit_name(seconds): _suite_verdict(results, seconds) for seconds in limits.seconds}


def _suite_verdict(results: Sequence[CaseResult], seconds: float) -> Verdict:
    verdicts = [verdict_at(result, seconds) for result in results]
    failing = (v for v in verdicts if v not in (Verdict.ACCEPTED, Verdict.JUDGE_ERROR))
    unknown = Verdict.JUDGE_ERROR if Verdict.JUDGE_ERROR in verdicts else Verdict.ACCEPTED
    return next(failing, unknown)


def _ordered(cases: Sequence[Case], order: Sequence[int] | None) -> list[Case]:
    """Cases in `order`, then those it does not name; without one the cheapest to run first."""
    if order is None:
        return sorted(cases, key=lambda case: (len(case.stdin), case.index))
    rank = {index: place for place, index in enumerate(order)}
    return sorted(cases, key=lambda case: (rank.get(case.index, len(rank)), case.index))


class _Progress:
    """Which case is next and what is known; shared by the threads that judge one program."""

    def __init__(self, cases: Sequence[Case], limits: Limits, *, stop_early: bool) -> None:
        self._cases = cases
        self._limits = limits
        self._stop_early = stop_early
        self._lock = Lock()
        self._taken = 0
        self._open = set(limits.seconds)  # limits at which no case has failed yet
        self._results: dict[int, CaseResult] = {}  # by place in the order

    def take(self) -> tuple[int, Case] | None:
        """The next case and its place in the order, or None when there is nothing left to do."""
        with self._lock:
            if self._taken == len(self._cases) or (self._stop_early and not self._open):
                return None
            self._taken += 1
            return self._taken - 1, self._cases[self._taken - 1]

    def put(self, place: int, result: CaseResult) -> None:
        """Note what became of a case."""
        with self._lock:
            self._results[place] = result
            self._open = {seconds for seconds in self._open if not _fails(result, seconds)}

    def abort(self) -> None:
        """Give out no more cases."""
        with self._lock:
            self._taken = len(self._cases)

    def results(self) -> list[CaseResult]:
        """All results or, stopping early, the shortest prefix of the order that decides every limit."""
        kept: list[CaseResult] = []
        undecided = set(self._limits.seconds)
        for place in range(len(self._results)):
            kept.append(self._results[place])
            undecided = {seconds for seconds in undecided if not _fails(kept[-1], seconds)}
            if self._stop_early and not undecided:
                break
        return kept


def _fails(result: CaseResult, seconds: float) -> bool:
    return verdict_at(result, seconds) not in (Verdict.ACCEPTED, Verdict.JUDGE_ERROR)


def _work(program: str, item: Item, progress: _Progress, sandbox: Sandbox) -> None:
    """Judge cases until there are none left, on as many threads as the sandbox has slots."""

    def take_turns() -> None:
        try:
            while taken := progress.take():
                place, case = taken
                progress.put(place, _judge_case(program, case, item, sandbox))
        except BaseException:
            progress.abort()
            raise

    threads = min(sandbox.slots, len(item.suite.cases))
    if threads == 1:
        take_turns()
        return
    pool = ThreadPoolExecutor(threads, thread_name_prefix="judge")
    try:  # an interrupt may come between two submits: a thread that is never told to end would keep us alive
        futures = [pool.submit(take_turns) for _ in range(threads)]
        while wait(futures, _LOOK_S, FIRST_EXCEPTION).not_done and not _failed(futures):
            continue  # an interrupt that came just before a wait is seen after it only
        for future in filter(Future.done, futures):
            future.result()
    finally:  # don't wait: after an interrupt, closing the sandbox ends what still runs
        progress.abort()
        pool.shutdown(wait=False)


def _failed(futures: Sequence[Future[None]]) -> bool:
    return any(future.done() and future.exception() for future in futures)


def _judge_case(program: str, case: Case, item: Item, sandbox: Sandbox) -> CaseResult:
    limits = item.task.limits
    run = sandbox.run(program, case.stdin.encode(), limits)
    graded = fault_of(run, limits) or item.grade(case, run.stdout.decode(errors="replace"))
    failed = graded.verdict is Verdict.RUNTIME_ERROR
    return CaseResult(
        index=case.index,
        tier=case.tier.value,
        verdict=graded.verdict,
        cpu_s=round(run.cpu_s, 4),
        wall_s=round(run.wall_s, 4),
        memory_mb=round(run.memory_mb, 1),
        message=graded.message,
        error=run.error if failed else "",
    )


def fault_of(run: Run, limits: Limits) -> Graded | None:
    """The verdict on a run that did not end well, or None when its output is to be graded."""
    if run.stop is Stop.NO and run.error == "MemoryError":
        return Graded(Verdict.MEMORY_LIMIT, f"refused memory beyond the limit of {limits.memory_mb} MB")
    match run.stop:
        case Stop.FAULT:
            return Graded(Verdict.JUDGE_ERROR, run.message)
        case Stop.CPU:
            return Graded(Verdict.TIME_LIMIT, f"more than {limits.seconds[-1]:g} s of CPU time")
        case Stop.WALL:
            return Graded(Verdict.TIME_LIMIT, f"still waiting after {run.wall_s:.0f} s")
        case Stop.MEMORY:
            return Graded(Verdict.MEMORY_LIMIT, f"{run.memory_mb:.0f} MB, the limit is {limits.memory_mb} MB")
        case Stop.OUTPUT:
            return Graded(Verdict.OUTPUT_LIMIT, f"more than {limits.output_mb:g} MB of output")
        case Stop.PROCESSES:
            return Graded(Verdict.RUNTIME_ERROR, "started too many processes")
    if run.clean:
        return None
    return Graded(Verdict.RUNTIME_ERROR, run.message or f"exit code {run.exit_code}")


def _empty(case: Case) -> CaseResult:
    return CaseResult(
        case.index, case.tier.value, Verdict.WRONG_ANSWER, 0.0, 0.0, 0.0, "the program is empty"
    )
