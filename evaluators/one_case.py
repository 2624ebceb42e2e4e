"""One program on one case: its run, further runs where its time is in doubt, and what became of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from statistics import median

from evaluators.items import Case, Graded, Item, Limits, Verdict
from evaluators.printable import printable
from evaluators.records import CaseResult
from evaluators.sandbox import Pace, Run, Sandbox, Stop
from evaluators.verdicts import CUT, DRIFT, borderline, lateness

_LINE = re.compile(r"line (\d{1,9})(?::|$)")


_FEW, _MORE = 3, 4  # runs in all of a case whose time is in doubt; so many more while the machine is slow


@dataclass(frozen=True, slots=True)
class Bench:
    """One program, and all that it is judged with."""

    program: str
    item: Item
    sandbox: Sandbox
    pace: Pace | None
    every_case: bool = True
    """Whether a case's time matters at limits that are decided by other cases."""

    def judge(self, case: Case, undecided: Callable[[], Collection[float]]) -> tuple[CaseResult, bool]:
        """What became of `case`, and whether the program is Python at all.

        The output of the first run is graded. If it is accepted but late, the program runs again, alone on
        the machine, for its time: the least one counts. A run that printed something else, as of a program
        that draws random numbers, is no measure of the first one: it gets no more tries. A run that was ended
        for its time on a machine that is slow just now counts for nothing: the next one takes its place.
        `undecided` is asked before each run for the limits that no case before this one decided.
        """
        run = self._run(case)
        graded, runs = self._graded(case, run), 1
        while runs < _FEW and self._in_doubt(run, graded, undecided()):
            if run.stop is Stop.CPU:
                run = self._run(case, alone=True)
                graded = self._graded(case, run)
            else:
                run = _least(run, self._run(case, run.cpu_s, alone=True))  # a slower run need not end
            runs += 1
        if graded.verdict is Verdict.ACCEPTED:
            run, more = self._at_usual_pace(case, run, undecided)
            runs += more
        return self._result(case, run, graded, runs), run.compiled

    def _at_usual_pace(
        self, case: Case, run: Run, undecided: Callable[[], Collection[float]]
    ) -> tuple[Run, int]:
        """A run that is still late, measured some more while the machine is slow, and how often.

        If no run is in time before the machine is believed or tries end, the program's time is what it took
        over the machine's slowdown just before, in the median.
        """
        usual: list[float] = []
        for tries in range(_MORE):
            late = lateness(self._seconds(run), undecided())
            slowdown = self._slowdown(late, DRIFT)
            if slowdown is None:
                return run, tries
            again = self._run(case, alone=True)
            if again.clean and again.stdout == run.stdout:
                usual.append(again.cpu_s / min(slowdown, DRIFT))
            run = _least(run, again)
        return replace(run, cpu_s=min([run.cpu_s, *([median(usual)] if usual else [])])), _MORE

    def _run(self, case: Case, most_s: float | None = None, *, alone: bool = False) -> Run:
        """Run the program until it has used `most_s` seconds of this machine, by default the last limit's."""
        limits = self.item.task.limits
        own = replace(limits, seconds=tuple(seconds / self._speed for seconds in limits.seconds))
        most_s = DRIFT * own.seconds[-1] if most_s is None else most_s
        return self.sandbox.run(self.program, case.stdin.encode(), own, most_s, alone=alone)

    def _graded(self, case: Case, run: Run) -> Graded:
        fault = fault_of(run, self.item.task.limits, self._speed)
        return fault or self.item.grade(case, run.stdout.decode(errors="replace"))

    def _in_doubt(self, run: Run, graded: Graded, undecided: Collection[float]) -> bool:
        """Whether the machine rather than the program may be why one of the limits was missed.

        By drift of up to 30 %; and a run that was ended, only while the machine is slow.
        """
        if run.stop is Stop.CPU:
            return self._slowdown(lateness(self._seconds(run), undecided), CUT) is not None
        limits = self.item.task.limits.seconds if self.every_case else undecided
        return graded.verdict is Verdict.ACCEPTED and 1 < lateness(self._seconds(run), limits) <= DRIFT

    def _slowdown(self, late: float, most: float) -> float | None:
        """How slow the machine is just now, if that explains half of a delay of up to `most`; else None."""
        if self.pace is None or not 1 < late <= most:
            return None
        slowdown = self.pace.slowdown(self.sandbox)
        return slowdown if 2 * (slowdown - 1) >= late - 1 else None

    @property
    def _speed(self) -> float:
        """That of the machine where limits are calibrated, else 1.

        A program gets L / speed seconds, and what is told are seconds of the machine times speed.
        """
        return self.pace.speed if self.pace and self.item.task.limits.calibrate else 1.0

    def _seconds(self, run: Run) -> float:
        """The CPU time of a run as it is told, and as verdicts read it."""
        return round(run.cpu_s * self._speed, 4)

    def _result(self, case: Case, run: Run, graded: Graded, runs: int) -> CaseResult:
        limits, cpu_s = self.item.task.limits, self._seconds(run)
        last = limits.seconds[-1]
        if cpu_s > last and graded.verdict not in (Verdict.TIME_LIMIT, Verdict.JUDGE_ERROR):
            least = f", the least of {runs} runs" if runs > 1 else ""
            graded = Graded(Verdict.TIME_LIMIT, f"{cpu_s:.2f} s of CPU time{least}, the limit is {last:g} s")
        failed = graded.verdict is Verdict.RUNTIME_ERROR
        return CaseResult(
            index=case.index,
            tier=case.tier.value,
            verdict=graded.verdict,
            cpu_s=cpu_s,
            wall_s=round(run.wall_s, 4),
            memory_mb=round(run.memory_mb, 1),
            message=printable(graded.message),
            error=run.error if failed else "",
            line=_line(graded.message) if failed else 0,
            borderline=borderline(cpu_s, limits),
        )


