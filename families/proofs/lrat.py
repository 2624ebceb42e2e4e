"""The trusted checker of refutations: LRAT steps, verified by unit propagation along their hints.

Format (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: Efficient certified RAT verification, CADE
2017), without deletions and RAT steps: each line is `id literals 0 hints 0`, where the hints name earlier
clauses that become unit one after the other, and the last of them empty, once the step's literals are
assumed false.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_STEP = re.compile(r"([1-9][0-9]{0,9})((?: -?[1-9][0-9]{0,9})*) 0((?: [1-9][0-9]{0,9})+) 0")


def check(clauses: Sequence[Sequence[int]], proof: str) -> None:
    """Return if `proof` refutes the clauses, numbered 1, 2, … as given; if not, `ValueError` names the step.

    A proof that passes is a derivation by reverse unit propagation of the empty clause, so no satisfiable set
    of clauses has one. Time is linear in the proof's size times the clauses' length.
    """
    if any(0 in clause for clause in clauses):
        raise ValueError("0 is not a literal")
    known = {number: frozenset(clause) for number, clause in enumerate(clauses, start=1)}
    last, lemma = len(known), None
    for place, line in enumerate(proof.removesuffix("\n").split("\n"), start=1):
        step = _STEP.fullmatch(line)
        if lemma is not None and not lemma:
            raise ValueError(f"LRAT line {place}: something follows the empty clause")
        if step is None:
            raise ValueError(f"LRAT line {place}: not of the form 'id literals 0 hints 0'")
        number, lemma = int(step[1]), frozenset(map(int, step[2].split()))
        if number <= last:
            raise ValueError(f"LRAT line {place}: step {number} does not come after step {last}")
        _follow(known, lemma, map(int, step[3].split()), f"LRAT step {number}")
        known[number], last = lemma, number
    if lemma:
        raise ValueError(f"LRAT step {last}: the proof ends here without the empty clause")


def _follow(
    known: dict[int, frozenset[int]], lemma: frozenset[int], hints: Iterable[int], where: str
) -> None:
    """Propagate along the hints from the negated lemma: the last one, and none before, must be falsified."""
    false = set(lemma)
    if any(-literal in false for literal in false):
        raise ValueError(f"{where}: its clause is a tautology")
    conflict = False
    for hint in hints:
        if conflict:
            raise ValueError(f"{where}: hint {hint} follows the conflict")
        if hint not in known:
            raise ValueError(f"{where}: hint {hint} names no earlier clause")
        rest = known[hint] - false
        if len(rest) > 1 or any(-literal in false for literal in rest):
            raise ValueError(f"{where}: clause {hint} is neither unit nor falsified when its turn comes")
        false.update(-literal for literal in rest)
        conflict = not rest
    if not conflict:
        raise ValueError(f"{where}: the hints end without a conflict")
