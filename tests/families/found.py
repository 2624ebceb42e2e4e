"""What the contract tests run over: every twin of every family found, with cases that are made once."""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest

import families
from evaluators.grading import close
from evaluators.items import Limits
from families.twin import Certified, Family, Stratum, Tier, Twin

Made = Certified[Any]

TWINS = [(name, twin) for name in families.names() for twin in families.load(name).twins]
PAIRS = [name for name in families.names() if len(families.load(name).twins) == 2]
LEVELS = range(1, 9)

every_twin = pytest.mark.parametrize(("name", "twin"), TWINS, ids=["-".join(pair) for pair in TWINS])
every_pair = pytest.mark.parametrize("name", PAIRS)


@cache
def family(name: str) -> Family:
    return families.load(name)


def side(name: str, twin: str) -> Twin[Any]:
    return family(name).twins[twin]


def stratum(name: str, level: int) -> Stratum:
    return family(name).ladder[level - 1]


@cache
def made(name: str, twin: str, level: int, seed: int = 0) -> tuple[Made, ...]:
    """Cases of all tiers, the worst of them fewer where they are dear: 16 at s1, 2 at s8."""
    counts = {Tier.ANCHOR: 8, Tier.CORNER: 16, Tier.WORST: 18 - 2 * level}
    places = [(tier, index) for tier, count in counts.items() for index in range(count)]
    return tuple(make(name, twin, level, tier, index, seed) for tier, index in places)


def make(name: str, twin: str, level: int, tier: Tier, index: int, seed: int) -> Made:
    size = stratum(name, level)
    rng = Random(f"contract/{name}/{twin}/{size.n}x{size.m}/{seed}/{tier}/{index}")
    return side(name, twin).sample(rng, size, tier, index)


def tiny(name: str, twin: str, count: int) -> list[Made]:
    """Instances that brute force can solve: anchors, corners and worst cases of s1, each from its own rng."""
    tiers = cycle((Tier.WORST, Tier.CORNER, Tier.WORST, Tier.ANCHOR))
    return [make(name, twin, 1, tier, n // 4, 1000 + n) for n, tier in enumerate(islice(tiers, count))]


def decides(name: str, twin: str) -> bool:
    """Whether the answer is YES with a witness or NO; else it is a number."""
    return all(case.answer.split()[0] in ("YES", "NO") for case in made(name, twin, 1))


def right(name: str, twin: str, case: Made, answer: str) -> bool:
    """Whether the checker finds `answer` worth what was certified; raises `Refused` as it does."""
    contract = side(name, twin).contract
    return close(side(name, twin).value(case.instance, answer).worth, case.worth, contract.tolerance)


def limits(twin: str) -> Limits:
    """Half the time that programs have by default, and all of it."""
    return Limits(seconds=(5.0, 10.0) if twin == "npc" else (1.0, 2.0))
