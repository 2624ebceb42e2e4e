"""What is particular to satisfiability: its text, its checker, its certificates and its samples."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from families.sat import CONTRACT, LADDER, Formula, family
from families.twin import Certificate, Certified, Invalid, Refused, Stratum, Tier, Twin

SAT = family()
TWINS = ("p", "npc")
WIDTH = {"p": 2, "npc": 3}


def make(twin: str, stratum: Stratum, tier: Tier, index: int, seed: int = 0) -> Certified[Formula]:
    """One case, as a suite would draw it."""
    return side(twin).sample(Random(f"test/{twin}/{stratum}/{tier}/{index}/{seed}"), stratum, tier, index)


def side(twin: str) -> Twin[Formula]:
    """The twin of the family, typed."""
    return SAT.twins[twin]


# --- statement ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0, 1])
def test_the_twins_statements_differ_in_one_word(version: int) -> None:
    """Every clause has exactly two, or exactly three literals: nothing else tells the twins apart."""
    two, three = (SAT.statement(twin, version).split() for twin in TWINS)
    assert [pair for pair in zip(two, three, strict=True) if pair[0] != pair[1]] == [("two", "three")]


# --- validator ----------------------------------------------------------------------------------------------

DEFECTS: list[tuple[Callable[[list[str]], object], str]] = [
    (lambda lines: lines.clear(), "line 1: expected n and m"),
    (lambda lines: lines.pop(), "line 1: m = 3, but 2 lines follow"),
    (lambda lines: lines.append(lines[-1]), "line 1: m = 3, but 4 lines follow"),
    (lambda lines: lines.append(""), "line 1: m = 3, but 4 lines follow"),
    (lambda lines: lines.insert(2, ""), "line 1: m = 3, but 4 lines follow"),
    (lambda lines: lines.__setitem__(0, "5"), "line 1: expected 2 integers"),
    (lambda lines: lines.__setitem__(0, "5 3 1"), "line 1: expected 2 integers"),
    (lambda lines: lines.__setitem__(0, "0 3"), "line 1: n = 0 is outside"),
    (lambda lines: lines.__setitem__(0, "1001 3"), "line 1: n = 1001 is outside"),
    (lambda lines: lines.__setitem__(0, "5 -3"), "line 1: m = -3 is outside"),
    (lambda lines: lines.__setitem__(0, "5 5001"), "line 1: m = 5001 is outside"),
    (lambda lines: lines.__setitem__(2, lines[2] + " 5"), "line 3: expected . integers"),
    (lambda lines: lines.__setitem__(2, lines[2].rsplit(" ", 1)[0]), "line 3: expected . integers"),
    (lambda lines: lines.__setitem__(2, lines[2] + " "), "line 3: expected literals as integers"),
    (lambda lines: lines.__setitem__(2, " " + lines[2]), "line 3: expected literals as integers"),
    (
        lambda lines: lines.__setitem__(2, lines[2].replace(" ", "  ")),
        "line 3: expected literals as integers",
    ),
    (lambda lines: lines.__setitem__(2, lines[2] + "\r"), "line 3: expected literals as integers"),
    (
        lambda lines: lines.__setitem__(2, lines[2].replace("1", "+1")),
        "line 3: expected literals as integers",
    ),
    (
        lambda lines: lines.__setitem__(2, lines[2].replace("1", "01")),
        "line 3: expected literals as integers",
    ),
    (lambda lines: lines.__setitem__(2, lines[2].replace("1", "١")), "line 3: expected literals as integers"),
    (
        lambda lines: lines.__setitem__(2, lines[2].replace("1", "1_0")),
        "line 3: expected literals as integers",
    ),
    (
        lambda lines: lines.__setitem__(2, lines[2].replace("1", "1.0")),
        "line 3: expected literals as integers",
    ),
    (lambda lines: lines.__setitem__(2, lines[2].replace("1", "9" * 9999)), "line 3: expected literals as"),
    (lambda lines: lines.__setitem__(2, lines[2].replace("1", "0")), "line 3: literal 0 names no variable"),
    (lambda lines: lines.__setitem__(2, lines[2].replace("1", "6")), "line 3: literal 6 names no variable"),
    (lambda lines: lines.__setitem__(2, lines[2].replace("1", "-6")), "line 3: literal -6 names no variable"),
    (lambda lines: lines.__setitem__(2, lines[2].replace("1", "2")), "line 3: a variable occurs twice"),
    (lambda lines: lines.__setitem__(2, lines[2].replace("1", "-2")), "line 3: a variable occurs twice"),
]


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize(("spoil", "reason"), DEFECTS)
def test_inputs_that_are_nearly_legal_are_refused(
    twin: str, spoil: Callable[[list[str]], object], reason: str
) -> None:
    """Each defect is named with its line."""
    literals = ["1", "2", "-4"][: WIDTH[twin]]
    lines = ["5 3", *[" ".join(literals)] * 3]
    side(twin).parse("\n".join(lines) + "\n")
    spoil(lines)
    with pytest.raises(Invalid, match=reason):
        side(twin).parse("".join(line + "\n" for line in lines))


@pytest.mark.parametrize("twin", TWINS)
def test_the_last_line_must_end(twin: str) -> None:
    """An input without its final newline is refused, and so is an empty one."""
    for text in ("5 0", ""):
        with pytest.raises(Invalid, match="line 1: "):
            side(twin).parse(text)
    assert side(twin).parse("5 0\n") == Formula(5, ())


@pytest.mark.parametrize("twin", TWINS)
@given(text=st.text(st.sampled_from("0123456789- \n\r\t+_²"), max_size=30) | st.text(max_size=20))
def test_what_is_parsed_is_written_back_unchanged(twin: str, text: str) -> None:
    """Any text is either refused or the one canonical form of its instance."""
    try:
        formula = side(twin).parse(text)
    except Invalid:
        return
    assert side(twin).render(formula) == text


@pytest.mark.parametrize(("twin", "other"), [("p", "npc"), ("npc", "p")])
def test_each_twin_refuses_the_others_instances(twin: str, other: str) -> None:
    """Clauses of the wrong width are refused at the first one."""
    text = side(other).render(make(other, LADDER[1], Tier.WORST, 0).instance)
    with pytest.raises(Invalid, match=f"line 2: expected {WIDTH[twin]} integers"):
        side(twin).parse(text)


# --- checker ------------------------------------------------------------------------------------------------

FORMULA = Formula(3, ((1, 2, 3), (-1, -2, 3), (1, -2, -3)))


@pytest.mark.parametrize(
    "answer",
    [
        "YES\n1 -2 3\n",
        "YES\n1 -2 3",
        "yes 3 -2 1",
        "Yes\r\n1\r\n-2\r\n3\r\n",
        "\n\n YES\n\n1 -2\n\n3\n \n",
        "YES\n-1 -2 3\n",
        "YES\n001 -02 3\n",
    ],
)
def test_every_satisfying_assignment_is_accepted_in_any_layout(answer: str) -> None:
    """Order, white space, letter case and a missing last newline don't matter."""
    assert SAT.twins["npc"].value(FORMULA, answer).worth == 1
    assert SAT.twins["npc"].value(FORMULA, answer).witnessed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "the output is empty"),
        (" \n\t", "the output is empty"),
        ("MAYBE", "starts with 'MAYBE'"),
        ("YE\u017f\n1 -2 3\n", "starts with 'YE"),
        ("YES.\n1 -2 3\n", "starts with 'YES.'"),
        ("1 -2 3\n", "starts with '1'"),
        ("NO\n1 -2 3\n", "NO is followed by '1'"),
        ("NO NO", "NO is followed by 'NO'"),
        ("YES", "expected 3 literals after YES, got 0"),
        ("YES\n1 -2\n", "expected 3 literals after YES, got 2"),
        ("YES\n1 -2 3 3\n", "expected 3 literals after YES, got 4"),
        ("YES\n1 -2 0\n", "literal 0 names no variable"),
        ("YES\n1 -2 4\n", "literal 4 names no variable"),
        ("YES\n1 -2 -2\n", "variable 2 is given twice"),
        ("YES\n1 -2 2\n", "variable 2 is given twice"),
        ("YES\n1 -2 +3\n", "'\\+3' is not a literal"),
        ("YES\n1 -2 ٣\n", "is not a literal"),
        ("YES\n1 -2 ³\n", "is not a literal"),
        ("YES\n1 -2 0_3\n", "is not a literal"),
        ("YES\n1 -2 3.0\n", "is not a literal"),
        ("YES\n1 -2 --3\n", "is not a literal"),
        ("YES\n1 -2 " + "3" * 100_000, "is not a literal"),
        ("YES\n-1 -2 -3\n", r"clause 1 \(1 2 3\) is not satisfied"),
        ("YES\n1 2 -3\n", r"clause 2 \(-1 -2 3\) is not satisfied"),
        ("YES\n-1 2 3\n", r"clause 3 \(1 -2 -3\) is not satisfied"),
    ],
)
def test_malformed_and_wrong_answers_are_refused_with_the_reason(answer: str, reason: str) -> None:
    """The message says what is wrong, and stays short however long the output is."""
    with pytest.raises(Refused, match=reason) as refusal:
        SAT.twins["npc"].value(FORMULA, answer)
    assert len(str(refusal.value)) < 100


