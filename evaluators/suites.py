"""Suites and items: what a program is judged against, as pure functions of what names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from evaluators import suite_files
from evaluators.grading import NO_SOLUTION, close, grade_number, grade_twin, number
from evaluators.items import Case, Graded, Item, Limits, Suite, Task
from families.twin import Certificate, Certified, Family, Invalid, Refused, Stratum, Tier, Twin


class Unsound(ValueError):
    """A sampled case failed its recheck; the message says which case and why. A fault of the family."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How many cases of each tier are sampled; repeated instances are then dropped."""

    anchor: int = 8
    corner: int = 16
    worst: int = 26

    def __post_init__(self) -> None:
        if min(self.anchor, self.corner, self.worst) < 0 or not self.anchor + self.corner + self.worst:
            raise ValueError(f"{self}: a suite needs at least one case, and no negative count")

    def places(self) -> Iterator[tuple[Tier, int]]:
        """Every (tier, index) of a suite, in suite order."""
        for tier in Tier:
            for index in range(getattr(self, tier.value)):
                yield tier, index


FULL = Shape()


def build(family: Family, twin: str, stratum: Stratum, seed: int, item: int, shape: Shape = FULL) -> Suite:
    """The suite of one item: a pure function of its arguments.

    Each case comes from its own generator, `Random(f"{family}/{twin}/{n}x{m}/{seed}/{item}/{tier}/{index}")`.
    Every certificate is rechecked, `parse(render(x)) == x` verified, the certified answer graded; of equal
    stdin texts the first stays. Where the statement tells the instance (`Twin.tell`), the suite is one case
    of tier worst with nothing on stdin. Raises `Invalid` for a size the family refuses, `Unsound` for a case
    that fails its recheck.
    """
    side = _side(family, twin)
    family.admit(stratum)
    places = [(Tier.WORST, item)] if side.tell else shape.places()
    what = f"{family.name}/{twin}/{stratum.n}x{stratum.m}/{seed}/{item}"
    cases: dict[str, Case] = {}
    for tier, index in places:
        name = f"{what}/{tier}/{index}"
        made = side.sample(Random(name), stratum, tier, index)
        text = _recheck(side, made, name)
        if text not in cases:
            cases[text] = _case(side, made, text, tier, len(cases))
    return Suite(tuple(cases.values()))


def load_or_build(
    family: Family,
    twin: str,
    stratum: Stratum,
    seed: int,
    item: int,
    shape: Shape = FULL,
    *,
    folder: Path,
    code: str,
) -> Suite:
    """`build`, kept in `folder`.

    `code` must name the family's source and options (a hash will do): it is part of the file's key. A file
    that is damaged or does not match its digest is built again. Safe with several writers.
    """
    key = f"{family.name}/{twin}/{stratum.n}x{stratum.m}/{seed}/{item}/{shape}/{code}"
    path = suite_files.place(folder, f"{family.name}-{twin}-{stratum.name}", key)
    found = suite_files.read(path, key)
    if found is not None:
        return found
    suite = build(family, twin, stratum, seed, item, shape)
    suite_files.write(path, key, suite)
    return suite


def item(
    family: Family,
    twin: str,
    stratum: Stratum,
    seed: int,
    item: int,
    version: int,
    limits: Limits,
    note: bool = False,
    *,
    suite: Suite | None = None,
    shape: Shape = FULL,
) -> Item:
    """One item: its task at depth 0 in wording `version`, its suite and its grade function.

    `suite` is used when given (from `load_or_build`, say), else built. Raises `Invalid` for an unknown twin
    or wording.
    """
    side = _side(family, twin)
    suite = suite or build(family, twin, stratum, seed, item, shape)
    told = suite.cases[0].told or None
    if side.tell:
        statement = side.tell(side.parse(suite.cases[0].told), version)
    elif 0 <= version < len(family.wordings):
        statement = family.statement(twin, version)
    else:
        raise Invalid(f"version={version}: family {family.name} has wordings 0 … {len(family.wordings) - 1}")
    task = Task(
        id=task_id(family.name, twin, stratum, seed, item),
        family=family.name,
        twin=twin,
        statement=statement,
        limits=limits,
        note=note,
        data=told,
    )
    return Item(item, task, suite, TwinGrade(side))


def task_id(family: str, twin: str, stratum: Stratum, seed: int, item: int) -> str:
    """How the task of an item is called in records."""
    return f"{family}/{twin}/{stratum.name}/seed{seed}/item{item}"


def numeric_item(
    id: str,
    question: str,
    answer: str | float,
    tolerance: Fraction,
    limits: Limits,
    *,
    index: int = 0,
    source: str = "problems",
) -> Item:
    """A word problem with a numeric answer: nothing on stdin, the program prints the number.

    `answer` is a number or one of `grading.NO_SOLUTION`; outputs are read by `grading.grade_number` with
    `tolerance` relative to max(1, |answer|). Raises `Invalid` for any other answer.
    """
    label = str(answer).strip()
    worth = number(label)
    if label.lower() in NO_SOLUTION or worth in (-99999, -9999):
        label, worth = NO_SOLUTION[0], Fraction(0)
    if worth is None:
        raise Invalid(f"problem {id}: answer {label[:60]!r} is neither a number nor one of {NO_SOLUTION}")
    case = Case(0, Tier.WORST, "", worth, label, Certificate("label", ""), "published label", told=question)
    task = Task(id=id, family=source, twin="p", statement=question, limits=limits, data="")
    return Item(index, task, Suite((case,)), partial(grade_number, tolerance=tolerance))


def _side(family: Family, twin: str) -> Twin[Any]:
    if twin not in family.twins:
        raise Invalid(f"family {family.name} has no twin {twin!r}; it has {', '.join(family.twins)}")
    return family.twins[twin]


def _recheck(side: Twin[Any], made: Certified[Any], name: str) -> str:
    """The instance's text, after everything that can be checked without solving was checked."""
    text = side.render(made.instance)
    try:
        if side.parse(text) != made.instance:
            raise Unsound(f"{name} ({made.origin}): parse(render(instance)) is another instance")
        side.certify(made)
        worth = side.value(made.instance, made.answer).worth
    except (Invalid, Refused) as refusal:
        raise Unsound(f"{name} ({made.origin}): {refusal}") from refusal
    except ValueError as failure:
        if isinstance(failure, Unsound):
            raise
        raise Unsound(f"{name} ({made.origin}): certificate {made.certificate.kind}: {failure}") from failure
    if not close(worth, made.worth, side.contract.tolerance):
        raise Unsound(f"{name} ({made.origin}): its answer is worth {worth}, certified is {made.worth}")
    return text


def _case(side: Twin[Any], made: Certified[Any], text: str, tier: Tier, index: int) -> Case:
    return Case(
        index=index,
        tier=tier,
        stdin="" if side.tell else text,
        worth=made.worth,
        answer=made.answer,
        certificate=made.certificate,
        origin=made.origin,
        told=text if side.tell else "",
    )


class TwinGrade:
    """A twin's `Grade`: instances are parsed once an item, not once a program."""

    def __init__(self, side: Twin[Any]) -> None:
        self._side = side
        self._parse = cache(side.parse)

    def __call__(self, case: Case, output: str) -> Graded:
        """Verdict on `output` for `case`."""
        return grade_twin(self._side, self._parse(case.instance), case, output)
