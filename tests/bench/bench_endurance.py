"""What the whole judge takes, and whether it grows: memory, descriptors and processes over many cases.

    python tests/bench/bench_endurance.py [--cases 100000] [--slots 2]

Memory is that of this process and of all below it, pages that they share counted once (PSS) where the kernel
lets this user read that, else each time (RSS, so at most too much).
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from evaluators.items import Limits
from evaluators.sandbox import Sandbox
from evaluators.sandbox.inside import processes

PROGRAM = "print(sum(map(int, input().split())))\n"
LIMITS = Limits((10.0,), memory_mb=256)
REPORTS = 10


def taken() -> tuple[float, int, int]:
    """Megabytes, descriptors of this process, and processes below it."""
    below = list(processes.descendants(os.getpid()))
    memory = sum(_memory(pid) for pid in (os.getpid(), *below))
    return memory / 1024, sum(1 for _ in Path("/proc/self/fd").iterdir()), len(below)


def _memory(pid: int) -> int:
    """Kilobytes of a process."""
    for name, field in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        try:
            lines = Path(f"/proc/{pid}/{name}").read_text().splitlines()
        except OSError:
            continue
        for line in lines:
            if line.startswith(field):
                return int(line.split()[1])
    return 0  # it has ended meanwhile


def work(sandbox: Sandbox, cases: int) -> None:
    """Run so many cases on all slots."""

    def some(first: int) -> None:
        for number in range(first, cases, sandbox.slots):
            done = sandbox.run(PROGRAM, b"%d 1\n" % number, LIMITS)
            if done.stdout != b"%d\n" % (number + 1):
                raise SystemExit(f"case {number}: {done}")

    with ThreadPoolExecutor(sandbox.slots) as pool:
        list(pool.map(some, range(sandbox.slots)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--slots", type=int, default=2)
    options = parser.parse_args()
    print(f"{'cases':>9} {'MB':>7} {'descriptors':>12} {'processes':>10} {'cases/s':>8}")
    with Sandbox(options.slots) as sandbox:
        work(sandbox, 100)
        print("{:9} {:7.1f} {:12} {:10}".format(100, *taken()))
        for part in range(1, REPORTS + 1):
            start = time.perf_counter()
            work(sandbox, options.cases // REPORTS)
            rate = options.cases / REPORTS / (time.perf_counter() - start)
            print(
                "{:9} {:7.1f} {:12} {:10} {:8.0f}".format(part * options.cases // REPORTS, *taken(), rate),
                flush=True,
            )


if __name__ == "__main__":
    main()
