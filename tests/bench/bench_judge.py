"""Cases per second of the sandbox beside a plain subprocess a case, in one run on one machine.

    python tests/bench/bench_judge.py [--cases 100] [--rounds 3]

Rounds alternate between the methods, the median is shown; the ratio is what to compare between machines.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(f"{'program':22} {'workers':>7} {'subprocess/s':>13} {'sandbox/s':>10} {'ratio':>6}")
    with Sandbox(1) as one, Sandbox(2) as two, TemporaryDirectory() as folder:
        for name, (program, stdin, expected, modules) in PROGRAMS.items():
            limits = Limits((10.0,), memory_mb=1024, modules=modules)
            for sandbox in (one, two):
                methods: tuple[Callable[[], bytes], ...] = (
                    lambda: plain(program, stdin, Path(folder)),  # noqa: B023  used in this round only
                    lambda: sandbox.run(program, stdin, limits).stdout,  # noqa: B023
                )
                figures = [
                    [
                        rate(method, expected, options.cases // (5 if modules else 1), sandbox.slots)
                        for method in methods
                    ]
                    for _ in range(options.rounds)
                ]
                before, ours = (median(column) for column in zip(*figures, strict=True))
                print(f"{name:22} {sandbox.slots:7} {before:13.0f} {ours:10.0f} {ours / before:6.1f}")


if __name__ == "__main__":
    main()
