"""Linear programs: certified optima, checker, word problems and programs."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import families
from families.linear_program import LinearProgram, Rows, family
from families.twin import Certificate, Certified, Invalid, Refused, Stratum, Tier
from families.words.worlds import WORLDS

Case = Certified[LinearProgram]

STRUCTURES = ("basic", "extended")
FAMILIES = {structure: families.load("linear_program", structure=structure) for structure in STRUCTURES}
P = FAMILIES["extended"].twins["p"]
LADDER = FAMILIES["extended"].ladder
TOLERANCE = P.contract.tolerance
SHAPES = [
    *LADDER[:6],
    *(Stratum(n, m) for n, m in ((1, 2), (2, 1), (1, 9), (9, 1), (4, 17), (17, 4), (2, 2))),
]


def worst(structure: str, stratum: Stratum, index: int, name: str = "tests") -> Case:
    rng = Random(f"{name}/{structure}/{stratum.n}x{stratum.m}/{index}")
    case: Case = FAMILIES[structure].twins["p"].sample(rng, stratum, Tier.WORST, index)
    return case


def small(structure: str = "extended", seeds: int = 3) -> list[Case]:
    """Anchors and corners, `seeds` times over, and the worst cases of the two lowest strata."""
    sample = FAMILIES[structure].twins["p"].sample
    tiers = ((Tier.ANCHOR, 8), (Tier.CORNER, 16), (Tier.WORST, 8))
    return [
        sample(Random(f"small/{structure}/{seed}/{tier}/{index}"), LADDER[seed % 2], tier, index)
        for seed in range(seeds)
        for tier, count in tiers
        for index in range(count)
    ]


def near(answer: str, worth: Fraction) -> bool:
    """The judge's comparison: a refused answer is not near anything."""
    try:
        got = P.value(small_program(), answer).worth
    except Refused:
        return False
    return abs(got - worth) <= TOLERANCE * max(1, abs(worth))


def small_program() -> LinearProgram:
    return LinearProgram("min", (2, 3), ((1, 1), (1, 0)), (">=", "<="), (4, 3))


