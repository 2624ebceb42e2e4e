"""What a worker does: some items of one cell, from task to record. It writes nothing but caches."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

import families
from evaluators.extraction import extract
from evaluators.items import Item, Verdict
from evaluators.judge import judge
from evaluators.records import Judgement, Record
from evaluators.sandbox import Sandbox
from evaluators.suites import item_of, load_or_build, numeric_item
from generators.agents import Attempt, single
from generators.asking import Unanswered
from runner import places
from runner.cells import Cell, FamilySource, JsonlSource
from runner.models import Model, open_model
from runner.planning import drawn
from runner.problems import Problems, read_problems

Place = tuple[int, int]
"""An (item, sample) of a cell."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The part of the settings that fixes no result."""

    slots: int
    cache: Path


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some places of one cell: what one call of a worker does."""

    cell: Cell
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A chunk's records, or the traceback of what went wrong."""

    chunk: Chunk
    records: tuple[Record, ...]
    error: str = ""


def work(chunk: Chunk, machine: Machine) -> Done:
    """Answer and judge a chunk. Whatever goes wrong becomes the chunk's error, so that others go on."""
    try:
        return Done(chunk, tuple(asyncio.run(_answer(chunk, machine))))
    except Exception:  # noqa: BLE001  the traceback is kept with the cell and the cell counts as failed
        return Done(chunk, (), traceback.format_exc())


async def _answer(chunk: Chunk, machine: Machine) -> list[Record]:
    model = open_model(chunk.cell.model, chunk.cell.decoding, machine.cache)
    try:
        with Sandbox(slots=machine.slots) as sandbox:
            # A sample is judged while others are still being asked; programs of one cell take turns, so that
            # each has all slots.
            turn = asyncio.Lock()
            todo = [_record(chunk.cell, place, model, sandbox, machine, turn) for place in chunk.places]
            return list(await asyncio.gather(*todo))
    finally:
        await model.close()


async def _record(
    cell: Cell, place: Place, model: Model, sandbox: Sandbox, machine: Machine, turn: asyncio.Lock
) -> Record:
    item = await asyncio.to_thread(_item, cell, place[0], machine)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    try:
        attempt = await single(item.task, model.bind(item.task, place[1]))
    except Unanswered as fault:
        return _unanswered(cell, item, place[1], started, str(fault))
    extraction = extract(attempt.completion.text)
    judgement = None
    if extraction.program:
        async with turn:
            judgement = await asyncio.to_thread(judge, extraction.program, item, cell.mode, sandbox)
    return _answered(cell, item, place[1], started, attempt, extraction, judgement)


@lru_cache(maxsize=8)
def _item(cell: Cell, index: int, machine: Machine) -> Item:
    source = cell.source
    if isinstance(source, FamilySource):
        family = families.load(source.family, **dict(source.options))
        suite = load_or_build(
            family, source.twin, source.stratum, cell.select.seed, index, cell.shape, machine.cache, cell.code
        )
        return item_of(
            family, source.twin, source.stratum, cell.select.seed, index, cell.select.version,
            suite, cell.limits, cell.note,
        )
    problems = _problems(source)
    rows = drawn(cell.select.seed, source.digest, len(problems.rows), cell.select.items)
    problem = problems.rows[rows[index]]
    return numeric_item(index, f"{source.family}/{problem.id}", source.family, problem.question, problem.answer,
                        source.tolerance, cell.limits)
