"""Solver, proof producer and trusted checker against brute force on small sets of clauses."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from families.proofs.lrat import check
from families.proofs.refutation import refute, solve

Clauses = list[list[int]]

literals = st.integers(-5, 5).filter(bool)
formulas = st.lists(st.lists(literals, min_size=1, max_size=4), max_size=30)
dense = st.lists(st.lists(literals, min_size=1, max_size=3), min_size=12, max_size=40)


def satisfiable(clauses: Clauses, variables: int = 5) -> bool:
    """By trying all assignments."""
    return any(
        all(any(signs[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses)
        for signs in product((True, False), repeat=variables)
    )


def threshold(n: int, seed: int) -> Clauses:
    """An unsatisfiable random 3-CNF near the threshold, for which propagation alone is not enough."""
    rng = Random(f"threshold/{n}/{seed}")
    while True:
        clauses = [
            [rng.choice((1, -1)) * v for v in rng.sample(range(1, n + 1), 3)] for _ in range(round(4.5 * n))
        ]
        if solve(clauses, n) is None:
            return clauses


def holds(clauses: Clauses, proof: str) -> bool:
    """Whether the checker accepts the proof."""
    try:
        check(clauses, proof)
    except ValueError:
        return False
    return True


@given(formulas | dense)
@settings(max_examples=400, deadline=None)
def test_models_are_models_and_refutations_check(clauses: Clauses) -> None:
    """`solve` agrees with brute force; what it can't solve, `refute` proves, and the checker is convinced."""
    model = solve(clauses, 5)
    assert (model is not None) == satisfiable(clauses)
    if model is None:
        check(clauses, refute(clauses))
    else:
        assert [abs(literal) for literal in model] == [1, 2, 3, 4, 5]
        assert all(set(model) & set(clause) for clause in clauses)
        with pytest.raises(ValueError, match="satisfiable"):
            refute(clauses)


def test_foreign_proofs_never_convince_on_satisfiable_clauses() -> None:
    """A proof made for other clauses is refused wherever a model exists."""
    proofs = [refute(threshold(n, seed)) for n in (5, 8, 12) for seed in range(10)]
    rng = Random("foreign")
    for _ in range(100):
        clauses = [[rng.choice((1, -1)) * v for v in rng.sample(range(1, 10), 3)] for _ in range(36)]
        if solve(clauses, 9) is not None:
            assert not any(holds(clauses, proof) for proof in proofs)


def loosened(clauses: Clauses) -> Clauses:
    """The clauses with as many of the first ones made harmless as it takes to have a model."""
    for place in range(len(clauses)):
        looser = [[20, 21, 22]] * (place + 1) + clauses[place + 1 :]
        if solve(looser, 22) is not None:
            return looser
    raise AssertionError("unreachable: the last of them has no clause left to contradict")


@pytest.mark.parametrize("seed", range(12))
def test_a_proof_fails_once_the_clauses_have_a_model(seed: int) -> None:
    """The same clauses, loosened just enough, are not refuted by their old proof."""
    clauses = threshold(12, seed)
    proof = refute(clauses)
    check(clauses, proof)
    assert not holds(loosened(clauses), proof)


def mutate(rng: Random, steps: list[list[str]], top: int) -> None:
    """Change, drop or add a token, or drop or swap whole steps, in place."""
    step = rng.choice(steps)
    token = str(rng.randint(-9, top))
    match rng.randrange(5 if len(steps) > 1 else 3):
        case 0:
            step[rng.randrange(len(step))] = token
        case 1:
            del step[rng.randrange(len(step))]
        case 2:
            step.insert(rng.randrange(len(step) + 1), token)
        case 3:
            steps.remove(step)
        case _:
            other = rng.choice(steps)
            step[1:], other[1:] = other[1:], step[1:]


@given(st.integers(0, 30), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_mutated_proofs_are_refused_on_satisfiable_clauses(seed: int, rng: Random) -> None:
    """However tokens and steps are changed, dropped, swapped or added, no proof beats a model."""
    clauses = threshold(8, seed)
    lines = refute(clauses).splitlines()
    looser = loosened(clauses)
    for _ in range(20):
        steps = [line.split() for line in lines]
        for _ in range(rng.randint(0, 3)):
            mutate(rng, steps, len(clauses) + len(lines) + 1)
        assert not holds(looser, "\n".join(map(" ".join, steps)) + "\n")


@pytest.mark.parametrize(
    ("clauses", "size"),
    [
        ([[]], 1),
        ([[1, 2], [], [3]], 1),
        ([[4], [-4]], 1),
        ([[2, 2], [-2, -2]], 1),
        ([[1, 2], [1, 2], [1, -2], [-1, 2], [-1, -2], [3, -3]], 3),
        ([[1], [-1, 2], [-2, 3], [-3, -1]], 3),
    ],
    ids=[
        "empty",
        "empty among others",
        "units",
        "repeated literals",
        "repeated clauses",
        "propagation alone",
    ],
)
def test_degenerate_refutations(clauses: Clauses, size: int) -> None:
    """Empty, unit, repeated and tautological clauses are proved too, with no more steps than needed."""
    proof = refute(clauses)
    check(clauses, proof)
    assert len(proof.splitlines()) <= size


def test_variables_without_clauses_have_a_value() -> None:
    """A model names every variable up to the given number."""
    assert solve([], 3) is not None
    model = solve([[-2]], 4)
    assert model is not None and [abs(literal) for literal in model] == [1, 2, 3, 4] and model[1] == -2


def test_literals_that_are_none_are_refused() -> None:
    """0, and variables beyond the stated number, are no literals."""
    with pytest.raises(ValueError, match="beyond 2"):
        solve([[1, 3]], 2)
    for call in (
        lambda: solve([[0]], 1),
        lambda: refute([[1], [0]]),
        lambda: check([[0], [0]], "3 0 1 2 0\n"),
    ):
        with pytest.raises(ValueError, match="0 is not a literal"):
            call()


def test_a_hard_refutation_is_found_and_trimmed() -> None:
    """A formula of 100 variables at the threshold has a proof that checks, numbered without gaps."""
    clauses = threshold(100, 0)
    proof = refute(clauses)
    check(clauses, proof)
    numbers = [int(line.split()[0]) for line in proof.splitlines()]
    assert numbers == list(range(len(clauses) + 1, len(clauses) + len(numbers) + 1))
    used = {hint for line in proof.splitlines() for hint in line.rsplit(" 0", 2)[1].split()}
    assert {str(number) for number in numbers[:-1]} <= used