def run(program: str, text: str) -> str:
    """The output of one of the stand-alone programs; its traceback would fail the test."""
    path = families.programs("linear_program", "p")[program]
    done = subprocess.run(
        [sys.executable, "-I", str(path)], input=text, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout


# --- what the generator claims ---------------------------------------------------------------------------


@pytest.mark.parametrize("structure", STRUCTURES)
def test_certified_optimum_is_what_highs_finds(structure: str) -> None:
    """On 300 instances of every shape, an independent solver agrees within the tolerance, even far below."""
    for index in range(300):
        case = worst(structure, SHAPES[index % len(SHAPES)], index)
        found = P.value(case.instance, P.solve(case.instance)).worth
        assert abs(found - case.worth) <= Fraction(1, 10**7) * max(1, abs(case.worth)), case


@pytest.mark.parametrize("structure", STRUCTURES)
def test_certified_optimum_is_the_best_vertex(structure: str) -> None:
    """Exact enumeration of all vertices gives exactly the certified value, at every boundary too."""
    for case in small(structure):
        assert P.value(case.instance, P.brute(case.instance)).worth == case.worth, case.origin


@pytest.mark.parametrize("structure", STRUCTURES)
def test_every_case_keeps_the_contract(structure: str) -> None:
    """Samples certify, are legal inputs, and their answers are worth what they say."""
    big = [worst(structure, stratum, index) for stratum in (*SHAPES, *LADDER[6:]) for index in range(20)]
    for case in [*small(structure), *big]:
        P.certify(case)
        assert P.parse(P.render(case.instance)) == case.instance
        assert P.value(case.instance, case.answer).worth == case.worth
        assert not P.value(case.instance, case.answer).witnessed


@pytest.mark.parametrize("structure", STRUCTURES)
def test_matrix_has_full_rank(structure: str) -> None:
    """Rank min(n, m), shown modulo a prime, which can only lower it."""
    for stratum in (*SHAPES, LADDER[-1]):
        for index in range(10):
            rows = worst(structure, stratum, index).instance.rows
            assert rank(rows) == min(stratum.n, stratum.m)


def test_extended_optimum_is_unique_and_not_degenerate() -> None:
    """Tight rows and positive variables form a regular square block, under strict complementarity."""
    for stratum in SHAPES:
        for index in range(10):
            case = worst("extended", stratum, index)
            x, y = proof_numbers(case)
            positive = [j for j, amount in enumerate(x) if amount]
            priced = [i for i, price in enumerate(y) if price]
            rows, right = case.instance.rows, case.instance.right
            tight = [
                i for i, row in enumerate(rows) if sum(a * v for a, v in zip(row, x, strict=True)) == right[i]
            ]
            assert priced == tight
            block = tuple(tuple(rows[i][j] for j in positive) for i in tight)
            assert len(positive) == len(tight) == rank(block)


def test_extended_optima_are_mostly_no_integers_and_use_all_kinds_of_rows() -> None:
    cases = [worst("extended", LADDER[4], index) for index in range(100)]
    assert sum(case.worth.denominator > 1 for case in cases) > 50
    assert all(set(case.instance.relations) == {"<=", ">=", "="} for case in cases)
    assert 30 < sum(case.instance.sense == "min" for case in cases) < 70


def test_corner_indices_name_sixteen_different_boundaries() -> None:
    origins = {P.sample(Random(f"{i}"), LADDER[0], Tier.CORNER, i).origin for i in range(16)}
    assert len(origins) == 16


def test_largest_corner_reaches_the_bounds_of_the_contract() -> None:
    """Coefficients of 1000, and costs and bounds just below 10⁹, are exact all the way."""
    case = next(case for case in small() if case.origin == "corner: largest numbers")
    assert max(max(row) for row in case.instance.rows) == P.contract["a"].high
    assert max(case.instance.cost) > 0.99 * P.contract["c"].high
    assert near(run("reference", P.render(case.instance)), case.worth)


def test_samples_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "import hashlib, families; from random import Random; from families.twin import Tier\n"
        "f = families.load('linear_program'); p = f.twins['p']\n"
        "c = [p.sample(Random(f'{t}{i}'), f.ladder[3], t, i) for t in Tier for i in range(8)]\n"
        "told = [p.tell(x.instance, v) for x in c for v in (0, 1)]\n"
        "text = ''.join([p.render(x.instance) + x.answer for x in c] + told)\n"
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    root = Path(families.__file__).parents[1]
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(digests) == 1 and len(digests.pop()) == 65


def test_neighbouring_seeds_share_no_instance() -> None:
    cases = [worst("extended", LADDER[0], i, f"seed{seed}") for seed in range(4) for i in range(50)]
    texts = [P.render(case.instance) for case in cases]
    assert len(set(texts)) == len(texts)


# --- certificates ----------------------------------------------------------------------------------------


def altered(numbers: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**6), by=st.sampled_from((-7, -1, 1, 3)), part=st.sampled_from("xyabc"))
def test_any_altered_number_is_refused(seed: int, by: int, part: str) -> None:
    """One entry of x, λ, A, b or c off: the proof no longer holds (the optimum is not degenerate)."""
    case = worst("extended", LADDER[seed % 4], seed)
    program, rng = case.instance, Random(f"alter/{seed}")
    n, m = len(program.cost), len(program.rows)
    j, i = rng.randrange(n), rng.randrange(m)
    x, y = proof_numbers(case)
    if part in "xy":
        lines = case.certificate.text.splitlines()
        line = 0 if part == "x" else 1
        tokens = lines[line].split(" ")
        place = 2 + (j if part == "x" else i)
        tokens[place] = str(int(tokens[place]) + by)
        lines[line] = " ".join(tokens)
        wrong = replace(case, certificate=Certificate("kkt", "\n".join(lines) + "\n"))
    else:
        # Only tight rows and positive variables are felt by the optimum: alter their entries.
        j = rng.choice([k for k in range(n) if x[k]])
        i = rng.choice([k for k in range(m) if y[k]])
        changes = {
            "a": {"rows": (*program.rows[:i], altered(program.rows[i], j, by), *program.rows[i + 1 :])},
            "b": {"right": altered(program.right, i, by)},
            "c": {"cost": altered(program.cost, j, by)},
        }
        wrong = replace(case, instance=replace(program, **changes[part]))
    with pytest.raises(ValueError):
        P.certify(wrong)


