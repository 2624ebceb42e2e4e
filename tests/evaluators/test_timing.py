"""CPU time on a busy machine: what is run again, what then counts, and what is said to be near a limit."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import item

from evaluators.items import Item, Limits, Verdict
from evaluators.judge import judge
from evaluators.records import CaseResult, Judgement
from evaluators.sandbox import Pace, Run, Sandbox, Stop
from evaluators.sandbox.speed import REFERENCE_S
from evaluators.verdicts import borderline

LIMITS = (1.0, 2.0)


class Scripted:
    """Answers each stdin's runs from a list of seconds, or of whole runs, and notes how it was asked."""

    tier, slots = "scripted", 1
    workload_s = REFERENCE_S  # that of a machine at its usual pace

    def __init__(self, **runs: Sequence[float | Run]) -> None:
        self._left = {stdin.strip("_"): list(each) for stdin, each in runs.items()}
        self.asked: list[tuple[str, float, bool]] = []
        self._lock = threading.Lock()

    def run(
        self, program: str, stdin: bytes, limits: Limits, cpu_s: float = 60.0, *, alone: bool = False
    ) -> Run:
        name = stdin.decode()
        if not name:  # the workload, which tells the machine's pace
            return ended(self.workload_s, "")
        with self._lock:
            self.asked.append((name, cpu_s, alone))
            answer = self._left[name].pop(0)
        if isinstance(answer, Run):
            return answer
        if answer > cpu_s:
            return replace(ended(cpu_s, "", 9), stop=Stop.CPU)
        return ended(answer, name)

    @property
    def alone(self) -> list[str]:
        return [name for name, _, alone in self.asked if alone]


def ended(cpu_s: float, text: str, code: int = 0) -> Run:
    return Run(text.encode(), Stop.NO, code, None, cpu_s, cpu_s + 0.1, 10.0)


def judged(sandbox: Scripted, made: Item, mode: str = "full", **more: Any) -> Judgement:
    return judge("a program", made, mode, sandbox, **more)  # type: ignore[arg-type]


def slowly(slowdown: float, *runs: float | Run, limits: tuple[float, ...] = LIMITS) -> Any:
    """The same on a machine that takes so many times longer than usual just now."""
    return one(*runs, limits=limits, slowdown=slowdown)


def one(
    *runs: float | Run, limits: tuple[float, ...] = LIMITS, slowdown: float = 1.0
) -> tuple[Judgement, CaseResult, Scripted]:
    sandbox = Scripted(_1_=runs)
    sandbox.workload_s = slowdown * REFERENCE_S
    told = judged(sandbox, item("1", seconds=limits), pace=Pace(1.0))
    assert not sandbox._left["1"], "not all runs were asked for"
    return told, told.cases[0], sandbox


@pytest.mark.parametrize("seconds", [0.5, 1.0, 1.31, 1.9, 2.0])
def test_a_time_that_drift_can_not_explain_is_measured_once(seconds: float) -> None:
    told, case, sandbox = one(seconds)
    assert case.cpu_s == seconds and case.verdict is Verdict.ACCEPTED
    assert told.by_limit["1"] is (Verdict.ACCEPTED if seconds <= 1 else Verdict.TIME_LIMIT)
    assert sandbox.asked == [("1", 1.3 * 2, False)]


def test_a_program_that_only_drifted_beyond_a_limit_passes_at_it() -> None:
    told, case, sandbox = one(1.15, 0.98)
    assert set(told.by_limit.values()) == {Verdict.ACCEPTED}
    assert (case.cpu_s, case.wall_s) == (0.98, 1.08)
    assert sandbox.asked[1:] == [("1", 1.15, True)]


def test_it_is_run_again_twice_at_most_and_the_least_time_counts() -> None:
    told, case, sandbox = one(1.25, 1.2, 1.18)
    assert told.by_limit == {"1": Verdict.TIME_LIMIT, "2": Verdict.ACCEPTED}
    assert case.cpu_s == 1.18
    assert sandbox.asked[1:] == [("1", 1.25, True), ("1", 1.2, True)]
    assert one(1.2, 1.25, 1.22)[1].cpu_s == 1.2  # slower runs are ended, and count for nothing


def test_while_the_machine_is_slow_it_is_run_again_until_it_is_in_time_six_times_at_most() -> None:
    assert slowly(1.1, 1.2, 1.1, 1.15, 1.12, 1.05, 0.99)[1].cpu_s == 0.99
    told, _, sandbox = slowly(1.03, 1.1, *[1.05] * 6)
    assert told.by_limit == {"1": Verdict.TIME_LIMIT, "2": Verdict.ACCEPTED}
    assert len(sandbox.asked) == 7 and all(alone for _, _, alone in sandbox.asked[1:])
    assert slowly(1.02, 1.1, 1.05, 1.05)[1].cpu_s == 1.05  # which does not explain so much


