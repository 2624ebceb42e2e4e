"""The keeper: serves one slot, forks one process a case, watches it and ends all that it started.

It is executed fresh, with a large stack and a small memory, and single-threaded: what a case inherits is
known, and its peak memory is its own. It gets program, stdin and limits through its control channel
(descriptor 0), never an answer. When the channel closes, whatever happens at that moment, it kills the case
and leaves.
"""

from __future__ import annotations

import _thread
import gc
import mmap
import os
import resource
import select
import signal
import sys
import time
from typing import NamedTuple, NoReturn

from . import confine, files, processes, program, wire

CONTROL = 0
CONTAINED = "contained"  # on the command line: cases are confined, or not run
STACK = 1 << 30  # C code that recurses 20,000 deep needs more than the usual 8 MB
THREAD_STACK = 16 << 20  # else every thread would take the main stack's size out of RLIMIT_AS
MOST_PROCESSES = 64
COMPILE = wire.Request(10.0, 30.0, 512 << 20, 64 << 20, b"", b"", b"")
_LONGEST_PAUSE_S = 0.05
_SHORTEST_PAUSE_S = 0.001
_CORES = os.cpu_count() or 1


def main() -> NoReturn:
    """Serve requests until the control channel closes."""
    _grow_stack()
    program.reset_signals()
    processes.adopt_orphans()
    processes.give_memory_back()
    _thread.stack_size(THREAD_STACK)
    gc.collect()
    gc.freeze()
    job = Keeper().serve()
    if job is not None:  # this is a forked child, a few frames above the interpreter's start
        program.become(job)
    os._exit(0)


def _grow_stack() -> None:
    """Execute this interpreter again under a larger stack limit, which only then takes effect."""
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
    if soft == wanted:
        return
    resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    if resource.getrlimit(resource.RLIMIT_STACK)[0] == wanted:
        os.execv(sys.executable, sys.orig_argv)


class Leave(Exception):
    """The parent is gone, or this keeper can't go on."""


class Compiled(NamedTuple):
    """The last program that was compiled: its code, or why there is none."""

    source: bytes
    code: bytes
    refusal: wire.Reply | None


