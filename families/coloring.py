"""Colouring: can the vertices of a graph be coloured so that neighbours differ?

The twins differ in the number of colours. With two, the colour of one vertex fixes those of its whole
component, and a colouring exists exactly if no cycle is odd (Kőnig 1936): linear time. With three it is
NP-complete (Karp 1972; Stockmeyer 1973; Garey and Johnson, problem GT4), and random graphs are hardest where
about half of them can be coloured, near 2.3 edges a vertex (Cheeseman, Kanefsky, Taylor 1991).

In a stratum (n, m), n counts vertices and m edges; anchors and corners have sizes of their own. The ladder
keeps to the threshold, which lies lower in small graphs. Certificates: a colouring; an odd closed walk (two
colours); an LRAT refutation (three).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from random import Random

from families.answers import short, witness_tokens
from families.graphs.draw import Block, fill, split, tree
from families.graphs.named import (
    Edge,
    Sketch,
    beside,
    complete,
    cone,
    cycle,
    hajos,
    mycielski,
    path,
    petersen,
)
from families.proofs import lrat
from families.proofs.refutation import refute, solve
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

WORDINGS = (
    "An undirected graph is given. It has n vertices, numbered from 1 to n, and m edges. A colouring gives "
    "every vertex one colour, and it is proper if the two ends of every edge have different colours. "
    "{detail} Decide whether the graph has a proper colouring, and if so, find one.",
    "There are n points, numbered from 1 to n, and m lines, each of which joins two of the points. Every "
    "point is to be painted so that no line joins two points of the same colour. {detail} Find such a "
    "painting, or report that there is none.",
)
CONTRACT = Contract(
    bounds=(Bound("n", 1, 1000, "number of vertices"), Bound("m", 0, 5000, "number of edges")),
    input="The first line contains two integers n and m ({n}, {m}).\n"
    "Each of the following m lines contains two different integers u and v (1 ≤ u, v ≤ n), separated by a "
    "space: u and v are joined. No pair is joined twice, neither as u v nor as v u. Some of 1, …, n may "
    "occur in no pair.",
    output="If it is impossible, print NO.\n"
    "Otherwise print YES, and on the next line n integers separated by spaces: the colours of 1, 2, …, n in "
    "this order, each of them an integer from 1 to k, where k is the number of colours. Not every colour "
    "needs to be used. If there are several solutions, any one of them is accepted.",
)
LADDER = ladder((6, 8), (15, 32), (40, 84), (80, 176), (130, 292), (180, 408), (230, 524), (260, 593))

_CORE = 260  # no NP-complete core is made larger, whatever the stratum: its proof doubles every 30 vertices
_TRIES = 400


@dataclass(frozen=True, slots=True)
class Graph:
    """A simple graph on the vertices 1 … n; edges as given, in either direction."""

    n: int
    edges: tuple[Edge, ...]

    def neighbours(self) -> list[list[int]]:
        """The neighbours of each vertex, by its number; place 0 is empty. O(n + m)."""
        found: list[list[int]] = [[] for _ in range(self.n + 1)]
        for u, v in self.edges:
            found[u].append(v)
            found[v].append(u)
        return found


# --- text ---------------------------------------------------------------------------------------------------

_LINE = re.compile(r"(0|[1-9][0-9]{0,5}) (0|[1-9][0-9]{0,5})")
_COLOUR = re.compile(r"-?[0-9]{1,9}")


def render(graph: Graph) -> str:
    """The header "n m", then an edge a line."""
    return "".join(f"{a} {b}\n" for a, b in ((graph.n, len(graph.edges)), *graph.edges))


def parse(text: str) -> Graph:
    """The graph; raises `Invalid` naming the line at fault."""
    lines = text.split("\n")
    if lines.pop():
        raise Invalid(f"line {len(lines) + 1}: the input must end with a newline")
    n, m = _pair(lines, 1, "n and m")
    CONTRACT["n"].check(n, "line 1")
    CONTRACT["m"].check(m, "line 1")
    if len(lines) != m + 1:
        raise Invalid(f"line 1: m = {m}, but {len(lines) - 1} lines follow")
    seen: dict[frozenset[int], int] = {}
    edges = []
    for number in range(2, m + 2):
        u, v = _pair(lines, number, "u and v")
        for vertex in (u, v):
            if not 1 <= vertex <= n:
                raise Invalid(f"line {number}: {vertex} is no vertex from 1 to {n}")
        if u == v:
            raise Invalid(f"line {number}: vertex {u} is joined to itself")
        if (first := seen.setdefault(frozenset((u, v)), number)) != number:
            raise Invalid(f"line {number}: {u} and {v} are already joined in line {first}")
        edges.append((u, v))
    return Graph(n, tuple(edges))


def _pair(lines: list[str], number: int, what: str) -> Edge:
    match = _LINE.fullmatch(lines[number - 1]) if number <= len(lines) else None
    if match is None:
        raise Invalid(f"line {number}: expected {what} as two integers separated by one space")
    return int(match[1]), int(match[2])


def _yes(colours: Iterable[int]) -> str:
    return f"YES\n{' '.join(map(str, colours))}\n"


# --- checker ------------------------------------------------------------------------------------------------


def value(k: int, graph: Graph, answer: str) -> Value:
    """1 for YES with a proper colouring in k colours, 0 for NO; raises `Refused` with the reason. Linear."""
    tokens = witness_tokens(answer)
    if tokens is None:
        return Value(Fraction(0), witnessed=False)
    colour = [0, *_colours(k, graph.n, tokens)]
    for u, v in graph.edges:
        if colour[u] == colour[v]:
            raise Refused(f"vertices {u} and {v} are joined and share colour {colour[u]}")
    return Value(Fraction(1), witnessed=True)


def _colours(k: int, n: int, tokens: Sequence[str]) -> list[int]:
    if len(tokens) != n:
        raise Refused(f"expected {n} colours after YES, got {len(tokens)}")
    for vertex, token in enumerate(tokens, start=1):
        if not _COLOUR.fullmatch(token) or not 1 <= int(token) <= k:
            raise Refused(f"vertex {vertex}: {short(token)} is no colour from 1 to {k}")
    return [int(token) for token in tokens]


def rephrase(k: int, rng: Random, graph: Graph, answer: str) -> str:
    """Another colouring, by swaps in random Kempe chains, in another layout; NO in other letters."""
    words = answer.split()
    if words[0].upper() == "NO":
        return rng.choice(("no", "No\n", " NO \n\n"))
    colour = [0, *map(int, words[1:])]
    neighbours = graph.neighbours()
    for start in rng.choices(range(1, graph.n + 1), k=10):
        old = colour[start]
        swap = {old: (new := rng.choice([c for c in range(1, k + 1) if c != old])), new: old}
        chain = {start}
        waiting = [start]
        while waiting:
            more = [w for w in neighbours[waiting.pop()] if colour[w] in swap and w not in chain]
            chain.update(more)
            waiting.extend(more)
        for vertex in chain:
            colour[vertex] = swap[colour[vertex]]
    return rng.choice(("yes", "Yes", "YES\n")) + "".join(
        rng.choice((" ", "\n", "\t ")) + str(c) for c in colour[1:]
    )


# --- certificates -------------------------------------------------------------------------------------------


def certify(k: int, certified: Certified[Graph]) -> None:
    """Recheck answer and certificate from the graph; raises `ValueError` naming what fails."""
    graph, kind, text = certified.instance, certified.certificate.kind, certified.certificate.text
    if value(k, graph, certified.answer).worth != certified.worth:
        raise ValueError(f"the answer is not worth {certified.worth}")
    match certified.worth, kind:
        case 1, "witness":
            if not value(k, graph, text).witnessed:
                raise ValueError("the witness is only a claim")
        case 0, "odd_cycle" if k == 2:
            check_odd_cycle(graph, text)
        case 0, "lrat" if k == 3:
            lrat.check(_encode(graph), text)
        case worth, _:
            raise ValueError(f"a certificate of kind {kind} can't show that {worth} is right")


def check_odd_cycle(graph: Graph, text: str) -> None:
    """Return if `text` lists an odd closed walk; else raise `ValueError`. O(m + length of the text).

    Two colours would alternate along it, and clash where it closes.
    """
    if not re.fullmatch(r"[0-9]{1,9}(?: [0-9]{1,9})*\n?", text):
        raise ValueError("odd cycle: expected one line of vertices separated by single spaces")
    walk = [int(token) for token in text.split()]
    if len(walk) % 2 == 0:
        raise ValueError(f"odd cycle: {len(walk)} vertices are an even number")
    joined = set(map(frozenset, graph.edges))
    for u, v in (*pairwise(walk), (walk[-1], walk[0])):
        if frozenset((u, v)) not in joined:
            raise ValueError(f"odd cycle: {u} and {v} are not joined")


def _encode(graph: Graph) -> list[list[int]]:
    """Clauses that hold exactly if three colours suffice; variable 3 (v - 1) + c says that v has colour c.

    Colours can be renamed, so the ends of one edge get colours 1 and 2 beforehand. Any edge will do; one in
    many triangles shortens proofs.
    """

    def is_(vertex: int, colour: int) -> int:
        return 3 * (vertex - 1) + colour

    clauses = [[is_(v, 1), is_(v, 2), is_(v, 3)] for v in range(1, graph.n + 1)]
    clauses += [[-is_(u, c), -is_(v, c)] for u, v in graph.edges for c in (1, 2, 3)]
    if graph.edges:
        near = list(map(set, graph.neighbours()))
        u, v = max(
            graph.edges, key=lambda e: (len(near[e[0]] & near[e[1]]), len(near[e[0]]) + len(near[e[1]]))
        )
        clauses += [[is_(u, 1)], [is_(v, 2)]]
    return clauses


def _three_colours(graph: Graph) -> list[int] | None:
    """Three colours for 1, 2, …, n by the solver, or None."""
    model = solve(_encode(graph), 3 * graph.n)
    if model is None:
        return None
    return [next(c for c in (1, 2, 3) if model[3 * v + c - 1] > 0) for v in range(graph.n)]


def _two_colours(graph: Graph) -> tuple[list[int], list[int]]:
    """Colours for 1, 2, …, n and no walk, or no colours and an odd closed walk; breadth first, O(n + m)."""
    neighbours = graph.neighbours()
    colour = [0] * (graph.n + 1)
    parent = [0] * (graph.n + 1)
    for root in range(1, graph.n + 1):
        if colour[root]:
            continue
        colour[root] = 1
        queue = deque([root])
        while queue:
            u = queue.popleft()
            for v in neighbours[u]:
                if not colour[v]:
                    colour[v], parent[v] = 3 - colour[u], u
                    queue.append(v)
                elif colour[v] == colour[u]:
                    return [], _walk(parent, u, v)
    return colour[1:], []


def _walk(parent: Sequence[int], u: int, v: int) -> list[int]:
    """From u up to the last vertex that both ways to the root share, and down to v; both are equally deep."""
    left, right = [u], [v]
    while left[-1] != right[-1]:
        left.append(parent[left[-1]])
        right.append(parent[right[-1]])
    return left + right[-2::-1]


# --- references ---------------------------------------------------------------------------------------------


def solve_two(graph: Graph) -> str:
    """Two colours by union-find over claims "v has colour c", joined where they stand or fall together.

    A vertex whose two claims meet has no colour. Almost linear (Tarjan 1975).
    """
    leader = list(range(2 * graph.n + 2))

    def find(claim: int) -> int:
        while leader[claim] != claim:
            leader[claim] = leader[leader[claim]]
            claim = leader[claim]
        return claim

    for u, v in graph.edges:
        for a, b in ((2 * u, 2 * v + 1), (2 * u + 1, 2 * v)):
            low, high = sorted((find(a), find(b)))
            leader[high] = low
    roots = [(find(2 * v), find(2 * v + 1)) for v in range(1, graph.n + 1)]
    return "NO\n" if any(a == b for a, b in roots) else _yes(1 if a < b else 2 for a, b in roots)


def solve_three(graph: Graph) -> str:
    """Three colours by backtracking, always on the vertex with the fewest colours left (Brélaz 1979).

    No clauses and no learning: nothing in common with the solver behind the certificates but the graph.
    Exponential; up to some ten seconds on the ladder's last stratum.
    """
    neighbours = graph.neighbours()
    colour = [0] * (graph.n + 1)
    clashes = [[0] * 4 for _ in range(graph.n + 1)]  # neighbours of a vertex by colour
    left = [3] * (graph.n + 1)
    open_ = dict.fromkeys(range(1, graph.n + 1))
    stack: list[tuple[int, list[int]]] = []

    def mark(vertex: int, c: int, change: int) -> bool:
        for w in neighbours[vertex]:
            before = clashes[w][c]
            clashes[w][c] += change
            left[w] -= bool(clashes[w][c]) - bool(before)
        return all(left[w] or colour[w] for w in neighbours[vertex])

    def descend() -> None:
        vertex = min(open_, key=lambda v: (left[v], -len(neighbours[v]), v))
        del open_[vertex]
        fresh = min(max(colour) + 1, 3)  # unused colours are alike: try one of them
        stack.append((vertex, [c for c in range(fresh, 0, -1) if not clashes[vertex][c]]))

    descend()
    while stack:
        vertex, choices = stack[-1]
        if colour[vertex]:
            mark(vertex, colour[vertex], -1)
            colour[vertex] = 0
        if not choices:
            stack.pop()
            open_[vertex] = None
            continue
        colour[vertex] = choices.pop()
        if mark(vertex, colour[vertex], 1):
            if not open_:
                return _yes(colour[1:])
            descend()
    return "NO\n"


def brute(k: int, graph: Graph) -> str:
    """All colourings in order, those that begin alike with a clash left out together."""
    before = [[w for w in near if w < v] for v, near in enumerate(graph.neighbours())]

    def extend(colour: list[int]) -> list[int] | None:
        vertex = len(colour)
        if vertex > graph.n:
            return colour
        for c in range(1, k + 1):
            if all(colour[w] != c for w in before[vertex]) and (found := extend([*colour, c])):
                return found
        return None

    found = extend([0])
    return _yes(found[1:]) if found else "NO\n"


# --- sampling -----------------------------------------------------------------------------------------------


def sample(k: int, rng: Random, stratum: Stratum, tier: Tier, index: int) -> Certified[Graph]:
    """The index-th case of a tier: colourable exactly if the index is even.

    Labels and edges are mixed, but vertex 1 stays: corners and parts keep what is wrong away from it.
    """
    match tier:
        case Tier.ANCHOR:
            origin, make = _ANCHORS[k][index % len(_ANCHORS[k])]
            n, edges = make()
        case Tier.CORNER:
            origin, corner = _CORNERS[k][index % len(_CORNERS[k])]
            n, edges = corner(rng, max(stratum.n, 12))
            origin = f"corner: {origin}"
        case Tier.WORST:
            origin, (n, edges) = (_bipartite if k == 2 else _threshold)(rng, stratum, index)
    graph = _mixed(rng, n, edges)
    certified = _certified(k, graph, origin)
    if (certified.worth == 1) != (index % 2 == 0):
        raise RuntimeError(f"coloring, {k} colours, {tier} {index} ({origin}): not the answer intended")
    return certified


def _mixed(rng: Random, n: int, edges: Sequence[Edge]) -> Graph:
    label = [0, 1, *rng.sample(range(2, n + 1), n - 1)]
    named = [(label[u], label[v]) if rng.random() < 0.5 else (label[v], label[u]) for u, v in edges]
    return Graph(n, tuple(rng.sample(named, len(named))))


def _certified(k: int, graph: Graph, origin: str) -> Certified[Graph]:
    colours, walk = _two_colours(graph) if k == 2 else (_three_colours(graph), [])
    if colours:
        answer = _yes(colours)
        return Certified(graph, Fraction(1), answer, Certificate("witness", answer), origin)
    if k == 2:
        proof = Certificate("odd_cycle", " ".join(map(str, walk)) + "\n")
    else:
        proof = Certificate("lrat", refute(_encode(graph)))
    return Certified(graph, Fraction(0), "NO\n", proof, origin)


# --- worst cases, two colours -------------------------------------------------------------------------------


def _bipartite(rng: Random, stratum: Stratum, index: int) -> tuple[str, Sketch]:
    """Two colours: odd cycles that are long, late or apart, against even ones of the same make."""
    n, m, odd = stratum.n, stratum.m, index % 2
    length = rng.randint(n // 3, n // 2) // 2 * 2 + odd
    side = (n - length) // 2
    match index // 2 % 3:
        case 1:
            return "parts", _parts(rng, n, m, odd)
        case 2 if 3 <= length < m <= length + side * side // 2:
            left, right, ring = split(range(1, n + 1), side, n - length)
            edges = [*pairwise(ring), (ring[-1], ring[0]), (rng.choice(left), rng.choice(ring))]
            return "long cycle beside a dense part", (n, fill(rng, edges, [(left, right)], m))
        case _:
            return "ring of layers", _ring(rng, n, m, odd)


def _ring(rng: Random, n: int, m: int, odd: int) -> Sketch:
    """Layers around a ring, edges between neighbouring ones only: an odd cycle must go all the way round."""
    most = max(4, min(m, int(n * n / (1.25 * m))))  # up to so many layers there are more pairs than edges
    count = rng.randint(most // 2 + 1, most)
    count = max(2, count if count % 2 == odd else count - 1)
    vertices = rng.sample(range(1, n + 1), n)
    layers = [vertices[place::count] for place in range(count)]
    around = list(pairwise(layers)) + ([(layers[-1], layers[0])] if count > 2 else [])
    return n, fill(rng, [(a[0], b[0]) for a, b in around], around, m)


def _parts(rng: Random, n: int, m: int, odd: int) -> Sketch:
    """Connected two-coloured parts; if `odd`, one edge of the last part is within a side.

    Vertex 1 is in the first part. Without room for several parts there is one.
    """
    used = min(n, m)  # more vertices can't be connected
    count = rng.randint(2, 4)
    spread = used // (8 * count)
    sizes = [used // count + rng.randint(-spread, spread) for _ in range(count - 1)]
    cuts = [sum(sizes[:place]) for place in range(1, count)]
    parts = [
        split(part, rng.randint(len(part) // 3, len(part) // 2)) for part in split(range(1, used + 1), *cuts)
    ]
    if used < 12 * count or sum(len(left) * len(right) for left, right in parts) < m:
        parts = [split(range(1, used + 1), used // 2)]
    edges = [edge for left, right in parts for edge in tree(rng, left, right)]
    edges = fill(rng, edges, [(left, right) for left, right in parts], m - odd)
    if odd:
        near = list(map(set, Graph(n, tuple(edges)).neighbours()))
        chosen = [rng.sample(parts[-1][1], 2) for _ in range(30)]
        u, v = min(chosen, key=lambda pair: len(near[pair[0]] & near[pair[1]]))  # triangles would tell
        edges.append((u, v))
    return n, edges


# --- worst cases, three colours -----------------------------------------------------------------------------


def _threshold(rng: Random, stratum: Stratum, index: int) -> tuple[str, Sketch]:
    """Three colours: sparse random graphs at the threshold, filtered by their answer.

    Far from the threshold only a core of the vertices has such a graph, or the answer is planted.
    """
    size, count = _core(stratum.n, stratum.m)
    origin, parts, make = _CORES[index // 2 % len(_CORES)]
    colourable = index % 2 == 0
    for effort in range(0 if colourable and count > 2.6 * size else _TRIES):
        edges = _typical(parts, size, partial(make, rng, size, count, 0 if colourable else 1 + effort))
        colours = _three_colours(Graph(size, tuple(edges)))
        if (colours is not None) == colourable:
            break
    else:
        origin = "planted"
        colours = [1 + v % 3 for v in range(size)] if colourable else None  # as in `_flat`
        edges = (
            _flat(rng, size, count, 0)
            if colourable
            else fill(rng, combinations(range(1, 5), 2), _all(size), count)
        )
    hidden = colours or _balanced(rng, size)
    hidden = [*hidden, *_balanced(rng, stratum.n - size)]
    classes = [[v for v, c in enumerate(hidden, start=1) if c == colour] for colour in (1, 2, 3)]
    return origin, (stratum.n, fill(rng, edges, list(combinations(classes, 2)), stratum.m))


def _balanced(rng: Random, n: int) -> list[int]:
    return rng.sample([1 + v % 3 for v in range(n)], n)


def _core(n: int, m: int) -> Edge:
    """How many vertices and edges make the hard part of a graph: all where they are near the threshold."""

    def ratio(size: int) -> float:  # where about half of the graphs without K4 can be coloured, as measured
        return min(2.28, 2.08 + 0.0013 * size)

    if n < 12 or (n <= _CORE and m >= (ratio(n) - 0.06) * n):
        return n, m
    size = min(n, _CORE, max(6, int(0.4 * m)))
    return size, min(m, size * size // 4 - 1, max(8, round(ratio(size) * size)))


def _typical(parts: int, n: int, make: Callable[[], list[Edge]]) -> list[Edge]:
    """A graph without K4 whose degrees vary as usual, with as many triangles as are usual in so many parts.

    Else these would betray the answer in seven of ten cases: at equal size, even degrees and few triangles
    favour a colouring. Small or dense graphs are taken as they come.
    """
    edges = make()
    mean = 2 * len(edges) / n
    triangles = parts * mean**3 / 6
    squares = n * mean * (mean + 1)  # the sum of squared degrees
    for _ in range(0 if n < 12 or mean > 5.2 else _TRIES):
        near = list(map(set, Graph(n, tuple(edges)).neighbours()))
        common = [near[u] & near[v] for u, v in edges]
        unusual = n >= 30 and (
            abs(sum(len(x) ** 2 for x in near) - squares) > 0.5 * mean * n**0.5
            or abs(sum(map(len, common)) / 3 - triangles) > 0.7 * triangles**0.5
        )
        if not unusual and not any(b in near[a] for both in common for a, b in combinations(both, 2)):
            break
        edges = make()
    return edges


def _all(size: int) -> list[Block]:
    vertices = range(1, size + 1)
    return [(vertices, vertices)]


def _uniform(rng: Random, size: int, count: int, effort: int) -> list[Edge]:
    return fill(rng, (), _all(size), count)


def _flat(rng: Random, size: int, count: int, effort: int) -> list[Edge]:
    """Three equal classes with equally many edges between any two (Culberson, Luo 1996).

    With each `effort` against colouring, some more edges lie within a class.
    """
    vertices = range(1, size + 1)
    classes = [vertices[place::3] for place in range(3)]
    inside = min(count // 4, effort * max(1, size // 40)) if effort else 0
    edges = fill(rng, (), [(a, a) for a in classes], inside)
    for number, block in enumerate(combinations(classes, 2), start=1):
        edges = fill(rng, edges, [block], inside + (count - inside) * number // 3)
    return edges


def _halves(rng: Random, size: int, count: int, effort: int) -> list[Edge]:
    """Two parts and two edges between them: whoever starts in the wrong one recolours it for ever."""
    if size < 30:
        return _uniform(rng, size, count, effort)
    vertices = range(1, size + 1)
    left, right = split(vertices, size // 2)
    edges = fill(rng, (), [(left, left)], (count - 2) // 2)
    edges = fill(rng, edges, [(right, right)], count - 2)
    return fill(rng, edges, [(left, right)], count)


_CORES = (("threshold", 1, _uniform), ("flat", 1, _flat), ("two halves", 2, _halves))


# --- anchors and corners ------------------------------------------------------------------------------------


def _odd(n: int) -> int:
    return n if n % 2 else n - 1


def _less_an_edge(rng: Random, base: Sketch) -> Sketch:
    return base[0], rng.sample(base[1], len(base[1]) - 1)


def _critical(rng: Random, n: int) -> Sketch:
    """A Hajós sum of odd wheels on about n vertices: no K4, and every edge needed against three colours."""
    found = cone(cycle(5))
    while found[0] + 5 <= n:
        wheel = cone(cycle(5 if found[0] + 7 > n else rng.choice((5, 7))))
        found = hajos((found[0], rng.sample(found[1], len(found[1]))), wheel)
    return found


# Colourable at even places.
_ANCHORS: dict[int, tuple[tuple[str, Callable[[], Sketch]], ...]] = {
    2: (
        ("path", lambda: path(3)),
        ("triangle", lambda: cycle(3)),
        ("square", lambda: cycle(4)),
        ("pentagon", lambda: cycle(5)),
        ("square and a line", lambda: beside(cycle(4), path(2))),
        ("house", lambda: (5, [*cycle(5)[1], (2, 5)])),
        ("two and three", lambda: complete(2, 3)),
        ("line and a triangle", lambda: beside(path(2), cycle(3))),
    ),
    3: (
        ("triangle", lambda: cycle(3)),
        ("four points", lambda: complete(1, 1, 1, 1)),
        ("pentagon", lambda: cycle(5)),
        ("wheel of five", lambda: cone(cycle(5))),
        ("wheel of four", lambda: cone(cycle(4))),
        ("five points", lambda: complete(1, 1, 1, 1, 1)),
        ("prism", lambda: (6, [*beside(cycle(3), cycle(3))[1], (1, 4), (2, 5), (3, 6)])),
        ("four points and a tail", lambda: (6, [*complete(1, 1, 1, 1)[1], (4, 5), (5, 6)])),
    ),
}
_CORNERS: dict[int, tuple[tuple[str, Callable[[Random, int], Sketch]], ...]] = {
    2: (
        ("one vertex", lambda rng, n: (1, [])),
        ("triangle alone", lambda rng, n: cycle(3)),
        ("no edges", lambda rng, n: (n, [])),
        ("triangle after isolated vertices", lambda rng, n: beside((n - 3, []), cycle(3))),
        ("one edge after isolated vertices", lambda rng, n: beside((n - 2, []), path(2))),
        ("complete", lambda rng, n: complete(*[1] * rng.randint(5, 8))),
        ("longest path", lambda rng, n: path(n)),
        ("longest odd cycle", lambda rng, n: cycle(_odd(n))),
        ("star", lambda rng, n: complete(1, n - 1)),
        ("second of two cycles odd", lambda rng, n: beside(cycle(n // 4 * 2), cycle(_odd(n // 2)))),
        ("complete bipartite", lambda rng, n: complete(rng.randint(2, 4), n - 4)),
        ("odd cycles through one vertex", lambda rng, n: cone(beside(*[path(2)] * ((n - 1) // 2)))),
        ("longest even cycle", lambda rng, n: cycle(n // 2 * 2)),
        ("odd wheel", lambda rng, n: cone(cycle(_odd(n - 1)))),
        ("many lines", lambda rng, n: beside(*[path(2)] * (n // 2))),
        ("complete bipartite and an edge", lambda rng, n: (n, [*complete(3, n - 3)[1], (n - 1, n)])),
    ),
    3: (
        ("one vertex", lambda rng, n: (1, [])),
        ("four vertices, all joined", lambda rng, n: complete(1, 1, 1, 1)),
        ("no edges", lambda rng, n: (n, [])),
        ("all joined after isolated vertices", lambda rng, n: beside((n - 4, []), complete(1, 1, 1, 1))),
        ("complete bipartite", lambda rng, n: complete(rng.randint(2, 4), n - 4)),
        ("complete", lambda rng, n: complete(*[1] * rng.randint(5, 8))),
        ("longest odd cycle", lambda rng, n: cycle(_odd(n))),
        ("odd wheel", lambda rng, n: cone(cycle(_odd(n - 1)))),
        ("even wheel", lambda rng, n: cone(cycle((n - 1) // 2 * 2))),
        ("Moser spindle", lambda rng, n: hajos(complete(1, 1, 1, 1), complete(1, 1, 1, 1))),
        ("complete tripartite", lambda rng, n: complete(rng.randint(1, 3), rng.randint(1, 3), n - 6)),
        ("critical without K4", _critical),
        ("Petersen graph", lambda rng, n: petersen()),
        ("second of two parts", lambda rng, n: beside(cycle(_odd(n - 7)), cone(cycle(5)))),
        ("critical less an edge", lambda rng, n: _less_an_edge(rng, _critical(rng, n))),
        ("Grötzsch graph", lambda rng, n: mycielski(cycle(5))),
    ),
}


# --- the family ---------------------------------------------------------------------------------------------


def admit(stratum: Stratum) -> None:
    """Raises `Invalid` when some case of the stratum's size would be impossible or all cases alike."""
    n, m = stratum.n, stratum.m
    if not 6 <= n <= CONTRACT["n"].high:
        raise Invalid(f"stratum.n = {n} is outside 6 … {CONTRACT['n'].high}")
    most = min(CONTRACT["m"].high, n * n // 4 - 1)  # beyond n²/4 edges two colours never suffice
    if not 8 <= m <= most:
        raise Invalid(f"stratum.m = {m} is outside 8 … {most} for n = {n}")


def _twin(k: int, detail: str, reference: Callable[[Graph], str]) -> Twin[Graph]:
    return Twin(
        detail=detail,
        contract=CONTRACT,
        sample=partial(sample, k),
        render=render,
        parse=parse,
        value=partial(value, k),
        certify=partial(certify, k),
        rephrase=partial(rephrase, k),
        solve=reference,
        brute=partial(brute, k),
    )


def family() -> Family:
    """The family without options."""
    return Family(
        name="coloring",
        wordings=WORDINGS,
        ladder=LADDER,
        twins={
            "p": _twin(2, "There are two colours (k = 2).", solve_two),
            "npc": _twin(3, "There are three colours (k = 3).", solve_three),
        },
        admit=admit,
    )
