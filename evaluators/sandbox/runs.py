"""What the sandbox tells of one run: raw facts, no verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Stop(StrEnum):
    """The limit that a run broke; it was ended then, or as soon as that was seen."""

    NO = "no"  # none: the program ended by itself
    CPU = "cpu"
    WALL = "wall"  # slept or waited for too long
    MEMORY = "memory"
    OUTPUT = "output"
    PROCESSES = "processes"
    FAULT = "fault"  # the sandbox failed, `message` says how


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a program on one stdin.

    Times are in seconds; CPU time is that of the program and of every process it started, without the
    interpreter's start. `memory_mb` is the peak resident size of the largest process. `error` (the
    exception's class, or a signal's name) and `message` come from inside and are advisory. `compiled` is
    False when the program is not valid Python and nothing was run.
    """

    stdout: bytes
    stop: Stop
    exit_code: int | None  # None when a signal ended it
    signal: int | None
    cpu_s: float
    wall_s: float
    memory_mb: float
    stderr: str = ""  # its end
    error: str = ""
    message: str = ""
    compiled: bool = True

    @property
    def clean(self) -> bool:
        """Whether it ended by itself with exit code 0."""
        return self.stop is Stop.NO and self.exit_code == 0
