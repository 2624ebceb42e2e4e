"""The layers that contain a program: the filter says what its table says, and a broken layer is found out."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from evaluators.sandbox import found, link, tiers
from evaluators.sandbox.inside import calls, seccomp

ALLOW, REFUSE, ABSENT, KILL = 0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38, 0x80000000
PID = 4321
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}


def verdict(
    steps: list[seccomp.Instruction], number: int, arguments: tuple[int, ...], architecture: int
) -> int:
    """What a filter answers to a call, by the rules of the machine that the kernel runs it on."""
    data = {0: number, 4: architecture}
    for place, value in enumerate(arguments):
        data[16 + 8 * place], data[20 + 8 * place] = value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF
    held, at = 0, 0
    while True:
        code, true, false, operand = steps[at]
        at += 1
        match code:
            case 0x20:
                held = data[operand]
            case 0x54:
                held &= operand
            case 0x15:
                at += true if held == operand else false
            case 0x35:
                at += true if held >= operand else false
            case 0x06:
                return operand
            case _:
                raise AssertionError(f"unknown instruction {code:#x}")


def arguments() -> Iterator[tuple[int, ...]]:
    """Combinations of values at which some condition of the table turns."""
    values = (0, 1, 2, 3, 15, 16, PID, PID + 1, 0x10000, 0x11000, 0x5401, 0x80001, 1 << 32, (1 << 32) + PID)
    fewer = ((0, 1, 1 << 40), (0, 0x20, 0x21, 0x22), (0, 1 << 40))
    for first, second, third, fourth, fifth in product(values, values, *fewer):
        yield first, second, third, fourth, fifth, 0


def meant(guarded: calls.Guarded, given: tuple[int, ...]) -> int:
    def holds(condition: calls.Condition) -> bool:
        wanted = PID if condition.value == calls.PID else condition.value
        return given[condition.place] & condition.mask == wanted & condition.mask

    return ALLOW if any(all(map(holds, each)) for each in guarded.alternatives) else REFUSE


def both(machine: str, number: int, given: tuple[int, ...], architecture: int) -> int:
    """What the kernel makes of the two filters: the stricter answer, which is the lower number."""
    answers = (verdict(steps, number, given, architecture) for steps in FILTERS[machine])
    return min(answers, key=lambda answer: -1 if answer == KILL else answer >> 16)


FILTERS = {machine: (seccomp.wide(machine), seccomp.narrow(machine, PID)) for machine in MACHINES}


@pytest.mark.parametrize("machine", MACHINES)
def test_the_filter_answers_every_number_as_the_table_says(machine: str) -> None:
    architecture, column = MACHINES[machine]
    allowed = {numbers[column] for numbers in calls.ALLOWED.values()} - {-1}
    absent = {numbers[column] for numbers in calls.ABSENT.values()}
    guarded = {each.numbers[column] for each in calls.GUARDED.values()}
    for number in {*range(1000), 0x3FFFFFFF, 0xFFFFFFFF}:
        if number not in guarded:
            expected = ALLOW if number in allowed else ABSENT if number in absent else REFUSE
            assert both(machine, number, (0,) * 6, architecture) == expected, number
        assert both(machine, number, (0,) * 6, architecture ^ 1) == KILL
        assert both(machine, number | 0x40000000, (0,) * 6, architecture) == REFUSE  # the x32 numbers


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("name", calls.GUARDED)
def test_a_guarded_call_is_answered_by_its_arguments(machine: str, name: str) -> None:
    architecture, column = MACHINES[machine]
    guarded = calls.GUARDED[name]
    answers = set()
    for given in arguments():
        answer = both(machine, guarded.numbers[column], given, architecture)
        assert answer == meant(guarded, given), (name, given)
        answers.add(answer)
    assert answers == {ALLOW, REFUSE}


def test_no_number_stands_twice_in_the_table() -> None:
    for column in (0, 1):
        guarded = [each.numbers for each in calls.GUARDED.values()]
        numbers = [each[column] for each in (*calls.ALLOWED.values(), *calls.ABSENT.values(), *guarded)]
        there = [number for number in numbers if number >= 0]
        assert len(there) == len(set(there))


contained = pytest.mark.skipif(not found().contained, reason=found().reason or "contained")


@contained
def test_the_attacks_of_the_self_test_pass_only_without_containment() -> None:
    assert tiers.passed_attacks(contained=True) == []
    assert len(tiers.passed_attacks(contained=False)) >= 12


BROKEN = {
    "no Landlock": ("confine.py", r"landlock\.restrict\(.*?\)", "None", "read a host file"),
    "no filter": ("confine.py", r"self\._narrow\.install\(\)", "None", "start a process"),
    "no wide filter": ("confine.py", r"self\._wide\.install\(\)", "None", "ask for io_uring"),
    "Landlock grants all": (
        "landlock.py",
        r"found = \[\(library",
        'found = [("/", _READ_FILE), (library',
        "read a host",
    ),
    "the filter allows what it does not know": (
        "seccomp.py",
        r"return \[\*filter_, _refuse\(errno\.EPERM\)\]",
        "return [*filter_, (_RETURN, 0, 0, _ALLOW)]",
        "ask for io_uring",
    ),
    "an alternative too wide": (
        "calls.py",
        r"Condition\(0, _THREAD, _THREAD\)",
        "Condition(0, 0, 0)",
        "start a process",
    ),
}


@contained
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_layer_is_found_out(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, pattern, replacement, attack = BROKEN[name]
    copy = tmp_path / "sandbox" / "inside"
    shutil.copytree(Path(link.__file__).parent / "inside", copy)
    text, count = re.subn(pattern, replacement, (copy / module).read_text())
    assert count == 1
    (copy / module).write_text(text)
    monkeypatch.setattr(link, "_COMMAND", link.command(copy.parent))
    assert any(attack in passed for passed in tiers.passed_attacks(contained=True))
    tiers.found.cache_clear()
    assert not tiers.found().contained
    tiers.found.cache_clear()


@contained
def test_a_layer_that_cannot_be_put_on_means_no_tier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "sandbox" / "inside"
    shutil.copytree(Path(link.__file__).parent / "inside", copy)
    text = (copy / "confine.py").read_text().replace("gain_nothing()\n", "raise OSError(1, 'no')\n", 1)
    (copy / "confine.py").write_text(text)
    monkeypatch.setattr(link, "_COMMAND", link.command(copy.parent))
    tiers.found.cache_clear()
    tier = tiers.found()
    tiers.found.cache_clear()
    assert not tier.contained and "self-test failed" in tier.reason
