"""A model that replies from recorded completions, so that an earlier run can be judged again for nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluators.items import Task
from generators.asking import Ask, Completion, Messages, Unanswered
from runner.errors import UserError
from runner.models.specs import ReplaySpec

Key = tuple[str, int]
"""Task id and sample index."""

_TEXTS = ("finish_reason", "reasoning", "usage")
_COUNTS = ("prompt_tokens", "completion_tokens")
_NUMBERS = ("cost_usd", "latency_s")


class Replay:
    """The model `model=replay`; each sample of a task has one recorded reply, whatever is asked.

    A line is a JSON object with `task`, `sample` (0 when left out) and `completion`, and may have the other
    fields of a record. Lines of replies that never came are passed over.
    """

    def __init__(self, spec: ReplaySpec) -> None:
        self.spec = spec
        self._replies = _read(spec)

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
                raise Unanswered(f"no recorded reply for {task.id}, sample {sample}, in {self.spec.path}")
            return reply

        return ask

    async def close(self) -> None:
        """Nothing is held."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One recorded reply and where it stands."""

    key: Key
    reply: Completion
    model: str
    where: str


def _read(spec: ReplaySpec) -> dict[Key, Completion]:
    """All replies of the spec's model; raises `UserError` on bad lines and where two models answer one sample."""
    found: dict[Key, _Line] = {}
    for line in (line for path in _files(spec.path) for line in _lines(path)):
        if spec.name and line.model != spec.name:
            continue
        first = found.setdefault(line.key, line)
        if first.reply.text != line.reply.text:
            raise UserError(
                f"{line.where}: a second reply for {line.key[0]}, sample {line.key[1]}, differs from {first.where}; "
                "replay one model and one decoding at a time (model.name takes the lines of one model)"
            )
    if not found:
        raise UserError(f"{spec.path}: no recorded reply{f' of {spec.name}' if spec.name else ''}")
    return {key: line.reply for key, line in found.items()}


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(path.rglob("records.jsonl"))
    if not path.is_file():
        raise UserError(f"model.path={path}: there is no such file of recorded replies")
    return [path]


def _lines(path: Path) -> Iterator[_Line]:
    with path.open(encoding="utf-8-sig") as file:
        try:
            for number, text in enumerate(file, start=1):
                line = _line(text, f"{path}:{number}") if text.strip() else None
                if line is not None:
                    yield line
        except UnicodeDecodeError as fault:
            raise UserError(f"{path}: not UTF-8 text ({fault.reason} at byte {fault.start})") from fault


def _line(text: str, where: str) -> _Line | None:
    try:
        said = json.loads(text)
    except ValueError as fault:
        raise UserError(f"{where}: not a JSON object ({fault})") from fault
    if not isinstance(said, dict):
        raise UserError(f"{where}: not a JSON object")
    if said.get("outcome") == "unanswered":
        return None
    task, sample = said.get("task"), said.get("sample", 0)
    if not isinstance(task, str) or not task:
        raise UserError(f"{where}: task must be the task's id")
    if not isinstance(sample, int) or isinstance(sample, bool) or sample < 0:
        raise UserError(f"{where}: sample must be an index from 0, not {sample!r}")
    if not isinstance(said.get("completion"), str):
        raise UserError(f"{where}: completion must be the reply's text")
    return _Line((task, sample), _completion(said, where), str(said.get("model", "")), where)


def _completion(said: Mapping[str, Any], where: str) -> Completion:
    """The reply with what else is told; what is told must have its type."""
    kinds: dict[str, tuple[type, ...]] = {
        **dict.fromkeys(_TEXTS, (str,)),
        **dict.fromkeys(_COUNTS, (int,)),
        **dict.fromkeys(_NUMBERS, (int, float)),
    }
    told = {name: said[name] for name in kinds if said.get(name) is not None}
    for name, value in told.items():
        if not isinstance(value, kinds[name]) or isinstance(value, bool):
            raise UserError(f"{where}: {name} must be a {kinds[name][-1].__name__}, not {value!r}")
    return Completion(said["completion"], cached=True, **told)