def test_if_no_run_is_in_time_the_median_over_the_slowdown_is_what_the_program_takes() -> None:
    assert slowly(1.2, *[1.14] * 3, 1.2, 1.26, 1.5, 1.32)[1].cpu_s == pytest.approx((1.26 + 1.32) / 2 / 1.2)
    told, case, _ = slowly(1.2, *[1.29] * 7)
    assert case.cpu_s == 1.075 and told.by_limit["1"] is Verdict.TIME_LIMIT
    assert slowly(9.0, *[1.28] * 7)[1].cpu_s == pytest.approx(
        1.28 / 1.3, abs=1e-4
    )  # at most so much is forgiven
    assert slowly(9.0, 1.31)[1].cpu_s == 1.31
    other = [ended(1.1, "another output")] * 6
    assert slowly(1.2, 1.1, *other)[1].cpu_s == 1.1


def test_a_run_that_was_ended_counts_for_nothing_on_a_slow_machine() -> None:
    _, case, sandbox = slowly(1.2, 3.0, 1.9)
    assert case.verdict is Verdict.ACCEPTED and case.cpu_s == 1.9
    assert sandbox.asked[1:] == [("1", 2.6, True)]
    assert slowly(1.2, 3.0, 3.0, 2.1, 2.05, 1.99)[1].verdict is Verdict.ACCEPTED
    wrong = slowly(1.2, 3.0, ended(1.0, "wrong"))
    assert set(wrong[0].by_limit.values()) == {Verdict.WRONG_ANSWER}
    assert len(slowly(1.2, *[3.0] * 3)[2].asked) == 3
    assert slowly(1.1, 3.0)[1].verdict is Verdict.TIME_LIMIT  # the machine is not that slow
    assert slowly(9.0, *[3.0] * 3, limits=(1.0, 2.0))[1].verdict is Verdict.TIME_LIMIT


@pytest.mark.parametrize("mode", ["full", "verdict"])
def test_where_other_cases_decided_a_limit_no_run_is_spent_on_a_slow_machine(mode: str) -> None:
    late = Scripted(_0_=[3.0] * 3, _1_=[3.0], _2_=[1.9, 1.9, 1.9])
    late.workload_s = 1.2 * REFERENCE_S
    told = judged(late, item("0", "1", "2", seconds=(1.8, 2.0)), mode, pace=Pace(1.0))
    assert set(told.by_limit.values()) == {Verdict.TIME_LIMIT}
    asked = [name for name, _, _ in late.asked]
    assert asked == (["0"] * 3 + ["1"] + ["2"] * 3 if mode == "full" else ["0"] * 3)


def test_the_largest_limit_is_no_exception() -> None:
    assert one(2.3, 1.9)[1].verdict is Verdict.ACCEPTED
    told, case, _ = one(2.5, 2.45, 2.4)
    assert case.verdict is Verdict.TIME_LIMIT and set(told.by_limit.values()) == {Verdict.TIME_LIMIT}
    assert case.message == "2.40 s of CPU time, the least of 3 runs, the limit is 2 s"
    (case,) = one(5.0)[0].cases
    assert case.verdict is Verdict.TIME_LIMIT and case.message.startswith("more than 2 s of CPU time")


def test_a_fall_into_the_band_of_a_smaller_limit_is_measured_once_more() -> None:
    told, _, _ = one(2.1, 1.2, 0.9, limits=(1.0, 2.0))
    assert set(told.by_limit.values()) == {Verdict.ACCEPTED}


@pytest.mark.parametrize(
    "first", [ended(1.1, "wrong"), ended(1.1, "1", 3), replace(ended(1.1, "1"), stop=Stop.MEMORY)]
)
def test_what_is_not_accepted_is_never_run_again(first: Run) -> None:
    told, case, sandbox = one(first)
    assert len(sandbox.asked) == 1
    assert case.verdict not in (Verdict.ACCEPTED, Verdict.TIME_LIMIT)
    assert told.by_limit["1"] is Verdict.TIME_LIMIT


def test_further_runs_give_their_time_only_and_only_if_they_end_well_and_alike() -> None:
    _, case, _ = one(1.2, ended(0.9, "1"))
    assert case.verdict is Verdict.ACCEPTED and case.cpu_s == 0.9
    _, case, sandbox = one(1.2, ended(0.9, "another output"), ended(0.8, ""))
    assert case.cpu_s == 1.2 and len(sandbox.asked) == 3
    _, case, sandbox = one(1.2, ended(0.5, "1", 1), replace(ended(0.4, "1"), stop=Stop.OUTPUT))
    assert case.verdict is Verdict.ACCEPTED and case.cpu_s == 1.2 and len(sandbox.asked) == 3


