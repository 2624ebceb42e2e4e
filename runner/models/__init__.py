"""Who answers: stand-alone programs, recorded replies, any LiteLLM model, or a real model on this machine.

Importing this package is cheap: LiteLLM and the local engine are imported when the first completion is
asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from evaluators.items import Task
from generators.asking import Ask, Messages
from runner.models.cache import CacheFault, CompletionCache, cached
from runner.models.choosing import spec_of
from runner.models.lite import Lite
from runner.models.local import Local
from runner.models.program import NoSuchProgram, Program
from runner.models.replay import Replay, recorded_tasks
from runner.models.request import key, request
from runner.models.specs import (
    Decoding,
    LiteSpec,
    LocalSpec,
    ModelSpec,
    Patience,
    ProgramSpec,
    ReplaySpec,
)

__all__ = [
    "CacheFault",
    "Decoding",
    "LiteSpec",
    "LocalSpec",
    "Model",
    "ModelSpec",
    "NoSuchProgram",
    "Patience",
    "ProgramSpec",
    "ReplaySpec",
    "missing",
    "open_model",
    "recorded_tasks",
    "spec_of",
]


class Model(Protocol):
    """One model, opened in one process and asked in one event loop."""

    @property
    def label(self) -> str:
        """How tables call it, as "greedy" or "openai/gpt-4o"."""

    @property
    def asks(self) -> bool:
        """Whether replies are real completions, which cost time or money and are kept."""

    def bind(self, task: Task, sample: int) -> Ask:
        """The function that asks about this sample of the task; raises `UserError` where it cannot."""

    async def close(self) -> None:
        """Give back connections, servers and files."""


def open_model(spec: ModelSpec, decoding: Decoding, cache: Path) -> Model:
    """The model of a spec; the replies of one that asks are kept in the folder `cache`."""
    match spec:
        case ProgramSpec():
            return Program(spec)
        case ReplaySpec():
            return Replay(spec)
        case LiteSpec():
            return _Keeping(Lite(spec, decoding), spec, decoding, _completions(cache))
        case LocalSpec():
            return _Keeping(Local(spec, decoding), spec, decoding, _completions(cache))


def missing(spec: ModelSpec, decoding: Decoding, asked: Iterable[tuple[Messages, int]], cache: Path) -> int:
    """How many completions must be asked for to answer these (messages, sample); it opens no model."""
    if not isinstance(spec, LiteSpec | LocalSpec):
        return 0
    kept = _completions(cache)
    try:
        return kept.missing(key(request(spec, decoding, said, sample), sample) for said, sample in asked)
    finally:
        kept.close()


@dataclass(frozen=True, slots=True)
class _Keeping:
    """A model whose replies are kept."""

    model: Lite | Local
    spec: LiteSpec | LocalSpec
    decoding: Decoding
    cache: CompletionCache

    @property
    def label(self) -> str:
        return self.model.label

    @property
    def asks(self) -> bool:
        return self.model.asks

    def bind(self, task: Task, sample: int) -> Ask:
        def request_of(messages: Messages) -> dict[str, object]:
            return dict(request(self.spec, self.decoding, messages, sample))

        return cached(self.model.bind(task, sample), request_of, sample, self.cache)

    async def close(self) -> None:
        try:
            await self.model.close()
        finally:
            self.cache.close()


def _completions(folder: Path) -> CompletionCache:
    return CompletionCache(folder / "completions.sqlite")
