"""What is particular to colouring: its text, checker, certificates, samples, and the graphs behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from statistics import pvariance

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leaks import guessed

from families.coloring import (
    Graph,
    brute,
    check_odd_cycle,
    family,
    parse,
    render,
    solve_three,
    solve_two,
    value,
)
from families.graphs.draw import fill, tree
from families.graphs.named import Sketch, complete, cone, cycle, hajos, mycielski, path, petersen
from families.proofs import refutation
from families.twin import Certificate, Certified, Invalid, Refused, Stratum, Tier, Twin

COLORING = family()
LADDER = COLORING.ladder
ODD_SIZES = [
    Stratum(n, m)
    for n, m in ((6, 8), (7, 11), (8, 15), (11, 8), (12, 8), (12, 35), (20, 99), (25, 30), (40, 300),
                 (60, 90), (100, 8), (100, 210), (150, 330), (200, 300), (300, 700), (400, 900), (1000, 1500))
]  # fmt: skip


def side(twin: str) -> Twin[Graph]:
    """The twin of the family, typed."""
    return COLORING.twins[twin]


def make(twin: str, stratum: Stratum, tier: Tier, index: int, seed: int = 0) -> Certified[Graph]:
    """One case, as a suite would draw it."""
    return side(twin).sample(Random(f"test/{twin}/{stratum}/{tier}/{index}/{seed}"), stratum, tier, index)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Any graph of up to eight vertices."""
    n = draw(st.integers(1, 8))
    pairs = list(combinations(range(1, n + 1), 2))
    return Graph(n, tuple(draw(st.lists(st.sampled_from(pairs), unique=True))) if pairs else ())


def colours_needed(sketch: Sketch) -> int:
    graph = Graph(sketch[0], tuple(sketch[1]))
    return next(k for k in range(1, 9) if brute(k, graph) != "NO\n")


# --- text ---------------------------------------------------------------------------------------------------


@given(graphs())
def test_any_graph_is_read_as_it_was_written(graph: Graph) -> None:
    assert parse(render(graph)) == graph


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("3 1\n1 1\n", "line 2: vertex 1 is joined to itself"),
        ("3 2\n1 2\n2 1\n", "line 3: 2 and 1 are already joined in line 2"),
        ("3 2\n1 2\n1 2\n", "line 3: 1 and 2 are already joined in line 2"),
        ("3 1\n1 4\n", "line 2: 4 is no vertex from 1 to 3"),
        ("3 1\n0 1\n", "line 2: 0 is no vertex from 1 to 3"),
        ("3 2\n1 2\n", "line 1: m = 2, but 1 lines follow"),
        ("3 0\n1 2\n", "line 1: m = 0, but 1 lines follow"),
        ("0 0\n", "line 1: n = 0 is outside 1 … 1000"),
        ("3 1\n1  2\n", "line 2: expected u and v as two integers separated by one space"),
        ("3 1\n1 2 3\n", "line 2: expected u and v as two integers separated by one space"),
        ("3 1\n1 2", "line 2: the input must end with a newline"),
        ("", "line 1: expected n and m as two integers separated by one space"),
    ],
)
def test_a_text_outside_the_contract_is_refused_by_line(text: str, reason: str) -> None:
    with pytest.raises(Invalid, match="^" + reason + "$"):
        parse(text)


# --- checker ------------------------------------------------------------------------------------------------

SQUARE = Graph(4, ((1, 2), (3, 2), (3, 4), (4, 1)))


