"""What people see in a terminal: progress on stderr, tables and closing lines on stdout."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)
from rich.table import Table

from evaluators.metrics import by_verdict, pass_at
from evaluators.records import Record
from runner.cells import Cell
from runner.errors import counted
from runner.sweep import Outcome, Plan

_SHORT = {
    "accepted": "AC",
    "wrong_answer": "WA",
    "runtime_error": "RE",
    "time_limit": "TLE",
    "memory_limit": "MLE",
    "output_limit": "OLE",
    "no_program": "no program",
    "unanswered": "unanswered",
    "judge_error": "JUDGE ERROR",
}


class Bar:
    """Progress of a sweep: a live bar at a terminal, a line now and then elsewhere."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self._live = console.is_terminal
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[note]}"),
            TimeElapsedColumn(),
            console=console,
            disable=not self._live,
        )
        self._cases = self._done = self._samples = self._cells = self._of = 0
        self._cost = 0.0
        self._told = self._started = monotonic()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def begin(self, cells: int, samples: int) -> None:
        """Work starts on so many cells with so many samples."""
        self._samples, self._of = samples, cells
        self._started = monotonic()
        if samples:
            self._progress.start()
        self._task = self._progress.add_task(f"{cells} cells", total=samples, note="")

    def advance(self, records: Sequence[Record]) -> None:
        """Some samples are done."""
        self._done += len(records)
        self._cases += sum(len(record.cases) for record in records)
        self._cost += sum(record.cost_usd or 0.0 for record in records)
        self._progress.update(self._task, advance=len(records), note=self._note())
        if not self._live and monotonic() - self._told > 10:
            self._told = monotonic()
            print(
                f"{self._done} of {self._samples} samples, {self._cells} of {self._of} cells; {self._note()}",
                file=sys.stderr,
                flush=True,
            )

    def finished(self, outcome: Outcome) -> None:
        """A cell is done or failed."""
        self._cells += 1
        self._progress.update(self._task, description=f"{self._cells} of {self._of} cells")
        if outcome.error:
            self._progress.console.print(f"{outcome.cell.label}: {outcome.error}", style="red", markup=False)

    def _note(self) -> str:
        pace = self._cases / max(0.1, monotonic() - self._started)
        return f"{pace:.0f} cases/s" + (f", ${self._cost:.4f}" if self._cost else "")


