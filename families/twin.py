"""The shapes that every family is made of.

A family is one problem setting with two twins, one in P and one NP-complete, that differ in one structural
sentence. Families import this module and `families.proofs`, and nothing else of the project.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from random import Random
from typing import Any, Generic, Literal, TypeVar

I = TypeVar("I")  # noqa: E741  the instance type of a twin
Sense = Literal["max", "min"]


class Tier(StrEnum):
    """What a case is for: readable by hand, at a boundary, or adversarial at the stratum's full size."""

    ANCHOR = "anchor"
    CORNER = "corner"
    WORST = "worst"


class Invalid(ValueError):
    """An instance text or a size breaks the contract; the message says what and where."""


class Refused(ValueError):
    """An answer is malformed or its witness infeasible; the message is the reason, for people."""


@dataclass(frozen=True, slots=True)
class Stratum:
    """The size (n, m) of instances; each family's docstring says what n and m count."""

    n: int
    m: int
    level: str = ""  # "s1" … "s8" on the family's ladder, "" beside it

    @property
    def name(self) -> str:
        """How people call it: its level, or else "40x170"."""
        return self.level or f"{self.n}x{self.m}"


@dataclass(frozen=True, slots=True)
class Bound:
    """One named integer of the input with its inclusive range."""

    name: str
    low: int
    high: int
    meaning: str

    def check(self, value: int, where: str) -> int:
        """Return `value`, or raise `Invalid` naming the bound and the place."""
        if not self.low <= value <= self.high:
            raise Invalid(f"{where}: {self.name} = {value} is outside {self.low} … {self.high}")
        return value


@dataclass(frozen=True, slots=True)
class Contract:
    """What input and output look like, stated once: statement, parser, sampler and gate read it here.

    `input` and `output` are the statement's sections of the same name; `{n}` in them becomes the range of
    the bound `n`, as "1 ≤ n ≤ 40". `sense` says which of two values is better (a decision counts YES = 1,
    NO = 0); `tolerance` is relative, 0 for exact answers.
    """

    bounds: tuple[Bound, ...]
    input: str
    output: str
    sense: Sense = "max"
    tolerance: Fraction = Fraction(0)

    def __getitem__(self, name: str) -> Bound:
        return next(bound for bound in self.bounds if bound.name == name)

    def section(self, text: str) -> str:
        """`text` with every `{name}` replaced by the range of that bound."""
        return text.format(**{b.name: f"{b.low} ≤ {b.name} ≤ {b.high}" for b in self.bounds})


@dataclass(frozen=True, slots=True)
class Value:
    """What an answer is worth; `witnessed` when a checked witness stands behind it, not a bare claim."""

    worth: Fraction
    witnessed: bool


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why the certified value is right: `kind` names the proof system, `text` is the proof itself."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Certified(Generic[I]):
    """An instance with the worth of its right answers, one such answer, and the certificate of both."""

    instance: I
    worth: Fraction
    answer: str
    certificate: Certificate
    origin: str  # which construction of the sampler made it, e.g. "planted" or "corner: no clauses"


@dataclass(frozen=True, slots=True)
class Twin(Generic[I]):
    """One side of a family: what a model reads and the functions that judge an answer."""

    detail: str
    """The structural sentence; it fills `{detail}` in the family's wordings."""
    contract: Contract
    sample: Callable[[Random, Stratum, Tier, int], Certified[I]]
    """The index-th case of a tier. The only randomness; answer and certificate come with it."""
    render: Callable[[I], str]
    """Instance to stdin text."""
    parse: Callable[[str], I]
    """stdin text to instance; raises `Invalid` on whatever the statement forbids (the validator)."""
    value: Callable[[I, str], Value]
    """What an answer is worth; raises `Refused` on malformed or infeasible ones (the checker)."""
    certify: Callable[[Certified[I]], None]
    """Rechecks the certificate from the instance itself, without solving; raises `ValueError` if it fails."""
    rephrase: Callable[[Random, I, str], str]
    """Another valid form of a valid answer."""
    solve: Callable[[I], str]
    """Reference, by another method than the certificate."""
    brute: Callable[[I], str]
    """Oracle for tiny instances."""
    tell: Callable[[I, int], str] | None = None
    """Word problem of one instance in a wording (version); only where an item is one instance."""


@dataclass(frozen=True, slots=True)
class Family:
    """One problem setting with its twins and the ladder of strata that they share."""

    name: str
    wordings: tuple[str, ...]
    """The setting in independent textbook wordings, one a version, each with one `{detail}`."""
    ladder: tuple[Stratum, ...]
    twins: Mapping[str, Twin[Any]]
    """By class: "p" and, where there is one, "npc"."""
    admit: Callable[[Stratum], None]
    """Raises `Invalid` when no suite of this size can be made."""

    def statement(self, twin: str, version: int) -> str:
        """The text at depth 0 of a twin whose item is a suite: setting, input, output."""
        side = self.twins[twin]
        contract = side.contract
        return "\n\n".join(
            (
                self.wordings[version].format(detail=side.detail),
                "Input\n" + contract.section(contract.input),
                "Output\n" + contract.section(contract.output),
            )
        )


def ladder(*sizes: tuple[int, int]) -> tuple[Stratum, ...]:
    """Strata s1, s2, … of the given sizes (n, m)."""
    return tuple(Stratum(n, m, f"s{k}") for k, (n, m) in enumerate(sizes, start=1))
