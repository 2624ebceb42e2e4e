"""What `task=…` does; evaluating is done here, the rest elsewhere."""

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
from runner.cells import Cell
from runner.errors import Failed, UserError, counted
from runner.execution import Machine
from runner.ledger import Ledger
from runner.models import ProgramSpec
from runner.recorded import ReportTask, TrackTask, report, track
from runner.settings import SandboxSettings, Settings, one_of, typed
from runner.sweep import BUSY, FAILED, Outcome, Plan, Sweep, plan, write_manifest


@dataclass
class PlainTask:
    """Schema of a task without keys of its own: evaluate, judge, doctor."""

    name: str


_SCHEMAS: dict[str, Any] = {
    "evaluate": PlainTask,
    "judge": PlainTask,
    "doctor": PlainTask,
    "report": ReportTask,
    "track": TrackTask,
}


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
    elif name == "judge":
        _need_containment(f"the program of {first.program}", first.sandbox)
        from runner.judging import judge_file

        judge_file(first)
    elif name == "doctor":
        from runner.doctor import examine

        examine(first)
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
    if foreign and not settings.dry_run:
        _need_containment(f"programs of {foreign[0].model.label}", settings.sandbox)


def _need_containment(what: str, allowed: SandboxSettings) -> None:
    if allowed.allow_uncontained:
        return
    tier = sandbox.found()
    if tier.name == "weak" and not allowed.allow_weak:
        raise UserError(
            f"{what} could read every file that you can read ({tier.reason}); "
            "say sandbox.allow_weak=true to accept that"
        )
    if not tier.contained and tier.name != "weak":
        raise UserError(
            f"{what} would run here without containment ({tier.reason}); "
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


def _title(planned: Plan) -> str:
    return "HardTwin: " + ", ".join(sorted({cell.source.family for cell in planned.cells}))