@given(st.text(max_size=40) | st.text(st.sampled_from("YESNO123- \n"), max_size=20))
def test_no_output_breaks_the_checker(answer: str) -> None:
    """Junk is refused; only NO and satisfying assignments are worth something."""
    try:
        value = SAT.twins["npc"].value(FORMULA, answer)
    except Refused:
        return
    assert value.witnessed == (value.worth == 1) == answer.strip().upper().startswith("YES")


# --- samples and certificates -------------------------------------------------------------------------------


@pytest.mark.parametrize("twin", TWINS)
@pytest.mark.parametrize("seed", range(3))
def test_small_cases_are_what_brute_force_says(twin: str, seed: int) -> None:
    """Anchors and corners are certified right, of at most 12 variables, and half of each satisfiable."""
    for tier, count in ((Tier.ANCHOR, 8), (Tier.CORNER, 16)):
        cases = [make(twin, LADDER[3], tier, index, seed) for index in range(count)]
        assert sum(case.worth for case in cases) == count // 2
        for case in cases:
            side(twin).certify(case)
            assert case.instance.n <= 12
            assert side(twin).value(case.instance, side(twin).brute(case.instance)).worth == case.worth


@pytest.mark.parametrize("twin", TWINS)
def test_corners_have_every_boundary(twin: str) -> None:
    """No clauses, one variable, unused variables, repeated clauses, and n above, at and below m all occur."""
    formulas = [make(twin, LADDER[3], Tier.CORNER, index).instance for index in range(16)]
    assert Formula(1, ()) in formulas
    assert any(f.n > 1 and not f.clauses for f in formulas)
    used = [{abs(x) for clause in f.clauses for x in clause} for f in formulas]
    assert any(1 not in u and f.n in u for f, u in zip(formulas, used, strict=True))
    assert any(1 in u and f.n not in u for f, u in zip(formulas, used, strict=True))
    assert any(len({frozenset(c) for c in f.clauses}) < len(f.clauses) for f in formulas)
    assert any(f.clauses and all(x > 0 for c in f.clauses for x in c) for f in formulas)
    assert any(f.clauses and all(x < 0 for c in f.clauses for x in c) for f in formulas)
    assert {(f.n > len(f.clauses)) - (f.n < len(f.clauses)) for f in formulas} == {-1, 0, 1}


