"""Asking again, without a network: which faults pass, how long the pauses are, when it ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.asking import Unanswered
from runner.errors import UserError
from runner.models.insisting import Fault, Kind, insist, retry_after
from runner.models.specs import Patience

QUICK = Patience(cap_s=20, attempts=3, pause_s=0.01, longest_pause_s=0.05)
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def scripted(*faults: Fault) -> tuple[Callable[[], Awaitable[str]], list[float]]:
    """Raises the faults in turn, then replies; the list fills with the times of asking."""
    times: list[float] = []

    async def send() -> str:
        times.append(time.monotonic())
        if len(times) <= len(faults):
            raise faults[len(times) - 1]
        return "reply"

    return send, times


def test_a_passing_fault_is_asked_again_until_the_reply() -> None:
    send, times = scripted(Fault(Kind.PASSING, "a"), Fault(Kind.PASSING, "b"))
    assert asyncio.run(insist(send, QUICK)) == "reply"
    assert len(times) == 3


def test_a_final_fault_is_never_asked_again() -> None:
    send, times = scripted(Fault(Kind.FINAL, "no such model"))
    with pytest.raises(Unanswered, match=r"^no such model$"):
        asyncio.run(insist(send, QUICK))
    assert len(times) == 1


def test_failures_end_after_the_attempts_and_the_message_names_the_last() -> None:
    send, times = scripted(*[Fault(Kind.PASSING, f"fault {i}") for i in range(9)])
    with pytest.raises(Unanswered, match="no reply after 3 requests; the last: fault 2"):
        asyncio.run(insist(send, QUICK))
    assert len(times) == 3


def test_throttling_counts_for_no_attempt() -> None:
    send, times = scripted(*[Fault(Kind.THROTTLED, "slow down")] * 8)
    assert asyncio.run(insist(send, QUICK)) == "reply"
    assert len(times) == 9


def test_the_cap_ends_an_endless_throttling() -> None:
    send, times = scripted(*[Fault(Kind.THROTTLED, "slow down")] * 10_000)
    patience = Patience(cap_s=0.5, pause_s=0.05, longest_pause_s=0.05)
    with pytest.raises(Unanswered, match=r"no reply within 0\.5 s, after \d+ requests; the last: slow down"):
        asyncio.run(insist(send, patience))
    assert 1 < len(times) < 10_000


def test_the_cap_ends_a_request_that_hangs() -> None:
    async def hang() -> str:
        await asyncio.sleep(600)
        return "too late"

    with pytest.raises(Unanswered, match=r"no reply within 0\.2 s, after 1 request; the last: no reply yet"):
        asyncio.run(insist(hang, Patience(cap_s=0.2)))


def test_a_pause_that_the_provider_asks_for_is_kept() -> None:
    send, times = scripted(Fault(Kind.THROTTLED, "slow down", wait_s=0.4))
    asyncio.run(insist(send, QUICK))
    assert times[1] - times[0] >= 0.4


def test_a_pause_beyond_the_cap_is_not_waited_for() -> None:
    send, _ = scripted(Fault(Kind.THROTTLED, "slow down", wait_s=3600))
    began = time.monotonic()
    with pytest.raises(Unanswered, match="asks to wait 3600 s more, beyond the 20 s that a completion has"):
        asyncio.run(insist(send, QUICK))
    assert time.monotonic() - began < 10


def test_cancelling_ends_the_asking() -> None:
    async def both() -> None:
        send, _ = scripted(Fault(Kind.THROTTLED, "slow down", wait_s=15))
        asking = asyncio.create_task(insist(send, QUICK))
        await asyncio.sleep(0.05)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(both())


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("", None),
        (None, None),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("Sun, 99 Mar 2026 12:00:30 GMT", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after(header, NOW) == seconds


@given(st.integers(0, 10**6))
def test_both_forms_of_retry_after_say_the_same(seconds: int) -> None:
    date = format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)
    assert retry_after(date, NOW) == retry_after(str(seconds), NOW) == seconds


@given(st.text())
def test_no_header_breaks_retry_after(header: str) -> None:
    told = retry_after(header)
    assert told is None or told >= 0


@pytest.mark.parametrize("wrong", [{"request_s": 0}, {"cap_s": -1}, {"request_s": float("nan")}])
def test_an_impossible_patience_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(UserError, match="above 0"):
        Patience(**wrong)
