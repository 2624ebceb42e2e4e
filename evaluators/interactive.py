"""Interactive problems: the verdict on a program that talked with an interactor."""

from __future__ import annotations

from evaluators.items import Graded, Limits, Verdict
from evaluators.one_case import fault_of
from evaluators.sandbox import Run, Sandbox, Stop
from evaluators.sandbox.programs import Program

REFUSED = (1, 2)
"""Exit codes by which an interactor says wrong answer, as those written with testlib do; 0 accepts."""


def judge_interaction(
    sandbox: Sandbox, program: Program, interactor: Program, given: bytes, limits: Limits
) -> tuple[Graded, Run]:
    """The verdict on a program that talks with an interactor, and its run.

    The interactor finds the case on descriptor 3; what it says on stderr is the message. Whoever fails first
    is to blame: a program that crashes makes its interactor fail, and one whose interactor has left is often
    killed by that. An interactor that ends in any other way than with 0 or `REFUSED`, of its own accord, is
    a judge error.
    """
    met = sandbox.interact(program, interactor, given, limits)
    ran, asked = met.program, met.interactor
    said = asked.stderr.strip().splitlines()
    message = said[-1] if said else asked.message
    if Stop.FAULT in (ran.stop, asked.stop):
        return Graded(Verdict.JUDGE_ERROR, ran.message or asked.message), ran
    blamed = ran.stop not in (Stop.NO, Stop.WALL) or (met.program_first and not ran.clean)
    refused = asked.stop is Stop.NO and asked.exit_code in REFUSED and not asked.error
    if not blamed and refused:
        return Graded(Verdict.WRONG_ANSWER, message), ran
    if not blamed and not asked.clean:
        return Graded(Verdict.JUDGE_ERROR, f"the interactor failed: {_end_of(asked)}"), ran
    left_alone = not met.program_first and ran.error in ("BrokenPipeError", "SIGPIPE")
    if not blamed and (ran.clean or left_alone):
        return Graded(Verdict.ACCEPTED, message), ran
    return fault_of(ran, limits) or Graded(Verdict.RUNTIME_ERROR, ran.message), ran


def _end_of(run: Run) -> str:
    if run.stop is not Stop.NO:
        return f"{run.stop.value} limit"
    return f"{run.error}: {run.message}" if run.error else f"exit code {run.exit_code}"
