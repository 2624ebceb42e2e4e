"""Who answers: stand-alone programs, recorded replies, any LiteLLM model, or a real model on this machine.

Importing this package is cheap: LiteLLM and the local engine are imported when the first completion is asked for.
"""

from __future__ import annotations

from typing import Protocol

from evaluators.items import Task
from generators.asking import Ask, Messages
from runner.models.local import Local
from runner.models.lite import Lite
from runner.models.program import NoSuchProgram, Program
from runner.models.replay import Replay
from runner.models.request import Request
from runner.models.specs import (
    Decoding,
    LiteSpec,
    LocalSpec,
    Patience,
    ProgramSpec,
    ReplaySpec,
    Spec,
    Unusable,
)

__all__ = [
    "Decoding",
    "LiteSpec",
    "LocalSpec",
    "Model",
    "NoSuchProgram",
    "Patience",
    "ProgramSpec",
    "ReplaySpec",
    "Spec",
    "Unusable",
    "open_model",
]


class Model(Protocol):
    """One model, opened in one process and asked in one event loop."""

    @property
    def label(self) -> str:
        """The name shown in tables, as "greedy" or "openai/gpt-4o"."""

    @property
    def asks(self) -> bool:
        """Whether replies are real completions, which cost time or money and are worth keeping."""

    def request(self, messages: Messages, sample: int) -> Request | None:
        """What identifies the reply to `messages` in the cache; None where `asks` is false."""

    def bind(self, task: Task, sample: int) -> Ask:
        """The function that asks about this sample of the task; raises `Unusable` where it cannot."""

    async def close(self) -> None:
        """Give back connections, servers and memory. Asking again afterwards opens them anew."""


def open_model(spec: Spec) -> Model:
    """The model of a spec; raises `Unusable` for a missing file or a bad line of recorded replies."""
    match spec:
        case ProgramSpec():
            return Program(spec)
        case ReplaySpec():
            return Replay(spec)
        case LiteSpec():
            return Lite(spec)
        case LocalSpec():
            return Local(spec)
