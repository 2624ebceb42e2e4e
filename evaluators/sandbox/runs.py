"""What the sandbox tells of one run: raw facts, no verdict."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from enum import StrEnum

from evaluators.sandbox.inside import wire


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


@dataclass(frozen=True, slots=True)
class Interaction:
    """What became of a program and of the interactor that it talked with."""

    program: Run
    interactor: Run
    program_first: bool = False  # it closed its output first, as at its end
    flooded: bool = False  # the program said more than it may


_STOPS = tuple(Stop)


def told(reply: wire.Reply, stdout: bytes, stderr: str) -> Run:
    """A keeper's reply, with what was written, as a run."""
    error, message = reply.error.decode(errors="replace"), reply.message.decode(errors="replace")
    stop = _STOPS[reply.stop]
    if reply.killed and stop is Stop.NO:
        error = _signal_name(reply.killed)
        message = f"killed by {error}"
    return Run(
        stdout=stdout,
        stop=stop,
        exit_code=None if reply.killed else reply.exit_code,
        signal=reply.killed or None,
        cpu_s=reply.cpu_s,
        wall_s=reply.wall_s,
        memory_mb=reply.memory_mb,
        stderr=stderr,
        error=error,
        message=message,
        compiled=reply.compiled,
    )


def fault(message: str) -> Run:
    """A run that the sandbox could not do."""
    return Run(b"", Stop.FAULT, None, None, 0.0, 0.0, 0.0, message=message)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"SIG{number}"
