"""False time-outs while other processes keep the machine busy, beside what wall time would have said.

    python tests/bench/bench_time.py [--cases 20] [--busy 8] [--hog-mb 256]

A fixed amount of work is measured on the machine as it is, then scaled to 0.9 s and to 1.5 s and judged under
a limit of 1 s: with nothing beside, which tells how steady the machine itself is, then while other processes,
outside of the sandbox's slots, are busy with arithmetic, then with one more that copies memory. The first
program should never be timed out, the second one always.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from statistics import median

from evaluators.items import Case, Graded, Item, Limits, Suite, Task, Verdict
from evaluators.judge import judge
from evaluators.sandbox import Pace, Sandbox, machine_speed
from families.twin import Certificate, Tier

LIMIT_S = 1.0
WORK = """
def work(rounds):
    total, table = 1, {}
    for k in range(rounds):
        row = [(total * j + k) % 10007 for j in range(200)]
        table[k % 500] = sorted(row)
        total += sum(row) + len(table)
    return total
rounds = int(input())
work(rounds)
print(rounds)
"""
BUSY = """
import os
parent = os.getppid()
while os.getppid() == parent: sum(k * k for k in range(10000))
"""
HOG = """
import os, sys
parent, size = os.getppid(), int(sys.argv[1]) << 19
here, there = bytearray(size), bytearray(b"x") * size
while os.getppid() == parent: here[:], there[:] = there, here
"""


def suite(rounds: int, cases: int) -> Item:
    """One item whose cases all ask for the same work."""
    made = tuple(
        Case(index, Tier.ANCHOR, f"{rounds}\n", Fraction(1), str(rounds), Certificate("", ""), "bench")
        for index in range(cases)
    )
    task = Task("bench", "bench", "p", "", Limits((LIMIT_S,)))
    return Item(0, task, Suite(made), _grade)


def _grade(case: Case, output: str) -> Graded:
    return Graded(Verdict.ACCEPTED if output.strip() == case.answer else Verdict.WRONG_ANSWER)


def per_round(sandbox: Sandbox) -> float:
    """CPU seconds of one round, the median of some runs alone."""
    rounds = 5000
    runs = [sandbox.run(WORK, f"{rounds}\n".encode(), Limits((60.0,)), alone=True) for _ in range(25)]
    return median(run.cpu_s for run in runs) / rounds


@contextmanager
def beside(commands: list[list[str]]) -> Iterator[None]:
    """Other processes that are busy for as long as this lasts."""
    others = [  # sessions of their own: the scheduler shares the machine among sessions
        subprocess.Popen([sys.executable, "-I", "-c", *command], start_new_session=True)
        for command in commands
    ]
    try:
        time.sleep(1)
        yield
        if any(other.poll() is not None for other in others):
            raise SystemExit("one of the busy processes ended")
    finally:
        for other in others:
            other.kill()
            other.wait()


def late(sandbox: Sandbox, pace: Pace, rounds: int, cases: int) -> tuple[int, int, float]:
    """How many were timed out, how many by their wall time alone, and the greatest CPU time that was kept."""
    told = judge(WORK, suite(rounds, cases), "full", sandbox, pace=pace).cases
    if any(case.verdict not in (Verdict.ACCEPTED, Verdict.TIME_LIMIT) for case in told):
        raise SystemExit(f"unexpected: {next(c for c in told if c.verdict is not Verdict.ACCEPTED)}")
    return (
        sum(case.verdict is Verdict.TIME_LIMIT for case in told),
        sum(case.wall_s > LIMIT_S for case in told),
        max(case.cpu_s for case in told),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--busy", type=int, default=8)
    parser.add_argument("--hog-mb", type=int, default=256)
    options = parser.parse_args()
    with Sandbox() as sandbox:
        each_s, pace = per_round(sandbox), Pace(machine_speed(again=True))
        titles = ("nominal", "beside", "timed out", "by wall time", "most CPU s", "minutes")
        print("{:>8}  {:24} {:>11} {:>12} {:>11} {:>8}".format(*titles))
        busy = [[BUSY]] * options.busy
        hog = [HOG, str(options.hog_mb)]
        scenes = {
            "nothing": [],
            f"{options.busy} busy": busy,
            f"{options.busy} busy, a memory hog": [*busy, hog],
        }
        for name, others in scenes.items():
            for nominal in (0.9, 1.5):
                with beside(others):
                    start = time.monotonic()
                    timed_out, by_wall, most = late(sandbox, pace, round(nominal / each_s), options.cases)
                    taken = (time.monotonic() - start) / 60
                print(
                    f"{nominal:6.1f} s  {name:24} {timed_out:4} of {options.cases:3}"
                    f" {by_wall:5} of {options.cases:3} {most:11.3f} {taken:8.1f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
