"""Satisfying assignments and refutations of clauses: CaDiCaL 1.9.5 (through python-sat) finds them.

The solver is not trusted: an assignment is a witness that anybody can check, and its log of learnt clauses is
turned into an LRAT proof for `families.proofs.lrat`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pysat.solvers import Solver

from families.proofs.rup import Derivation

_SOLVER = "cadical195"


def solve(clauses: Sequence[Sequence[int]], variables: int) -> list[int] | None:
    """A model as signed literals for 1, 2, … `variables`, or None if there is none.

    Raises `ValueError` for a literal that is 0 or beyond `variables`.
    """
    if _largest(clauses) > variables:
        raise ValueError(f"a literal names a variable beyond {variables}")
    if not all(clauses):
        return None
    with Solver(name=_SOLVER, bootstrap_with=clauses) as solver:
        if not solver.solve():
            return None
        true = set(solver.get_model())
    return [-variable if -variable in true else variable for variable in range(1, variables + 1)]


def refute(clauses: Sequence[Sequence[int]]) -> str:
    """A trimmed LRAT proof that the clauses, numbered from 1 as given, can't all be satisfied.

    Raises `ValueError` if they can, or for a literal 0. The solver's log is replayed forwards under unit
    propagation, and only what the empty clause rests on is kept.
    """
    _largest(clauses)
    derivation = Derivation(clauses)
    if not derivation.closed:
        _replay(derivation, _log(clauses))
    return derivation.lrat()


def _largest(clauses: Sequence[Sequence[int]]) -> int:
    if any(0 in clause for clause in clauses):
        raise ValueError("0 is not a literal")
    return max((abs(literal) for clause in clauses for literal in clause), default=0)


def _log(clauses: Sequence[Sequence[int]]) -> list[str]:
    """The solver's DRUP log: a learnt clause a line, ended by 0; deletions begin with d."""
    with Solver(name=_SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            raise ValueError("the clauses are satisfiable: there is nothing to refute")
        log: list[str] = solver.get_proof()
    return log


def _replay(derivation: Derivation, log: list[str]) -> None:
    for line in log:
        deletion = line.startswith("d")
        literals = [int(token) for token in line.removeprefix("d").split()][:-1]
        if deletion:
            derivation.delete(literals)
        else:
            derivation.derive(literals)
        if derivation.closed:
            return
    raise RuntimeError("the solver's log ends without a contradiction: report this with the clauses")
