"""How an answer is obtained from a model. `single` asks once; others may ask again."""

from __future__ import annotations

from dataclasses import dataclass

from evaluators.items import Task
from generators.asking import Ask, Completion, Messages
from generators.solving import messages


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was asked and what came back."""

    prompt: Messages
    completion: Completion


async def single(task: Task, ask: Ask) -> Attempt:
    """One prompt, one completion; raises `Unanswered` when the model gives none."""
    prompt = messages(task)
    return Attempt(prompt, await ask(prompt))
