"""Graphs with names, and ways to put graphs together."""

from __future__ import annotations

from itertools import combinations, pairwise

Edge = tuple[int, int]
Sketch = tuple[int, list[Edge]]
"""A number n of vertices, and edges between some of 1, …, n."""


def path(n: int) -> Sketch:
    """n vertices in a line."""
    return n, list(pairwise(range(1, n + 1)))


def cycle(n: int) -> Sketch:
    """n vertices in a ring."""
    return n, [*pairwise(range(1, n + 1)), (n, 1)]


def complete(*sizes: int) -> Sketch:
    """All edges between parts of these sizes."""
    part = [place for place, size in enumerate(sizes) for _ in range(size)]
    n = len(part)
    return n, [(u, v) for u, v in combinations(range(1, n + 1), 2) if part[u - 1] != part[v - 1]]


def cone(base: Sketch) -> Sketch:
    """One more vertex, joined to all: over a cycle, a wheel."""
    n, edges = base
    return n + 1, [*edges, *((v, n + 1) for v in range(1, n + 1))]


def beside(*sketches: Sketch) -> Sketch:
    """Unconnected parts, numbered one after the other."""
    n, edges = 0, list[Edge]()
    for size, more in sketches:
        edges += [(u + n, v + n) for u, v in more]
        n += size
    return n, edges


def hajos(first: Sketch, second: Sketch) -> Sketch:
    """The Hajós sum: each loses its last edge, they share one end, the others are joined (Hajós 1961).

    If both summands need k colours, so does the sum; if no edge of theirs can be spared, none of it can.
    """
    (x, y), (u, v) = first[1][-1], second[1][-1]
    others = [w for w in range(1, second[0] + 1) if w != u]
    label = {u: x, **{w: first[0] + place for place, w in enumerate(others, start=1)}}
    moved = [(label[a], label[b]) for a, b in second[1][:-1]]
    return first[0] + second[0] - 1, [*first[1][:-1], *moved, (y, label[v])]


def mycielski(base: Sketch) -> Sketch:
    """One more colour needed, no triangle more (Mycielski 1955)."""
    n, edges = base
    doubled = [pair for u, v in edges for pair in ((u, v), (u, v + n), (u + n, v))]
    return 2 * n + 1, [*doubled, *((v + n, 2 * n + 1) for v in range(1, n + 1))]


def petersen() -> Sketch:
    """The Petersen graph: three neighbours each, three colours, no cycle under five (Petersen 1898)."""
    return 10, [*cycle(5)[1], *((v, v + 5) for v in range(1, 6)), (6, 8), (8, 10), (10, 7), (7, 9), (9, 6)]
