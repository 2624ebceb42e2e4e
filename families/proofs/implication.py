"""Refutations of two-literal clauses: a literal that implies its negation and is implied by it.

The clause (a ∨ b) says that ¬a implies b and ¬b implies a (Aspvall, Plass, Tarjan 1979).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_PATH = re.compile(r"-?[1-9][0-9]{0,9}(?: -?[1-9][0-9]{0,9})+")


def check(clauses: Sequence[Sequence[int]], proof: str) -> None:
    """Return if `proof` shows a contradiction; if not, `ValueError` names the step that fails. Linear time.

    The proof is two lines of literals, x … -x and -x … x, in which each step is one clause.
    """
    lines = proof.removesuffix("\n").split("\n")
    if len(lines) != 2 or not all(_PATH.fullmatch(line) for line in lines):
        raise ValueError("implication: expected two lines of literals separated by single spaces")
    there, back = ([int(token) for token in line.split(" ")] for line in lines)
    if not there[0] == -there[-1] == -back[0] == back[-1]:
        raise ValueError("implication: the paths don't lead from a literal to its negation and back")
    known = {frozenset(clause) for clause in clauses}
    for a, b in (*pairwise(there), *pairwise(back)):
        if frozenset((-a, b)) not in known:
            raise ValueError(f"implication: no clause says that {a} implies {b}")


def refute(clauses: Sequence[Sequence[int]]) -> str:
    """The proof that `check` wants; raises `ValueError` if there is none.

    Breadth-first search from each literal in turn: O(n m).
    """
    follow: dict[int, list[int]] = {}
    for a, b in clauses:
        follow.setdefault(-a, []).append(b)
        follow.setdefault(-b, []).append(a)
    for start in follow:
        there = _path(follow, start)
        back = _path(follow, -start) if there else []
        if back:
            return "\n".join(" ".join(map(str, path)) for path in (there, back)) + "\n"
    raise ValueError("no literal implies its negation and is implied by it: the clauses are satisfiable")


def _path(follow: dict[int, list[int]], start: int) -> list[int]:
    """Literals from `start` to its negation, each implying the next; empty if there is no such path."""
    origin = {start: 0}
    queue = [start]
    for literal in queue:
        for following in follow.get(literal, ()):
            if following not in origin:
                origin[following] = literal
                queue.append(following)
    path = [-start] if -start in origin else []
    while path and path[-1] != start:
        path.append(origin[path[-1]])
    return path[::-1]
