"""Shared by the tests of models: the scripted server's module, a task, and an environment without keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evaluators.items import Limits, Task
from generators.asking import Message
from runner.models import LiteSpec, Patience

sys.path.insert(0, str(Path(__file__).parents[2]))  # for openai_server

QUICK = Patience(request_s=20, cap_s=30, attempts=4, pause_s=0.02, longest_pause_s=0.1)


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_BASE_URL", "_API_BASE")) or name == "HARDTWIN_GGUF":
            monkeypatch.delenv(name)


@pytest.fixture
def task() -> Task:
    return Task("toy/p/s1/item0", "toy", "p", "Print the sum of two numbers.", Limits((2.0,)))


@pytest.fixture
def question() -> tuple[Message, ...]:
    return (Message("user", "What is the sum?"),)


@pytest.fixture
def spec() -> Callable[..., LiteSpec]:
    """Makes the spec of a model behind a scripted server's address."""

    def make(url: str, **changed: object) -> LiteSpec:
        return replace(LiteSpec("openai/scripted", api_base=url, patience=QUICK), **changed)

    return make