def _least(run: Run, again: Run) -> Run:
    """`run` with the time of the other one, if that was the same but faster."""
    if again.clean and again.stdout == run.stdout and again.cpu_s < run.cpu_s:
        return replace(run, cpu_s=again.cpu_s, wall_s=again.wall_s)
    return run


def empty(case: Case) -> CaseResult:
    """The result of a program without a statement."""
    message = "the program is empty"
    return CaseResult(case.index, case.tier.value, Verdict.WRONG_ANSWER, 0.0, 0.0, 0.0, message)


def _line(message: str) -> int:
    """The program's line that a message from inside begins with; 0 if it names none."""
    found = _LINE.match(message)
    return int(found[1]) if found else 0


def fault_of(run: Run, limits: Limits, speed: float = 1.0) -> Graded | None:
    """The verdict on a run that did not end well, or None when its output is to be graded."""
    refused = run.error == "MemoryError" or (run.error == "SIGABRT" and "std::bad_alloc" in run.stderr)
    if run.stop is Stop.NO and refused:
        return Graded(Verdict.MEMORY_LIMIT, f"refused memory beyond the limit of {limits.memory_mb} MB")
    match run.stop:
        case Stop.FAULT:
            return Graded(Verdict.JUDGE_ERROR, run.message)
        case Stop.CPU:
            last, ended = limits.seconds[-1], run.cpu_s * speed
            return Graded(Verdict.TIME_LIMIT, f"more than {last:g} s of CPU time: ended after {ended:.2f} s")
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
    return Graded(Verdict.RUNTIME_ERROR, _raised(run) or f"exit code {run.exit_code}")


def _raised(run: Run) -> str:
    """Line, class and message of what ended a program, as at the end of a traceback."""
    line = _LINE.match(run.message)
    where, what = (line[0].rstrip(":"), run.message[line.end() :].strip()) if line else ("", run.message)
    return ": ".join(filter(None, (where, "" if run.error in what else run.error, what)))
