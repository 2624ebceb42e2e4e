"""The trusted checker of optima: a point and duals that satisfy the Karush–Kuhn–Tucker conditions.

For linear programs these conditions suffice (Kuhn and Tucker 1951): feasible x and λ of which every row is
tight or has λ = 0, and every variable is 0 or has no reduced cost, give cᵀx = λᵀb, and no other x is better.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Literal

from families.twin import Sense

Relation = Literal[">=", "<=", "="]
Rows = tuple[tuple[int, ...], ...]

_PROOF = re.compile(
    r"x = ((?:[0-9]{1,30} )+)over ([1-9][0-9]{0,30})\ny = ((?:-?[0-9]{1,30} )+)over ([1-9][0-9]{0,30})\n"
)


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """Optimise cost · x over x ≥ 0 with rows[i] · x relations[i] right[i]; n = len(cost), m = len(rows)."""

    sense: Sense
    cost: tuple[int, ...]
    rows: Rows
    relations: tuple[Relation, ...]
    right: tuple[int, ...]


def dot(left: Sequence[int], right: Sequence[int]) -> int:
    """The inner product."""
    return sum(map(mul, left, right))


def toward(sense: Sense) -> Relation:
    """The relation that pushes against the objective; its duals are ≥ 0, those of the other one ≤ 0."""
    return ">=" if sense == "min" else "<="


def check(program: LinearProgram, proof: str) -> Fraction:
    """The optimum, once x and λ of the proof are found to be optimal; else `ValueError`. Integers, O(nm)."""
    read = _PROOF.fullmatch(proof)
    if read is None:
        raise ValueError("not a kkt proof of the form 'x = … over …, y = … over …'")
    point, dual = ([int(token) for token in read[part].split()] for part in (1, 3))
    over, under = int(read[2]), int(read[4])
    if (len(point), len(dual)) != (len(program.cost), len(program.rows)):
        raise ValueError(
            f"proof has {len(point)} x and {len(dual)} y, not {len(program.cost)}, {len(program.rows)}"
        )
    _check_rows(program, point, over, dual)
    _check_costs(program, point, dual, under)
    optimum = Fraction(dot(program.cost, point), over)
    if optimum != Fraction(dot(program.right, dual), under):
        raise ValueError("costs of x and y differ")
    return optimum


def _check_rows(program: LinearProgram, point: Sequence[int], over: int, dual: Sequence[int]) -> None:
    """Primal feasibility, signs of the duals, and that only tight rows have one."""
    pushing = toward(program.sense)
    for i, (row, relation, right) in enumerate(
        zip(program.rows, program.relations, program.right, strict=True), 1
    ):
        excess = dot(row, point) - right * over
        if (relation != "<=" and excess < 0) or (relation != ">=" and excess > 0):
            raise ValueError(f"row {i} is violated by x")
        weight = dual[i - 1]
        if relation != "=" and weight * (1 if relation == pushing else -1) < 0:
            raise ValueError(f"y of row {i} has the wrong sign")
        if excess and weight:
            raise ValueError(f"row {i} is slack but has y = {weight}")


def _check_costs(program: LinearProgram, point: Sequence[int], dual: Sequence[int], under: int) -> None:
    """Dual feasibility, and that only variables without reduced cost are positive."""
    side = 1 if program.sense == "min" else -1
    for j, (cost, column) in enumerate(zip(program.cost, zip(*program.rows, strict=True), strict=True), 1):
        reduced = side * (cost * under - dot(column, dual))
        if reduced < 0:
            raise ValueError(f"variable {j} would improve the objective")
        if reduced and point[j - 1]:
            raise ValueError(f"variable {j} is positive but has reduced cost")
