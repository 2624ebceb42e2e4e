"""A model that replies from recorded completions, so that an earlier run can be judged again for nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from evaluators.items import Task
from generators.asking import Ask, Completion, Messages, Unanswered
from runner.errors import UserError
from runner.models.recording import Key, recording
from runner.models.specs import ReplaySpec


class Replay:
    """The model `model=replay`: each sample of a task has one recorded reply, whatever is asked."""

    def __init__(self, spec: ReplaySpec) -> None:
        self.spec = spec
        self._replies = _replies(spec)

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.spec.label

    @property
    def asks(self) -> bool:
        """False: the replies are there already."""
        return self.spec.asks

    def bind(self, task: Task, sample: int) -> Ask:
        """The recorded reply; without one, asking raises `Unanswered`."""
        reply = self._replies.get((task.id, sample))

        async def ask(messages: Messages) -> Completion:
            if reply is None:
                raise Unanswered(f"{self.spec.path}: no recorded reply for {task.id}, sample {sample}")
            return reply

        return ask

    async def close(self) -> None:
        """Nothing is held."""


def recorded_tasks(spec: ReplaySpec) -> frozenset[str]:
    """The ids of the tasks to which there is a recorded reply."""
    return frozenset(task for task, _ in _replies(spec))


def _replies(spec: ReplaySpec) -> Mapping[Key, Completion]:
    path = Path(spec.path)
    found = recording(path, spec.recorded)
    if found.digest != spec.digest:
        raise UserError(f"{path}: the recorded replies have changed since the run began; start it again")
    return found.replies