@pytest.mark.parametrize("answer", ["YES\n1 2 1 2\n", "yes 2 1 2 1", " Yes\n\n1\n2\n1\n2", "YES\t01 2 1 2\n"])
def test_a_proper_colouring_is_accepted_in_any_layout(answer: str) -> None:
    assert value(2, SQUARE, answer).worth == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("YES\n1 1 2 2\n", "vertices 1 and 2 are joined and share colour 1"),
        ("YES\n1 2 1\n", "expected 4 colours after YES, got 3"),
        ("YES\n1 2 1 2 1\n", "expected 4 colours after YES, got 5"),
        ("YES\n1 2 1 3\n", "vertex 4: '3' is no colour from 1 to 2"),
        ("YES\n0 1 0 1\n", "vertex 1: '0' is no colour from 1 to 2"),
        ("YES\n1 2 1 -2\n", "vertex 4: '-2' is no colour from 1 to 2"),
        ("YES\n1 2 1 +2\n", "vertex 4: '\\+2' is no colour from 1 to 2"),
        ("YES\n1 2 1 ٢\n", "vertex 4: '٢' is no colour from 1 to 2"),
        ("YES\n1 2 1 2.0\n", "vertex 4: '2.0' is no colour from 1 to 2"),
        ("1 2 1 2\n", "the output starts with '1', not with YES or NO"),
        ("NO 1\n", "NO is followed by '1'"),
        ("", "no answer: the output is empty"),
    ],
)
def test_what_is_no_proper_colouring_is_refused_with_the_reason(answer: str, reason: str) -> None:
    with pytest.raises(Refused, match=f"^{reason}$"):
        value(2, SQUARE, answer)


@given(graphs(), st.sampled_from((2, 3)), st.data())
def test_the_checker_accepts_exactly_the_proper_colourings(graph: Graph, k: int, data: st.DataObject) -> None:
    colours = data.draw(st.lists(st.integers(1, k), min_size=graph.n, max_size=graph.n))
    answer = "YES\n" + " ".join(map(str, colours))
    if all(colours[u - 1] != colours[v - 1] for u, v in graph.edges):
        assert value(k, graph, answer).worth == 1
    else:
        with pytest.raises(Refused, match="share colour"):
            value(k, graph, answer)


# --- references and certificates ----------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(graphs())
def test_references_agree_with_brute_force_on_any_graph(graph: Graph) -> None:
    for k, solve in ((2, solve_two), (3, solve_three)):
        assert value(k, graph, solve(graph)).worth == value(k, graph, brute(k, graph)).worth


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_clauses_hold_exactly_if_three_colours_suffice(graph: Graph) -> None:
    from families.coloring import _encode

    model = refutation.solve(_encode(graph), 3 * graph.n)
    assert (model is not None) == (value(3, graph, brute(3, graph)).worth == 1)


def test_an_odd_closed_walk_is_checked_edge_by_edge() -> None:
    house = Graph(6, ((1, 2), (2, 3), (3, 4), (4, 5), (5, 1), (2, 5), (5, 6)))
    for text in ("1 2 5\n", "1 2 3 4 5\n", "2 5 1", "6 5 1 2 5"):
        check_odd_cycle(house, text)
    for text, reason in (
        ("2 3 4 5\n", "4 vertices are an even number"),
        ("1 2 4\n", "2 and 4 are not joined"),
        ("1 2 3\n", "3 and 1 are not joined"),
        ("1\n", "1 and 1 are not joined"),
        ("\n", "expected one line"),
        ("1 2 5\n1 2 5\n", "expected one line"),
        ("1 2 9\n", "2 and 9 are not joined"),
    ):
        with pytest.raises(ValueError, match=reason):
            check_odd_cycle(house, text)


@settings(max_examples=200, deadline=None)
@given(graphs(), st.lists(st.integers(1, 8), min_size=1, max_size=9))
def test_no_walk_convinces_on_a_graph_that_two_colours_suffice_for(graph: Graph, walk: list[int]) -> None:
    if value(2, graph, brute(2, graph)).worth == 1:
        with pytest.raises(ValueError, match="odd cycle"):
            check_odd_cycle(graph, " ".join(map(str, walk)))


def test_a_certificate_is_for_its_graph_and_number_of_colours_only() -> None:
    for index in (1, 3, 5, 7):
        case = make("npc", LADDER[2], Tier.WORST, index)
        lines = case.certificate.text.splitlines()
        for text in ("\n".join(lines[:-1]) + "\n", "\n".join(lines[1:]) + "\n", "1 2 3\n"):
            with pytest.raises(ValueError, match=r"."):
                side("npc").certify(replace(case, certificate=Certificate("lrat", text)))
        freed = replace(case, instance=Graph(case.instance.n, ()))
        with pytest.raises(ValueError, match=r"."):
            side("npc").certify(freed)
        with pytest.raises(ValueError, match="kind lrat can't show"):
            side("p").certify(case)


