"""How fast this machine runs Python, beside the reference machine.

A fixed program (`workload.py`) runs alone in the sandbox. The least CPU time of some runs is the measure,
since whatever disturbs a run makes it longer. It costs seconds once for a machine and version of Python.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path

from evaluators.items import Limits
from evaluators.sandbox.pool import Sandbox
from evaluators.sandbox.slots import runtime_folder
from evaluators.whole_files import write_whole

REFERENCE_S = 0.250
"""CPU seconds of the workload on the reference machine (one core of an AMD EPYC server, Python 3.11).

It defines the unit: a machine of speed 1 needs so long, one of speed 0.5 twice as long.
"""
_RUNS = 9
_RANGE = 100  # beyond so many times faster or slower, a figure is no measure of a machine
_LIMITS = Limits((60.0,))


class Unmeasured(RuntimeError):
    """The workload did not run to its end; the message says why."""


def measured() -> float:
    """CPU seconds of the workload, the least of some runs alone on the machine; raises `Unmeasured`."""
    program = _workload()
    with Sandbox(1) as sandbox:
        runs = [sandbox.run(program, b"", _LIMITS, alone=True) for _ in range(_RUNS)]
    for run in runs:
        if not run.clean or run.cpu_s <= 0:
            raise Unmeasured(f"speed: the workload did not run ({run.stop}): {run.message}")
    return min(run.cpu_s for run in runs)


def machine_speed(
    folder: Path | None = None, measure: Callable[[], float] = measured, *, again: bool = False
) -> float:
    """The machine's speed: 1 for the reference machine, 0.5 for one half as fast.

    It is measured once and kept in `folder`, by default the user's own on this machine, by processor, version
    of Python and workload; what is damaged is measured again. A measure taken `again` replaces a slower one,
    which something disturbed. Raises `Unmeasured`.
    """
    what = {"processor": _processor(), "python": platform.python_version(), "workload": _digest()}
    name = hashlib.sha256(json.dumps(what).encode()).hexdigest()[:16]
    path = (folder or runtime_folder()) / f"speed-{name}.json"
    kept = _read(path, what)
    if kept is None or again:
        kept = min(measure(), kept or inf)
        write_whole(path, json.dumps({**what, "cpu_s": kept}).encode())
    return REFERENCE_S / kept


@dataclass(frozen=True, slots=True)
class Pace:
    """The machine's usual speed, and how far it is from that at a moment."""

    speed: float

    def slowdown(self, sandbox: Sandbox) -> float:
        """How many times the usual time the workload takes just now, alone; 1 where that can't be told.

        Whoever shares the machine, be it from outside of a virtual one, makes CPU time longer. A run costs
        about `REFERENCE_S` / speed.
        """
        run = sandbox.run(_workload(), b"", _LIMITS, alone=True)
        return run.cpu_s * self.speed / REFERENCE_S if run.clean else 1.0


def _read(path: Path, what: dict[str, str]) -> float | None:
    """The seconds kept at `path`, or None where there are none that are whole and of this machine."""
    try:
        kept = json.loads(path.read_bytes())
        cpu_s = float(kept.pop("cpu_s"))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
    plausible = REFERENCE_S / _RANGE < cpu_s < REFERENCE_S * _RANGE
    return cpu_s if kept == what and plausible else None


def _workload() -> str:
    return Path(__file__).with_name("workload.py").read_text(encoding="utf-8")


def _digest() -> str:
    return hashlib.sha256(_workload().encode()).hexdigest()[:16]


def _processor() -> str:
    """The model of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
