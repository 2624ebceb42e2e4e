"""A keeper: serves one program, forks one process a case, watches it and ends all that it started.

It is forked from a zygote and holds nothing of what programs read or write, nor the program itself: these
travel through descriptors. All that is the same in every case is made ready in it once, since a page that a
case need not touch is a page that is not copied. When its channel closes, it kills the case and leaves.
"""

from __future__ import annotations

import _socket
import mmap
import os
import select
import signal
import time
from typing import NamedTuple

from . import confine, files, places, processes, program, wire, world

MOST_PROCESSES, MOST_THREADS = 64, 1024
COMPILE_BOUNDS, COMPILE = wire.Bounds(512 << 20, 64 << 20), wire.Case(10.0, 30.0)
_LONGEST_PAUSE_S = 0.05
_SHORTEST_PAUSE_S = 0.001
_HANG_UP = getattr(select, "POLLRDHUP", select.POLLHUP)
_CORES = os.cpu_count() or 1


class Leave(Exception):
    """The parent is gone, or this keeper can't go on."""


class Keeper:
    """Serves one case after another in its working folder, which it empties after each."""

    def __init__(
        self,
        zygote: int,
        profile: str,
        channel: int,
        source: int,
        bounds: wire.Bounds,
        cage: confine.Cage | None,
    ) -> None:
        processes.die_with_parent(zygote)
        processes.adopt_orphans()
        self._parent = zygote
        self._folder = os.getcwd()  # noqa: PTH109  no pathlib in here
        self._channel = _socket.socket(fileno=channel)
        self._profile, self._source, self._bounds, self._cage = profile, source, bounds, cage
        # Whole pages, since these are what is shared: what lies behind a note would not be wiped with it.
        self._note, self._began = (mmap.mmap(-1, mmap.PAGESIZE) for _ in range(2))
        self._code = -1  # a descriptor, once the program is compiled
        self._refusal: wire.Reply | None = None

    def serve(self) -> program.Job | None:
        """Answer cases until the parent is gone; only a forked child returns, with its job."""
        job = None
        try:
            try:
                if self._cage:
                    self._cage.enter()
                job = self._make_ready()
            except (OSError, MemoryError) as fault:
                self._refusal = _fault(fault)
            while job is None:
                job = self._turn()
            return job
        except (EOFError, BrokenPipeError, ConnectionResetError, Leave):
            return None

    def _make_ready(self) -> program.Job | None:
        """Do once what is the same in all cases; in a child that compiles, return its job."""
        if self._profile == places.PYTHON:
            job = self._compile()
            if job is not None:
                return job
            world.prepare(piped=self._bounds.piped)
        else:
            self._code = self._source
        processes.limit(self._bounds.memory, self._bounds.output)
        return None

    def _turn(self) -> program.Job | None:
        """Answer one case, or be its child."""
        case, streams = wire.get_case(self._channel)
        try:
            done = self._refusal or self._child(case, streams, self._code)
        except (OSError, MemoryError) as fault:
            wire.put_reply(self._channel, _fault(fault))
            raise Leave from None
        if isinstance(done, program.Job):
            return done
        if self._profile == places.COMPILE:
            files.copy(program.PRODUCT, streams[1])
        if (not self._cage or self._cage.keeps_files) and not files.empty(self._folder):
            raise Leave  # what one case left must not be there for the next
        for stream in streams[2:] if self._bounds.piped and not self._refusal else streams:
            os.close(stream)
        wire.put_reply(self._channel, done, None if self._refusal else self._note)
        return None

    def _compile(self) -> program.Job | None:
        """Have the source compiled in a child as confined as a case; in that child, return its job."""
        code, errors = files.blank("code"), files.blank("errors")
        done = self._child(COMPILE, (self._source, code, errors), program.COMPILER)
        if isinstance(done, program.Job):
            return done
        if done.stop == wire.NO and not done.killed and not done.exit_code:
            self._code = code
        else:
            self._refusal = _refusal(done, bytes(self._note))
            os.close(code)
        os.close(errors)
        os.close(self._source)
        return None

    def _child(self, case: wire.Case, streams: tuple[int, ...], code: int) -> wire.Reply | program.Job:
        """Run one child to its end; in the child itself, return its job."""
        for page in (self._note, self._began):
            page[:] = bytes(mmap.PAGESIZE)
        started, keeper = time.monotonic(), os.getpid()
        compiling = code == program.COMPILER
        bounds = COMPILE_BOUNDS if compiling else self._bounds
        pid = processes.fork()
        if not pid:
            if compiling:
                processes.limit(bounds.memory, bounds.output)
            shared = (self._note, self._began, self._cage)
            return program.Job(keeper, self._profile, code, case, streams, *shared)
        piped = self._bounds.piped and not compiling
        for stream in streams[:2] if piped else ():  # the other side is to see what this one closes
            os.close(stream)
        look = Look(pid, case, bounds, started, streams[2 if piped else 1 : 3])
        try:
            stop = self._watch(look)
        finally:
            ended = processes.end(pid)
        if not self._began[0]:  # never its own: it can't be judged
            raise OSError(0, bytes(self._note).replace(b"\0", b" ").strip().decode(errors="replace"))
        return _reply(look, stop, ended)

    def _watch(self, look: Look) -> int:
        """Wait until the child ends or must be ended; returns why. Raises `Leave` when the parent is gone."""
        poll = select.poll()
        channel = self._channel.fileno()
        poll.register(channel, _HANG_UP)  # a case may wait there while the program is compiled
        ending = processes.ending(look.pid)
        if ending is not None:
            poll.register(ending, select.POLLIN)
        try:
            pause = _LONGEST_PAUSE_S if ending is not None else _SHORTEST_PAUSE_S
            while True:
                ready = [descriptor for descriptor, _ in poll.poll(pause * 1000)]
                if channel in ready or os.getppid() != self._parent:
                    raise Leave
                if ready or processes.ended(look.pid):
                    return wire.NO
                left, stop = look.left()
                if stop != wire.NO:
                    return stop
                most = _LONGEST_PAUSE_S if ending is not None else 2 * pause
                pause = min(_LONGEST_PAUSE_S, most, max(left / _CORES, _SHORTEST_PAUSE_S))
        finally:
            if ending is not None:
                os.close(ending)


