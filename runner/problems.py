"""Word problems with a numeric answer, read from JSONL."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluators.grading import NO_SOLUTION, number
from runner.errors import UserError, nearest

QUESTIONS = ("question", "en_question", "problem")
ANSWERS = ("answer", "en_answer")


@dataclass(frozen=True, slots=True)
class Problem:
    """One question with its number; `line` is where it stands in the file, from 1."""

    line: int
    id: str
    question: str
    answer: str  # a number, or a text that says there is no optimum


@dataclass(frozen=True, slots=True)
class Problems:
    """A file's problems, the fields they were read from, and the lines without a usable answer."""

    rows: tuple[Problem, ...]
    question: str
    answer: str
    left_out: tuple[int, ...]
    digest: str  # SHA-256 of the file, first 16 hex digits


def read_problems(path: Path, question: str | None, answer: str | None) -> Problems:
    """Read the whole file; raises `UserError` naming the file and the line of what cannot be read.

    A row whose answer is another text than "No Best Solution" and the like is left out and listed.
    """
    content = _content(path)
    lines = _lines(path, content)
    if not lines:
        raise UserError(f"{path}: the file has no lines")
    first = lines[0][1]
    question = _field(path, first, question, QUESTIONS, "source.question")
    answer = _field(
        path, first, answer, (*ANSWERS, *(k for k in first if k.startswith("answer_"))), "source.answer"
    )
    rows: list[Problem] = []
    left_out: list[int] = []
    places: dict[str, int] = {}
    for line, row in lines:
        for name in (question, answer):
            if name not in row:
                raise UserError(f"{path}, line {line}: it has no field {name}{nearest(name, row)}")
        if not isinstance(row[question], str) or not str(row[question]).strip():
            raise UserError(f"{path}, line {line}: {question} is not a text")
        id_ = str(row.get("id", line))
        if places.setdefault(id_, line) != line:
            raise UserError(f"{path}, line {line}: the id {id_} stands in line {places[id_]} already")
        label = _label(row[answer])
        if label is None:
            left_out.append(line)
        else:
            rows.append(Problem(line, id_, str(row[question]), label))
    if not rows:
        raise UserError(f"{path}: no line has a number in {answer}; name its field with source.answer=…")
    digest = hashlib.sha256(content).hexdigest()[:16]
    return Problems(tuple(rows), question, answer, tuple(left_out), digest)


def bad_json(error: Exception) -> str:
    """Why a text is not JSON, without advice that is meant for programmers."""
    return "nested too deeply" if isinstance(error, RecursionError) else str(error).split(";")[0]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; give source.path=<a JSONL file>") from None


def _lines(path: Path, content: bytes) -> list[tuple[int, dict[str, object]]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{path}: not UTF-8 text; give source.path=<a JSONL file>") from None
    rows = []
    for line, written in enumerate(text.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            row = json.loads(written)
        except (ValueError, RecursionError) as error:
            raise UserError(f"{path}, line {line}: not JSON ({bad_json(error)})") from None
        if not isinstance(row, dict):
            raise UserError(f"{path}, line {line}: not a JSON object")
        rows.append((line, row))
    return rows


def _field(path: Path, row: Mapping[str, object], asked: str | None, usual: tuple[str, ...], key: str) -> str:
    if asked is not None:
        return asked
    for name in usual:
        if name in row:
            return name
    raise UserError(f"{path}: which field is it? give {key}=<one of {', '.join(row)}>")


def _label(value: object) -> str | None:
    """The number that a label is or spells, or its word for "no optimum"; else None."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    text = str(value).strip()
    return text if text.lower() in NO_SOLUTION or number(text) is not None else None
