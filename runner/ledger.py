"""The ledger of a results folder: what has been recorded of each cell. Only the parent process writes it.

`cells/<key>/` holds `records.jsonl` while a cell runs, `records.parquet` when it is done (written whole and
renamed, so that its being there is the commit), `cell.json` with the config, and `error.txt` if it failed.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import IO, Any

from evaluators.metrics import UNANSWERED
from evaluators.records import CaseResult, Record, from_json, read_jsonl, to_json
from evaluators.whole_files import naming, replacing, write_whole
from runner.cells import Cell
from runner.errors import UserError


class Ledger:
    """Records of cells under one results folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, key: str) -> Path:
        """Where the files of the cell with this key are."""
        return self.root / "cells" / key

    def is_done(self, cell: Cell) -> bool:
        """Whether every sample is recorded and answered."""
        parquet = self.folder(cell.key) / "records.parquet"
        return parquet.exists() and not self.missing(cell)

    def records(self, key: str) -> list[Record]:
        """What is recorded of a cell, done or not, one record a sample, ordered by item and sample."""
        found: dict[tuple[int, int], Record] = {}
        for name, read in (("records.parquet", read_parquet), ("records.jsonl", read_jsonl)):
            path = self.folder(key) / name
            if not path.exists():
                continue
            found |= {(r.item, r.sample): r for r in _readable(path, read)}
        return [found[place] for place in sorted(found)]

    def missing(self, cell: Cell) -> list[tuple[int, int]]:
        """The (item, sample) pairs that have no record yet or were left unanswered."""
        have = {(r.item, r.sample) for r in self.records(cell.key) if r.outcome != UNANSWERED}
        return [place for place in cell.wanted() if place not in have]

    def begin(self, cell: Cell) -> None:
        """Note the cell's config and make a line that a killed process left unfinished whole again."""
        folder = self.folder(cell.key)
        folder.mkdir(parents=True, exist_ok=True)
        noted = {"label": cell.label, "config": cell.flat()}
        write_whole(folder / "cell.json", json.dumps(noted, indent=1).encode())
        for outdated in ("error.txt", "tracked.json"):
            (folder / outdated).unlink(missing_ok=True)
        lines = folder / "records.jsonl"
        if lines.exists():
            whole = "".join(to_json(record) + "\n" for record in _readable(lines, read_jsonl))
            write_whole(lines, whole.encode())

    def append(self, cell: Cell, records: Sequence[Record]) -> None:
        """Add records; they are on the disk when this returns."""
        path = self.folder(cell.key) / "records.jsonl"
        with naming(path), path.open("a", encoding="utf-8") as file:
            file.writelines(to_json(record) + "\n" for record in records)
            file.flush()
            os.fsync(file.fileno())

    def finish(self, cell: Cell) -> list[Record]:
        """Turn the cell's lines into Parquet, all at once, and return its records."""
        folder = self.folder(cell.key)
        records = self.records(cell.key)
        write_parquet(records, folder / "records.parquet")
        (folder / "records.jsonl").unlink(missing_ok=True)
        return records

    def fail(self, cell: Cell, error: str) -> Path:
        """Keep the traceback of a failed cell; its records so far stay."""
        path = self.folder(cell.key) / "error.txt"
        write_whole(path, error.encode())
        return path

    def tracked(self, key: str, store: str) -> bool:
        """Whether the cell's present records have been logged in this store."""
        return self._tracking(key).get("store") == store

    def in_series(self, key: str, store: str) -> bool:
        """Whether the curve that the cell belongs to has been logged in this store with it."""
        return self.tracked(key, store) and bool(self._tracking(key).get("series"))

    def mark_tracked(self, key: str, store: str, run: str) -> None:
        """Note where and under which run the cell was logged."""
        self._note_tracking(key, {"store": store, "run": run, "series": False})

    def mark_series(self, key: str) -> None:
        """Note that the cell's curve was logged too."""
        self._note_tracking(key, {**self._tracking(key), "series": True})

    def _tracking(self, key: str) -> dict[str, Any]:
        path = self.folder(key) / "tracked.json"
        try:
            noted = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):  # what is not known to be logged is logged again
            return {}
        return noted if isinstance(noted, dict) else {}

    def _note_tracking(self, key: str, noted: dict[str, Any]) -> None:
        write_whole(self.folder(key) / "tracked.json", json.dumps(noted).encode())

    def config(self, key: str) -> tuple[str, dict[str, str]]:
        """The cell's label and flat config, as noted when it began."""
        path = self.folder(key) / "cell.json"
        try:
            noted = json.loads(path.read_text(encoding="utf-8"))
            return noted["label"], noted["config"]
        except (ValueError, LookupError, TypeError) as error:
            raise UserError(
                f"{path}: {_why(error, path)}; remove its folder to run this cell again"
            ) from None

    def claim(self, key: str) -> Claim | None:
        """The sole right to run or log a cell, freed when its holder dies; None while another has it."""
        folder = self.folder(key)
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / ".lock").open("w")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        return Claim(file)


@dataclass(frozen=True, slots=True)
class Claim:
    """The lock of one cell."""

    file: IO[str]

    def release(self) -> None:
        """Let others run the cell."""
        self.file.close()


def _readable(path: Path, read: Callable[[Path], list[Record]]) -> list[Record]:
    """The records of a file, or a `UserError` that names it."""
    try:
        if not path.is_file():
            raise ValueError("not a file")
        return read(path)
    except Exception as error:  # noqa: BLE001  a damaged file makes Arrow raise whatever it likes
        raise UserError(f"{path}: {_why(error, path)}; remove its folder to run this cell again") from None


def _why(error: Exception, path: Path) -> str:
    """The error's first line, without what names the file again."""
    first = (str(error).strip() or type(error).__name__).splitlines()[0]
    return first.removeprefix(str(path)).lstrip(":, ")[:200]


_SCHEMA_OF = {"str": "string", "int": "int64", "float": "float64", "bool": "bool_"}


def _schema() -> Any:
    """Arrow schema of a record: plain columns, maps for dicts, a list of structs for the cases."""
    import pyarrow as pa

    def column(annotation: str) -> Any:
        if annotation.startswith("dict"):
            return pa.map_(pa.string(), pa.string())
        if annotation.startswith("tuple[CaseResult"):
            return pa.list_(pa.struct([(f.name, column(str(f.type))) for f in fields(CaseResult)]))
        name = annotation.split(" | ")[0]
        return getattr(pa, _SCHEMA_OF.get(name, "string"))()

    return pa.schema([(f.name, column(str(f.type))) for f in fields(Record)])


def write_parquet(records: Sequence[Record], path: Path) -> None:
    """Write records as Parquet, whole or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [json.loads(to_json(record)) for record in records]
    with replacing(path) as temporary:
        pq.write_table(pa.Table.from_pylist(rows, schema=_schema()), temporary, compression="zstd")


def read_parquet(path: Path) -> list[Record]:
    """The records of a Parquet file written by `write_parquet`."""
    import pyarrow.parquet as pq

    maps = [f.name for f in fields(Record) if str(f.type).startswith("dict")]
    rows = pq.read_table(path).to_pylist()
    return [from_json(json.dumps({**row, **{name: dict(row[name]) for name in maps}})) for row in rows]
