"""Recorded completions as they lie on disk: JSON lines or Parquet, of a file or of a whole results folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from generators.asking import Completion
from runner.errors import UserError, nearest
from runner.problems import bad_json

Key = tuple[str, int]
"""Task id and sample index."""

_KINDS: Mapping[str, tuple[type, ...]] = {
    "finish_reason": (str,),
    "reasoning": (str,),
    "prompt_tokens": (int,),
    "completion_tokens": (int,),
    "cost_usd": (float, int),
    "latency_s": (float, int),
}
_COLUMNS = ("task", "sample", "completion", "outcome", "model", *_KINDS)


@dataclass(frozen=True, slots=True)
class _Line:
    """One recorded reply and where it stands."""

    key: Key
    reply: Completion
    model: str
    where: str


@dataclass(frozen=True, slots=True)
class Recording:
    """Recorded replies by task and sample; `digest` fixes them, wherever and beside whatever they lie."""

    replies: Mapping[Key, Completion]
    digest: str


def recording(path: Path, recorded: str) -> Recording:
    """What `read` finds; a process reads files that did not change only once."""
    try:
        stats = [(file, file.stat()) for file in files(path)]
        return _recording(path, recorded, tuple((str(f), s.st_mtime_ns, s.st_size) for f, s in stats))
    except OSError as error:
        raise UserError(f"model.path={error.filename or path}: {error.strerror}") from None


@lru_cache(maxsize=2)
def _recording(path: Path, recorded: str, _: tuple[tuple[str, int, int], ...]) -> Recording:
    replies = read(path, recorded)
    total = hashlib.sha256()
    for key in sorted(replies):
        total.update(f"{key}{replace(replies[key], latency_s=0.0)}\n".encode(errors="surrogatepass"))
    return Recording(replies, total.hexdigest()[:16])


def files(path: Path) -> list[Path]:
    """`path` itself, or every `records.jsonl` and `records.parquet` below a folder; raises `UserError`."""
    if path.is_dir():
        # In a results folder the cells hold the records; MLflow's copies of them are passed over.
        below = path / "cells" if (path / "cells").is_dir() else path
        found = sorted(file for ending in ("jsonl", "parquet") for file in below.rglob(f"records.{ending}"))
        if not found:
            raise UserError(f"model.path={path}: no records.jsonl or records.parquet in this folder")
        return found
    if not path.is_file():
        raise UserError(f"model.path={path}: there is no such file of recorded replies")
    return [path]


def read(path: Path, recorded: str) -> dict[Key, Completion]:
    """The replies below `path`, of one recorded model, or of all when `recorded` is "".

    Raises `UserError` for a bad line, where nothing is left, and where two replies to one sample differ.
    """
    found: dict[Key, _Line] = {}
    others: set[str] = set()
    for line in (line for file in files(path) for line in _lines(file)):
        if recorded and line.model != recorded:
            others.add(line.model)
            continue
        first = found.setdefault(line.key, line)
        if first.reply.text != line.reply.text:
            raise UserError(
                f"{line.where}: not the reply to {line.key[0]}, sample {line.key[1]}, of {first.where}; "
                "replay one model and one decoding (model.recorded=NAME takes the lines of one model)"
            )
    if not found:
        hint = f" of {recorded}{nearest(recorded, others)}" if recorded else ""
        raise UserError(f"{path}: no recorded reply{hint}")
    return {key: line.reply for key, line in found.items()}


def _lines(path: Path) -> Iterator[_Line]:
    rows = _parquet(path) if path.suffix == ".parquet" else _json_lines(path)
    for where, row in rows:
        line = _line(row, where)
        if line is not None:
            yield line


def _json_lines(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    number = 0
    with path.open(encoding="utf-8-sig") as file:
        try:
            for number, text in enumerate(file, start=1):
                if text.strip():
                    yield f"{path}:{number}", _object(text, f"{path}:{number}")
        except UnicodeDecodeError as fault:
            raise UserError(f"{path}:{number + 1}: not UTF-8 text ({fault.reason})") from None


def _object(text: str, where: str) -> Mapping[str, Any]:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UserError(f"{where}: not a JSON object ({bad_json(fault)})") from None
    if not isinstance(row, dict):
        raise UserError(f"{where}: not a JSON object")
    return row


def _parquet(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    import pyarrow
    import pyarrow.parquet as parquet

    try:
        file = parquet.ParquetFile(path)
        table = file.read(columns=[name for name in _COLUMNS if name in file.schema_arrow.names])
    except pyarrow.ArrowException as fault:
        raise UserError(f"{path}: not a Parquet file ({fault})") from None
    for number, row in enumerate(table.to_pylist(), start=1):
        yield f"{path}, row {number}", row


def _line(row: Mapping[str, Any], where: str) -> _Line | None:
    """The reply of a line; None where the model gave none."""
    if row.get("outcome") == "unanswered":
        return None
    task, sample = row.get("task"), row.get("sample", 0)
    if not isinstance(task, str) or not task:
        raise UserError(f"{where}: task must be the task's id")
    if not isinstance(sample, int) or isinstance(sample, bool) or sample < 0:
        raise UserError(f"{where}: sample must be an index from 0, not {sample!r}")
    if not isinstance(row.get("completion"), str):
        raise UserError(f"{where}: completion must be the reply's text")
    return _Line((task, sample), _completion(row, where), str(row.get("model") or ""), where)


def _completion(row: Mapping[str, Any], where: str) -> Completion:
    """The reply with what else is told; what is told must have its type."""
    usage = row["usage"] if isinstance(row.get("usage"), dict) else {}
    said = {**usage, **row}
    told = {name: said[name] for name in _KINDS if said.get(name) is not None}
    for name, value in told.items():
        if not isinstance(value, _KINDS[name]) or isinstance(value, bool):
            raise UserError(f"{where}: {name} must be a {_KINDS[name][0].__name__}, not {value!r}")
    return Completion(row["completion"], cached=True, usage=json.dumps(usage) if usage else "", **told)