def test_flipped_senses_foreign_proofs_and_wrong_worths_are_refused() -> None:
    cases = [worst("extended", LADDER[2], index) for index in range(20)]
    for case, other in pairwise(cases):
        program = case.instance
        y = proof_numbers(case)[1]
        i = next(i for i, price in enumerate(y) if price and program.relations[i] != "=")
        flipped = list(program.relations)
        flipped[i] = "<=" if flipped[i] == ">=" else ">="
        for wrong in (
            replace(case, certificate=other.certificate),
            replace(case, worth=case.worth + Fraction(1, 1000)),
            replace(case, answer="0\n"),
            replace(case, instance=replace(program, relations=tuple(flipped))),
            replace(case, instance=replace(program, sense="max" if program.sense == "min" else "min")),
            replace(case, certificate=replace(case.certificate, kind="witness")),
        ):
            with pytest.raises(ValueError):
                P.certify(wrong)


@pytest.mark.parametrize(
    "text",
    (
        "",
        "x = 1 over 0\ny = 1 over 1\n",
        "x = -1 over 1\ny = 1 over 1\n",
        f"x = {'9' * 5000} over 1\ny = 1 over 1\n",
        "x = 1 over 1\ny = 1 over 1",
        "x = 1 2 over 1\ny = 1 over 1\n",
        "x = ١ over 1\ny = 1 over 1\n",
    ),
)
def test_malformed_proofs_are_refused(text: str) -> None:
    case = next(case for case in small() if case.origin == "corner: one variable, one row")
    with pytest.raises(ValueError):
        P.certify(replace(case, certificate=Certificate("kkt", text)))


def test_a_feasible_point_that_is_not_optimal_is_refused() -> None:
    """min 2x + 3y, x + y ≥ 4, x ≤ 3 is 9 at (3, 1); (0, 4) is feasible, and worth 12."""
    program = small_program()
    good = Certificate("kkt", "x = 3 1 over 1\ny = 3 -1 over 1\n")
    P.certify(Certified(program, Fraction(9), "9\n", good, "by hand"))
    for text in ("x = 0 4 over 1\ny = 3 -1 over 1\n", "x = 0 4 over 1\ny = 3 0 over 1\n"):
        with pytest.raises(ValueError):
            P.certify(Certified(program, Fraction(12), "12\n", Certificate("kkt", text), "by hand"))


# --- input and output ------------------------------------------------------------------------------------

GOOD = "2 2\nmin\n2 3\n1 1 >= 4\n1 0 <= 3\n"


def test_canonical_text_is_read() -> None:
    assert P.parse(GOOD) == small_program()
    assert P.render(small_program()) == GOOD


@pytest.mark.parametrize(
    ("text", "says"),
    (
        ("", "at least 4 lines"),
        (GOOD[:-1], "line feed"),
        (GOOD + "\n", "lines"),
        (GOOD + "1 1 >= 1\n", "expected 5 lines for m = 2, got 6"),
        (GOOD.replace("2 2\n", "2 3\n"), "for m = 3"),
        (GOOD.replace("2 2\n", "3 2\n"), "line 3"),
        (GOOD.replace("2 2\n", "2 2 2\n"), "line 1"),
        (GOOD.replace("2 2\n", "0 2\n"), "line 1: n = 0"),
        (GOOD.replace("2 2\n", "1001 2\n"), "line 1: n = 1001"),
        (GOOD.replace("min", "Min"), "line 2"),
        (GOOD.replace("min", "least"), "line 2"),
        (GOOD.replace("2 3\n", "2 +3\n"), "line 3"),
        (GOOD.replace("2 3\n", "2 03\n"), "line 3"),
        (GOOD.replace("2 3\n", "2  3\n"), "line 3"),
        (GOOD.replace("2 3\n", "2 3.0\n"), "line 3"),
        (GOOD.replace("2 3\n", "2 ٣\n"), "line 3"),
        (GOOD.replace("2 3\n", "2 1_0\n"), "line 3"),
        (GOOD.replace("2 3\n", "2 -0\n"), "line 3"),
        (GOOD.replace("2 3\n", "2 1000000001\n"), "line 3: c = 1000000001"),
        (GOOD.replace("2 3\n", f"2 {'9' * 10000}\n"), "line 3"),
        (GOOD.replace("1 1 >= 4", "1 1001 >= 4"), "line 4: a = 1001"),
        (GOOD.replace("1 1 >= 4", "0 0 >= 4"), "line 4: all coefficients are 0"),
        (GOOD.replace("1 1 >= 4", "1 1 => 4"), "line 4"),
        (GOOD.replace("1 1 >= 4", "1 1 > 4"), "line 4"),
        (GOOD.replace("1 1 >= 4", "1 1 4"), "line 4"),
        (GOOD.replace("1 0 <= 3", "1 0 <= 3 "), "line 5"),
        (GOOD.replace("1 0 <= 3", "1 0 <= -1000000001"), "line 5: b"),
        (GOOD.replace("\n", "\r\n"), "line 1"),
    ),
)
def test_illegal_inputs_are_refused_with_their_line(text: str, says: str) -> None:
    with pytest.raises(Invalid, match=re.escape(says)):
        P.parse(text)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="0123456789 \n<>=-minax", max_size=60))
