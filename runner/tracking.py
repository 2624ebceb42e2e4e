"""MLflow: where people look. One parent run a sweep, one run a cell, one series run a curve.

Only the parent process logs. The records stay the truth; everything here can be logged again from them.
"""

from __future__ import annotations

import logging
import os
import socket
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from time import time
from typing import Protocol

from evaluators.metrics import by_verdict, pass_at
from evaluators.records import Record
from runner.errors import UserError
from runner.settings import TrackingSettings

_BATCH = 100  # MLflow takes at most this many params or tags in one call


class Tracker(Protocol):
    """What a sweep tells as it goes."""

    @property
    def store(self) -> str:
        """Where it is told to: address and experiment; "" where nothing is kept."""

    def cell(self, label: str, params: Mapping[str, str], records: Sequence[Record], folder: Path) -> str:
        """Log one finished cell; returns the run's id."""

    def series(self, records: Sequence[Record]) -> None:
        """Log each (family, twin, model, seed) as one run with its strata as steps."""

    def close(self, status: str) -> None:
        """End the sweep's run as FINISHED, FAILED or KILLED."""


class NoTracker:
    """`tracking=none`: nothing is logged."""

    store = ""

    def cell(self, label: str, params: Mapping[str, str], records: Sequence[Record], folder: Path) -> str:
        """Log nothing."""
        return ""

    def series(self, records: Sequence[Record]) -> None:
        """Log nothing."""

    def close(self, status: str) -> None:
        """Nothing to end."""


def default_uri(settings: TrackingSettings, results: Path) -> str:
    """Where runs go: `tracking.uri`, else MLFLOW_TRACKING_URI, else a SQLite file in the results folder."""
    return (
        settings.uri
        or os.environ.get("MLFLOW_TRACKING_URI")
        or f"sqlite:///{(results / 'mlflow.db').resolve()}"
    )


def store_of(settings: TrackingSettings, results: Path) -> str:
    """Where a tracker of these settings tells to, without opening it; "" for none."""
    return "" if settings.name == "none" else _store(default_uri(settings, results), settings.experiment)


def _store(uri: str, experiment: str) -> str:
    return f"{uri} {experiment}"


def open_tracker(settings: TrackingSettings, results: Path, name: str) -> Tracker:
    """The tracker of a sweep called `name`; raises `UserError` when the server or file cannot be used."""
    if settings.name == "none":
        return NoTracker()
    try:
        return MlflowTracker(default_uri(settings, results), settings.experiment, results, name)
    except UserError:
        raise
    except Exception as error:
        first = (str(error).strip() or repr(error)).splitlines()[0].split(". ")[0][:200]
        raise UserError(
            f"tracking: {default_uri(settings, results)}: {first}; or use tracking=none"
        ) from error