class Keeper:
    """Serves one case after another in its working folder, which it empties after each."""

    def __init__(self) -> None:
        self._parent = os.getppid()
        self._compiled: Compiled | None = None
        self._note = mmap.mmap(-1, wire.ERROR_BYTES + wire.MESSAGE_BYTES)
        self._began = mmap.mmap(-1, 1)
        self._cage = confine.Cage() if CONTAINED in sys.argv else None
        self._folder = os.getcwd()  # noqa: PTH109  no pathlib in a keeper

    def serve(self) -> program.Job | None:
        """Answer requests until the parent is gone; only the forked child returns, with its job."""
        job = None
        try:
            while job is None:
                job = self._turn()
        except (EOFError, BrokenPipeError, ConnectionResetError, Leave):
            files.remove(self._folder)
        return job

    def _turn(self) -> program.Job | None:
        """Answer one request. What it held is given back before the next, so that no case inherits it."""
        request = wire.get_request(self._read)
        stdin = files.given(request.stdin)
        request = request._replace(stdin=b"")
        try:
            done = self._case(request, stdin)
        except (OSError, MemoryError) as fault:  # the machine is short of something: not the program's fault
            _write(wire.put_reply(wire.Reply(wire.FAULT, message=repr(fault).encode()[: wire.MESSAGE_BYTES])))
            raise Leave from None
        if isinstance(done, program.Job):
            return done
        os.close(stdin)
        _write(wire.put_reply(done))
        return None

    def _case(self, request: wire.Request, stdin: int) -> wire.Reply | program.Job:
        if self._compiled is None or self._compiled.source != request.program:
            done = self._child(COMPILE._replace(program=request.program), b"", stdin)
            if isinstance(done, program.Job):
                return done
            whole = done.stop == wire.NO and not done.killed and not done.exit_code
            refusal = None if whole else _refusal(done)
            self._compiled = Compiled(request.program, done.stdout if whole else b"", refusal)
        return self._compiled.refusal or self._child(request, self._compiled.code, stdin)

    def _child(self, request: wire.Request, code: bytes, stdin: int) -> wire.Reply | program.Job:
        """Run one child to its end; in the child itself, return its job."""
        self._note[:] = bytes(len(self._note))
        self._began[0] = 0
        if self._cage:
            self._cage.prepare(os.fsdecode(request.modules))
        stdout, stderr = files.blank("stdout"), files.blank("stderr")
        started, keeper = time.monotonic(), os.getpid()
        pid = os.fork()
        if not pid:
            streams = (stdin, stdout, stderr)
            return program.Job(keeper, code, request, streams, self._note, self._began, self._cage)
        try:
            stop = self._watch(pid, request, started, (stdout, stderr))
        finally:
            ended = processes.end(pid)
        if not self._began[0]:  # never its own: it can't be judged
            raise OSError(0, bytes(self._note).replace(b"\0", b" ").strip().decode(errors="replace"))
        reply = self._reply(request, stop, ended, time.monotonic() - started, stdout, stderr)
        os.close(stdout)
        os.close(stderr)
        files.empty(self._folder)
        return reply

    def _watch(self, pid: int, request: wire.Request, started: float, outputs: tuple[int, int]) -> int:
        """Wait until the child ends or must be ended; returns why. Raises `Leave` when the parent is gone."""
        poll = select.poll()
        poll.register(CONTROL, select.POLLIN)
        ending = processes.ending(pid)
        if ending is not None:
            poll.register(ending, select.POLLIN)
        try:
            pause = _LONGEST_PAUSE_S if ending is not None else _SHORTEST_PAUSE_S
            while True:
                ready = [descriptor for descriptor, _ in poll.poll(pause * 1000)]
                if CONTROL in ready or os.getppid() != self._parent:
                    raise Leave
                if ready or processes.ended(pid):
                    return wire.NO
                left, stop = _left(pid, request, started, outputs)
                if stop != wire.NO:
                    return stop
                most = _LONGEST_PAUSE_S if ending is not None else 2 * pause
                pause = min(_LONGEST_PAUSE_S, most, max(left / _CORES, _SHORTEST_PAUSE_S))
        finally:
            if ending is not None:
                os.close(ending)

    def _reply(
        self,
        request: wire.Request,
        stop: int,
        ended: processes.Ended,
        wall_s: float,
        stdout: int,
        stderr: int,
    ) -> wire.Reply:
        killed = os.WTERMSIG(ended.status) if os.WIFSIGNALED(ended.status) else 0
        if stop == wire.NO:
            stop = wire.CPU if killed == signal.SIGXCPU else _broken(request, ended.usage, (stdout, stderr))
        error, message = self._note[: wire.ERROR_BYTES], self._note[wire.ERROR_BYTES :]
        return wire.Reply(
            stop=stop,
            killed=killed,
            exit_code=0 if killed else os.WEXITSTATUS(ended.status),
            cpu_s=ended.usage.cpu_s,
            wall_s=wall_s,
            memory_mb=ended.usage.memory / (1 << 20),
            error=error.partition(b"\0")[0],
            message=message.partition(b"\0")[0],
            stderr=files.end_of(stderr, wire.STDERR_BYTES),
            stdout=files.start_of(stdout, request.output),
        )

    def _read(self, size: int) -> bytes:
        """Exactly `size` bytes of the control channel; looks every second whether the parent still lives."""
        parts = []
        while size:
            if not select.select([CONTROL], [], [], 1.0)[0]:
                if os.getppid() != self._parent:
                    raise Leave
                continue
            part = os.read(CONTROL, min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


def _left(pid: int, request: wire.Request, started: float, outputs: tuple[int, int]) -> tuple[float, int]:
    """Seconds that may pass, with one core busy, before a limit is met; and which limit is broken already."""
    below = list(processes.descendants(os.getpid())) or [pid]
    cpu_left = request.cpu_s - sum(map(processes.cpu_s, below))
    wall_left = started + request.wall_s - time.monotonic()
    if wall_left < 0:
        wall_left += processes.waited_s(pid)
    if cpu_left < 0:
        return 0.0, wire.CPU
    if wall_left < 0:
        return 0.0, wire.WALL
    if max(map(processes.resident, below)) > request.memory:
        return 0.0, wire.MEMORY
    if len(below) > MOST_PROCESSES:
        return 0.0, wire.PROCESSES
    return min(cpu_left, wall_left), wire.OUTPUT if _full(request, outputs) else wire.NO


def _broken(request: wire.Request, usage: processes.Usage, outputs: tuple[int, int]) -> int:
    """The limit that a program broke before it ended by itself, between two looks at it."""
    if _full(request, outputs):
        return wire.OUTPUT
    if usage.memory > request.memory:
        return wire.MEMORY
    return wire.CPU if usage.cpu_s > request.cpu_s else wire.NO


def _full(request: wire.Request, outputs: tuple[int, int]) -> bool:
    return any(os.fstat(output).st_size > request.output for output in outputs)


def _refusal(done: wire.Reply) -> wire.Reply:
    """The reply to every case of a program that does not compile."""
    why = f"killed by signal {done.killed}" if done.killed else f"stopped ({done.stop})"
    return wire.Reply(
        stop=wire.NO,
        compiled=False,
        exit_code=1,
        error=done.error or b"CompileError",
        message=done.message or f"the compiler gave up: {why}".encode(),
    )


def _write(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(CONTROL, view) :]
