"""The keeper: the process that serves one slot, forks one process a case, watches it and ends all that it started.

It is executed fresh, with a large stack and a small memory, and single-threaded: what a case inherits is known, and its peak
memory is its own. It gets program, stdin and limits through its control channel (descriptor 0), never an answer. When the
channel closes, whatever happens at that moment, it kills the case and leaves.
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

from . import processes, program, wire

CONTROL = 0
STACK = 1 << 30  # C code that recurses 20,000 deep needs more than the usual 8 MB
THREAD_STACK = 16 << 20  # else every thread would take the main stack's size out of RLIMIT_AS
MOST_PROCESSES = 64
COMPILE = wire.Request(10.0, 30.0, 512 << 20, 64 << 20, b"", b"", b"")
_LONGEST_PAUSE_S = 0.05
_SHORTEST_PAUSE_S = 0.001


def main() -> NoReturn:
    """Serve requests until the control channel closes."""
    _grow_stack()
    program.reset_signals()
    processes.adopt_orphans()
    _thread.stack_size(THREAD_STACK)
    gc.collect()
    gc.freeze()
    job = Keeper(os.getppid()).serve()
    if job is not None:  # this is the forked child, a few frames above the interpreter's start
        program.become(job)
    os._exit(0)


def _grow_stack() -> None:
    """Execute this interpreter again under a larger stack limit, which only then takes effect."""
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = STACK if hard == resource.RLIM_INFINITY else min(STACK, hard)
    if soft != wanted:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
        if resource.getrlimit(resource.RLIMIT_STACK)[0] == wanted:
            os.execv(sys.executable, sys.orig_argv)


class Compiled(NamedTuple):
    """The last program that was compiled, or why it can't be."""

    source: bytes
    code: bytes
    refusal: wire.Reply | None


class Keeper:
    """Serves one case after another."""

    def __init__(self, parent: int) -> None:
        self._parent = parent
        self._compiled = Compiled(b"", b"", None)
        self._note = mmap.mmap(-1, wire.ERROR_BYTES + wire.MESSAGE_BYTES)
        self._folder = os.getcwd()

    def serve(self) -> program.Job | None:
        """Answer requests until the parent is gone; returns a job only in the forked child that is to do it."""
        while True:
            try:
                request = wire.get_request(_read)
            except EOFError:
                return None
            done = self._case(request)
            if isinstance(done, program.Job):
                return done
            _write(wire.put_reply(done))

    def _case(self, request: wire.Request) -> wire.Reply | program.Job:
        if request.program != self._compiled.source or not (self._compiled.code or self._compiled.refusal):
            done = self._child(COMPILE._replace(program=request.program), b"")
            if isinstance(done, program.Job):
                return done
            good = done.stop == wire.NO and not done.killed and done.exit_code == 0
            refusal = None if good else _refused(done)
            self._compiled = Compiled(request.program, done.stdout if good else b"", refusal)
        if self._compiled.refusal:
            return self._compiled.refusal
        return self._child(request, self._compiled.code)