class MlflowTracker:
    """Logs to any MLflow store with single batched calls."""

    def __init__(self, uri: str, experiment: str, results: Path, name: str) -> None:
        os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
        os.environ.setdefault("MLFLOW_LOGGING_LEVEL", "ERROR")
        # MLflow's own defaults keep a person waiting for minutes when no server answers.
        os.environ.setdefault("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "2")
        os.environ.setdefault("MLFLOW_HTTP_REQUEST_TIMEOUT", "30")
        logging.getLogger("alembic").setLevel(logging.ERROR)
        if uri.startswith("sqlite:///"):
            _prepare_sqlite(Path(uri.removeprefix("sqlite:///")))
        from mlflow import MlflowClient

        self.store = _store(uri, experiment)
        self._client = MlflowClient(tracking_uri=uri)
        self._experiment = self._find(experiment, None if not uri.startswith("sqlite") else results)
        self._end_killed()
        self._parent = self._start(name, {"hardtwin.kind": "sweep"})

    def cell(self, label: str, params: Mapping[str, str], records: Sequence[Record], folder: Path) -> str:
        """Log one finished cell: params, metrics, tags, records and the programs that failed."""
        first = records[0]
        tags = {
            "hardtwin.kind": "cell",
            **{name: str(getattr(first, name)) for name in ("family", "twin", "stratum", "model", "cell")},
            "sandbox": ", ".join(sorted({r.sandbox for r in records if r.sandbox})),
            "speed": ", ".join(sorted({f"{r.speed:.3g}" for r in records if r.speed})),
            "suites": ", ".join(sorted({r.suite for r in records}))[:5000],
        }
        run = self._start(label, tags, parent=self._parent)
        given = {name: value[:6000] for name, value in params.items() if value}
        self._log(run, given, {name: [(0, value)] for name, value in metrics_of(records).items()})
        for path in (folder / "records.parquet", folder / "cell.json"):
            self._client.log_artifact(run, str(path))
        for record in records:
            if record.program and record.outcome != "accepted":
                name = f"failed/item{record.item}-sample{record.sample}-{record.outcome}.py"
                self._client.log_text(run, record.program, name)
        self._client.set_terminated(run, "FINISHED")
        return str(run)

    def series(self, records: Sequence[Record]) -> None:
        """One run a curve: metrics by stratum, the level (1 … 8) as the step."""
        curves: dict[tuple[str, str, str, int], dict[int, list[Record]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for record in records:
            level = record.stratum.removeprefix("s")
            if level.isdigit():
                curves[record.family, record.twin, record.model, record.seed][int(level)].append(record)
        for (family, twin, model, seed), levels in sorted(curves.items()):
            tags = {
                "hardtwin.kind": "series",
                "family": family,
                "twin": twin,
                "model": model,
                "seed": str(seed),
            }
            run = self._start(f"{family} {twin} {model} by stratum", tags, parent=self._parent)
            points: dict[str, list[tuple[int, float]]] = defaultdict(list)
            for step in sorted(levels):
                for name, value in metrics_of(levels[step]).items():
                    points[name].append((step, value))
            self._log(run, {"family": family, "twin": twin, "model": model, "seed": str(seed)}, points)
            self._client.set_terminated(run, "FINISHED")

    def close(self, status: str) -> None:
        """End the sweep's run."""
        self._client.set_terminated(self._parent, status)

    def _start(self, name: str, tags: dict[str, str], parent: str | None = None) -> str:
        tags = {**tags, "mlflow.runName": name, "mlflow.user": "hardtwin", **_owner()}
        if parent:
            tags["mlflow.parentRunId"] = parent
        return str(self._client.create_run(self._experiment, tags=tags, run_name=name).info.run_id)

    def _log(self, run: str, params: dict[str, str], metrics: dict[str, list[tuple[int, float]]]) -> None:
        from mlflow.entities import Metric, Param

        now = int(time() * 1000)
        points = [Metric(name, value, now, step) for name, at in metrics.items() for step, value in at]
        given = [Param(name, value) for name, value in params.items()]
        for start in range(0, max(len(points), len(given)), _BATCH):
            self._client.log_batch(run, points[start : start + _BATCH], given[start : start + _BATCH])

    def _find(self, name: str, results: Path | None) -> str:
        found = self._client.get_experiment_by_name(name)
        if found is not None:
            return str(found.experiment_id)
        location = (results.resolve() / "artifacts").as_uri() if results else None
        return str(self._client.create_experiment(name, artifact_location=location))

    def _end_killed(self) -> None:
        """Runs of this machine whose process is gone were killed; say so."""
        mine = f"attributes.status = 'RUNNING' and tags.`hardtwin.host` = '{socket.gethostname()}'"
        for run in self._client.search_runs([self._experiment], mine, max_results=1000):
            if not _alive(int(run.data.tags.get("hardtwin.pid", "0"))):
                self._client.set_terminated(run.info.run_id, "KILLED")


def metrics_of(records: Sequence[Record]) -> dict[str, float]:
    """Every metric of a cell or of a point of a series, by MLflow name."""
    limits = sorted({limit for r in records for limit in r.by_limit}, key=float)
    found: dict[str, float] = {}
    for limit in limits:
        rate = pass_at(records, limit)
        if rate.total:
            found |= {
                f"pass_at_1/{limit}s": rate.passed / rate.total,
                f"pass_at_1_low/{limit}s": rate.low,
                f"pass_at_1_high/{limit}s": rate.high,
            }
    found |= {f"share/{name}": share for name, share in by_verdict(records).items()}
    found |= {
        "samples": float(len(records)),
        "unanswered": float(sum(r.outcome == "unanswered" for r in records)),
        "judge_errors": float(sum(r.outcome == "judge_error" for r in records)),
        "borderline": float(sum(any(c.borderline for c in r.cases) for r in records)),
        "reading_a_clock": float(sum("clock" in r.tags for r in records)),
        "tokens/prompt": float(sum(r.prompt_tokens or 0 for r in records)),
        "tokens/completion": float(sum(r.completion_tokens or 0 for r in records)),
        "cost_usd": sum(r.cost_usd or 0.0 for r in records),
        "cpu_s/largest": max((c.cpu_s for r in records for c in r.cases), default=0.0),
    }
    return found


def _owner() -> dict[str, str]:
    return {"hardtwin.host": socket.gethostname(), "hardtwin.pid": str(os.getpid())}


def _alive(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _prepare_sqlite(path: Path) -> None:
    """Create and migrate the database once, under a lock, and switch it to write-ahead logging."""
    import fcntl
    import sqlite3

    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f".{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path.exists():
            return
        from mlflow.store.tracking.sqlalchemy_store import SqlAlchemyStore

        # Made under another name: a process killed half-way leaves no half-migrated database behind.
        fresh = path.with_name(f".{path.name}.new")
        for leftover in path.parent.glob(f".{path.name}.new*"):
            leftover.unlink()
        store = SqlAlchemyStore(f"sqlite:///{fresh}", (path.parent / "artifacts").resolve().as_uri())
        store.engine.dispose()
        with closing(sqlite3.connect(fresh)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        fresh.replace(path)
