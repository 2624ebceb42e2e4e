"""From composed configs to cells: everything is validated here, in the parent, before anything runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random

import families
from evaluators import suites
from evaluators.items import Limits
from evaluators.judge import Mode
from evaluators.suites import Shape
from families.twin import Family, Invalid, Stratum
from runner.cells import Cell, FamilySource, JsonlSource, Selectors
from runner.code import fingerprint
from runner.errors import UserError, counted, nearest
from runner.models import Decoding, ModelSpec, ProgramSpec, ReplaySpec, recorded_tasks
from runner.models.choosing import spec_of
from runner.problems import read_problems
from runner.settings import Settings, typed
from runner.settings import one_of as known

SCIENCE = ("numpy", "scipy")


class NotApplicable(Exception):
    """A combination that does not exist, such as the npc twin of a family that has only p."""


@dataclass
class JsonlSettings:
    """Schema of `source=jsonl`."""

    name: str
    path: str
    question: str | None = None
    answer: str | None = None
    tolerance: float = 1e-4


def cell_of(settings: Settings) -> Cell:
    """The cell of one composed config; raises `UserError`, or `NotApplicable` for what does not exist."""
    for key in ("depth", "lineage"):
        if getattr(settings, key):
            raise UserError(
                f"{key}={getattr(settings, key)}: statements are not hardened yet; {key}=0 is there"
            )
    if settings.release is not None:
        raise UserError(f"release={settings.release}: there are no releases yet; leave it null")
    known(settings.agent.name, ("single",), "agent.name")
    source_name = known(str(settings.source.get("name")), ("family", "jsonl"), "source.name")
    model = spec_of(settings.model)
    cell = _family_cell(settings, model) if source_name == "family" else _jsonl_cell(settings, model)
    if isinstance(model, ReplaySpec) and not recorded_tasks(model) & _tasks(cell):
        raise NotApplicable(f"{model.path} has no reply to {cell.label}")
    return cell


def _tasks(cell: Cell) -> frozenset[str]:
    """The ids of a cell's tasks."""
    source, select = cell.source, cell.select
    if isinstance(source, JsonlSource):
        rows = read_problems(Path(source.path), source.question, source.answer).rows
        taken = drawn(select.seed, source.digest, len(rows), select.items)
        return frozenset(source.task(rows[at].id) for at in taken)
    where = (source.family, source.twin, source.stratum, select.seed)
    return frozenset(suites.task_id(*where, item) for item in range(select.items))


def _family_cell(settings: Settings, model: ModelSpec) -> Cell:
    options = dict(settings.family)
    name = known(str(options.pop("name")), families.names(), "family.name")
    family = _load(name, tuple(sorted(options.items())))
    side = known(settings.twin.name, ("p", "npc"), "twin.name")
    if side not in family.twins:
        raise NotApplicable(f"{name} has no {side} twin")
    stratum = _stratum(settings, family)
    twin = family.twins[side]
    if settings.version >= len(family.wordings):
        raise UserError(f"version={settings.version}: {name} has versions 0 … {len(family.wordings) - 1}")
    if isinstance(model, ProgramSpec):
        _check_program(model, name, side)
    single = twin.tell is not None
    limits = settings.limits
    return Cell(
        source=FamilySource(name, tuple(sorted(options.items())), side, stratum),
        select=_selectors(settings, settings.instances if single else 1),
        shape=Shape(settings.suite.anchor, settings.suite.corner, settings.suite.worst),
        limits=_limits(settings, limits.npc if side == "npc" else limits.p, SCIENCE if single else ()),
        note=limits.note == "both" or (limits.note == "npc" and side == "npc"),
        code=fingerprint(name, tuple(sorted(options.items())), side, model),
        model=model,
        agent=settings.agent.name,
        decoding=_decoding(settings),
        mode=_mode(settings),
    )