def test_parser_never_breaks_and_accepts_canonical_text_only(text: str) -> None:
    try:
        program = P.parse(text)
    except Invalid:
        return
    assert P.render(program) == text


@pytest.mark.parametrize(
    ("answer", "worth"),
    (
        ("12.5", Fraction(25, 2)),
        ("  12.5\r\n\n", Fraction(25, 2)),
        ("-3", Fraction(-3)),
        ("1e3", Fraction(1000)),
        ("1.25E+01\n", Fraction(25, 2)),
        ("5e-1", Fraction(1, 2)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("-0.0", Fraction(0)),
        ("007", Fraction(7)),
        ("7/2", Fraction(7, 2)),
        ("-7/2", Fraction(-7, 2)),
        ("0" * 900 + "1", Fraction(1)),
        ("1e308", Fraction(10**308)),
    ),
)
def test_numbers_are_read_exactly(answer: str, worth: Fraction) -> None:
    assert P.value(small_program(), answer).worth == worth


@pytest.mark.parametrize(
    "answer",
    (
        "", " \n\t", "nan", "inf", "-inf", "Infinity", "None", "NO", "YES\n12", "12 13", "12\n13", "x = 12",
        "12 euros", "€12", "1,234.5", "1_000", "+3", "--3", "- 3", "1e", "e5", ".", "-", "1e5.5", "0x10", "²",
        "٣", "−3", "1/0", "1/2/3", "1.5/2", "1e999999999", "1e-999999999", "9" * 1001, "1" * 10**6, "12\x00",
        "[12.5]", "(3+0j)", "12.5%", "1e1000", "\ufeff12",
    ),
)  # fmt: skip
def test_anything_but_one_finite_number_is_refused(answer: str) -> None:
    with pytest.raises(Refused) as refusal:
        P.value(small_program(), answer)
    assert 0 < len(str(refusal.value)) < 120


def test_ten_megabytes_of_anything_are_refused_at_once() -> None:
    for flood in ("9" * 10**7, "9 " * 5 * 10**6, " " * 10**7, "1/" * 5 * 10**6, "1e" + "9" * 10**7):
        with pytest.raises(Refused):
            P.value(small_program(), flood)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=200, deadline=None)
def test_rephrased_answers_are_worth_the_same(seed: int) -> None:
    case = worst("extended", LADDER[seed % 3], seed % 50)
    other = P.rephrase(Random(f"rephrase/{seed}"), case.instance, case.answer)
    assert P.value(case.instance, other).worth == case.worth


def test_rephrasing_finds_many_forms() -> None:
    case = worst("extended", LADDER[0], 3)
    assert len({P.rephrase(Random(f"{i}"), case.instance, case.answer) for i in range(50)}) > 20


def test_third_parts_are_written_as_fractions() -> None:
    program = LinearProgram("max", (1,), ((3,),), ("<=",), (7,))
    assert P.brute(program) == "7/3\n"
    assert near(P.solve(program), Fraction(7, 3))
    assert P.value(program, P.rephrase(Random("third"), program, "7/3")).worth == Fraction(7, 3)


def test_impossible_sizes_and_structures_end_in_one_clear_line() -> None:
    for stratum in (Stratum(0, 3), Stratum(3, 0), Stratum(1001, 2), Stratum(1, 1)):
        with pytest.raises(Invalid, match="stratum"):
            FAMILIES["extended"].admit(stratum)
    FAMILIES["basic"].admit(Stratum(1, 1))
    for built in FAMILIES.values():
        for stratum in (*built.ladder, Stratum(1, 2), Stratum(2, 1), Stratum(1000, 1000)):
            built.admit(stratum)
    with pytest.raises(Invalid, match="extended, basic"):
        family(structure="simple")


