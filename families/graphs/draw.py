"""Drawing edges at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise, product
from random import Random

from families.graphs.named import Edge

Block = tuple[Sequence[int], Sequence[int]]
"""Two disjoint sets of vertices, or twice the same one."""


def fill(rng: Random, edges: Iterable[Edge], blocks: Sequence[Block], m: int) -> list[Edge]:
    """`edges` and as many more, each uniform among the pairs within a block, as make m. Expected time O(m).

    Raises ValueError if the blocks have too few pairs.
    """
    found = {(min(e), max(e)): None for e in edges}
    sizes = [len(a) * (len(a) - 1) // 2 if a is b else len(a) * len(b) for a, b in blocks]
    if sum(sizes) < 2 * m:  # few pairs to spare: list them
        pairs = [pair for a, b in blocks for pair in (combinations(a, 2) if a is b else product(a, b))]
        free = [pair for u, v in pairs if (pair := (min(u, v), max(u, v))) not in found]
        return [*found, *rng.sample(free, m - len(found))]
    while len(found) < m:
        a, b = rng.choices(blocks, sizes)[0]
        u, v = rng.choice(a), rng.choice(b)
        if u != v:
            found[min(u, v), max(u, v)] = None
    return list(found)


def split(vertices: Sequence[int], *cuts: int) -> list[Sequence[int]]:
    """`vertices` cut before each of these places."""
    return [vertices[a:b] for a, b in pairwise((0, *cuts, len(vertices)))]


def tree(rng: Random, left: Sequence[int], right: Sequence[int]) -> list[Edge]:
    """A random tree on both sides, all edges across."""
    sides: tuple[list[int], list[int]] = ([left[0]], [right[0]])
    edges = [(left[0], right[0])]
    others = [(vertex, 0) for vertex in left[1:]] + [(vertex, 1) for vertex in right[1:]]
    for vertex, side in rng.sample(others, len(others)):
        edges.append((vertex, rng.choice(sides[1 - side])))
        sides[side].append(vertex)
    return edges
