"""Word problems with a numeric answer, read from JSONL."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from runner.errors import UserError, nearest

QUESTIONS = ("question", "en_question", "problem")
ANSWERS = ("answer", "en_answer")


@dataclass(frozen=True, slots=True)
class Problem:
    """One question with its number; `line` is where it stands in the file, from 1."""

    line: int
    id: str
    question: str
    answer: Fraction


@dataclass(frozen=True, slots=True)
class Problems:
    """A file's problems, the fields they were read from, and the lines whose answer is no number."""

    rows: tuple[Problem, ...]
    question: str
    answer: str
    no_number: tuple[int, ...]


def read_problems(path: Path, question: str | None, answer: str | None) -> Problems:
    """Read the whole file; raises `UserError` naming the file and the line of what cannot be read.

    A row whose answer is a text ("No Best Solution") is not a numeric problem: it is left out and listed.
    """
    lines = _lines(path)
    if not lines:
        raise UserError(f"{path}: the file has no lines")
    first = lines[0][1]
    question = _field(path, first, question, QUESTIONS, "source.question")
    answer = _field(path, first, answer, (*ANSWERS, *(k for k in first if k.startswith("answer_"))), "source.answer")
    rows: list[Problem] = []
    no_number: list[int] = []
    for number, row in lines:
        for name in (question, answer):
            if name not in row:
                raise UserError(f"{path}, line {number}: it has no field {name}{nearest(name, row)}")
        if not isinstance(row[question], str) or not row[question].strip():
            raise UserError(f"{path}, line {number}: {question} is not a text")
        worth = _number(row[answer])
        if worth is None:
            no_number.append(number)
        else:
            rows.append(Problem(number, str(row.get("id", number)), row[question], worth))
    if not rows:
        raise UserError(f"{path}: no line has a number in {answer}; name its field with source.answer=…")
    return Problems(tuple(rows), question, answer, tuple(no_number))


def _lines(path: Path) -> list[tuple[int, dict[str, object]]]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}; give source.path=<a JSONL file>") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: not UTF-8 text; give source.path=<a JSONL file>") from None
    rows = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UserError(f"{path}, line {number}: not JSON ({error.msg} at column {error.colno})") from None
        if not isinstance(row, dict):
            raise UserError(f"{path}, line {number}: not a JSON object")
        rows.append((number, row))
    return rows


def _field(path: Path, row: Mapping[str, object], asked: str | None, usual: tuple[str, ...], key: str) -> str:
    if asked is not None:
        return asked
    for name in usual:
        if name in row:
            return name
    raise UserError(f"{path}: which field is it? give {key}=<one of {', '.join(row)}>")


def _number(value: object) -> Fraction | None:
    """The number that a label is or spells, else None."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        if not math.isfinite(float(value)):
            return None
        return Fraction(value.strip() if isinstance(value, str) else value)
    except (ValueError, OverflowError):
        return None
