"""Contradictory implication paths: found where brute force finds no model, refused where they don't hold."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from families.proofs.implication import check, refute

literals = st.integers(-5, 5).filter(bool)
pairs = st.lists(st.tuples(literals, literals), max_size=16)
SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]


def satisfiable(clauses: list[tuple[int, int]]) -> bool:
    """By trying all assignments."""
    return any(
        all(any(signs[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        for signs in product((True, False), repeat=5)
    )


@given(pairs)
@settings(max_examples=300, deadline=None)
def test_paths_exist_exactly_where_there_is_no_model(clauses: list[tuple[int, int]]) -> None:
    """Whatever has no model is refuted, and what has one is not."""
    if satisfiable(clauses):
        with pytest.raises(ValueError, match="satisfiable"):
            refute(clauses)
        with pytest.raises(ValueError, match="implication"):
            check(clauses, "1 2 -1\n-1 2 1\n")
    else:
        check(clauses, refute(clauses))


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("", "two lines"),
        ("1 2 -1\n", "two lines"),
        ("1 2 -1\n-1 2 1\n1 2\n", "two lines"),
        ("1 2 -1\n-1  2 1\n", "two lines"),
        ("1 2 -1\n-1 2 x\n", "two lines"),
        ("1\n-1\n", "two lines"),
        ("1 2 -1\n1 2 -1\n", "from a literal to its negation and back"),
        ("1 2\n-1 2 1\n", "from a literal to its negation and back"),
        ("1 -1\n-1 1\n", "no clause says that 1 implies -1"),
        ("1 2 -1\n-1 3 1\n", "no clause says that -1 implies 3"),
    ],
)
def test_wrong_paths_are_refused(proof: str, reason: str) -> None:
    """A path that is malformed, leads elsewhere or takes a step without a clause is named."""
    check(SQUARE, "1 2 -1\n-1 2 1\n")
    with pytest.raises(ValueError, match=reason):
        check(SQUARE, proof)
