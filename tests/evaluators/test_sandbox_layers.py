"""The layers that contain a program: the filter says what its table says, and a broken layer is found out."""

from __future__ import annotations

import os
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
    values = (
        0,
        1,
        2,
        3,
        15,
        16,
        PID,
        PID + 1,
        0x10F00,
        0x11F00,
        0x10B00,
        0x20000,
        0x5401,
        0x80001,
        1 << 32,
        (1 << 32) + PID,
    )
    fewer = ((0, 1, 2, 3, 0x200, 1 << 40), (0, 0x20, 0x21, 0x22), (0, 0x1000, 1 << 40))
    for first, second, third, fourth, fifth in product(values, values, *fewer):
        yield first, second, third, fourth, fifth, 0


def meant(guarded: calls.Guarded, given: tuple[int, ...]) -> int:
    def holds(condition: calls.Condition) -> bool:
        wanted = PID if condition.value == calls.PID else condition.value
        return given[condition.place] & condition.mask == wanted & condition.mask

    return ALLOW if any(all(map(holds, each)) for each in guarded.alternatives) else REFUSE


def both(key: tuple[str, str], number: int, given: tuple[int, ...], architecture: int) -> int:
    """What the kernel makes of the two filters: the stricter answer, which is the lower number."""
    answers = (verdict(steps, number, given, architecture) for steps in FILTERS[key])
    return min(answers, key=lambda answer: -1 if answer == KILL else answer >> 16)


FILTERS = {
    (machine, profile): (seccomp.wide(machine, profile), seccomp.narrow(machine, profile, PID))
    for machine in MACHINES
    for profile in calls.PROFILES
}
EVERY = pytest.mark.parametrize(("machine", "profile"), FILTERS)


def guarded_calls(profile: str) -> dict[str, calls.Guarded]:
    return {**calls.GUARDED, **calls.PROFILES[profile].guarded}


@EVERY
def test_the_filter_answers_every_number_as_the_table_says(machine: str, profile: str) -> None:
    architecture, column = MACHINES[machine]
    named = (*calls.ALLOWED.values(), *calls.PROFILES[profile].allowed.values())
    allowed = {numbers[column] for numbers in named} - {-1}
    absent = {numbers[column] for numbers in calls.ABSENT.values()}
    guarded = {each.numbers[column] for each in guarded_calls(profile).values()}
    for number in {*range(1000), 0x3FFFFFFF, 0xFFFFFFFF}:
        if number not in guarded:
            expected = ALLOW if number in allowed else ABSENT if number in absent else REFUSE
            assert both((machine, profile), number, (0,) * 6, architecture) == expected, number
        assert both((machine, profile), number, (0,) * 6, architecture ^ 1) == KILL
        x32 = both((machine, profile), number | 0x40000000, (0,) * 6, architecture)
        assert x32 == REFUSE


@EVERY
@pytest.mark.parametrize("name", [*calls.GUARDED, "execveat"])
def test_a_guarded_call_is_answered_by_its_arguments(machine: str, profile: str, name: str) -> None:
    if name not in guarded_calls(profile):
        pytest.skip("of another profile")
    architecture, column = MACHINES[machine]
    guarded = guarded_calls(profile)[name]
    if guarded.numbers[column] < 0:
        pytest.skip("of another machine")
    answers = set()
    for given in arguments():
        answer = both((machine, profile), guarded.numbers[column], given, architecture)
        assert answer == meant(guarded, given), (name, given)
        answers.add(answer)
    assert answers == {ALLOW, REFUSE}


def test_no_number_stands_twice_in_the_table() -> None:
    for column, profile in product((0, 1), calls.PROFILES):
        guarded = [each.numbers for each in guarded_calls(profile).values()]
        more = calls.PROFILES[profile].allowed.values()
        numbers = [
            each[column] for each in (*calls.ALLOWED.values(), *more, *calls.ABSENT.values(), *guarded)
        ]
        there = [number for number in numbers if number >= 0]
        assert len(there) == len(set(there))


