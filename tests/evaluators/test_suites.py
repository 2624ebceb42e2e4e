"""Suites and items."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from toys import DIVISOR, S1, TOLD, family, solve

from evaluators.items import Limits, Verdict
from evaluators.suites import Shape, Unsound, build, item, load_or_build, numeric_item
from families.twin import Certificate, Invalid, Stratum, Tier

LIMITS = Limits((1.0, 2.0))
SMALL = Shape(2, 3, 4)


def test_a_suite_is_a_pure_function_of_what_names_it() -> None:
    assert build(family(), "p", S1, 3, 1) == build(family(), "p", S1, 3, 1)


def test_neighbouring_seeds_and_items_have_other_worst_cases() -> None:
    big = Stratum(10**9, 5)
    suites = [
        build(family(), "p", big, seed, item, Shape(0, 0, 26)) for seed in range(3) for item in range(3)
    ]
    stdins = [case.stdin for suite in suites for case in suite.cases]
    assert len(set(stdins)) == len(stdins)


def test_a_suite_does_not_depend_on_the_hash_seed() -> None:
    code = "from toys import *; from evaluators.suites import *; print(build(family(), 'p', S1, 0, 0).digest)"
    paths = f"{Path(__file__).parent}:{Path(__file__).parents[2]}"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert digests == {build(family(), "p", S1, 0, 0).digest + "\n"}


def test_tiers_come_in_order_and_equal_instances_once() -> None:
    suite = build(family(), "p", S1, 0, 0, Shape(8, 0, 0))
    assert [case.stdin for case in suite.cases] == ["4 5\n", "5 5\n"]
    tiers = [case.tier for case in build(family(), "p", S1, 0, 0).cases]
    assert tiers == sorted(tiers, key=list(Tier).index)
    assert [case.index for case in build(family(), "p", S1, 0, 0).cases] == list(range(len(tiers)))


def test_the_digest_covers_instances_and_worths_but_no_proof() -> None:
    suite = build(family(), "p", S1, 0, 0, SMALL)
    proofs = replace(suite, cases=tuple(replace(c, certificate=Certificate("x", "y")) for c in suite.cases))
    worths = replace(suite, cases=tuple(replace(c, worth=c.worth + 1) for c in suite.cases))
    assert suite.digest == proofs.digest != worths.digest


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (
            {"certify": lambda made: (_ for _ in ()).throw(ValueError("step 3 is wrong"))},
            "certificate trial: step 3",
        ),
        ({"parse": lambda text: "another"}, "another instance"),
        (
            {"value": lambda instance, answer: DIVISOR.value(instance, "NO")},
            "its answer is worth 0, certified is 1",
        ),
        ({"value": lambda instance, answer: DIVISOR.value(instance, "maybe")}, "neither NO nor YES"),
    ],
)
def test_a_case_that_fails_its_recheck_is_named(wrong: dict[str, object], says: str) -> None:
    with pytest.raises(Unsound, match=rf"toy/p/30x5/0/0/anchor/0 \(toy\): .*{says}"):
        build(family(replace(DIVISOR, **wrong)), "p", S1, 0, 0)  # type: ignore[arg-type]


def test_sizes_and_twins_that_the_family_lacks_are_refused() -> None:
    with pytest.raises(Invalid, match="n = 3 is less"):
        build(family(), "p", Stratum(3, 3), 0, 0)
    with pytest.raises(Invalid, match="no twin 'npc'; it has p"):
        build(family(), "npc", S1, 0, 0)
    with pytest.raises(Invalid, match=r"version=2: family toy has wordings 0 … 1"):
        item(family(), "p", S1, 0, 0, 2, LIMITS)
    with pytest.raises(ValueError, match="at least one case"):
        Shape(0, 0, 0)


def test_an_item_has_the_statement_of_its_version_and_no_data() -> None:
    made = item(family(), "p", S1, 7, 2, 1, LIMITS, note=True, shape=SMALL)
    assert made.task.id == "toy/p/s1/seed7/item2"
    assert made.task.statement.startswith("Let there be n and k. It is about divisors.")
    assert made.task.note
    assert made.task.data is None
    assert made.suite == build(family(), "p", S1, 7, 2, SMALL)


def test_an_item_of_one_instance_tells_it_and_feeds_nothing() -> None:
    made = [item(family(TOLD), "p", S1, 0, index, 1, LIMITS) for index in range(3)]
    for each in made:
        (case,) = each.suite.cases
        assert (case.stdin, case.tier, case.told) == ("", Tier.WORST, each.task.data)
        assert each.task.statement.startswith("(1) Has ")
        assert each.grade(case, solve(DIVISOR.parse(case.told))).verdict is Verdict.ACCEPTED
    assert len({each.suite.digest for each in made}) == len({each.task.data for each in made}) > 1


def test_grading_gives_reasons_that_a_person_can_use() -> None:
    made = item(family(), "p", S1, 0, 0, 0, LIMITS)
    yes = next(case for case in made.suite.cases if case.answer.startswith("YES"))
    no = next(case for case in made.suite.cases if case.answer == "NO")
    assert made.grade(yes, "NO").message == "claims NO, a witness exists"
    assert made.grade(yes, "YES 1").message == "1 is no divisor between 2 and 5"
    assert made.grade(yes, "YES " + "9" * 5000).verdict is Verdict.WRONG_ANSWER
    assert made.grade(yes, "").verdict is Verdict.WRONG_ANSWER
    assert made.grade(no, "NO").verdict is Verdict.ACCEPTED


def test_beating_the_certified_worth_with_a_witness_is_the_judges_fault() -> None:
    made = item(family(), "p", S1, 0, 0, 0, LIMITS, shape=SMALL)
    yes = next(case for case in made.suite.cases if case.worth == 1)
    lie = replace(yes, worth=Fraction(0), answer="NO")
    graded = made.grade(lie, yes.answer)
    assert graded.verdict is Verdict.JUDGE_ERROR
    assert "SUITE UNSOUND" in graded.message


def test_a_crash_of_the_checker_is_not_the_programs_fault() -> None:
    def value(instance: object, answer: str) -> object:
        return DIVISOR.value(instance, answer) if answer.startswith(("YES", "NO")) else {}[answer]  # type: ignore[arg-type]

    made = item(family(replace(DIVISOR, value=value)), "p", S1, 0, 0, 0, LIMITS)  # type: ignore[arg-type]
    assert made.grade(made.suite.cases[0], "x").verdict is Verdict.JUDGE_ERROR


def test_a_kept_suite_is_read_back_equal_and_only_for_its_key(tmp_path: Path) -> None:
    def kept(seed: int = 0, code: str = "a") -> object:
        return load_or_build(family(), "p", S1, seed, 0, SMALL, folder=tmp_path, code=code)

    assert kept() == kept() == build(family(), "p", S1, 0, 0, SMALL)
    assert len(list(tmp_path.iterdir())) == 1
    kept(code="b")
    kept(seed=1)
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("keep", [0, 10, 100, -1])
def test_a_damaged_suite_file_is_built_again(tmp_path: Path, keep: int) -> None:
    suite = load_or_build(family(), "p", S1, 0, 0, SMALL, folder=tmp_path, code="a")
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:keep] if keep >= 0 else whole[:40] + bytes([whole[40] ^ 1]) + whole[41:])
    assert load_or_build(family(), "p", S1, 0, 0, SMALL, folder=tmp_path, code="a") == suite
    assert path.read_bytes() == whole


def test_a_kept_suite_is_not_built_again(tmp_path: Path) -> None:
    load_or_build(family(), "p", S1, 0, 0, SMALL, folder=tmp_path, code="a")
    never = family(replace(DIVISOR, sample=lambda *_: pytest.fail("sampled again")))
    load_or_build(never, "p", S1, 0, 0, SMALL, folder=tmp_path, code="a")


NUMERIC = numeric_item(
    "nl4opt/3", "How much?", "1,234.5", Fraction(1, 10**4), LIMITS, index=3, source="nl4opt"
)


@pytest.mark.parametrize(
    ("output", "accepted"),
    [
        ("1234.5", True),
        ("1234.5\n\n", True),
        ("Optimal value: 1,234.50", True),
        ("x = 1\ny = 2\nprofit is $1234.4 at most", True),
        ("1.2345e3", True),
        ("2469/2", True),
        ("1234.7", False),
        ("1234.5 (with x1 = 3)", False),
        ("1234.5\nDone.", False),
        ("-1234.5", False),
        ("\N{MINUS SIGN}1234.5", False),
        ("profit 1234.5 for x2", True),
        ("", False),
        ("nan", False),
        ("1e999999999", False),
        ("9" * 100_000, False),
        ("1/0", False),
    ],
)
def test_a_numeric_answer_is_the_last_number_of_the_last_line(output: str, accepted: bool) -> None:
    graded = NUMERIC.grade(NUMERIC.suite.cases[0], output)
    assert (graded.verdict is Verdict.ACCEPTED) is accepted, graded.message


@pytest.mark.parametrize("answer", ["No Best Solution", "-99999", -9999.0, "Infeasible"])
def test_a_problem_without_an_optimum_wants_that_said(answer: str | float) -> None:
    made = numeric_item("a", "q", answer, Fraction(0), LIMITS)
    (case,) = made.suite.cases
    assert made.grade(case, "The problem is infeasible").verdict is Verdict.ACCEPTED
    assert made.grade(case, "No Best Solution").verdict is Verdict.ACCEPTED
    assert made.grade(case, "None").verdict is Verdict.ACCEPTED
    assert made.grade(case, "12").verdict is Verdict.WRONG_ANSWER
    assert NUMERIC.grade(NUMERIC.suite.cases[0], "No Best Solution").verdict is Verdict.WRONG_ANSWER


def test_an_answer_that_is_no_number_is_refused() -> None:
    with pytest.raises(Invalid, match=r"problem a: answer 'x = 3' is neither"):
        numeric_item("a", "q", "x = 3", Fraction(0), LIMITS)