class Look(NamedTuple):
    """What a keeper looks at while a child runs."""

    pid: int
    case: wire.Case
    bounds: wire.Bounds
    started: float
    outputs: tuple[int, ...]  # descriptors

    def left(self) -> tuple[float, int]:
        """Seconds that may pass, with one core busy, before a limit is met; which one is broken already."""
        below = list(processes.descendants(os.getpid())) or [self.pid]
        cpu_left = self.case.cpu_s - sum(map(processes.cpu_s, below))
        wall_left = self.started + self.case.wall_s - time.monotonic()
        if wall_left < 0:
            wall_left += processes.waited_s(self.pid)
        if cpu_left < 0:
            return 0.0, wire.CPU
        if wall_left < 0:
            return 0.0, wire.WALL
        if max(map(processes.resident, below)) > self.bounds.memory:
            return 0.0, wire.MEMORY
        if len(below) > MOST_PROCESSES or sum(len(processes.threads(each)) for each in below) > MOST_THREADS:
            return 0.0, wire.PROCESSES
        return min(cpu_left, wall_left), wire.OUTPUT if self.full() else wire.NO

    def broken(self, usage: processes.Usage) -> int:
        """The limit that a program broke before it ended by itself, between two looks at it."""
        if self.full():
            return wire.OUTPUT
        if usage.memory > self.bounds.memory:
            return wire.MEMORY
        return wire.CPU if usage.cpu_s > self.case.cpu_s else wire.NO

    def full(self) -> bool:
        """Whether it wrote more than it may."""
        return any(os.fstat(output).st_size > self.bounds.output for output in self.outputs)


def _reply(look: Look, stop: int, ended: processes.Ended) -> wire.Reply:
    killed = os.WTERMSIG(ended.status) if os.WIFSIGNALED(ended.status) else 0
    if stop == wire.NO:
        stop = wire.CPU if killed == signal.SIGXCPU else look.broken(ended.usage)
    return wire.Reply(
        stop=stop,
        killed=killed,
        exit_code=0 if killed else os.WEXITSTATUS(ended.status),
        cpu_s=ended.usage.cpu_s,
        wall_s=time.monotonic() - look.started,
        memory_mb=ended.usage.memory / (1 << 20),
    )


def _fault(fault: BaseException) -> wire.Reply:
    """The machine is short of something, or a layer can't be put on: that is not the program's fault."""
    return wire.Reply(wire.FAULT, message=repr(fault).encode()[: wire.MESSAGE_BYTES])


def _refusal(done: wire.Reply, note: bytes) -> wire.Reply:
    """The reply to every case of a program that does not compile."""
    error, message = note[: wire.ERROR_BYTES].rstrip(b"\0"), note[wire.ERROR_BYTES :].rstrip(b"\0")
    why = f"killed by signal {done.killed}" if done.killed else f"stopped ({done.stop})"
    return wire.Reply(
        stop=wire.NO,
        compiled=False,
        exit_code=1,
        error=error or b"CompileError",
        message=message or f"the compiler gave up: {why}".encode(),
    )