def _jsonl_cell(settings: Settings, model: ModelSpec) -> Cell:
    source = typed(JsonlSettings, settings.source, "source")
    if not 0 <= source.tolerance < 1:
        raise UserError(f"source.tolerance={source.tolerance}: at least 0 and less than 1")
    if not source.path.strip():
        raise UserError("source.path is empty: give source.path=<a JSONL file>")
    for key in ("question", "answer"):
        if getattr(source, key) == "":
            raise UserError(f"source.{key} is empty: name a field, or leave it null")
    path = Path(source.path).expanduser()
    problems = read_problems(path, source.question, source.answer)
    if isinstance(model, ProgramSpec):
        raise NotApplicable("model=program answers families, not problem lists; give another model=…")
    return Cell(
        source=JsonlSource(
            path=str(path.resolve()),
            digest=problems.digest,
            question=problems.question,
            answer=problems.answer,
            tolerance=source.tolerance,
        ),
        select=_selectors(settings, len(problems.rows), most=len(problems.rows)),
        shape=Shape(0, 0, 1),
        limits=_limits(settings, settings.limits.p, SCIENCE),
        note=settings.limits.note == "both",
        code=fingerprint("", (), "", model),
        model=model,
        agent=settings.agent.name,
        decoding=_decoding(settings),
        mode=_mode(settings),
    )


def drawn(seed: int, digest: str, total: int, items: int) -> list[int]:
    """Which rows of a problem list a cell takes: a seeded random subsample in file order, never a prefix."""
    return sorted(Random(f"jsonl/{digest}/{seed}").sample(range(total), items))


@lru_cache(maxsize=64)
def _load(name: str, options: tuple[tuple[str, object], ...]) -> Family:
    try:
        return families.load(name, **dict(options))
    except (Invalid, ValueError) as error:
        raise UserError(f"family: {error}") from None


def _stratum(settings: Settings, family: Family) -> Stratum:
    asked = settings.stratum
    if (asked.n is None) != (asked.m is None):
        raise UserError("stratum.n and stratum.m: give both, or neither")
    if asked.n is not None and asked.m is not None:
        stratum = Stratum(asked.n, asked.m)
        stratum = next((s for s in family.ladder if (s.n, s.m) == (stratum.n, stratum.m)), stratum)
    else:
        levels = {s.level: s for s in family.ladder}
        stratum = levels[known(asked.level, tuple(levels), "stratum.level")]
    try:
        family.admit(stratum)
    except Invalid as error:
        raise UserError(f"{family.name}: {error}") from None
    return stratum


def _check_program(model: ProgramSpec, family: str, twin: str) -> None:
    if model.name in families.programs(family, twin):
        return
    everywhere = {p for f in families.names() for t in ("p", "npc") for p in families.programs(f, t)}
    if model.name not in everywhere:
        raise UserError(f"model.name={model.name}: no such program{nearest(model.name, everywhere)}")
    raise NotApplicable(f"{family} {twin} has no program {model.name}")


def _selectors(settings: Settings, usual: int, most: int | None = None) -> Selectors:
    items = usual if settings.items is None else settings.items
    if most is not None and items > most:
        raise UserError(f"items={items}: the file has {counted(most, 'problem')} with a number")
    return Selectors(
        settings.seed,
        items,
        settings.samples,
        settings.version,
        settings.lineage,
        settings.depth,
        settings.release,
    )


def _limits(settings: Settings, seconds: Iterable[float], usual: tuple[str, ...]) -> Limits:
    limits = settings.limits
    modules = usual if limits.modules is None else tuple(limits.modules)
    for module in modules:
        known(module, SCIENCE, "limits.modules")
    return Limits(tuple(seconds), limits.memory_mb, limits.output_mb, modules, limits.calibrate)


def _mode(settings: Settings) -> Mode:
    return "full" if settings.judge.mode == "full" else "verdict"


def _decoding(settings: Settings) -> Decoding:
    chosen = settings.decoding
    return Decoding(
        temperature=chosen.temperature,
        top_p=chosen.top_p,
        max_tokens=chosen.max_tokens,
        reasoning=chosen.reasoning,
        reasoning_budget=chosen.reasoning_budget,
        reasoning_effort=chosen.reasoning_effort,
        seed=chosen.seed,
    )