def test_solvers_say_when_there_is_no_optimum() -> None:
    for rows, relations, right in ((((1,), (1,)), (">=", "<="), (2, 1)), (((1,),), (">=",), (1,))):
        program = LinearProgram("max", (1,), rows, relations, right)
        with pytest.raises(ValueError, match="no optimum"):
            P.solve(program)


# --- word problems ---------------------------------------------------------------------------------------

NUMBER = re.compile(r"(?<!\w)-?[0-9]+(?!\w)")
LIMIT = re.compile(r"(at least|at most|exactly) (-?[0-9]+)")
SIGNS = {"at least": ">=", "at most": "<=", "exactly": "="}


def numbers(text: str) -> list[int]:
    return [int(token) for token in NUMBER.findall(text)]


def read_back(text: str, version: int) -> LinearProgram:
    """The linear program of a word problem, from its text alone."""
    parts = text.split("\n\n")
    table = len(parts) == 8  # a table comes with its legend and a sentence about it
    columns: list[list[int]]
    if version == 0 and not table:
        told = [numbers(part) for part in re.split(r"One \w+ of ", parts[1])[1:]]
        cost, columns = [part[0] for part in told], [part[1:] for part in told]
        limits = LIMIT.findall(parts[2])
    elif version == 0:
        cost = [numbers(line)[-1] for line in parts[1].splitlines()[1:]]
        lines = [numbers(line) for line in parts[3].splitlines()[1:]]
        columns = [list(column) for column in zip(*(line[:-1] for line in lines), strict=True)]
        limits = LIMIT.findall(parts[3])
    elif not table:
        cost = numbers(parts[1])
        lines = [numbers(line) for line in parts[2].splitlines()[1:]]
        columns = [list(column) for column in zip(*(line[:-1] for line in lines), strict=True)]
        limits = LIMIT.findall(parts[2])
    else:
        lines = [numbers(line) for line in parts[3].splitlines()[1:]]
        cost, columns = [line[-1] for line in lines], [line[:-1] for line in lines]
        limits = LIMIT.findall(parts[1])
    question = parts[-3]
    return LinearProgram(
        "min" if "smallest" in question else "max",
        tuple(cost),
        tuple(zip(*columns, strict=True)),
        tuple(SIGNS[sign] for sign, _ in limits),
        tuple(int(bound) for _, bound in limits),
    )


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("version", (0, 1))
def test_every_number_can_be_read_back_from_the_text(structure: str, version: int) -> None:
    """On 200 instances each, the text has exactly the numbers of A, b, c, and reads as the same program."""
    strata = (*LADDER, Stratum(1, 2), Stratum(2, 1), Stratum(5, 4), Stratum(50, 3), Stratum(3, 50))
    cases = [worst(structure, strata[index % len(strata)], index) for index in range(200)]
    for case in [*cases, *small(structure)]:
        program = case.instance
        text = P.tell(program, version)
        story = text.partition("\n\nInput\n")[0]
        expected = Counter([*program.cost, *program.right, *(entry for row in program.rows for entry in row)])
        assert Counter(numbers(story)) == expected
        assert read_back(text, version) == program


def test_wordings_differ_but_tell_the_same_world() -> None:
    for index in range(30):
        program = worst("extended", LADDER[index % 8], index).instance
        first, second = P.tell(program, 0), P.tell(program, 1)
        world = [world for world in WORLDS if world.openings[0] in first]
        assert len(world) == 1
        assert world[0].openings[1] in second and world[0].sense == program.sense
        assert P.tell(program, 0) == first


def test_all_worlds_are_told() -> None:
    texts = [P.tell(worst("extended", LADDER[0], index).instance, 0) for index in range(100)]
    assert all(any(text.startswith(world.openings[0]) for text in texts) for world in WORLDS)


def test_names_are_distinct_however_many_are_needed() -> None:
    case = worst("extended", Stratum(150, 120), 0)
    legend = P.tell(case.instance, 0).split("\n\n")[1].splitlines()[1:]
    names = [re.split(r"  +", line)[1] for line in legend]
    assert len(set(names)) == len(names) == 150
    totals = P.tell(case.instance, 1).split("\n\n")[1].splitlines()[1:]
    assert len({line.split(":")[0].split("  ")[1] for line in totals}) == 120


