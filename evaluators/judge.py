"""The judge: runs a program on an item's suite and says what it is worth at every limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from threading import Lock
from typing import Literal

from evaluators.items import Case, Item, Limits
from evaluators.one_case import Bench, empty
from evaluators.records import CaseResult, Judgement
from evaluators.sandbox import Pace, Sandbox
from evaluators.verdicts import by_limit, fails

Mode = Literal["full", "verdict"]
_LOOK_S = 0.2


def judge(
    program: str,
    item: Item,
    mode: Mode,
    sandbox: Sandbox,
    order: Sequence[int] | None = None,
    pace: Pace | None = None,
) -> Judgement:
    """A program's verdicts on the suite of `item`, at all limits from one run a case.

    `full` grades every case. `verdict` runs cases in `order` (indices; by default the shortest stdin first)
    and stops once every limit is decided; it keeps the shortest prefix of the order that decides, so the
    number of slots can't change what is kept. Both give the same pass or fail at every limit. The first case
    is run before all others: a program that does not compile is judged on it alone. The others run on all
    slots of the sandbox at once and are graded here, outside. `pace` is that of the machine (see
    `sandbox.speed`): it tells time-outs from a machine that is slow just now, and the seconds of limits that
    are calibrated. Raises ValueError for an empty suite.
    """
    if not item.suite.cases:
        raise ValueError(f"{item.task.id}: its suite has no cases")
    limits = item.task.limits
    cases = list(item.suite.cases) if mode == "full" else _ordered(item.suite.cases, order)
    compiled = True
    if program.strip():
        progress = _Progress(cases, limits, stop_early=mode == "verdict")
        bench = Bench(program, item, sandbox, pace, every_case=mode == "full")
        compiled = _work(bench, progress)
        results = progress.results()
    else:
        results = [empty(case) for case in (cases if mode == "full" else cases[:1])]
    results.sort(key=lambda result: result.index)
    return Judgement(by_limit(results, limits), tuple(results), sandbox.tier, compiled)


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
            if not self._left():
                return None
            self._taken += 1
            return self._taken - 1, self._cases[self._taken - 1]

    @property
    def left(self) -> int:
        """How many cases are still to be taken; 0 when all is decided."""
        with self._lock:
            return self._left()

    def _left(self) -> int:
        decided = self._stop_early and not self._open
        return 0 if decided else len(self._cases) - self._taken

    def put(self, place: int, result: CaseResult) -> None:
        """Note what became of a case."""
        with self._lock:
            self._results[place] = result
            self._open = {seconds for seconds in self._open if not fails(result, seconds)}

    def undecided(self, place: int) -> set[float]:
        """Limits that the case at `place` may decide: those at which no case before it failed.

        A failure at a later place does not count: the prefix that is kept may end before it.
        """
        with self._lock:
            before = [result for at, result in self._results.items() if at < place]
        return {seconds for seconds in self._limits.seconds if not any(fails(r, seconds) for r in before)}

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
            undecided = {seconds for seconds in undecided if not fails(kept[-1], seconds)}
            if self._stop_early and not undecided:
                break
        return kept


def _work(bench: Bench, progress: _Progress) -> bool:
    """Judge cases until there are none left; returns whether the program compiles, else one is enough."""

    def take_one() -> bool:
        taken = progress.take()
        if taken is None:
            return False
        place, case = taken
        result, compiled = bench.judge(case, lambda: progress.undecided(place))
        progress.put(place, result)
        return compiled

    if not take_one():
        return False
    _on_all_slots(take_one, progress, bench.sandbox.slots)
    return True


def _on_all_slots(take_one: Callable[[], bool], progress: _Progress, slots: int) -> None:
    """Repeat `take_one` until it finds nothing to do, on as many threads as there are slots."""

    def take_turns() -> None:
        try:
            while take_one():
                continue
        except BaseException:
            progress.abort()
            raise

    threads = min(slots, progress.left)
    if threads <= 1:
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
