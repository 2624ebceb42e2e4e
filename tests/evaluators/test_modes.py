"""`verdict` passes exactly the programs that `full` does, at every limit, on mutants of all programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from mutants import SIDES, mutant

import families
from evaluators.caught import Caught
from evaluators.items import Item, Limits, Verdict
from evaluators.judge import judge
from evaluators.records import Judgement
from evaluators.sandbox import Run, Sandbox
from evaluators.suites import Shape
from evaluators.suites import item as item_of

LIMITS = Limits((0.05, 0.1, 0.25), memory_mb=128, output_mb=1.0)


class Remembering:
    """A real sandbox that gives the same run for the same question, so that noise can't tell modes apart."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox, self._runs = sandbox, {}
        self.tier, self.slots = sandbox.tier, 1
        self.forget()

    def forget(self) -> None:
        """Count from nothing, as for another judgement of the same program."""
        self.asked: Counter[object] = Counter()

    def run(self, program: str, stdin: bytes, *words: Any, alone: bool = False) -> Run:
        key = (program, stdin, self.asked[program, stdin])
        self.asked[program, stdin] += 1
        if key not in self._runs:
            self._runs[key] = self._sandbox.run(program, stdin, *words, alone=alone)
        return self._runs[key]


@dataclass
class Tally:
    """What became of some mutants."""

    programs: int = 0
    passed: Counter[str] = field(default_factory=Counter)  # by limit
    runs: Counter[str] = field(default_factory=Counter)  # by mode, all
    failing_runs: Counter[str] = field(default_factory=Counter)  # of programs that fail at every limit
    not_compiled: int = 0


@cache
def toy(family: str, twin: str) -> Item:
    made = families.load(family)
    return item_of(made, twin, made.ladder[0], 0, 0, 0, LIMITS, shape=Shape(2, 6, 12))


def passing(judged: Judgement) -> dict[str, bool]:
    return {limit: verdict is Verdict.ACCEPTED for limit, verdict in judged.by_limit.items()}


def compare(numbers: range, sandbox: Sandbox, folder: Path) -> Tally:
    """Judge mutants in both modes from the same runs; fails on the first that is passed by one alone."""
    tally = Tally()
    for number in numbers:
        one = mutant(number)
        item, box = toy(one.family, one.twin), Remembering(sandbox)
        caught = Caught(folder / f"{item.suite.digest}.caught")
        judged = {}
        for mode in ("full", "verdict"):
            box.forget()
            order = caught.order(item.suite.cases) if mode == "verdict" else None
            judged[mode] = judge(one.text, item, mode, box, order)  # type: ignore[arg-type]
            tally.runs[mode] += box.asked.total()
            if not any(passing(judged[mode]).values()):
                tally.failing_runs[mode] += box.asked.total()
        assert passing(judged["full"]) == passing(judged["verdict"]), f"mutant {number} of {one.origin}"
        assert judged["full"].compiled == judged["verdict"].compiled
        if judged["verdict"].compiled:
            caught.note(judged["verdict"].cases)
        tally.programs += 1
        tally.not_compiled += not judged["full"].compiled
        tally.passed.update(limit for limit, ok in passing(judged["full"]).items() if ok)
    return tally


def test_mutants_are_the_same_every_time_and_of_all_sides() -> None:
    made = [mutant(number) for number in range(60)]
    assert made == [mutant(number) for number in range(60)]
    assert {(one.family, one.twin) for one in made} == set(SIDES)
    assert len({one.text for one in made}) > 55


def test_both_modes_pass_the_same_mutants(sandbox: Sandbox, tmp_path: Path) -> None:
    tally = compare(range(40), sandbox, tmp_path)
    assert 0 < tally.passed["0.25"] < tally.programs
    assert 3 * tally.failing_runs["verdict"] < tally.failing_runs["full"], tally


@pytest.mark.exhaustive
def test_both_modes_pass_the_same_of_many_mutants(sandbox: Sandbox, tmp_path: Path) -> None:
    tally = compare(range(300), sandbox, tmp_path)
    print(tally)
    assert 0 < tally.passed["0.25"] < tally.programs
    assert 3 * tally.failing_runs["verdict"] < tally.failing_runs["full"], tally
