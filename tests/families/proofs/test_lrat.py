"""The trusted checker refuses every malformed or unjustified step, and says which."""

import pytest

from families.proofs.lrat import check

SQUARE = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
PROOF = "5 1 0 1 2 0\n6 0 5 3 4 0\n"


def test_a_right_proof_passes_with_or_without_its_last_newline() -> None:
    """The four clauses over two variables are refuted in two steps."""
    check(SQUARE, PROOF)
    check(SQUARE, PROOF.rstrip("\n"))


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("", "line 1: not of the form"),
        ("\n", "line 1: not of the form"),
        ("5 1 0 1 2 0\n", "step 5: the proof ends here"),
        ("6 0 1 2 3 4 0\n", "step 6: clause 1 is neither unit nor falsified"),
        ("5 1 0 1 0\n6 0 5 3 4 0\n", "step 5: the hints end without a conflict"),
        ("5 1 0 1 2 3 0\n6 0 5 3 4 0\n", "step 5: hint 3 follows the conflict"),
        ("5 1 0 1 9 0\n6 0 5 3 4 0\n", "step 5: hint 9 names no earlier clause"),
        ("5 1 0 1 5 0\n6 0 5 3 4 0\n", "step 5: hint 5 names no earlier clause"),
        ("5 1 0 1 1 0\n6 0 5 3 4 0\n", "step 5: clause 1 is neither unit nor falsified"),
        ("4 1 0 1 2 0\n6 0 4 3 4 0\n", "step 4 does not come after step 4"),
        ("5 1 0 1 2 0\n5 0 5 3 4 0\n", "step 5 does not come after step 5"),
        ("5 1 0 1 2 0\n6 0 5 3 4 0\n7 2 0 3 5 0\n", "line 3: something follows the empty clause"),
        ("5 1 0 1 2 0\n6 0 5 3 4 0\n\n", "line 3: something follows the empty clause"),
        ("5 1 0 1 2 0\n6 0 5 3 4 0 x\n", "line 2: not of the form"),
        ("5 1 0 1 2 0\n6 0 5 -3 4 0\n", "line 2: not of the form"),
        ("5 1 0 0\n6 0 5 3 4 0\n", "line 1: not of the form"),
        ("5 0 0\n", "line 1: not of the form"),
        ("5 d 1 0\n6 0 5 3 4 0\n", "line 1: not of the form"),
        ("5 1 -1 0 1 2 0\n6 0 5 3 4 0\n", "step 5: its clause is a tautology"),
        ("5 1 0 1 2 0\r\n6 0 5 3 4 0\n", "line 1: not of the form"),
        ("5 ١ 0 1 2 0\n6 0 5 3 4 0\n", "line 1: not of the form"),
        ("5 1 0 1 2 0\n6 0 5 3 " + "4" * 5000 + " 0\n", "line 2: not of the form"),
    ],
)
def test_wrong_proofs_are_refused_by_name(proof: str, reason: str) -> None:
    """Each defect is met by its own message with the step or the line."""
    with pytest.raises(ValueError, match=reason):
        check(SQUARE, proof)


def test_tautological_clauses_justify_nothing() -> None:
    """An input clause that holds under every assignment never serves as unit or conflict."""
    for proof in ("3 1 0 2 0\n4 0 3 1 0\n", "3 0 2 1 0\n", "3 1 0 2 1 0\n", "3 -1 0 2 1 0\n4 0 1 2 3 0\n"):
        with pytest.raises(ValueError, match="LRAT"):
            check([[1, 2], [2, -2]], proof)


def test_nothing_is_refuted_without_clauses() -> None:
    """No clauses, no hints, no proof."""
    with pytest.raises(ValueError, match="names no earlier clause"):
        check([], "1 0 1 0\n")
