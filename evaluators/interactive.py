"""Interactive problems: the verdict on a program that talked with an interactor."""

from __future__ import annotations

from dataclasses import replace

from evaluators.items import Graded, Limits, Verdict
from evaluators.one_case import fault_of
from evaluators.printable import printable
from evaluators.sandbox import Run, Sandbox, Stop
from evaluators.sandbox.programs import Program

REFUSED = (1, 2)
"""Exit codes by which an interactor says wrong answer, as those written with testlib do; 0 accepts."""


def judge_interaction(
    sandbox: Sandbox, program: Program, interactor: Program, given: bytes, limits: Limits
) -> tuple[Graded, Run]:
    """The verdict on a program that talks with an interactor, and its run.

    The interactor finds the case on descriptor 3; what it says last on stderr is the message. A program that
    ends badly before its interactor ends is to blame for that. Else the interactor's word counts; if it ends
    in any other way than with 0 or `REFUSED`, that is a judge error: it must be ready for whatever a program
    may say, and bound how long it listens. A program that ends badly afterwards is not accepted.
    """
    met = sandbox.interact(program, interactor, given, limits, roomy(limits))
    ran, asked = met.program, met.interactor
    if Stop.FAULT in (ran.stop, asked.stop):
        return Graded(Verdict.JUDGE_ERROR, ran.message or asked.message), ran
    flood = Graded(Verdict.OUTPUT_LIMIT, f"more than {limits.output_mb:g} MB of output")
    ended_badly = flood if met.flooded else fault_of(ran, limits)
    if met.program_first and ended_badly:
        waited = ran.stop is Stop.WALL and asked.cpu_s > limits.seconds[-1]
        return _failed(f"it took {asked.cpu_s:.1f} s") if waited else ended_badly, ran
    if asked.stop is Stop.NO and asked.exit_code in REFUSED and not asked.error:
        return Graded(Verdict.WRONG_ANSWER, _said(asked)), ran
    if not asked.clean:
        return _failed(_end_of(asked)), ran
    return ended_badly or Graded(Verdict.ACCEPTED, _said(asked)), ran


def roomy(limits: Limits) -> Limits:
    """What an interactor may use: enough to listen to all that a program within `limits` may say."""
    return replace(
        limits, seconds=(2 * limits.seconds[-1] + 10,), memory_mb=max(512, limits.memory_mb), modules=()
    )


def _said(asked: Run) -> str:
    """The last line of an interactor's stderr."""
    lines = asked.stderr.strip().splitlines()
    return printable(lines[-1]) if lines else ""


def _failed(how: str) -> Graded:
    return Graded(Verdict.JUDGE_ERROR, printable(f"the interactor failed: {how}"))


def _end_of(run: Run) -> str:
    if run.stop is not Stop.NO:
        return f"{run.stop.value} limit"
    return f"{run.error}: {run.message}" if run.error else f"exit code {run.exit_code}"
