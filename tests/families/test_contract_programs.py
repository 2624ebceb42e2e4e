"""What every stand-alone program must get: the reference is accepted, the others are caught."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from found import LEVELS, TWINS, every_twin, family, limits, side, stratum

import families
from evaluators.items import Item, Verdict
from evaluators.judge import judge
from evaluators.sandbox import Sandbox
from evaluators.suites import FULL, Shape, item
from runner.models.program import with_data

FEW = Shape(anchor=4, corner=8, worst=4)
EXPECTED = re.compile(r"# expect: (accepted|wrong_answer|runtime_error|time_limit) from s([1-8])")
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (1, 2))]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as shared:
        yield shared


@cache
def items(name: str, twin: str, level: int, seed: int, shape: Shape) -> list[Item]:
    """One item with its suite or, where an item is one instance, eight of them."""
    count = 8 if side(name, twin).tell else 1
    size = stratum(name, level)
    return [
        item(family(name), twin, size, seed, number, 0, limits(twin), shape=shape) for number in range(count)
    ]


def text(name: str, twin: str, program: str) -> str:
    return families.programs(name, twin)[program].read_text()


def expectation(name: str, twin: str, program: str) -> tuple[Verdict, int]:
    """The verdict that a program's first line names, and from which stratum on."""
    first = text(name, twin, program).splitlines()[0]
    match = EXPECTED.fullmatch(first)
    assert match, f"{name}/{twin}/{program}.py: its first line must be like {EXPECTED.pattern}"
    return Verdict(match[1]), int(match[2])


def outcomes(name, twin, program, level, seed, shape, sandbox):
    """The verdicts at half the limit and at the limit, of each item."""
    for one in items(name, twin, level, seed, shape):
        code = text(name, twin, program)
        code = code if one.task.data is None else with_data(code, one.task.data)
        judgement = judge(code, one, "verdict", sandbox)
        failed = [
            (one.suite.cases[result.index].origin, result.verdict, result.cpu_s, result.message)
            for result in judgement.cases
            if result.verdict is not Verdict.ACCEPTED or result.cpu_s > one.task.limits.seconds[0]
        ]
        yield tuple(judgement.by_limit.values()), failed


def mutants():
    """Every wrong program at each stratum from the one that it names on.

    Sampled: at that one and, below s7, where suites take long to make, the next; not for running out of time.
    """
    for name, twin in TWINS:
        for program in families.programs(name, twin):
            verdict, stated = expectation(name, twin, program)
            slow = verdict is Verdict.TIME_LIMIT
            for level in range(stated, 9) if verdict is not Verdict.ACCEPTED else ():
                sampled = level == stated < 8 or (level == stated + 1 < 7 and not slow)
                marks = () if sampled else pytest.mark.exhaustive
                yield pytest.param(
                    name, twin, program, level, marks=marks, id=f"{name}-{twin}-{program}-s{level}"
                )


@every_twin
def test_there_are_a_reference_a_brute_force_a_greedy_and_other_natural_mistakes(name, twin):
    expected = {program: expectation(name, twin, program) for program in families.programs(name, twin)}
    assert expected.pop("reference") == (Verdict.ACCEPTED, 1)
    assert expected["brute_force"][0] is Verdict.TIME_LIMIT
    assert expected["greedy"][0] is Verdict.WRONG_ANSWER
    assert len(expected) >= 6
    assert all(verdict is not Verdict.ACCEPTED for verdict, _ in expected.values())
    if twin == "npc":
        assert expected["p_algorithm"][0] is not Verdict.TIME_LIMIT
    assert max(level for verdict, level in expected.values() if verdict is Verdict.WRONG_ANSWER) >= 4


@every_twin
@pytest.mark.parametrize("level", LEVELS)
def test_the_reference_is_accepted_with_half_the_limit_to_spare(name, twin, level, sandbox):
    for verdicts, failed in outcomes(name, twin, "reference", level, 0, FEW, sandbox):
        assert set(verdicts) == {Verdict.ACCEPTED}, failed


@pytest.mark.exhaustive
@every_twin
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_reference_is_accepted_on_whole_suites(name, twin, level, seed, sandbox):
    for verdicts, failed in outcomes(name, twin, "reference", level, seed, FULL, sandbox):
        assert set(verdicts) == {Verdict.ACCEPTED}, failed


@pytest.mark.parametrize(("name", "twin", "program", "level"), list(mutants()))
@pytest.mark.parametrize("seed", SEEDS)
def test_a_wrong_program_is_caught_from_the_stratum_that_it_names(name, twin, program, level, seed, sandbox):
    expected, _ = expectation(name, twin, program)
    found = list(outcomes(name, twin, program, level, seed, FULL, sandbox))
    last = {verdicts[-1] for verdicts, _ in found}
    assert expected in last and last <= {expected, Verdict.ACCEPTED}, found
