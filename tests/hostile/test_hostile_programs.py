"""Hostile programs reach nothing, change nothing, end in time and leave nothing: seen from outside."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from outside import Outside
from table import PROGRAMS, Hostile, is_met, known, passed
from where import AGAIN, LIMITS, contained

from evaluators.sandbox import Run, Sandbox, Stop

LONG_S = 120  # far more than any of these takes, waiting for a core included; far less than they ask for
TIERS = (*contained(), "uncontained")


def pairs() -> list[pytest.param]:
    """Every program in every tier; what sleeps, which takes seconds, in one tier only unless exhaustive."""
    found = []
    for place, tier in enumerate(TIERS):
        for number, (name, each) in enumerate(PROGRAMS.items()):
            if not each.wanted(tier):
                continue
            elsewhere = each.waits and number % len(TIERS) != place
            rare = [pytest.mark.exhaustive] if elsewhere or (AGAIN and left_out(each, tier, number)) else []
            found.append(pytest.param(tier, name, marks=rare, id=f"{tier}-{name}"))
    return found


def left_out(each: Hostile, tier: str, number: int) -> bool:
    """Whether to leave it out of the sample where these tests are started again."""
    return tier == "uncontained" or each.waits or ("cpu" in each.expected and number % 8 > 0)


def attack(sandbox: Sandbox, outside: Outside, name: str) -> Run:
    told = json.dumps(outside.told(sandbox.tier)).encode() + b"\n"
    return sandbox.run(PROGRAMS[name].text.replace("MARK", outside.mark), told, LIMITS)


@pytest.mark.parametrize("tier, name", pairs())
def test_a_hostile_program_does_no_harm(
    tier: str, name: str, box: Callable[[str], Sandbox], outside: Callable[[], Outside]
) -> None:
    sandbox, program = box(tier), PROGRAMS[name]
    around = outside()
    done = attack(sandbox, around, name)
    spared = program.disturbed if tier == "uncontained" else set()
    assert around.changes(done) - spared == set(), done
    assert passed(done) == program.passing.get(tier, set()), done
    assert any(is_met(outcome, done) for outcome in program.wanted(tier)), done
    assert done.wall_s < LONG_S
    assert len(done.stdout) <= LIMITS.output_mb * 2**20
    assert (len(done.error), len(done.message)) < (100, 1000)
    assert box(tier) is sandbox  # the slot serves on, from an empty folder


BARE = [name for name, each in PROGRAMS.items() if each.bare]


@pytest.mark.parametrize("name", BARE)
def test_the_outside_sees_what_a_program_does_that_nothing_contains(
    name: str, box: Callable[[str], Sandbox], outside: Callable[[], Outside]
) -> None:
    if "docker" in AGAIN and "a key" in PROGRAMS[name].bare:
        pytest.skip("Docker's profile stops this one already")
    sandbox = box("uncontained")
    around = outside()
    seen = around.changes(attack(sandbox, around, name))
    assert seen >= PROGRAMS[name].bare, seen


def test_the_outside_sees_nothing_where_nothing_happens(
    box: Callable[[str], Sandbox], outside: Callable[[], Outside]
) -> None:
    for tier in TIERS:
        sandbox = box(tier)
        assert outside().changes(sandbox.run("print(1)", b"", LIMITS)) == set()


def test_every_program_says_what_must_become_of_it() -> None:
    assert len(PROGRAMS) >= 60
    for each in PROGRAMS.values():
        assert all(map(known, (*each.expected, *each.uncontained))), each.name
        assert set(each.passing) <= {"root", "userns", "container"}, each.name
        assert each.expected


def test_what_a_program_says_of_itself_is_not_believed(box: Callable[[str], Sandbox]) -> None:
    """The class of an error is advisory; how a program ended is not its own to tell."""
    done = box(TIERS[0]).run(PROGRAMS["interpreter/forged_note"].text, b"", LIMITS)
    assert (done.error, done.exit_code, done.stop, done.clean) == ("Forged", 3, Stop.NO, False)
