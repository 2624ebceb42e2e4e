"""Mutants: programs that pass the smallest stratum, with one change that people make by mistake."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

import families

SIDES = [("sat", "p"), ("sat", "npc"), ("coloring", "p"), ("coloring", "npc")]
_ORDERS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.GtE,
    ast.NotEq: ast.Gt,
}
_SUMS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv}
_CUT_ONE_IN = 30
_FAILS = "from s1"  # expected of programs that are wrong before they are changed

Change = Callable[[Random], None]


@dataclass(frozen=True)
class Mutant:
    """A changed program and the side that it was written for."""

    family: str
    twin: str
    origin: str
    text: str


def mutant(index: int) -> Mutant:
    """The mutant of this number, always the same."""
    random = Random(f"mutant/{index}")
    family, twin = random.choice(SIDES)
    programs = families.programs(family, twin)
    texts = {name: path.read_text(encoding="utf-8") for name, path in sorted(programs.items())}
    origin = random.choice([name for name, text in texts.items() if _FAILS not in text.partition("\n")[0]])
    text = texts[origin]
    if random.randrange(_CUT_ONE_IN) == 0:  # as a reply that was cut off
        return Mutant(family, twin, origin, text[: random.randrange(len(text) // 2, len(text))])
    tree = ast.parse(text)
    random.choice(list(_changes(tree)))(random)
    return Mutant(family, twin, origin, ast.unparse(ast.fix_missing_locations(tree)))


def _changes(tree: ast.Module) -> Iterator[Change]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _ORDERS:
            yield partial(_swap_order, node)
        elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _SUMS:
            yield partial(_swap_sum, node)
        elif isinstance(node, ast.BoolOp):
            yield partial(_swap_and, node)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield partial(_shift, node)
        elif isinstance(node, ast.While):
            yield partial(_negate, node)
        elif isinstance(node, ast.If):
            yield partial(_drop, node)


def _swap_order(node: ast.Compare, random: Random) -> None:
    node.ops[0] = _ORDERS[type(node.ops[0])]()


def _swap_sum(node: ast.BinOp | ast.AugAssign, random: Random) -> None:
    node.op = _SUMS[type(node.op)]()


def _swap_and(node: ast.BoolOp, random: Random) -> None:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _shift(node: ast.Constant, random: Random) -> None:
    node.value += random.choice([-1, 1])


def _negate(node: ast.While, random: Random) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _drop(node: ast.If, random: Random) -> None:
    node.body[random.randrange(len(node.body))] = ast.Pass()
