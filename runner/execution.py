"""What a worker does: some items of one cell, from task to record. It writes nothing but caches."""

from __future__ import annotations

import asyncio
import traceback
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import families
from evaluators.caught import Caught
from evaluators.extraction import Extraction, extract
from evaluators.items import Item
from evaluators.judge import Mode, judge
from evaluators.metrics import NO_PROGRAM, UNANSWERED
from evaluators.records import Judgement, Record
from evaluators.sandbox import Pace, Sandbox, Unmeasured, machine_speed
from evaluators.source import clock_of
from evaluators.suites import item as made_item
from evaluators.suites import load_or_build, numeric_item
from families.twin import Family
from generators.agents import Attempt, single
from generators.asking import Messages, Unanswered
from generators.solving import messages
from runner.cells import Cell, FamilySource, JsonlSource
from runner.code import suite_code
from runner.errors import Failed, UserError
from runner.models import Model, open_model
from runner.planning import drawn
from runner.problems import Problems, read_problems

Place = tuple[int, int]
"""An (item, sample) of a cell."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What fixes no result: a part of the settings, and the machine's speed (see `sandbox.speed`)."""

    slots: int
    cache: Path
    speed: float = 1.0


def measured_speed() -> float:
    """The machine's speed (see `sandbox.speed`), as a failure in one line where it can't be measured."""
    try:
        return machine_speed()
    except Unmeasured as why:
        raise Failed(f"{why}; hardtwin task=doctor tells more") from None


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
    except UserError as error:
        return Done(chunk, (), str(error))
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
    item = item_of(cell, place[0], machine)
    blank = _blank(cell, item, place[1], machine, datetime.now(UTC).isoformat(timespec="seconds"))
    try:
        attempt = await single(item.task, model.bind(item.task, place[1]))
    except Unanswered as fault:
        return _unanswered(blank, messages(item.task), fault)
    taken = extract(attempt.completion.text)
    result = None
    if taken.program:
        async with turn:
            result = await asyncio.to_thread(judged, taken.program, item, cell.mode, sandbox, machine)
    return _answered(blank, attempt, taken, result)


def judged(program: str, item: Item, mode: Mode, sandbox: Sandbox, machine: Machine) -> Judgement:
    """The program judged on the item; cases that often caught others come first where that saves runs."""
    caught = Caught(machine.cache / "suites" / f"{item.suite.digest}.caught")
    order = caught.order(item.suite.cases) if mode == "verdict" else None
    result = judge(program, item, mode, sandbox, order, Pace(machine.speed))
    if result.compiled and len(item.suite.cases) > 1:
        caught.note(result.cases)
    return result


@lru_cache(maxsize=8)
def item_of(cell: Cell, index: int, machine: Machine) -> Item:
    """One item of a cell, its suite from the machine's cache or made; raises `UserError`."""
    source, select = cell.source, cell.select
    if isinstance(source, JsonlSource):
        problems = _problems(source)
        row = drawn(select.seed, source.digest, len(problems.rows), select.items)[index]
        problem = problems.rows[row]
        return numeric_item(
            source.task(problem.id),
            problem.question,
            problem.answer,
            Fraction(str(source.tolerance)),
            cell.limits,
            index=index,
            source=source.family,
        )
    family = _family(source)
    where = (family, source.twin, source.stratum, select.seed, index)
    suite = load_or_build(
        *where, cell.shape, folder=machine.cache / "suites", code=suite_code(source.family, source.options)
    )
    return made_item(*where, select.version, cell.limits, cell.note, suite=suite)


@lru_cache(maxsize=4)
def _family(source: FamilySource) -> Family:
    return families.load(source.family, **dict(source.options))


@lru_cache(maxsize=2)
def _problems(source: JsonlSource) -> Problems:
    problems = read_problems(Path(source.path), source.question, source.answer)
    if problems.digest != source.digest:
        raise UserError(f"{source.path}: the file has changed since the sweep began; start it again")
    return problems


def _blank(cell: Cell, item: Item, sample: int, machine: Machine, started: str) -> Record:
    """The record of a sample before anything was said."""
    source, select, stratum = cell.source, cell.select, cell.source.stratum
    return Record(
        cell=cell.key,
        source=source.name,
        family=source.family,
        twin=source.twin,
        stratum=stratum.name if source.twin else "",
        n=stratum.n,
        m=stratum.m,
        seed=select.seed,
        item=item.index,
        sample=sample,
        version=select.version,
        lineage=select.lineage,
        depth=select.depth,
        release=select.release or "",
        task=item.task.id,
        suite=item.suite.digest,
        model=cell.model.label,
        agent=cell.agent,
        prompt="",
        completion="",
        reasoning="",
        finish_reason="",
        prompt_tokens=None,
        completion_tokens=None,
        cost_usd=None,
        latency_s=0.0,
        cached=False,
        rule="",
        program="",
        outcome=UNANSWERED,
        by_limit={},
        cases=(),
        sandbox="",
        started_at=started,
        speed=round(machine.speed, 4),
    )


def _unanswered(record: Record, prompt: Messages, fault: Unanswered) -> Record:
    return replace(record, prompt=_text(prompt), error=str(fault))


def _answered(record: Record, attempt: Attempt, taken: Extraction, result: Judgement | None) -> Record:
    said = attempt.completion
    record = replace(
        record,
        prompt=_text(attempt.prompt),
        completion=said.text,
        reasoning=said.reasoning,
        finish_reason=said.finish_reason,
        prompt_tokens=said.prompt_tokens,
        completion_tokens=said.completion_tokens,
        cost_usd=said.cost_usd,
        latency_s=round(said.latency_s, 3),
        cached=said.cached,
        rule=taken.rule,
        program=taken.program,
        outcome=NO_PROGRAM,
    )
    if result is None:
        return record
    by_limit = {limit: verdict.value for limit, verdict in result.by_limit.items()}
    clock = clock_of(taken.program)
    return replace(
        record,
        outcome=list(by_limit.values())[-1],
        by_limit=by_limit,
        cases=result.cases,
        sandbox=result.sandbox,
        tags={"clock": clock} if clock else {},
    )


def _text(prompt: Messages) -> str:
    return "\n\n".join(message.content for message in prompt)