def test_units_agree_with_their_numbers() -> None:
    """One hour, two hours, no hours; one euro; symbols do not change."""
    for case in small(seeds=6):
        for version in (0, 1):
            text = P.tell(case.instance, version)
            assert not re.search(r"(?<![\w-])-?1 (hours|euros|visitors)\b", text)
            assert not re.search(r"(?<!\w)-?(0|[2-9]|[1-9][0-9]+) (hour|euro|visitor)\b", text)
            assert "  " not in text or "Code" in text or "One " in text


def test_tables_stay_readable_at_the_top_of_the_ladder() -> None:
    """At 40 × 40 a line has fewer than 320 characters, and no line ends in white space."""
    for index in range(5):
        for version in (0, 1):
            lines = P.tell(worst("extended", LADDER[-1], index).instance, version).splitlines()
            assert max(map(len, lines)) < 320
            assert all(line == line.rstrip() for line in lines)


def test_unknown_wording_is_one_clear_line() -> None:
    for version in (-1, 2):
        with pytest.raises(Invalid, match="versions 0 to 1"):
            P.tell(small_program(), version)


# --- programs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("structure", STRUCTURES)
def test_reference_is_right_on_every_stratum_and_boundary(structure: str) -> None:
    cases = [worst(structure, stratum, index) for stratum in LADDER for index in range(2)]
    for case in [*cases, *small(structure, seeds=1)]:
        assert near(run("reference", P.render(case.instance)), case.worth), case.origin


@pytest.mark.parametrize("stratum", LADDER, ids=lambda stratum: stratum.name)
def test_least_squares_gives_the_basic_form_away(stratum: Stratum) -> None:
    """All rows are tight there, so that no linear programming is needed; in the extended form it is."""
    case = worst("basic", stratum, 1)
    assert near(run("least_squares", P.render(case.instance)), case.worth)
    if stratum.level > "s1":
        extended = worst("extended", stratum, 1)
        assert not near(run("least_squares", P.render(extended.instance)), extended.worth)


WRONG = sorted(set(families.programs("linear_program", "p")) - {"reference", "brute_force"})


@pytest.mark.parametrize("program", WRONG)
def test_mistakes_are_caught_from_the_stratum_that_they_name(program: str) -> None:
    head = families.programs("linear_program", "p")[program].read_text().splitlines()[0]
    match = re.fullmatch(r"# expect: wrong_answer from s([1-8])", head)
    assert match, head
    for stratum in LADDER[int(match[1]) - 1 :]:
        case = worst("extended", stratum, 0)
        assert not near(run(program, P.render(case.instance)), case.worth)


def test_few_pivots_are_enough_for_anchors_and_corners() -> None:
    """A mistake that only large instances show."""
    for case in small(seeds=1):
        assert near(run("few_pivots", P.render(case.instance)), case.worth), case.origin


def test_brute_force_is_right_while_it_lasts() -> None:
    for stratum in LADDER[:3]:
        case = worst("extended", stratum, 0)
        assert near(run("brute_force", P.render(case.instance)), case.worth)


# --- helpers ---------------------------------------------------------------------------------------------


def rank(rows: Rows, prime: int = 2_147_483_647) -> int:
    """Rank modulo a prime, at most the rank over the rationals."""
    table, found = [[entry % prime for entry in row] for row in rows], 0
    for j in range(len(table[0])):
        pivot = next((i for i in range(found, len(table)) if table[i][j]), None)
        if pivot is None:
            continue
        table[found], table[pivot] = table[pivot], table[found]
        inverse = pow(table[found][j], -1, prime)
        for i in range(found + 1, len(table)):
            factor = table[i][j] * inverse % prime
            if factor:
                table[i] = [(a - factor * b) % prime for a, b in zip(table[i], table[found], strict=True)]
        found += 1
        if found == len(table):
            break
    return found


def proof_numbers(case: Case) -> tuple[list[Fraction], list[Fraction]]:
    """x and λ of a certificate."""
    lines = [line.split(" ")[2:] for line in case.certificate.text.splitlines()]
    x, y = ([Fraction(int(token), int(line[-1])) for token in line[:-2]] for line in lines)
    return x, y


def test_digest_of_a_sample_is_stable() -> None:
    """Instances are a pure function of their seed; this changes only with the generator, on purpose."""
    text = "".join(P.render(worst("extended", stratum, 0, "digest").instance) for stratum in LADDER)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "fe4219f7560e2eea"
