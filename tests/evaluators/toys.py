"""Small families and items for the tests of what judges them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from evaluators.items import Case, Graded, Item, Limits, Suite, Task, Verdict
from families.twin import (
    Bound,
    Certificate,
    Certified,
    Contract,
    Family,
    Invalid,
    Refused,
    Stratum,
    Tier,
    Twin,
    Value,
    ladder,
)

S1 = Stratum(30, 5, "s1")


@dataclass(frozen=True, slots=True)
class Number:
    """Does n have a divisor between 2 and k?"""

    n: int
    k: int


def sample(random: Random, stratum: Stratum, tier: Tier, index: int) -> Certified[Number]:
    number = Number(random.randint(4, stratum.n) if tier is Tier.WORST else 4 + index % 2, stratum.m)
    divisors = [d for d in range(2, number.k + 1) if number.n % d == 0]
    answer = f"YES {divisors[0]}" if divisors else "NO"
    return Certified(number, Fraction(bool(divisors)), answer, Certificate("trial", answer), "toy")


def parse(text: str) -> Number:
    words = text.split()
    if len(words) != 2:
        raise Invalid(f"line 1: {len(words)} numbers instead of 2")
    return Number(int(words[0]), int(words[1]))


def value(number: Number, answer: str) -> Value:
    words = answer.split()
    if words == ["NO"]:
        return Value(Fraction(0), witnessed=False)
    if len(words) != 2 or words[0] != "YES":
        raise Refused("neither NO nor YES with a divisor")
    divisor = int(words[1])
    if not 2 <= divisor <= number.k or number.n % divisor:
        raise Refused(f"{divisor} is no divisor between 2 and {number.k}")
    return Value(Fraction(1), witnessed=True)


def certify(made: Certified[Number]) -> None:
    found = any(made.instance.n % d == 0 for d in range(2, made.instance.k + 1))
    if found != bool(made.worth):
        raise ValueError("the trial divisions say otherwise")


def solve(number: Number) -> str:
    return next((f"YES {d}" for d in range(2, number.k + 1) if number.n % d == 0), "NO")


DIVISOR: Twin[Number] = Twin(
    detail="It is about divisors.",
    contract=Contract(
        (Bound("n", 4, 99, "the number"), Bound("k", 2, 99, "the bound")), "{n}, {k}", "NO or YES d"
    ),
    sample=sample,
    render=lambda number: f"{number.n} {number.k}\n",
    parse=parse,
    value=value,
    certify=certify,
    rephrase=lambda random, number, answer: answer,
    solve=solve,
    brute=solve,
)
TOLD = replace(
    DIVISOR, tell=lambda number, version: f"({version}) Has {number.n} a divisor up to {number.k}?"
)


def admit(stratum: Stratum) -> None:
    if stratum.n < 4:
        raise Invalid(f"n = {stratum.n} is less than 4")


def family(twin: Twin[Any] = DIVISOR) -> Family:
    """The family `toy` with one twin p."""
    return Family(
        "toy",
        ("Given n and k. {detail}", "Let there be n and k. {detail}"),
        ladder((30, 5)),
        {"p": twin},
        admit,
    )


RIGHT = """
n, k = map(int, input().split())
divisors = [d for d in range(2, k + 1) if n % d == 0]
print(f"YES {divisors[0]}" if divisors else "NO")
"""


def echo(case: Case, output: str) -> Graded:
    """Accepts an output that is the stdin, stripped."""
    right = output.split() == case.stdin.split()
    return Graded(Verdict.ACCEPTED) if right else Graded(Verdict.WRONG_ANSWER, f"not {case.stdin[:20]!r}")


def item(
    *stdins: str, seconds: tuple[float, ...] = (1.0, 2.0), grade: Callable[[Case, str], Graded] = echo
) -> Item:
    """An item with a case for each stdin, by default graded as `echo`."""
    cases = tuple(
        Case(k, Tier.WORST, stdin, Fraction(1), stdin, Certificate("none", ""), "toy")
        for k, stdin in enumerate(stdins)
    )
    task = Task("toy/p/s1/seed0/item0", "toy", "p", "Print the input.", Limits(seconds, memory_mb=128))
    return Item(0, task, Suite(cases), grade)
