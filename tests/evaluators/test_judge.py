"""The judge: verdicts of cases, of suites, at every limit, in both modes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import RIGHT, S1, family, item

from evaluators.items import Case, Graded, Limits, Suite, Verdict
from evaluators.judge import judge
from evaluators.records import CaseResult
from evaluators.sandbox import Sandbox
from evaluators.suites import Shape
from evaluators.suites import item as item_of
from evaluators.verdicts import by_limit, verdict_at

ECHO = "print(input())"
BUSY = "import time\n{read}\nwhile time.process_time() < {seconds}: pass\nprint(x)"

VERDICTS = {
    "accepted": (ECHO, Verdict.ACCEPTED, ""),
    "wrong answer": ("print(2)", Verdict.WRONG_ANSWER, "not '1'"),
    "no output": ("pass", Verdict.WRONG_ANSWER, "not '1'"),
    "an exception": ("1 / 0", Verdict.RUNTIME_ERROR, "line 1: ZeroDivisionError: division by zero"),
    "an exception after the right output": (
        "print(1)\n1 / 0",
        Verdict.RUNTIME_ERROR,
        "line 2: ZeroDivisionError: division by zero",
    ),
    "an exception without a message": ("raise KeyError", Verdict.RUNTIME_ERROR, "line 1: KeyError"),
    "a message that names its class": (
        "raise OSError('OSError!')",
        Verdict.RUNTIME_ERROR,
        "line 1: OSError!",
    ),
    "a signal": ("import os\nos.abort()", Verdict.RUNTIME_ERROR, "killed by SIGABRT"),
    "an exit code": ("print(1)\nexit(3)", Verdict.RUNTIME_ERROR, "exit code 3"),
    "no Python": ("print(1", Verdict.RUNTIME_ERROR, "line 1: SyntaxError: '(' was never closed"),
    "time": ("while True: pass", Verdict.TIME_LIMIT, "more than 0.6 s of CPU time"),
    "sleep": ("import time\ntime.sleep(100)", Verdict.TIME_LIMIT, "still waiting after 4 s"),
    "memory": ("x = bytearray(160 << 20)\nprint(1)", Verdict.MEMORY_LIMIT, ""),
    "refused memory": ("x = [0] * 10**11", Verdict.MEMORY_LIMIT, "refused memory beyond the limit of 128 MB"),
    "output": ("print('x' * 20_000_000)", Verdict.OUTPUT_LIMIT, "more than 16 MB of output"),
    "too deep": (
        "def f(): f()\nf()",
        Verdict.RUNTIME_ERROR,
        "line 1: RecursionError: maximum recursion depth exceeded",
    ),
    "junk bytes": ("import os\nos.write(1, bytes(range(256)))", Verdict.WRONG_ANSWER, "not '1'"),
}


def _limits(name: str) -> tuple[float, float]:
    """Short where a limit on time is met, else far from what any of the programs needs on a busy machine."""
    return (0.3, 0.6) if name in ("time", "sleep") else (5.0, 10.0)


@pytest.mark.parametrize("name", VERDICTS)
def test_each_way_to_fail_has_its_verdict_and_reason(sandbox: Sandbox, name: str) -> None:
    program, verdict, message = VERDICTS[name]
    judged = judge(program, item("1", seconds=_limits(name)), "full", sandbox)
    (case,) = judged.cases
    assert case.verdict is verdict, case
    assert case.message.startswith(message)
    assert set(judged.by_limit.values()) == {verdict}
    assert judged.sandbox == sandbox.tier


def test_the_exceptions_class_is_kept_for_runtime_errors_only(sandbox: Sandbox) -> None:
    errors = [
        judge(program, item("1"), "full", sandbox).cases[0].error
        for program in ("1 / 0", "x = (", "import os\nos.kill(0, 9)", "print('x' * 20_000_000)", "print(2)")
    ]
    assert errors == ["ZeroDivisionError", "SyntaxError", "SIGKILL", "", ""]


def test_the_line_of_a_runtime_error_is_kept(sandbox: Sandbox) -> None:
    lines = [
        judge(program, item("1"), "full", sandbox).cases[0].line
        for program in ("\n\n1 / 0", "x = 1\nx = (", "print(2)", "raise KeyError", "exit(3)")
    ]
    assert lines == [3, 2, 0, 1, 0]


@pytest.mark.parametrize("mode", ["full", "verdict"])
@pytest.mark.parametrize("program", ["print(1", "return 1", " x = 1"])
def test_a_program_that_does_not_compile_is_judged_once(sandbox: Sandbox, program: str, mode: str) -> None:
    judged = judge(program, item(*map(str, range(20)), seconds=(5.0, 10.0)), mode, sandbox)  # type: ignore[arg-type]
    assert not judged.compiled
    assert [case.index for case in judged.cases] == [0]
    assert judged.by_limit == dict.fromkeys(("5", "10"), Verdict.RUNTIME_ERROR)
    assert judge(f"exec({program!r})", item("1", "2"), "full", sandbox).compiled


def test_an_empty_program_is_wrong_and_never_accepted(sandbox: Sandbox) -> None:
    for program, mode in product(["", " \n\t"], ["full", "verdict"]):
        judged = judge(program, item("", "1"), mode, sandbox)  # type: ignore[arg-type]
        assert set(judged.by_limit.values()) == {Verdict.WRONG_ANSWER}
        assert judged.cases[0].message == "the program is empty"


def test_a_suite_without_cases_is_refused(sandbox: Sandbox) -> None:
    with pytest.raises(ValueError, match="no cases"):
        judge(ECHO, replace(item("1"), suite=Suite(())), "full", sandbox)


def test_one_run_gives_the_verdict_at_every_limit(sandbox: Sandbox) -> None:
    program = BUSY.format(read="x = input()", seconds=0.5)
    judged = judge(program, item("1", seconds=(0.1, 0.3, 1.0, 2.0)), "full", sandbox)
    assert judged.by_limit == {
        "0.1": Verdict.TIME_LIMIT,
        "0.3": Verdict.TIME_LIMIT,
        "1": Verdict.ACCEPTED,
        "2": Verdict.ACCEPTED,
    }
    assert judged.cases[0].verdict is Verdict.ACCEPTED


def test_full_grades_every_case_and_tells_the_first_failure_in_suite_order(sandbox: Sandbox) -> None:
    program = "x = int(input())\n1 // (x - 3)\nprint(min(x, 5))"
    judged = judge(program, item(*map(str, range(8))), "full", sandbox)
    assert [case.index for case in judged.cases] == list(range(8))
    failed = {case.index: case.verdict for case in judged.cases if case.verdict is not Verdict.ACCEPTED}
    assert failed == {3: Verdict.RUNTIME_ERROR, 6: Verdict.WRONG_ANSWER, 7: Verdict.WRONG_ANSWER}
    assert judged.by_limit == {"1": Verdict.RUNTIME_ERROR, "2": Verdict.RUNTIME_ERROR}


def test_verdict_stops_when_all_is_decided_whatever_the_number_of_slots(sandbox: Sandbox) -> None:
    made = item(*map(str, range(10)))
    program = "x = int(input())\nprint(x if x < 4 else 'no')"
    with Sandbox(1) as one:
        judged = [judge(program, made, "verdict", box) for box in (one, sandbox)]
    assert [[case.index for case in each.cases] for each in judged] == [[0, 1, 2, 3, 4]] * 2
    assert judged[0].by_limit == judged[1].by_limit == {"1": Verdict.WRONG_ANSWER, "2": Verdict.WRONG_ANSWER}


def test_verdict_goes_on_while_one_limit_is_open(sandbox: Sandbox) -> None:
    slow = BUSY.format(read="x = input()", seconds="0.5 if x == '0' else 0.0")
    judged = judge(slow, item(*map(str, range(5)), seconds=(0.2, 3.0)), "verdict", sandbox)
    assert len(judged.cases) == 5
    assert judged.by_limit == {"0.2": Verdict.TIME_LIMIT, "3": Verdict.ACCEPTED}


def test_cases_are_judged_in_the_order_given_then_the_rest(sandbox: Sandbox) -> None:
    made = item(*map(str, range(6)))
    program = "x = int(input())\nprint(x if x not in (1, 4) else 'no')"
    assert [case.index for case in judge(program, made, "verdict", sandbox, order=[5, 4]).cases] == [4, 5]
    assert [case.index for case in judge(program, made, "verdict", sandbox, order=[3]).cases] == [0, 1, 3]


def test_the_shortest_input_comes_first_by_default(sandbox: Sandbox) -> None:
    judged = judge("print('no')", item("long " * 50, "longer " * 90, "1"), "verdict", sandbox)
    assert [case.index for case in judged.cases] == [2]


def test_a_judge_error_decides_only_where_nothing_fails_by_itself(sandbox: Sandbox) -> None:
    def grade(case: Case, output: str) -> Graded:
        if case.stdin == "0":
            return Graded(Verdict.JUDGE_ERROR, "SUITE UNSOUND")
        return Graded(Verdict.ACCEPTED if output.strip() == case.stdin else Verdict.WRONG_ANSWER)

    made = item("0", "1", "2", grade=grade)
    for mode in ("full", "verdict"):
        assert judge(ECHO, made, mode, sandbox).by_limit["2"] is Verdict.JUDGE_ERROR  # type: ignore[arg-type]
        assert judge("print(1)", made, mode, sandbox).by_limit["2"] is Verdict.WRONG_ANSWER  # type: ignore[arg-type]


def test_a_family_is_judged_end_to_end(sandbox: Sandbox) -> None:
    made = item_of(family(), "p", S1, 0, 0, 0, Limits((1.0, 2.0)), shape=Shape(2, 2, 12))
    assert judge(RIGHT, made, "full", sandbox).by_limit == {"1": Verdict.ACCEPTED, "2": Verdict.ACCEPTED}
    assert set(judge("print('NO')", made, "full", sandbox).by_limit.values()) == {Verdict.WRONG_ANSWER}


def test_a_fault_of_the_grader_itself_is_not_swallowed(sandbox: Sandbox) -> None:
    def grade(case: Case, output: str) -> Graded:
        raise LookupError("broken grader")

    with pytest.raises(LookupError, match="broken grader"):
        judge(ECHO, item("1", "2", "3", grade=grade), "full", sandbox)


PROGRAMS = [
    f"x = int(input())\n{slow}\nprint(x if x != {wrong} else 'no')\n1 // (x - {crash})"
    for wrong, crash, slow in product(
        (2, 9), (4, 9), ("", "import time\nwhile time.process_time() < (0.4 if x == 1 else 0): pass")
    )
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_both_modes_pass_and_fail_the_same_programs_at_every_limit(sandbox: Sandbox, program: str) -> None:
    made = item(*map(str, range(6)), seconds=(0.2, 3.0))
    full, quick = (judge(program, made, mode, sandbox).by_limit for mode in ("full", "verdict"))  # type: ignore[arg-type]
    passed = [{limit: v is Verdict.ACCEPTED for limit, v in each.items()} for each in (full, quick)]
    assert passed[0] == passed[1]


RESULTS = st.builds(
    CaseResult,
    index=st.integers(0, 9),
    tier=st.just("worst"),
    verdict=st.sampled_from(Verdict),
    cpu_s=st.floats(0, 12),
    wall_s=st.just(0.0),
    memory_mb=st.just(0.0),
)
LIMITS = Limits((1.0, 2.0, 5.0, 10.0))


@given(st.lists(RESULTS, min_size=1, max_size=8))
def test_a_larger_limit_never_turns_a_pass_into_a_failure(results: list[CaseResult]) -> None:
    verdicts = list(by_limit(results, LIMITS).values())
    passed = [verdict is Verdict.ACCEPTED for verdict in verdicts]
    assert passed == sorted(passed)


@given(st.lists(RESULTS, min_size=1, max_size=8))
def test_accepted_means_every_case_accepted_in_time(results: list[CaseResult]) -> None:
    for seconds in LIMITS.seconds:
        passed = by_limit(results, LIMITS)[f"{seconds:g}"] is Verdict.ACCEPTED
        assert passed == all(verdict_at(result, seconds) is Verdict.ACCEPTED for result in results)
