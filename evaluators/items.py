"""Tasks, cases, suites and items: the units that are asked, judged and counted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from families.twin import Certificate, Tier


class Verdict(StrEnum):
    """What became of one program on one case."""

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    JUDGE_ERROR = "judge_error"  # ours, never counted against the model


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use on one case.

    `seconds` are CPU seconds, ascending: one run, ended at 1.3 times the last, gives a verdict at each.
    `modules` are the third-party packages it may import besides the standard library. With `calibrate` the
    seconds are those of the reference machine (see `sandbox.speed`), else those of the machine in use.
    """

    seconds: tuple[float, ...]
    memory_mb: int = 512
    output_mb: float = 16.0
    modules: tuple[str, ...] = ()
    calibrate: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """What a model may see: statement and limits, never the suite."""

    id: str  # unique within a source, e.g. "sat/npc/s4/seed0/item2"
    family: str  # or the name of a problem source
    twin: str
    statement: str
    limits: Limits
    note: bool = False  # whether the statement discloses all limits, not only the last
    data: str | None = None  # the instance's stdin form, where the statement itself tells the instance


@dataclass(frozen=True, slots=True)
class Case:
    """One stdin text with the worth of a right answer, the tier and the certificate."""

    index: int
    tier: Tier
    stdin: str
    worth: Fraction
    answer: str  # one right answer
    certificate: Certificate
    origin: str
    told: str = ""  # the instance, where the statement tells it and stdin is empty

    @property
    def instance(self) -> str:
        """The instance's text form, whether it is fed on stdin or told by the statement."""
        return self.told or self.stdin


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases against which a program is judged."""

    cases: tuple[Case, ...]

    @property
    def digest(self) -> str:
        """SHA-256 over instances and worths (not proofs or witnesses), first 16 hex digits."""
        total = hashlib.sha256()
        for case in self.cases:
            total.update(f"{case.tier}\x00{case.instance}\x00{case.worth}\x01".encode())
        return total.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Graded:
    """Verdict on one output, with the reason for people."""

    verdict: Verdict
    message: str = ""


Grade = Callable[[Case, str], Graded]
"""Grades a program's output on a case; it never raises on bad output."""


@dataclass(frozen=True, slots=True)
class Item:
    """One task with its suite and the function that grades outputs: the unit of statistics."""

    index: int
    task: Task
    suite: Suite
    grade: Grade
