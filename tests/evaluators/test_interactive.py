"""A program and an interactor connected by pipes, both in the sandbox: who is to blame for what."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from evaluators.interactive import judge_interaction
from evaluators.items import Limits, Verdict
from evaluators.sandbox import Sandbox

LIMITS = Limits((1.0,), memory_mb=128, output_mb=1.0)

GUESS = """
import sys
secret, most = map(int, open(3).read().split())
print(most, flush=True)
for _ in range(most.bit_length()):
    line = sys.stdin.buffer.readline()
    if not line[:9].strip().isdigit() or len(line) > 9:
        print("no guess" if not line else "no number", file=sys.stderr)
        sys.exit(1)
    guess = int(line)
    print("=" if guess == secret else "<" if secret < guess else ">", flush=True)
    if guess == secret:
        sys.exit(0)
print("too many guesses", file=sys.stderr)
sys.exit(1)
"""
BISECT = """
low, high = 1, int(input())
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    answer = input()
    if answer == "=":
        break
    low, high = (low, middle - 1) if answer == "<" else (middle + 1, high)
"""

PROGRAMS = {
    "right": (BISECT, Verdict.ACCEPTED, ""),
    "asks on after the end": (BISECT.replace("break", "pass"), Verdict.RUNTIME_ERROR, "line 6"),
    "counts up": (
        "n = int(input())\nfor k in range(1, n):\n    print(k, flush=True)\n    if input() == '=': break",
        Verdict.WRONG_ANSWER,
        "too many guesses",
    ),
    "says nothing": ("pass", Verdict.WRONG_ANSWER, "no guess"),
    "crashes": ("input()\n1 / 0", Verdict.RUNTIME_ERROR, "line 2: ZeroDivisionError: division by zero"),
    "loops": ("input()\nwhile True: pass", Verdict.TIME_LIMIT, "more than 1 s of CPU time"),
    "waits for more": ("while True: input()", Verdict.TIME_LIMIT, "still waiting"),
    "does not flush": (
        "import sys\ninput()\nprint(5)\nsys.stdin.readline()",
        Verdict.TIME_LIMIT,
        "still waiting",
    ),
    "grows": ("x = []\nwhile True: x.append(bytearray(10**6))", Verdict.MEMORY_LIMIT, ""),
    "no Python": ("print(", Verdict.RUNTIME_ERROR, "line 1"),
    "reads the case itself": ("print(open(3).read())", Verdict.RUNTIME_ERROR, "line 1: OSError: [Errno 9]"),
    "says no number": ("print('abc', flush=True)\ninput()\ninput()", Verdict.WRONG_ANSWER, "no number"),
    "says no text": (
        "import os\nos.write(1, b'\\xff\\n')\nwhile input(): pass",
        Verdict.WRONG_ANSWER,
        "no number",
    ),
    "says a number of 5,000 digits": ("input()\nprint('7' * 5000)", Verdict.WRONG_ANSWER, "no number"),
    "leaves at once": ("import os\nos._exit(0)", Verdict.WRONG_ANSWER, "no guess"),
    "closes its input and leaves": ("import os\nos.close(0)", Verdict.WRONG_ANSWER, "no guess"),
    "closes its output and waits": (
        "import os, sys\nos.close(1)\nwhile sys.stdin.readline(): pass\nos._exit(0)",
        Verdict.WRONG_ANSWER,
        "no guess",
    ),
    "never ends a line": (
        "import sys\nwhile True: sys.stdout.write('x' * 999)",
        Verdict.OUTPUT_LIMIT,
        "more than 1 MB of output",
    ),
    "never ends": (
        "for k in range(10**9): print(k % 2 + 1)",
        Verdict.WRONG_ANSWER,
        "too many guesses",
    ),
    "does not wait for the word": (
        "input()\nprint(50)\nprint(25)\nprint(37, flush=True)\nimport os\nos._exit(0)",
        Verdict.ACCEPTED,
        "",
    ),
    "an escape for terminals": (
        "raise ValueError('\\x1b[2J')",
        Verdict.RUNTIME_ERROR,
        "line 1",
    ),
    "talks to itself": (
        "import os\nos.write(0, b'1\\n')",
        Verdict.RUNTIME_ERROR,
        "line 2: OSError: [Errno 9]",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_program_gets_its_verdict(each: Sandbox, name: str) -> None:
    program, verdict, message = PROGRAMS[name]
    graded, _ = judge_interaction(each, program, GUESS, b"37 100", LIMITS)
    assert (graded.verdict, graded.message[: len(message)]) == (verdict, message), graded


INTERACTORS = {
    "crashes": ("1 / 0", Verdict.JUDGE_ERROR, "the interactor failed: ZeroDivisionError"),
    "another exit code": ("exit(7)", Verdict.JUDGE_ERROR, "the interactor failed: exit code 7"),
    "loops": ("while True: pass", Verdict.JUDGE_ERROR, "the interactor failed"),
    "accepts at once": ("print(9, flush=True)", Verdict.ACCEPTED, ""),
    "accepts, and is flooded": ("print(9, flush=True)", Verdict.OUTPUT_LIMIT, "more than 1 MB"),
    "refuses at once": (
        "import sys\nprint(9, flush=True)\nprint('no', file=sys.stderr)\nexit(1)",
        Verdict.WRONG_ANSWER,
        "no",
    ),
}
TALKS_ON = "import time\nn = input()\ntime.sleep(0.3)\nfor _ in range(99): print('x' * 99, flush=True)"
FLOODS = "import time\nn = input()\ntime.sleep(0.3)\nwhile True: print('x' * 1000, flush=True)"


@pytest.mark.parametrize("name", INTERACTORS)
def test_an_interactor_that_fails_by_itself_is_not_the_programs_fault(sandbox: Sandbox, name: str) -> None:
    interactor, verdict, message = INTERACTORS[name]
    other = TALKS_ON if verdict is Verdict.ACCEPTED else FLOODS
    patient = "import sys\nfor line in sys.stdin: pass" if verdict is Verdict.JUDGE_ERROR else other
    graded, _ = judge_interaction(sandbox, patient, interactor, b"", LIMITS)
    assert graded.verdict is verdict, graded
    assert message in graded.message


def test_nothing_is_left_of_one_conversation_in_the_next(sandbox: Sandbox) -> None:
    for secret in (1, 100, 50, 73):
        graded, run = judge_interaction(sandbox, BISECT, GUESS, b"%d 100" % secret, LIMITS)
        assert graded.verdict is Verdict.ACCEPTED
        assert run.cpu_s < 1


def test_both_sides_talk_and_nothing_is_lost(each: Sandbox) -> None:
    """Much more than a pipe holds, both ways at once."""
    program = "import sys\nfor line in sys.stdin: print(line.strip() * 2, flush=False)"
    interactor = """
import os, sys, threading
def ask():
    for k in range(20000): print(k)
    sys.stdout.flush()
    os.close(1)
threading.Thread(target=ask).start()
heard = sys.stdin.read().split()
os._exit(heard != [str(k) * 2 for k in range(20000)])
"""
    assert judge_interaction(each, program, interactor, b"", LIMITS)[0].verdict is Verdict.ACCEPTED


def test_conversations_leave_no_descriptor_and_no_thread() -> None:
    def held() -> tuple[int, int]:
        return sum(1 for _ in Path("/proc/self/fd").iterdir()), threading.active_count()

    with Sandbox(1) as one:
        judge_interaction(one, BISECT, GUESS, b"5 100", LIMITS)
        before = held()
        for program in (BISECT, "pass", "print(", "import os\nos.close(1)\nos.close(0)") * 5:
            judge_interaction(one, program, GUESS, b"5 100", LIMITS)
        assert held() == before
        with pytest.raises(TypeError):
            one.interact("pass", "pass", "no bytes", LIMITS, LIMITS)  # type: ignore[arg-type]
        assert held() == before
