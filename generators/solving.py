"""The one prompt by which any model is asked to solve a task: in evaluation, in panels and at gates."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from evaluators.items import Task
from generators.asking import Message, Messages

_PROMPT = Path(__file__).with_name("prompts") / "solve.md"
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def messages(task: Task) -> Messages:
    """The task as one user message: statement, form of input and output, limits.

    A task whose `data` is not None is told in full by its statement: its program reads nothing. All limits
    are told where `task.note` says so, else the last, which is the one that ends a run.
    """
    limits = [f"{seconds:g}" for seconds in task.limits.seconds]
    told = limits if task.note else limits[-1:]
    return (
        Message(
            "user",
            _render(
                statement=task.statement.strip(),
                reads=task.data is None,
                allowed=("the standard library", *task.limits.modules),
                limits=told,
                count=_COUNTS[len(told)] if len(told) < len(_COUNTS) else str(len(told)),
                memory_mb=task.limits.memory_mb,
            ),
        ),
    )


@cache
def prompt_hash() -> str:
    """16 hex digits of the prompt file's SHA-256, for cell keys and records."""
    return hashlib.sha256(_PROMPT.read_bytes()).hexdigest()[:16]


def _render(**said: object) -> str:
    """The prompt file filled in; raises `jinja2.UndefinedError` for a name that it is not given."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )
    return environment.from_string(_PROMPT.read_text(encoding="utf-8")).render(said).strip() + "\n"
