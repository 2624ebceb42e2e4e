"""`task=report` and `task=track`: what is recorded, drawn and logged again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runner import places
from runner.bookkeeping import log_recorded
from runner.errors import UserError, counted
from runner.ledger import Ledger
from runner.settings import Settings

_NOTHING = "nothing is recorded there yet; run a sweep first, or give results=<folder>"


@dataclass
class ReportTask:
    """Schema of `task=report`."""

    name: str
    sweep: str = "latest"


@dataclass
class TrackTask:
    """Schema of `task=track`."""

    name: str
    again: bool = False


def report(settings: Settings, task: ReportTask) -> None:
    """Write the report of one sweep, or of all that is recorded."""
    from runner.report import write

    results = Path(settings.results).expanduser()
    ledger = Ledger(results)
    if task.sweep == "all":
        folder, title = results / "report", "HardTwin: all recorded cells"
        keys = sorted(path.name for path in (results / "cells").glob("*"))
    else:
        if Path(task.sweep).name != task.sweep:
            raise UserError(f"task.sweep={task.sweep}: the name of a folder under {results / 'sweeps'}")
        folder = _latest(results) if task.sweep == "latest" else results / "sweeps" / task.sweep
        manifest = _manifest(folder)
        keys, title = [str(cell["key"]) for cell in manifest["cells"]], str(manifest["title"])
    records = [record for key in keys for record in ledger.records(key)]
    if not records:
        raise UserError(f"{results}: {_NOTHING}")
    places.need_writable(folder, "results")
    path = write(records, folder, title)
    _print(settings, {"report": str(path), "records": len(records)}, f"report: {path}")


def track(settings: Settings, task: TrackTask) -> None:
    """Log finished cells that are not in MLflow yet, from their records."""
    from runner.tracking import open_tracker

    if settings.tracking.name == "none":
        raise UserError("task=track with tracking=none: there is nowhere to log to")
    results = Path(settings.results).expanduser()
    ledger = Ledger(results)
    keys = [path.parent.name for path in sorted((results / "cells").glob("*/records.parquet"))]
    if not keys:
        raise UserError(f"{results}: {_NOTHING}")
    places.need_writable(results, "results")
    tracker = open_tracker(settings.tracking, results, "HardTwin: recorded cells")
    logged = log_recorded(keys, ledger, tracker, task.again)
    tracker.close("FINISHED")
    said = f"{counted(len(logged), 'cell')} logged, {len(keys) - len(logged)} were there already"
    _print(settings, {"logged": logged}, said)


def _print(settings: Settings, document: dict[str, Any], text: str) -> None:
    print(json.dumps(document) if settings.output == "json" else text)


def _latest(results: Path) -> Path:
    folders = sorted((results / "sweeps").glob("*/sweep.json"))
    if not folders:
        raise UserError(f"{results}: no sweep is recorded there yet; run one first, or give results=<folder>")
    return folders[-1].parent


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / "sweep.json").read_text(encoding="utf-8"))
    except ValueError:
        raise UserError(f"{folder / 'sweep.json'}: damaged; give task.sweep=<another>, or all") from None
    except OSError:
        there = ", ".join(sorted(path.name for path in folder.parent.glob("*"))) or "none"
        raise UserError(f"task.sweep={folder.name}: no such sweep; there is {there}") from None
    return manifest
