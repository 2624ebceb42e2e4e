"""How code below the runner talks to a model: it is handed an `Ask`, bound to model, cache and budget."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """One chat message; role is "system", "user" or "assistant"."""

    role: str
    content: str


Messages = tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Completion:
    """One reply, verbatim. Tokens and cost are None where the provider does not tell.

    `reasoning` is what the provider shows of it, apart from the reply; `usage` is its account as it came, as
    JSON, so that costs can be worked out again when prices are corrected.
    """

    text: str
    finish_reason: str = "stop"
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost_usd: float | None = None
    latency_s: float = 0.0
    cached: bool = False
    reasoning: str = ""
    usage: str = ""


class Unanswered(Exception):
    """The model gave no reply (API fault, time-out); never counted as wrong, asked again next run."""


Ask = Callable[[Messages], Awaitable[Completion]]
"""Sends messages and awaits the reply; raises `Unanswered`. A fake is an async lambda."""
