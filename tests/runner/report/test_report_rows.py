"""Rows: what is counted where, and in which order it is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import invented
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.metrics import wilson
from evaluators.records import Record
from runner.report import OUTCOMES, Row, pooled, summary
from runner.report.rows import distinct
from runner.report.series import in_order


def row_of(records: Sequence[Record]) -> Row:
    (row,) = summary(records)
    return row


def batch(
    *outcomes: str, limits: tuple[str, ...] = ("2",), needs: float = 0.1, **changed: object
) -> list[Record]:
    return [invented.judged(each, limits, needs, item=item, **changed) for item, each in enumerate(outcomes)]


outcomes = st.lists(st.sampled_from(sorted(OUTCOMES)), min_size=1, max_size=30)


@given(outcomes)
def test_every_record_is_counted_once(made: list[str]) -> None:
    """n is the counted, the unanswered and the judge errors together, and shares add up to 1."""
    row = row_of(batch(*made))
    assert row.total == len(made)
    assert row.rate.total + row.unanswered + row.judge_errors == len(made)
    assert sum(row.shares.values()) == pytest.approx(1)
    assert set(row.shares) == set(made)


@given(outcomes, st.randoms(use_true_random=False))
def test_rows_do_not_depend_on_the_order_of_records(made: list[str], random: Random) -> None:
    records = [*batch(*made, model="a"), *batch(*made, model="b", stratum="s2")]
    shuffled = list(records)
    random.shuffle(shuffled)
    assert summary(shuffled) == summary(records)


def test_a_row_gives_passes_over_counted_with_the_wilson_interval() -> None:
    row = row_of(batch("accepted", "accepted", "wrong_answer", "no_program", "judge_error", "unanswered"))
    assert (row.rate.passed, row.rate.total) == (2, 4)
    assert (row.rate.low, row.rate.high) == wilson(2, 4)
    assert row.rate.bounds == (2 / 5, 3 / 5)


def test_a_program_passes_at_each_limit_that_it_keeps() -> None:
    quick, slow = (
        batch("accepted", needs=0.5, limits=("1", "2", "10")),
        batch("accepted", needs=5, limits=("1", "2", "10")),
    )
    row = row_of([*quick, replace(slow[0], item=1)])
    assert {limit: rate.passed for limit, rate in row.at.items()} == {"1": 1, "2": 1, "10": 2}
    assert (row.limit, row.rate) == ("10", row.at["10"])


def test_limits_ascend_as_numbers() -> None:
    row = row_of(batch("accepted", limits=("0.5", "2", "10")))
    assert list(row.at) == ["0.5", "2", "10"]


def test_a_reply_without_a_program_fails_at_every_limit() -> None:
    row = row_of(batch("accepted", "no_program", limits=("1", "10")))
    assert [(rate.passed, rate.total) for rate in row.at.values()] == [(1, 2), (1, 2)]


def test_a_record_judged_at_fewer_limits_counts_only_at_those() -> None:
    row = row_of(
        [*batch("accepted", limits=("2", "10")), invented.record(item=1, by_limit={"2": "accepted"})]
    )
    assert {limit: rate.total for limit, rate in row.at.items()} == {"2": 2, "10": 1}


def test_a_row_of_which_nothing_was_judged_has_no_share() -> None:
    row = row_of(batch("unanswered", "unanswered"))
    assert (row.rate.share, row.rate.bounds, row.limit, row.at, row.cpu_s) == (None, (0.0, 1.0), "", {}, None)


def test_cpu_is_the_median_of_the_slowest_cases() -> None:
    records = [invented.judged("accepted", ("10",), needs, item=k) for k, needs in enumerate((0.1, 0.3, 4.0))]
    assert row_of(records).cpu_s == 0.3


def test_cost_adds_what_is_known() -> None:
    costs = [invented.record(item=k, cost_usd=cost) for k, cost in enumerate((0.5, None, 0.25))]
    assert row_of(costs).cost_usd == 0.75
    assert row_of([invented.record()]).cost_usd is None


def test_families_with_both_twins_come_first_and_p_before_npc() -> None:
    sides = list(dict.fromkeys(row.place.side for row in summary(invented.demo())))
    pairs = [(family, twin) for family in ("coloring", "sat") for twin in ("p", "npc")]
    assert sides == [*pairs, ("linear_program", "p")]


def test_strata_come_by_level_then_by_size() -> None:
    named = [("s10", 8), ("40x40", 40), ("s2", 90), ("9x100", 9)]
    rows = summary([invented.record(stratum=stratum, n=n, item=n) for stratum, n in named])
    assert [row.place.stratum for row in rows] == ["s2", "s10", "9x100", "40x40"]


def test_the_reference_is_listed_first_and_numbers_by_value() -> None:
    assert in_order(["m10", "m9", "reference", "M1"]) == ["reference", "M1", "m9", "m10"]


def test_pooled_rows_add_up_the_strata() -> None:
    rows = pooled([record for record in invented.demo() if record.model == "greedy"])
    found = {row.place.side: (row.place.stratum, row.total, row.rate.passed) for row in rows}
    assert found["sat", "p"] == ("all", 24, 4)
    assert found["sat", "npc"] == ("all", 24, 0)


@pytest.mark.parametrize(
    ("changed", "shown"),
    [
        ({"agent": "critic"}, {"reference · single", "reference · critic"}),
        ({"depth": 3}, {"reference · depth 0", "reference · depth 3"}),
        ({"release": "r1"}, {"reference · unreleased", "reference · release r1"}),
        ({"source": "jsonl"}, {"reference · from family", "reference · from jsonl"}),
    ],
)
def test_what_must_not_be_mixed_makes_series_of_its_own(changed: dict[str, object], shown: set[str]) -> None:
    assert {row.series for row in summary([invented.record(), invented.record(item=1, **changed)])} == shown


@pytest.mark.parametrize(
    "changed", [{"model": "recall"}, {"model": "noisy(0.01)"}, {"tags": {"simulated": "yes"}}]
)
def test_a_simulated_model_is_named_as_such(changed: dict[str, object]) -> None:
    assert row_of([invented.record(**changed)]).series.endswith("(simulated)")


def test_a_model_whose_name_only_begins_like_a_simulation_is_not_one() -> None:
    assert row_of([invented.record(model="recaller")]).series == "recaller"


def test_of_repeated_records_an_answer_stands_before_an_unanswered_try() -> None:
    failed, answered = batch("unanswered") + batch("accepted")
    assert distinct([answered, failed]) == distinct([failed, answered]) == [answered]


def test_of_repeated_records_the_one_begun_last_stands() -> None:
    old, new = (
        invented.record(started_at="2031-01-01"),
        invented.record(started_at="2031-01-02", outcome="wrong_answer"),
    )
    assert distinct([new, old]) == [new]


@pytest.mark.parametrize("rows_of", [summary, pooled])
def test_no_records_are_an_error_that_says_so(rows_of: object) -> None:
    assert callable(rows_of)
    with pytest.raises(ValueError, match=r"^no records: "):
        rows_of([])


@pytest.mark.parametrize(
    "changed", [{"family": "coloring"}, {"twin": "p"}, {"stratum": "s2"}, {"n": 7}, {"sample": 1}]
)
def test_records_of_different_places_or_samples_are_no_repeats(changed: dict[str, object]) -> None:
    assert len(distinct([invented.record(), invented.record(**changed)])) == 2
