"""Cases per second of the sandbox beside other ways to run a program on a case, in one run on one machine.

    python tests/bench/bench_judge.py [--cases 200] [--rounds 3]

The others are a plain subprocess a case, without any limits, and a forked process a case that executes the
program and answers through a manager, as the harness of HumanEval does (Chen et al. 2021, arXiv:2107.03374).
Rounds alternate between the methods, the median is shown; the ratios are what to compare between machines.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from multiprocessing.managers import ListProxy
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from evaluators.items import Limits
from evaluators.sandbox import Sandbox

PROGRAMS = {
    "sum of two integers": ("print(sum(map(int, input().split())))\n", b"20 22\n", b"42\n", ()),
    "import numpy": ("import numpy\nprint(int(numpy.arange(10).sum()))\n", b"", b"45\n", ("numpy",)),
}


def plain(program: str, stdin: bytes, folder: Path) -> bytes:
    """One interpreter a case, isolated (`-I`), no limits."""
    path = folder / "program.py"
    if not path.exists() or path.read_text() != program:
        path.write_text(program)
    done = subprocess.run([sys.executable, "-I", str(path)], input=stdin, capture_output=True, check=True)
    return done.stdout


def forked(program: str, stdin: bytes) -> bytes:
    """A process a case, forked from this one, that executes the program and answers through a manager."""
    with multiprocessing.Manager() as manager:
        answers = manager.list()
        process = multiprocessing.Process(target=_execute, args=(program, stdin, answers))
        process.start()
        process.join(timeout=60)
        if process.is_alive():
            process.kill()
        return bytes(answers[0]) if len(answers) else b""


def _execute(program: str, stdin: bytes, answers: ListProxy[bytes]) -> None:
    out = io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    with redirect_stdout(out):
        exec(program, {"__name__": "__main__"})
    answers.append(out.getvalue().encode())


def rate(run: Callable[[], bytes], expected: bytes, cases: int, workers: int) -> float:
    """Cases per second of `workers` threads."""
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda _: run(), range(workers)))  # warm: keepers started, program compiled
        start = time.perf_counter()
        wrong = [out for out in pool.map(lambda _: run(), range(cases)) if out != expected]
        taken = time.perf_counter() - start
    if wrong:
        raise SystemExit(f"expected {expected!r}, got {wrong[0]!r}")
    return cases / taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    titles = ("program", "workers", "sandbox/s", "subprocess/s", "ratio", "forked/s", "ratio")
    print("{:20} {:>7} {:>10} {:>13} {:>6} {:>9} {:>6}".format(*titles))
    with Sandbox(1) as one, Sandbox(2) as two, TemporaryDirectory() as folder:
        for name, (program, stdin, expected, modules) in PROGRAMS.items():
            limits = Limits((10.0,), memory_mb=1024, modules=modules)
            for sandbox in (one, two):
                methods: tuple[tuple[Callable[[], bytes], int], ...] = (
                    (lambda: sandbox.run(program, stdin, limits).stdout, 1),  # noqa: B023  in this round only
                    (lambda: plain(program, stdin, Path(folder)), 5 if modules else 1),  # noqa: B023
                    (lambda: forked(program, stdin), 5 if modules else 1),  # noqa: B023
                )
                figures = [
                    [rate(run, expected, options.cases // less, sandbox.slots) for run, less in methods]
                    for _ in range(options.rounds)
                ]
                ours, *others = (median(column) for column in zip(*figures, strict=True))
                beside = " ".join(
                    f"{other:{13 - 4 * at}.0f} {ours / other:6.1f}" for at, other in enumerate(others)
                )
                print(f"{name:20} {sandbox.slots:7} {ours:10.0f} {beside}", flush=True)


if __name__ == "__main__":
    main()
