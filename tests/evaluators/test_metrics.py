"""Rates, shares and the taxonomy, from records alone."""

from __future__ import annotations

from dataclasses import replace
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_records import CASE, RECORD

from evaluators.items import Verdict
from evaluators.metrics import Rate, by_verdict, failures, first_kind, kind, pass_at, taxonomy, wilson
from evaluators.records import CaseResult, Record


def record(outcome: str, at_one: str | None = None) -> Record:
    judged = outcome not in ("unanswered", "no_program")
    return replace(RECORD, outcome=outcome, by_limit={"1": at_one or outcome, "2": outcome} if judged else {})


OUTCOMES = st.sampled_from([*Verdict, "no_program", "unanswered"]).map(str)


@pytest.mark.parametrize(
    ("passed", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (80, 90, 0.8074, 0.9385),
    ],
)
def test_wilsons_interval_has_the_published_values(passed: int, total: int, low: float, high: float) -> None:
    assert wilson(passed, total) == pytest.approx((low, high), abs=1e-4)


@given(st.integers(0, 2000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_interval_holds_the_share_and_is_symmetric(counts: tuple[int, int]) -> None:
    passed, total = counts
    low, high = wilson(passed, total)
    assert 0 <= low <= high <= 1
    mirror = wilson(total - passed, total)
    assert isclose(low, 1 - mirror[1], abs_tol=1e-12)
    if total:
        assert low <= passed / total <= high
        assert (passed == 0) == (low == 0.0)
        assert (passed == total) == (high == 1.0)


def test_impossible_counts_are_refused() -> None:
    for passed, total in ((2, 1), (-1, 1)):
        with pytest.raises(ValueError, match="passed of"):
            wilson(passed, total)


def test_pass_at_counts_passes_among_what_was_answered_and_judged() -> None:
    records = [
        record("accepted"),
        record("accepted", at_one="time_limit"),
        record("wrong_answer"),
        record("no_program"),
        record("judge_error"),
        record("unanswered"),
    ]
    at_two = pass_at(records, 2.0)
    assert at_two == Rate(2, 4, 1, *wilson(2, 4), 1)
    assert at_two == pass_at(records, "2")
    assert pass_at(records, 1).passed == 1
    assert at_two.share == 0.5
    assert at_two.bounds == (2 / 5, 3 / 5)


def test_nothing_judged_is_no_share_and_the_widest_bounds() -> None:
    assert pass_at([], 1).share is None
    assert pass_at([], 1).bounds == (0.0, 1.0)
    assert pass_at([record("unanswered")], 1).bounds == (0.0, 1.0)


def test_a_limit_that_was_not_judged_is_an_error() -> None:
    with pytest.raises(ValueError, match="sat/npc/s4/seed0/item2: not judged at 5 s, only at 1, 2"):
        pass_at([record("accepted")], 5)


@given(st.lists(OUTCOMES, min_size=1))
def test_shares_of_outcomes_add_up_to_one(outcomes: list[str]) -> None:
    shares = by_verdict([record(outcome) for outcome in outcomes])
    assert isclose(sum(shares.values()), 1)
    assert set(shares) == set(outcomes)


@given(st.lists(OUTCOMES))
def test_judge_errors_and_unanswered_ones_never_move_a_share(outcomes: list[str]) -> None:
    rate = pass_at([record(outcome) for outcome in outcomes], 2)
    counted = [outcome for outcome in outcomes if outcome not in ("judge_error", "unanswered")]
    assert rate.share == pass_at([record(outcome) for outcome in counted], 2).share
    assert rate.total + rate.unanswered + rate.judge_errors == len(outcomes)
    low, high = rate.bounds
    assert low <= (rate.share or 0) <= high or not rate.total


def test_an_unknown_outcome_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown outcome fine"):
        by_verdict([record("fine")])
    assert by_verdict([]) == {}


@pytest.mark.parametrize(
    ("error", "message", "expected"),
    [
        ("SyntaxError", "", "syntax"),
        ("IndentationError", "", "syntax"),
        ("EOFError", "", "input"),
        ("ValueError", "line 1: invalid literal for int() with base 10: 'a'", "input"),
        ("ValueError", "line 1: not enough values to unpack (expected 2, got 1)", "input"),
        ("ValueError", "line 1: max() arg is an empty sequence", "other"),
        ("ModuleNotFoundError", "", "import"),
        ("RecursionError", "", "recursion"),
        ("SIGSEGV", "", "signal"),
        ("IndexError", "", "other"),
        ("", "exit code 3", "other"),
    ],
)
def test_runtime_errors_are_told_apart(error: str, message: str, expected: str) -> None:
    assert kind(replace(CASE, error=error, message=message)) == f"runtime_error/{expected}"


READS = """
import sys
data = sys.stdin.read().split()
n = data[0]
m, k = (int(data[1]),
        int(data[2]))
tokens = iter(data)
a = next(tokens)
row = [1, 2]
row[int(a)]
b = row[5]
x, y = 3
u, v = map(int, 5)
"""


@pytest.mark.parametrize(
    ("error", "line", "expected"),
    [
        ("IndexError", 4, "input"),
        ("IndexError", 5, "input"),
        ("ValueError", 6, "input"),
        ("StopIteration", 8, "input"),
        ("IndexError", 11, "other"),
        ("KeyError", 4, "other"),
        ("ZeroDivisionError", 5, "other"),
        ("IndexError", 0, "other"),
        ("IndexError", 999, "other"),
        ("EOFError", 11, "input"),
    ],
)
def test_misread_input_is_known_by_where_it_was_raised(error: str, line: int, expected: str) -> None:
    case = replace(CASE, error=error, message="whatever", line=line)
    assert taxonomy([replace(RECORD, program=READS, cases=(case,))]) == {f"runtime_error/{expected}": 1}


def test_a_type_error_is_misread_input_only_where_something_is_taken_apart_badly() -> None:
    for message, line, expected in (
        ("cannot unpack non-iterable int object", 13, "input"),
        ("cannot unpack non-iterable int object", 12, "other"),
        ("'int' object is not iterable", 13, "other"),
    ):
        case = replace(CASE, error="TypeError", message=message, line=line)
        assert list(taxonomy([replace(RECORD, program=READS, cases=(case,))])) == [
            f"runtime_error/{expected}"
        ]


def test_a_program_that_is_no_python_has_no_lines_that_read() -> None:
    case = replace(CASE, error="IndexError", line=1)
    assert first_kind(replace(RECORD, program="x = (", cases=(case,))) == "runtime_error/other"


def test_what_is_near_a_limit_is_told_apart() -> None:
    for verdict, expected in (
        (Verdict.ACCEPTED, "accepted/borderline"),
        (Verdict.TIME_LIMIT, "time_limit/borderline"),
        (Verdict.WRONG_ANSWER, "wrong_answer"),
        (Verdict.RUNTIME_ERROR, "runtime_error/other"),
    ):
        assert kind(replace(CASE, verdict=verdict, borderline=True)) == expected


def test_a_record_counts_once_by_the_first_case_that_it_failed() -> None:
    ok, wrong, late = (
        replace(CASE, verdict=verdict)
        for verdict in (Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT)
    )
    unsound, near = replace(CASE, verdict=Verdict.JUDGE_ERROR), replace(ok, borderline=True)

    def first(outcome: str, *cases: CaseResult) -> str:
        return first_kind(replace(record(outcome), cases=cases))

    assert first("time_limit", ok, unsound, late, wrong) == "time_limit"
    assert first("wrong_answer", near, wrong) == "wrong_answer"
    assert first("accepted", ok, ok) == "accepted"
    assert first("accepted", ok, near) == "accepted/borderline"
    assert first("no_program") == "no_program" and first("unanswered") == "unanswered"
    assert first("judge_error", ok, unsound) == "judge_error"


def test_failures_are_counted_by_class_family_and_model() -> None:
    def of(outcome: str, twin: str, model: str) -> Record:
        case = replace(CASE, verdict=Verdict(outcome))
        return replace(record(outcome), twin=twin, model=model, cases=(case,) * 50)

    records = [of("wrong_answer", "p", "a"), of("wrong_answer", "p", "a"), of("time_limit", "p", "a")]
    counted = failures([*records, of("accepted", "npc", "a"), of("accepted", "p", "b")])
    assert counted == {
        ("npc", "sat", "a"): {"accepted": 1},
        ("p", "sat", "a"): {"wrong_answer": 2, "time_limit": 1},
        ("p", "sat", "b"): {"accepted": 1},
    }
    assert sum(sum(kinds.values()) for kinds in counted.values()) == 5  # records, not their 250 cases
    assert failures(records, lambda r: (r.twin,)) == {("p",): {"wrong_answer": 2, "time_limit": 1}}


def test_the_taxonomy_counts_cases_most_frequent_first() -> None:
    cases: tuple[CaseResult, ...] = (
        CASE,
        replace(CASE, verdict=Verdict.ACCEPTED),
        replace(CASE, verdict=Verdict.WRONG_ANSWER),
        replace(CASE, verdict=Verdict.WRONG_ANSWER),
    )
    counts = taxonomy([replace(RECORD, cases=cases), replace(RECORD, cases=cases[:1])])
    assert counts == {"runtime_error/other": 2, "wrong_answer": 2, "accepted": 1}
    assert list(counts) == ["runtime_error/other", "wrong_answer", "accepted"]