POSSIBLE = [name for name in tiers.OPEN if not (name == "root" and os.geteuid()) and not tiers.doubt_of(name)]
MISSING = found().reason or "contained"
contained = pytest.mark.skipif(not found().contained, reason=MISSING)


@contained
def test_without_containment_the_attacks_pass() -> None:
    assert len(tiers.passed_attacks("uncontained")) >= 17


@contained
@pytest.mark.parametrize("name", POSSIBLE)
def test_a_tier_stops_what_it_says(name: str) -> None:
    assert set(tiers.passed_attacks(name)) <= tiers.OPEN[name]


# module, what to replace, by what; the attack that passes then, or the complaint; in which tiers it must
BROKEN = {
    "no Landlock": ("confine.py", r"landlock\.restrict\(.*?\)", "None", "list the root folder", ("weak",)),
    "no narrow filter": ("confine.py", r"self\._narrow\.install\(\)", "None", "start a process", ()),
    "no wide filter": ("confine.py", r"self\._wide\.install\(\)", "None", "ask for io_uring", ()),
    "Landlock grants all": (
        "landlock.py",
        r"found = \[\(library",
        'found = [("/", _READ_FILE | _READ_DIR), (library',
        "list the root folder",
        ("weak",),
    ),
    "the filter allows what it does not know": (
        "seccomp.py",
        r"return \[\*filter_, _refuse\(errno\.EPERM\)\]",
        "return [*filter_, (_RETURN, 0, 0, _ALLOW)]",
        "ask for io_uring",
        (),
    ),
    "an alternative too wide": (
        "calls.py",
        r"Condition\(0, _THREAD, _THREAD\)",
        "Condition(0, 0, 0)",
        "start a process",
        (),
    ),
    "no limits": ("keeper.py", r"processes\.limit\(self.*?\)\n", "None\n", "be without a limit", ()),
    "no limit on CPU time": (
        "program.py",
        r"processes\.lower\(resource\.RLIMIT_CPU.*?\)",
        "None",
        "be without a limit",
        (),
    ),
    "capabilities kept": ("confine.py", r"        drop_capabilities\(\)", "", "keep a capability", ("root",)),
    "new privileges allowed": (
        "confine.py",
        r"        gain_nothing\(\)",
        "        pass",
        "self-test failed",
        (),
    ),
    "files of the host": (
        "namespaces.py",
        r"\n    _turn_to\(room\)",
        "\n    os.chdir(room + _ROOM)",
        "see a host file|Permission denied",
        ("container", "weak"),
    ),
    "processes of the host": (
        "namespaces.py",
        r'_mount\("proc", .*?\)',
        '_mount("/proc", f"{room}/proc", "", _BIND)',
        "see a host process",
        ("container", "weak"),
    ),
    "network of the host": (
        "namespaces.py",
        r" \| _NEW_NETWORK",
        "",
        "no namespace of its own: net",
        ("container", "weak"),
    ),
    "the same user": (
        "namespaces.py",
        r"    _become_nobody\(.*?\)\n",
        "    pass\n",
        "keep the judge's user",
        ("userns", "container", "weak"),
    ),
}


@contained
@pytest.mark.parametrize("tier", POSSIBLE)
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_layer_is_found_out(
    name: str, tier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, pattern, replacement, told, exempt = BROKEN[name]
    if tier in exempt or (name == "capabilities kept" and tier != "userns" and os.geteuid()):
        pytest.skip("this tier has no such layer, or another one that stops the same")
    copy = tmp_path / "sandbox" / "inside"
    shutil.copytree(Path(link.__file__).parent / "inside", copy)
    text, count = re.subn(pattern, replacement, (copy / module).read_text())
    assert count == 1
    (copy / module).write_text(text)
    monkeypatch.setattr(link, "_COMMAND", link.command(copy.parent))
    assert re.search(told, tiers.doubt_of(tier))
