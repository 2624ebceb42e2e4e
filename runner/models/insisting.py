"""Asking again: which faults pass, how long to wait, and when to give up. It knows no provider."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import TypeVar

from generators.asking import Unanswered
from runner.models.specs import Patience

T = TypeVar("T")


class Kind(Enum):
    """What a fault means for asking again."""

    THROTTLED = "the provider asked to wait"
    PASSING = "it may go another time"
    FINAL = "it would fail again"


class Fault(Exception):
    """One request failed; `wait_s` is the pause that the provider asked for."""

    def __init__(self, kind: Kind, message: str, wait_s: float | None = None) -> None:
        super().__init__(message)
        self.kind, self.wait_s = kind, wait_s


@dataclass(slots=True)
class _Tries:
    """What has been tried for one completion."""

    requests: int = 0
    failures: int = 0  # of other kinds than throttling
    last: str = "no reply yet"

    def __str__(self) -> str:
        return f"after {self.requests} request{'s' if self.requests != 1 else ''}; the last: {self.last}"


async def insist(send: Callable[[], Awaitable[T]], patience: Patience) -> T:
    """The first reply of `send`, which raises `Fault`; raises `Unanswered` when patience is out.

    Full jitter: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
    """
    tries = _Tries()
    end = time.monotonic() + patience.cap_s
    try:
        async with asyncio.timeout(patience.cap_s):
            while True:
                try:
                    tries.requests += 1
                    return await send()
                except Fault as fault:
                    await asyncio.sleep(_pause(fault, tries, patience, end))
    except TimeoutError:
        raise Unanswered(f"no reply within {patience.cap_s:g} s, {tries}") from None


def _pause(fault: Fault, tries: _Tries, patience: Patience, end: float) -> float:
    """Seconds to wait before the next request; raises `Unanswered` when there should be none."""
    tries.last = str(fault)
    if fault.kind is Kind.FINAL:
        raise Unanswered(tries.last)
    tries.failures += fault.kind is Kind.PASSING
    if tries.failures >= patience.attempts:
        raise Unanswered(f"no reply {tries}")
    longest = min(patience.longest_pause_s, patience.pause_s * 2 ** min(tries.requests - 1, 32))
    jitter = random.uniform(0, longest)  # never seeded: processes with one seed would come back together
    if fault.wait_s is None:
        return jitter
    if fault.wait_s > end - time.monotonic():
        raise Unanswered(
            f"no reply {tries}; the provider asks to wait {fault.wait_s:.0f} s more, beyond the "
            f"{patience.cap_s:g} s that a completion has"
        )
    return fault.wait_s + min(jitter, patience.pause_s)


def retry_after(header: str | None, now: datetime | None = None) -> float | None:
    """Seconds told by a Retry-After header, which are seconds or an HTTP date; None when it tells none.

    Source: RFC 9110, section 10.2.3.
    """
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            until = parsedate_to_datetime(header)
        except ValueError:
            return None
        if until.tzinfo is None:
            until = until.replace(tzinfo=UTC)
        seconds = (until - (now or datetime.now(UTC))).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None