def plain_table(*names: str, right: Collection[str] = (), wrapped: str = "") -> Table:
    """An empty table with these columns; only `wrapped` is broken into lines."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in names:
        table.add_column(name, justify="right" if name in right else "left", no_wrap=name != wrapped)
    return table


def stdout() -> Console:
    """Where tables go; piped into a file or another program, one need not fit 80 columns."""
    return Console() if sys.stdout.isatty() else Console(width=160)


def table_of(outcomes: Sequence[Outcome]) -> Table:
    """One row a cell: pass@1 with its interval, at each limit, other verdicts; no empty columns."""
    extra = _distinctions([outcome.cell for outcome in outcomes])
    figures = ("pass@1", "95 %", "by limit", "other verdicts", "cell")
    names = ("family", "twin", "stratum", "model", *extra, *figures)
    rows = [
        (*_shown(o.cell), *(o.cell.flat().get(key, "") for key in extra), *_figures(o), _status(o))
        for o in outcomes
    ]
    if len({outcome.status for outcome in outcomes}) == 1 and not any(o.error for o in outcomes):
        rows = [(*row[:-1], "") for row in rows]  # the line below the table says it once
    kept = [at for at in range(len(names)) if any(row[at] for row in rows)]
    table = plain_table(*(names[at] for at in kept), right=("pass@1",), wrapped="cell")
    for outcome, row in zip(outcomes, rows, strict=True):
        table.add_row(*(escape(row[at]) for at in kept), style="red" if outcome.error else None)
    return table


def _distinctions(cells: Sequence[Cell]) -> tuple[str, ...]:
    """The keys in which cells differ that the table would show alike."""
    alike: dict[tuple[str, ...], list[Mapping[str, str]]] = {}
    for cell in cells:
        alike.setdefault(_shown(cell), []).append(cell.flat())
    found = dict[str, None]()
    for group in alike.values():
        for key in dict.fromkeys(key for flat in group for key in flat):
            if len({flat.get(key) for flat in group}) > 1:
                found[key] = None
    return tuple(found)


def _shown(cell: Cell) -> tuple[str, str, str, str]:
    source = cell.source
    return source.family, source.twin, source.stratum.name if source.twin else "", cell.model.label


def _status(outcome: Outcome) -> str:
    return f"{outcome.status}: {outcome.error}" if outcome.error else outcome.status


def _figures(outcome: Outcome) -> tuple[str, str, str, str]:
    records = outcome.records
    limits = sorted({limit for r in records for limit in r.by_limit}, key=float)
    if not records:
        return "–", "", "", ""
    rate = pass_at(records, limits[-1] if limits else "0")
    share = f"{100 * rate.passed / rate.total:.0f} %" if rate.total else "–"
    interval = f"{100 * rate.low:.0f}–{100 * rate.high:.0f}" if rate.total else ""
    by_limit = ""
    if len(limits) > 1:
        rates = [(limit, pass_at(records, limit)) for limit in limits]
        by_limit = " ".join(f"{limit}s:{100 * r.passed / max(1, r.total):.0f}" for limit, r in rates)
    counts = Counter(record.outcome for record in records if record.outcome != "accepted")
    others = ", ".join(f"{_SHORT.get(name, name)} {count}" for name, count in counts.most_common())
    return share, interval, by_limit, others


def document(plan: Plan, outcomes: Sequence[Outcome], extra: dict[str, Any]) -> dict[str, Any]:
    """The sweep as one JSON document."""
    return {
        "cells": [_row(outcome) for outcome in outcomes],
        "not_applicable": list(plan.not_applicable),
        **extra,
    }


def _row(outcome: Outcome) -> dict[str, Any]:
    cell, records = outcome.cell, outcome.records
    limits = sorted({limit for r in records for limit in r.by_limit}, key=float)
    rates = {limit: pass_at(records, limit) for limit in limits}
    return {
        "key": cell.key,
        "label": cell.label,
        "config": cell.flat(),
        "source": cell.source.name,
        "family": cell.source.family,
        "twin": cell.source.twin,
        "stratum": cell.source.stratum.name,
        "n": cell.source.stratum.n,
        "m": cell.source.stratum.m,
        "model": cell.model.label,
        "status": outcome.status,
        "error": outcome.error,
        "samples": len(records),
        "pass_at_1": {
            limit: {"passed": r.passed, "total": r.total, "low": r.low, "high": r.high}
            for limit, r in rates.items()
        },
        "outcomes": by_verdict(records),
        "unanswered": sum(r.outcome == "unanswered" for r in records),
        "cost_usd": sum(r.cost_usd or 0.0 for r in records),
    }


def show(plan: Plan, outcomes: Sequence[Outcome], report: Path | None, uri: str | None) -> None:
    """The table, what was skipped, and where to look next."""
    console = stdout()
    console.print(table_of(outcomes))
    counts = Counter(outcome.status for outcome in outcomes)
    console.print(
        "cells: " + ", ".join(f"{count} {status}" for status, count in counts.items()), highlight=False
    )
    for reason in plan.not_applicable:
        console.print(f"n/a: {reason}", highlight=False, markup=False)
    if report:
        print(f"report: {report}")
    if uri:
        print(f"MLflow: mlflow ui --backend-store-uri '{uri}'")


def show_dry_run(plan: Plan, missing: Mapping[str, int], output: str) -> None:
    """The cells, which are new, and the completions they need at most."""
    asked = sum(missing.get(cell.key, 0) for cell in plan.cells if cell.model.asks)
    if output == "json":
        rows = [{"key": c.key, "label": c.label, "missing": missing.get(c.key, 0)} for c in plan.cells]
        summary = {"cells": rows, "not_applicable": list(plan.not_applicable), "completions_at_most": asked}
        print(json.dumps(summary, indent=1))
        return
    extra = _distinctions(plan.cells)
    table = plain_table("family", "twin", "stratum", "model", *extra, "key", "state")
    for cell in plan.cells:
        left = missing.get(cell.key, 0)
        what = (*_shown(cell), *(cell.flat().get(key, "") for key in extra))
        table.add_row(*map(escape, what), cell.key, f"new: {counted(left, 'sample')}" if left else "done")
    stdout().print(table)
    for reason in plan.not_applicable:
        print(f"n/a: {reason}")
    print(
        f"{counted(len(plan.cells), 'cell')}, {len(missing)} to run, "
        f"at most {counted(asked, 'completion')}; nothing started"
    )