def test_in_verdict_mode_a_limit_that_is_decided_is_not_measured_for() -> None:
    runs = {"_0_": [5.0], "_1_": [1.1, 1.0]}
    made = item("0", "1", seconds=(1.0, 2.0))
    full = Scripted(**runs)
    judged(full, made, "full")
    assert full.alone == ["1"]
    decided = Scripted(_0_=[1.5], _1_=[1.1], _2_=[2.5, 1.7])
    told = judged(decided, item("0", "1", "2", seconds=(1.0, 2.0)), "verdict")
    assert decided.alone == ["2"]  # for the limit of 2 s; that of 1 s was decided by the first case
    assert told.by_limit == {"1": Verdict.TIME_LIMIT, "2": Verdict.ACCEPTED}


TIMES = st.lists(st.floats(0.1, 3.0), min_size=3, max_size=3)


@given(st.lists(TIMES, min_size=1, max_size=5), st.sampled_from([1, 3]))
def test_both_modes_pass_the_same_programs_whatever_the_times(times: list[list[float]], slots: int) -> None:
    made = item(*map(str, range(len(times))), seconds=(0.8, 1.0, 2.0))
    runs = {f"_{k}_": each for k, each in enumerate(times)}
    full, quick, same = (Scripted(**runs) for _ in range(3))
    quick.slots = slots
    told = [judged(full, made), judged(quick, made, "verdict"), judged(same, made, "verdict")]
    passed = [{limit: v is Verdict.ACCEPTED for limit, v in each.by_limit.items()} for each in told]
    assert passed[0] == passed[1]
    assert told[1].by_limit == told[2].by_limit  # whatever the number of slots
    assert [case.index for case in told[1].cases] == [case.index for case in told[2].cases]


@given(TIMES)
def test_drift_upwards_of_a_fifth_never_fails_a_program_that_has_one_quiet_run(times: list[float]) -> None:
    quiet = min(times)
    drifted = [min(time, 1.2 * quiet) for time in times]
    sandbox = Scripted(_1_=[*drifted, quiet, quiet])
    told = judged(sandbox, item("1", seconds=(1.0,)))
    if quiet <= 1.0 and quiet in drifted[1:3]:
        assert told.by_limit["1"] is Verdict.ACCEPTED
    if quiet > 1.0:
        assert told.by_limit["1"] is Verdict.TIME_LIMIT


@pytest.mark.parametrize(
    ("seconds", "near"),
    [(0.89, False), (0.91, True), (1.0, True), (1.09, True), (1.11, False), (1.79, False), (2.19, True)],
)
def test_times_within_a_tenth_of_a_limit_are_borderline(seconds: float, near: bool) -> None:
    assert borderline(seconds, Limits(LIMITS)) is near
    assert one(seconds, *[seconds] * (2 if 1 < seconds <= 1.3 or seconds > 2 else 0))[1].borderline is near


BUSY = "x = input()\nimport time\nwhile time.process_time() < {seconds}: pass\nprint(x)"


def test_a_real_program_beyond_a_limit_is_run_again_alone(sandbox: Sandbox) -> None:
    asked: list[bool] = []

    class Watched:
        tier, slots = sandbox.tier, sandbox.slots

        def run(self, *words: Any, alone: bool = False) -> Run:
            asked.append(alone)
            return sandbox.run(*words, alone=alone)

    within = judged(Watched(), item("1", seconds=(10.0,)))  # type: ignore[arg-type]
    assert within.cases[0].verdict is Verdict.RUNTIME_ERROR and asked == [False]
    asked.clear()
    slow = BUSY.format(seconds=1.1)
    told = judge(slow, item("1", seconds=(1.0, 20.0)), "full", Watched())  # type: ignore[arg-type]
    assert told.by_limit == {"1": Verdict.TIME_LIMIT, "20": Verdict.ACCEPTED}
    assert told.cases[0].cpu_s > 1.0
    assert asked == [False, True, True]


def test_a_real_program_that_seemed_too_slow_once_passes(sandbox: Sandbox) -> None:
    class Busy:
        """Reads a fifth more CPU time unless it is alone."""

        tier, slots = sandbox.tier, sandbox.slots

        def run(self, *words: Any, alone: bool = False) -> Run:
            run = sandbox.run(*words, alone=alone)
            return run if alone else replace(run, cpu_s=1.2 * run.cpu_s)

    made = item("1", "2", "3", seconds=(1.0, 20.0))
    told = judge(BUSY.format(seconds=0.88), made, "full", Busy())  # type: ignore[arg-type]
    assert told.by_limit == {"1": Verdict.ACCEPTED, "20": Verdict.ACCEPTED}
    assert all(0.88 <= case.cpu_s <= 1.0 for case in told.cases)


def test_a_program_without_end_is_ended_at_little_more_than_the_largest_limit(sandbox: Sandbox) -> None:
    (case,) = judge("while True: pass", item("1", seconds=(0.5, 1.0)), "full", sandbox).cases
    assert case.verdict is Verdict.TIME_LIMIT
    assert 1.3 <= case.cpu_s < 3