@given(twin=st.sampled_from(TWINS), n=st.integers(6, 40), m=st.integers(26, 200), index=st.integers(0, 25))
@settings(max_examples=60, deadline=None)
def test_worst_cases_have_the_size_asked_for_beside_the_ladder_too(
    twin: str, n: int, m: int, index: int
) -> None:
    """Any admitted (n, m) has satisfiable and contradictory cases of exactly that size, certified."""
    stratum = Stratum(n, m)
    SAT.admit(stratum)
    case = make(twin, stratum, Tier.WORST, index)
    assert (case.instance.n, len(case.instance.clauses)) == (n, m)
    assert case.worth == (index + 1) % 2
    side(twin).certify(case)
    assert side(twin).parse(side(twin).render(case.instance)) == case.instance
    assert side(twin).value(case.instance, side(twin).solve(case.instance)).worth == case.worth


@pytest.mark.parametrize("stratum", LADDER[:6], ids=lambda stratum: stratum.level)
def test_the_ladder_is_random_at_the_threshold(stratum: Stratum) -> None:
    """Satisfiable cases are filtered random formulas, every third one planted; the others never are."""
    origins = [make("npc", stratum, Tier.WORST, index).origin for index in range(6)]
    assert origins == ["threshold"] * 4 + ["quietly planted", "threshold"]


