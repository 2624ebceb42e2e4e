"""Logging what is recorded: cells that a store lacks, and the curves that they belong to."""

from __future__ import annotations

from collections.abc import Sequence

from evaluators.records import Record
from runner.ledger import Ledger
from runner.tracking import Tracker


def log_cell(key: str, ledger: Ledger, tracker: Tracker) -> None:
    """Log one finished cell and note where."""
    if tracker.store:
        run = tracker.cell(*ledger.config(key), ledger.records(key), ledger.folder(key))
        ledger.mark_tracked(key, tracker.store, run)


def log_recorded(keys: Sequence[str], ledger: Ledger, tracker: Tracker, again: bool = False) -> list[str]:
    """Log the finished cells among `keys` that the store lacks, then every curve that lacks a cell.

    A curve is logged whole, from all cells among `keys` that it passes through. Returns the cells logged.
    """
    if not tracker.store:
        return []
    done = [key for key in keys if (ledger.folder(key) / "records.parquet").exists()]
    lacking = [key for key in done if _log_unless_there(key, ledger, tracker, again)]
    records = {key: ledger.records(key) for key in done}
    open_curves = {
        curve(record) for key in done if not ledger.in_series(key, tracker.store) for record in records[key]
    }
    if open_curves:
        tracker.series([r for key in done for r in records[key] if curve(r) in open_curves])
        for key in done:
            ledger.mark_series(key)
    return lacking


def _log_unless_there(key: str, ledger: Ledger, tracker: Tracker, again: bool) -> bool:
    if not again and ledger.tracked(key, tracker.store):
        return False
    claim = ledger.claim(key)
    if claim is None:  # another sweep has just run it and logs it now
        return False
    try:
        if not again and ledger.tracked(key, tracker.store):
            return False
        log_cell(key, ledger, tracker)
        return True
    finally:
        claim.release()


def curve(record: Record) -> tuple[str, str, str, int]:
    """What one series run shows."""
    return record.family, record.twin, record.model, record.seed
