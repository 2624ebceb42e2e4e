"""A sweep: which cells there are, which are new, and running them to the end."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Protocol

from evaluators.records import Record
from evaluators.whole_files import write_whole
from runner.bookkeeping import log_cell, log_recorded
from runner.cells import Cell, FamilySource
from runner.errors import UserError
from runner.execution import Chunk, Machine, measured_speed
from runner.ledger import Claim, Ledger
from runner.planning import NotApplicable, cell_of
from runner.pool import stream
from runner.settings import Settings
from runner.tracking import Tracker

RAN, SKIPPED, FAILED, BUSY = "ran", "done before", "failed", "busy"


@dataclass(frozen=True, slots=True)
class Plan:
    """The cells of a sweep, each once, and the combinations that do not exist."""

    cells: tuple[Cell, ...]
    not_applicable: tuple[str, ...]


@dataclass(slots=True)
class Outcome:
    """What became of one cell."""

    cell: Cell
    status: str
    records: list[Record] = field(default_factory=list)
    error: str = ""


class Watcher(Protocol):
    """Who shows progress."""

    def begin(self, cells: int, samples: int) -> None:
        """Work starts on so many cells with so many samples."""

    def advance(self, records: Sequence[Record]) -> None:
        """Some samples are done."""

    def finished(self, outcome: Outcome) -> None:
        """A cell is done or failed."""


def plan(jobs: Iterable[Settings]) -> Plan:
    """Validate every job; raises `UserError` at the first mistake, before anything runs."""
    cells: dict[str, Cell] = {}
    absent: Counter[str] = Counter()
    for settings in jobs:
        try:
            cell = cell_of(settings)
        except NotApplicable as reason:
            absent[str(reason)] += 1
        else:
            cells.setdefault(cell.key, cell)
    reasons = tuple(f"{reason} ({count})" if count > 1 else reason for reason, count in absent.items())
    if not cells:
        raise UserError(f"nothing to run: {'; '.join(reasons)}")
    return Plan(tuple(cells.values()), reasons)


class Sweep:
    """Runs the cells of a plan that are not done; the only writer of ledger and tracker."""

    def __init__(self, plan: Plan, ledger: Ledger, machine: Machine, jobs: int) -> None:
        self._ledger, self._machine, self._jobs = ledger, machine, jobs
        self._plan = plan
        self._outcomes: dict[str, Outcome] = {}
        self._missing: dict[str, set[tuple[int, int]]] = {}
        self._claims: dict[str, Claim] = {}

    @property
    def new(self) -> list[Cell]:
        """Cells with something left to do."""
        return [cell for cell in self._plan.cells if not self._ledger.is_done(cell)]

    def unlogged(self, store: str) -> bool:
        """Whether a store lacks a cell or curve of the plan: then it must be opened though nothing is new."""
        return not all(self._ledger.in_series(cell.key, store) for cell in self._plan.cells)

    def run(self, tracker: Tracker, watcher: Watcher) -> list[Outcome]:
        """Run to the end whatever fails; outcomes are in the plan's order."""
        new = {cell.key for cell in self.new}
        todo = [cell for cell in self._plan.cells if cell.key in new and self._claim(cell)]
        chunks = [chunk for cell in todo for chunk in chunks_of(cell, sorted(self._missing[cell.key]))]
        watcher.begin(len(todo), sum(len(chunk.places) for chunk in chunks))
        # A program alone has all slots; programs judged side by side share them.
        beside = max(1, min(self._jobs, len(chunks)))
        machine = replace(self._machine, slots=max(1, self._machine.slots // beside))
        if chunks:
            machine = replace(machine, speed=measured_speed())
        for cell in todo:
            if not self._missing[cell.key]:  # killed between its last record and its Parquet
                self._finish(cell, tracker, watcher)
        for done in stream(chunks, machine, self._jobs):
            cell = done.chunk.cell
            if done.error:
                self._fail(cell, done.error, watcher)
            else:
                self._ledger.append(cell, done.records)
                watcher.advance(done.records)
            self._missing[cell.key] -= set(done.chunk.places)
            if not self._missing[cell.key]:
                self._finish(cell, tracker, watcher)
        return self._conclude(tracker)

    def _claim(self, cell: Cell) -> bool:
        claim = self._ledger.claim(cell.key)
        if claim is None:
            self._outcomes[cell.key] = Outcome(cell, BUSY, error="another sweep is running this cell")
            return False
        if self._ledger.is_done(cell):  # by another sweep, a moment ago
            claim.release()
            return False
        self._claims[cell.key] = claim
        self._ledger.begin(cell)
        self._missing[cell.key] = set(self._ledger.missing(cell))
        return True

    def _fail(self, cell: Cell, error: str, watcher: Watcher) -> None:
        path = self._ledger.fail(cell, error)
        last = error.strip().splitlines()[-1]
        self._outcomes[cell.key] = Outcome(cell, FAILED, self._ledger.records(cell.key), f"{last} ({path})")

    def _finish(self, cell: Cell, tracker: Tracker, watcher: Watcher) -> None:
        if cell.key not in self._outcomes:
            records = self._ledger.finish(cell)
            log_cell(cell.key, self._ledger, tracker)
            self._outcomes[cell.key] = Outcome(cell, RAN, records)
        watcher.finished(self._outcomes[cell.key])
        self._claims.pop(cell.key).release()

    def _conclude(self, tracker: Tracker) -> list[Outcome]:
        for cell in self._plan.cells:
            if cell.key not in self._outcomes:
                self._outcomes[cell.key] = Outcome(cell, SKIPPED, self._ledger.records(cell.key))
        log_recorded([cell.key for cell in self._plan.cells], self._ledger, tracker)
        return [self._outcomes[cell.key] for cell in self._plan.cells]


def chunks_of(cell: Cell, places: Sequence[tuple[int, int]]) -> list[Chunk]:
    """What goes to a worker at once: a suite's item alone, else a handful of short ones."""
    size = 1
    if cell.model.asks:
        size = 2 * getattr(cell.model, "concurrency", 1)
    elif not isinstance(cell.source, FamilySource) or cell.limits.modules:
        size = 16
    return [Chunk(cell, tuple(places[at : at + size])) for at in range(0, len(places), size)]


def write_manifest(plan: Plan, results: Path, title: str) -> Path:
    """Note the sweep's command and cells under `<results>/sweeps/`, newest last by name."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    for again in count():
        folder = results / "sweeps" / (f"{stamp}-{again:03}" if again else stamp)
        try:
            folder.mkdir(parents=True)
            break
        except FileExistsError:  # of a sweep that started within the same second
            if not folder.is_dir():
                raise
    manifest = {
        "title": title,
        "command": shlex.join(["hardtwin", *sys.argv[1:]]),
        "cells": [{"key": cell.key, "label": cell.label} for cell in plan.cells],
        "not_applicable": list(plan.not_applicable),
    }
    write_whole(folder / "sweep.json", json.dumps(manifest, indent=1).encode())
    return folder
