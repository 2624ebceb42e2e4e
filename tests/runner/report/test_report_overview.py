"""The head of a report: facts, and warnings that must not be missed."""

from __future__ import annotations

import invented
import pytest

from evaluators.records import Record
from runner.report import overview


def facts(records: list[Record]) -> dict[str, str]:
    return dict(overview(records).facts)


def test_facts_of_a_sweep_of_models() -> None:
    found = facts(invented.models())
    assert found["Records"] == "5,120 in 160 cells"
    assert found["Suites"] == "40 distinct digests"
    assert found["CPU time limits"] == "P 2 s; NP-complete 1, 2, 5, 10 s"
    assert found["Sandbox"] == "userns"
    assert found["Cost"] == "2.05 USD"
    assert "recall (simulated)" in found["Models"]


def test_what_is_unknown_is_left_out() -> None:
    found = facts([invented.record(started_at="", suite="", sandbox="")])
    assert found.keys().isdisjoint({"When", "Tokens", "Cost", "Sandbox"})
    assert found["Records"] == "1 in 1 cell"


def test_clocks_and_the_speed_of_the_machine_are_told_where_known() -> None:
    clocks = [{"clock": "time.time"}, {"clock": "time.time"}, {"clock": "os.times"}, {}]
    records = [invented.record(item=k, tags=tags, speed=k / 2) for k, tags in enumerate(clocks)]
    found = facts(records)
    assert found["Clocks"].startswith("3 programs read one (os.times 1, time.time 2)")
    assert found["Machine speed"] == "0.50 … 1.50 of the reference machine"
    assert facts(records[:1])["Clocks"].startswith("1 program reads one")
    assert facts([invented.record()]).keys().isdisjoint({"Clocks", "Machine speed"})


def test_costs_that_are_not_known_are_counted() -> None:
    found = facts(
        [invented.record(cost_usd=0.5), invented.record(item=1), invented.record(item=2, cached=True)]
    )
    assert found["Cost"] == "0.50 USD, unknown for 2 records"
    assert found["Records"].endswith("; 1 reply from the cache")


@pytest.mark.parametrize(
    ("costs", "told"), [([0.0, 0.0], None), ([0.004, 0.0], "less than 0.01 USD"), ([1200.0], "1,200.00 USD")]
)
def test_a_cost_is_told_when_there_was_one(costs: list[float], told: str | None) -> None:
    found = facts([invented.record(cost_usd=cost, item=k) for k, cost in enumerate(costs)])
    assert found.get("Cost") == told


def test_the_time_is_a_span() -> None:
    times = ("2031-05-04T10:20:30Z", "2031-05-04T10:59:00Z")
    assert facts([invented.record(item=k, started_at=at) for k, at in enumerate(times)])["When"] == (
        "2031-05-04 10:20 – 2031-05-04 10:59"
    )


def test_a_clean_sweep_has_no_warnings() -> None:
    assert overview(invented.demo()).warnings == ()


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([invented.judged("judge_error", ("2",), 0)], "1 of 1 records ended in a judge error"),
        (
            [invented.judged("unanswered", ("2",), 0)],
            "1 of 1 records got no reply from the model: sat NP-complete 1",
        ),
        ([invented.record(sandbox="uncontained")], "without containment"),
        ([invented.record(sandbox="weak")], "readable to the programs"),
        ([invented.record(model="recall")], "Simulated, not a language model: recall"),
        (
            [invented.record(), invented.record(item=1, by_limit={"9": "accepted"})],
            "different largest time limits",
        ),
        ([invented.record()] * 3, "Left out: 2 repeated records"),
    ],
)
def test_what_a_reader_must_not_miss_is_a_warning(records: list[Record], words: str) -> None:
    assert any(words in warning for warning in overview(records).warnings)


def test_judge_errors_are_warned_of_first() -> None:
    assert "judge error" in overview(invented.models()).warnings[0]
