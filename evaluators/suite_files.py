"""Suites on disk: one gzip JSON file each, written atomically, verified when read."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from fractions import Fraction
from pathlib import Path
from tempfile import NamedTemporaryFile

from evaluators.items import Case, Suite
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
    """Write `suite` under a temporary name, then rename: a reader sees all of it or nothing."""
    body = json.dumps([_row(case) for case in suite.cases], separators=(",", ":")).encode()
    text = json.dumps(_meta(key, body)).encode() + b"\n" + body
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, suffix=".part", delete=False) as part:
        try:
            part.write(gzip.compress(text, compresslevel=6, mtime=0))
            part.close()
            os.replace(part.name, path)  # noqa: PTH105  a Path would have to be made of it first
        except BaseException:
            Path(part.name).unlink(missing_ok=True)
            raise


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
