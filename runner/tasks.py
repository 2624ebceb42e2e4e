"""What `task=…` does: evaluate, report, track."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluators import sandbox
from evaluators.metrics import UNANSWERED
from evaluators.sandbox import physical_cores
from runner import places
from runner.bookkeeping import log_recorded
from runner.cells import Cell
from runner.errors import Failed, UserError, counted
from runner.execution import Machine
from runner.ledger import Ledger
from runner.models import ProgramSpec
from runner.settings import Settings, one_of, typed
from runner.sweep import BUSY, FAILED, Outcome, Plan, Sweep, plan, write_manifest


@dataclass
class EvaluateTask:
    """Schema of `task=evaluate`."""

    name: str


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


_SCHEMAS: dict[str, Any] = {"evaluate": EvaluateTask, "report": ReportTask, "track": TrackTask}


_NOTHING = "nothing is recorded there yet; run a sweep first, or give results=<folder>"


def perform(jobs: Sequence[Settings], multirun: bool) -> None:
    """Do the task of all jobs, which must agree on what belongs to no cell."""
    if not jobs:
        raise UserError("nothing to run: a pattern or range of the command is empty")
    first = jobs[0]
    if not first.results.strip():
        raise UserError("results is empty: give results=<folder>")
    for job in jobs[1:]:
        for key in ("results", "jobs", "output", "dry_run", "sandbox", "tracking", "task"):
            if getattr(job, key) != getattr(first, key):
                raise UserError(f"{key}: one value for the whole sweep")
    name = one_of(str(first.task.get("name")), tuple(_SCHEMAS), "task.name")
    task = typed(_SCHEMAS[name], first.task, "task")
    if name == "evaluate":
        evaluate(jobs, multirun)
    elif name == "report":
        report(first, task)
    else:
        track(first, task)


def evaluate(jobs: Sequence[Settings], multirun: bool) -> None:
    """Run the cells of all jobs; raises `Failed` when a cell failed."""
    settings = jobs[0]
    planned = plan(jobs)
    _check_containment(planned, settings)
    cores = physical_cores()
    results = Path(settings.results).expanduser()
    if not settings.dry_run:
        places.need_writable(results, "results")
        places.need_writable(places.cache(), "HARDTWIN_CACHE")
    ledger = Ledger(results)
    machine = Machine(settings.sandbox.slots or cores, places.cache())
    sweep = Sweep(planned, ledger, machine, settings.jobs or cores)
    new = sweep.new
    if settings.dry_run:
        _show_dry_run(planned, new, ledger, settings.output)
        return
    outcomes, folder = _run(sweep, planned, new, settings, results)
    _show(planned, outcomes, settings, folder if multirun else None)
    faults = [o for o in outcomes if o.status == FAILED]
    busy = [o for o in outcomes if o.status == BUSY]
    silent = [r for o in outcomes for r in o.records if r.outcome == UNANSWERED]
    unsound = [r for o in outcomes for r in o.records if r.outcome == "judge_error"]
    if faults:
        raise Failed(f"{len(faults)} of {counted(len(outcomes), 'cell')} failed; see the table for errors")
    if busy:
        raise Failed(f"another sweep is running {len(busy)} of the cells; the same command shows them later")
    if silent:
        raise Failed(
            f"{counted(len(silent), 'sample')} of {sum(len(o.records) for o in outcomes)} got no reply: "
            f"{silent[0].error}; the same command asks again"
        )
    if unsound:
        told = counted(len(unsound), "judge error")
        raise Failed(f"{told}, ours and not the model's: see the records of {unsound[0].task}")


def _run(
    sweep: Sweep, planned: Plan, new: Sequence[Cell], settings: Settings, results: Path
) -> tuple[list[Outcome], Path]:
    from runner.console import Bar
    from runner.tracking import NoTracker, open_tracker, store_of

    store = store_of(settings.tracking, results)
    needed = store and (new or sweep.unlogged(store))
    tracker = open_tracker(settings.tracking, results, _title(planned)) if needed else NoTracker()
    folder = write_manifest(planned, results, _title(planned))
    status = "FAILED"
    try:
        with Bar() as bar:
            outcomes = sweep.run(tracker, bar)
        if not any(outcome.status == FAILED for outcome in outcomes):
            status = "FINISHED"
        return outcomes, folder
    except BaseException:
        status = "KILLED"
        raise
    finally:
        tracker.close(status)


def _check_containment(planned: Plan, settings: Settings) -> None:
    """Programs of the project run anywhere; those of a model need containment or an explicit word."""
    foreign = [cell for cell in planned.cells if not isinstance(cell.model, ProgramSpec)]
    if not foreign or settings.dry_run or settings.sandbox.allow_uncontained:
        return
    tier = sandbox.found()
    if not tier.contained:
        raise UserError(
            f"programs of {foreign[0].model.label} would run here without containment ({tier.reason}); "
            "say sandbox.allow_uncontained=true to accept that"
        )


def _show_dry_run(planned: Plan, new: Sequence[Cell], ledger: Ledger, output: str) -> None:
    from runner.console import show_dry_run

    missing = {cell.key: len(ledger.missing(cell)) for cell in new}
    show_dry_run(planned, missing, output)


def _show(planned: Plan, outcomes: list[Outcome], settings: Settings, folder: Path | None) -> None:
    from runner.console import document, show
    from runner.report import write
    from runner.tracking import default_uri

    records = [record for outcome in outcomes for record in outcome.records]
    results = Path(settings.results).expanduser()
    uri = default_uri(settings.tracking, results) if settings.tracking.name == "mlflow" else None
    report_path = write(records, folder, _title(planned)) if folder and records else None
    if settings.output == "json":
        extra = {"report": str(report_path) if report_path else None, "tracking": uri}
        print(json.dumps(document(planned, outcomes, extra), indent=1))
    else:
        show(planned, outcomes, report_path, uri)


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


def _title(planned: Plan) -> str:
    return "HardTwin: " + ", ".join(sorted({cell.source.family for cell in planned.cells}))