@given(graphs(), st.sampled_from((2, 3)), st.integers(0, 10**6))
def test_rephrased_colourings_stay_proper_and_move(graph: Graph, k: int, seed: int) -> None:
    answer = brute(k, graph)
    other = side("p" if k == 2 else "npc").rephrase(Random(seed), graph, answer)
    assert value(k, graph, other).worth == value(k, graph, answer).worth


# --- samples ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("twin", ["p", "npc"])
@pytest.mark.parametrize("stratum", ODD_SIZES, ids=lambda stratum: stratum.name)
def test_sizes_beside_the_ladder_make_cases_of_both_answers(twin: str, stratum: Stratum) -> None:
    COLORING.admit(stratum)
    for index in range(12):
        case = make(twin, stratum, Tier.WORST, index)
        side(twin).certify(case)
        assert (case.instance.n, len(case.instance.edges)) == (stratum.n, stratum.m)
        assert case.worth == 1 - index % 2
        assert parse(render(case.instance)) == case.instance


@pytest.mark.parametrize("twin", ["p", "npc"])
@pytest.mark.parametrize("stratum", [LADDER[0], LADDER[1], LADDER[4], LADDER[7]], ids=lambda s: s.name)
def test_corners_reach_every_boundary(twin: str, stratum: Stratum) -> None:
    cases = [make(twin, stratum, Tier.CORNER, index).instance for index in range(16)]
    sizes = [graph.n for graph in cases]
    degrees = [Counter(vertex for edge in graph.edges for vertex in edge) for graph in cases]
    assert any(graph.n == 1 for graph in cases)
    assert any(graph.n > 1 and not graph.edges for graph in cases)
    assert any(graph.edges and len(degree) < graph.n for graph, degree in zip(cases, degrees, strict=True))
    assert any(graph.edges and not degree[1] for graph, degree in zip(cases, degrees, strict=True))
    assert any(len(graph.edges) == graph.n * (graph.n - 1) // 2 > 3 for graph in cases)
    assert any(max(degree.values(), default=0) == n - 1 > 4 for n, degree in zip(sizes, degrees, strict=True))
    assert max(stratum.n, 12) - 1 <= max(sizes) <= max(stratum.n, 12)


@pytest.mark.parametrize("twin", ["p", "npc"])
def test_anchors_can_be_read_and_all_differ(twin: str) -> None:
    cases = [make(twin, LADDER[5], Tier.ANCHOR, index) for index in range(8)]
    assert all(case.instance.n <= 6 for case in cases)
    assert len({(case.instance.n, len(case.instance.edges)) for case in cases}) >= 7
    assert [case.worth for case in cases] == [1, 0] * 4


@pytest.mark.parametrize("stratum", LADDER[1:], ids=lambda stratum: stratum.level)
def test_hard_graphs_are_sparse_and_have_no_four_vertices_all_joined(stratum: Stratum) -> None:
    for index in range(6):
        graph = make("npc", stratum, Tier.WORST, index).instance
        near = list(map(set, graph.neighbours()))
        assert not any(b in near[a] for u, v in graph.edges for a, b in combinations(near[u] & near[v], 2))


@pytest.mark.parametrize("stratum", LADDER[3:], ids=lambda stratum: stratum.level)
def test_odd_cycles_are_long_in_rings_and_away_from_vertex_1_in_parts(stratum: Stratum) -> None:
    for index in (1, 3, 5, 7, 9, 11):
        case = make("p", stratum, Tier.WORST, index)
        walk = [int(token) for token in case.certificate.text.split()]
        if case.origin == "parts":
            rest = Graph(
                case.instance.n, tuple(e for e in case.instance.edges if not {*e} & reach(case, walk[0]))
            )
            assert 1 not in reach(case, walk[0])
            assert solve_two(rest) != "NO\n", "one part is to blame"
        else:
            assert len(walk) >= 9, case.origin


def reach(case: Certified[Graph], start: int) -> set[int]:
    neighbours = case.instance.neighbours()
    seen, waiting = {start}, [start]
    while waiting:
        more = set(neighbours[waiting.pop()]) - seen
        seen |= more
        waiting += more
    return seen


def shape(graph: Graph) -> Iterator[float]:
    """Features of a graph that are quick to compute."""
    near = list(map(set, graph.neighbours()))
    degrees = [len(others) for others in near[1:]]
    yield from (max(degrees), pvariance(degrees), *(degrees.count(d) for d in range(4)), degrees[0])
    yield sum(len(near[u] & near[v]) for u, v in graph.edges)
    yield sum(degrees[u - 1] * degrees[v - 1] for u, v in graph.edges)
    core = set(range(1, graph.n + 1))
    while weak := {v for v in core if len(near[v] & core) < 3}:
        core -= weak
    yield from (len(core), sum(len(near[v] & core) for v in core))


@pytest.mark.parametrize("twin", ["p", "npc"])
@pytest.mark.parametrize(
    "level", [3, 4, *(pytest.param(k, marks=pytest.mark.exhaustive) for k in (5, 6, 7, 8))]
)
def test_degrees_triangles_and_cores_do_not_betray_the_answer(twin: str, level: int) -> None:
    cases = [make(twin, LADDER[level - 1], Tier.WORST, index % 24, index) for index in range(200)]
    rows = [list(shape(case.instance)) for case in cases]
    assert guessed(rows, [case.worth == 1 for case in cases]) < 0.7


# --- graphs -------------------------------------------------------------------------------------------------


def test_named_graphs_need_the_colours_that_they_are_known_to_need() -> None:
    k4, wheel = complete(1, 1, 1, 1), cone(cycle(5))
    known = [(path(6), 2), (cycle(6), 2), (cycle(7), 3), (complete(2, 3), 2), (complete(2, 2, 2), 3), (k4, 4),
             (cone(cycle(6)), 3), (wheel, 4), (petersen(), 3), (mycielski(cycle(5)), 4), (hajos(k4, k4), 4),
             (hajos(wheel, k4), 4), (hajos(wheel, wheel), 4)]  # fmt: skip
    for sketch, colours in known:
        assert colours_needed(sketch) == colours
    assert [(n, len(edges)) for n, edges in (petersen(), mycielski(cycle(5)), hajos(k4, k4))] == [
        (10, 15), (11, 20), (7, 11),
    ]  # fmt: skip


def test_no_edge_of_a_critical_corner_can_be_spared() -> None:
    for seed in range(3):
        graph = make("npc", LADDER[1], Tier.CORNER, 11, seed).instance
        assert solve_three(graph) == "NO\n"
        for edge in graph.edges:
            assert solve_three(replace(graph, edges=tuple(e for e in graph.edges if e != edge))) != "NO\n"


@given(st.integers(2, 12), st.integers(2, 12), st.data())
def test_drawn_edges_are_distinct_and_from_their_blocks(left: int, right: int, data: st.DataObject) -> None:
    a, b = range(1, left + 1), range(left + 1, left + right + 1)
    rng = Random(data.draw(st.integers(0, 999)))
    grown = tree(rng, a, b)
    assert len(grown) == left + right - 1
    assert "NO" not in solve_two(Graph(left + right, tuple(grown)))
    m = data.draw(st.integers(len(grown), left * right))
    edges = fill(rng, grown, [(a, b)], m)
    assert len({frozenset(edge) for edge in edges}) == len(edges) == m
    assert all(min(edge) <= left < max(edge) for edge in edges)
    with pytest.raises(ValueError, match=r"."):
        fill(rng, (), [(a, b)], left * right + 1)


def test_a_worth_is_the_certified_one_even_if_the_sampler_is_misled() -> None:
    case = make("p", LADDER[2], Tier.WORST, 0)
    with pytest.raises(ValueError, match="not worth 0"):
        side("p").certify(replace(case, worth=Fraction(0)))
