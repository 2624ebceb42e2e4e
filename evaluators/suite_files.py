"""Suites on disk: one gzip JSON file each, written atomically, verified when read."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from fractions import Fraction
from pathlib import Path

from evaluators.items import Case, Suite
from evaluators.whole_files import write_whole
from families.twin import Certificate, Tier

_FORMAT = 1


def place(folder: Path, name: str, key: str) -> Path:
    """Where the suite of `key` stands: a readable name and the key's hash."""
    return folder / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}.json.gz"


def read(path: Path, key: str) -> Suite | None:
    """The suite of `key` at `path`, or None where there is none that is whole and of this key."""
    try:
        packed = path.read_bytes()
        text = gzip.decompress(packed)
        head, _, body = text.partition(b"\n")
        meta = json.loads(head)
        if meta != _meta(key, body):
            return None
        return Suite(tuple(_case(index, row) for index, row in enumerate(json.loads(body))))
    except FileNotFoundError:
        return None
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError):
        return None  # damaged or of another format: the caller builds it again


def write(path: Path, key: str, suite: Suite) -> None:
    """Write `suite`, whole or not at all; makes the folder."""
    body = json.dumps([_row(case) for case in suite.cases], separators=(",", ":")).encode()
    text = json.dumps(_meta(key, body)).encode() + b"\n" + body
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, gzip.compress(text, compresslevel=6, mtime=0))


def _meta(key: str, body: bytes) -> dict[str, object]:
    return {"format": _FORMAT, "key": key, "sha256": hashlib.sha256(body).hexdigest()}


def _row(case: Case) -> list[str]:
    proof = case.certificate
    return [
        case.tier.value,
        case.stdin,
        str(case.worth),
        case.answer,
        proof.kind,
        proof.text,
        case.origin,
        case.told,
    ]


def _case(index: int, row: list[str]) -> Case:
    tier, stdin, worth, answer, kind, proof, origin, told = row
    return Case(index, Tier(tier), stdin, Fraction(worth), answer, Certificate(kind, proof), origin, told)