@pytest.mark.parametrize("index", range(1, 26, 4))
def test_contradictions_of_two_literal_clauses_are_long(index: int) -> None:
    """On the long ring of 170 variables the shortest way found to a contradiction has dozens of steps."""
    case = make("p", LADDER[7], Tier.WORST, index)
    assert case.origin == "long ring"
    assert len(case.certificate.text.split()) > 40


@pytest.mark.parametrize("twin", TWINS)
def test_certificates_do_not_fit_other_instances(twin: str) -> None:
    """A certificate shown with another instance, or of the wrong kind, is refused."""
    yes = [make(twin, LADDER[2], Tier.WORST, index) for index in (0, 2, 4)]
    no = [make(twin, LADDER[2], Tier.WORST, index) for index in (1, 3, 5)]
    for good, other in ((yes[0], yes[1]), (no[0], no[1]), (no[2], no[1])):
        with pytest.raises(ValueError):
            side(twin).certify(replace(good, certificate=other.certificate))
    with pytest.raises(ValueError):
        side(twin).certify(replace(no[0], instance=yes[0].instance))
    with pytest.raises(ValueError, match="kind witness"):
        side(twin).certify(replace(no[0], certificate=Certificate("witness", "NO\n")))
    with pytest.raises(ValueError, match="only a claim"):
        side(twin).certify(replace(yes[0], certificate=Certificate("witness", "NO\n")))
    with pytest.raises(ValueError, match="not worth 0"):
        side(twin).certify(replace(yes[0], worth=Fraction(0)))
    with pytest.raises(ValueError, match="kind"):
        foreign = "lrat" if twin == "p" else "implication"
        side(twin).certify(replace(no[0], certificate=Certificate(foreign, no[0].certificate.text)))


@given(st.integers(0, 12), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_rephrased_answers_are_worth_the_same(half: int, seed: int) -> None:
    """Other assignments, orders, letters and layouts keep the worth, and are not the answer itself."""
    for twin in TWINS:
        for index in (2 * half, 2 * half + 1):
            case = make(twin, LADDER[1], Tier.WORST, index)
            other = side(twin).rephrase(Random(seed), case.instance, case.answer)
            assert side(twin).value(case.instance, other).worth == case.worth
            assert other != case.answer


def test_sizes_beyond_the_contract_are_not_admitted() -> None:
    """The ladder is admitted; sizes that no suite can have end in one line with the bounds."""
    for stratum in LADDER:
        SAT.admit(stratum)
        assert stratum.n <= CONTRACT["n"].high and stratum.m <= CONTRACT["m"].high
    for n, m, word in ((5, 26, "n"), (6, 25, "m"), (1001, 4000, "n"), (900, 5001, "m"), (-1, 30, "n")):
        with pytest.raises(Invalid, match=rf"stratum\.{word} = ") as refusal:
            SAT.admit(Stratum(n, m))
        assert "\n" not in str(refusal.value)


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_references_agree_with_brute_force(seed: int) -> None:
    """On random formulas of up to 9 variables, of both widths and all densities."""
    rng = Random(seed)
    n = rng.randint(3, 9)
    for twin, width in WIDTH.items():
        clauses = tuple(
            tuple(rng.choice((1, -1)) * v for v in rng.sample(range(1, n + 1), width))
            for _ in range(rng.randint(0, 2 * n * width))
        )
        formula = Formula(n, clauses)
        answers = [side(twin).solve(formula), side(twin).brute(formula)]
        assert len({side(twin).value(formula, answer).worth for answer in answers}) == 1
