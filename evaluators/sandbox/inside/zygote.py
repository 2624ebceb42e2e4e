"""The zygote: one a slot, executed fresh; keepers, one a program, are forked from it and ended by it.

It imports for all of them what packages they may import, has a large stack, a small memory and one thread:
what its descendants inherit is known. It holds neither programs nor what they read and write, and it never
gets an answer. When its control channel (descriptor 0) closes, whatever happens at that moment, it kills all
its descendants and leaves.
"""

from __future__ import annotations

import _socket
import _thread
import gc
import os
import resource
import select
import sys
from importlib import import_module
from typing import NoReturn

from . import confine, files, keeper, landlock, namespaces, places, processes, program, wire, world

CONTROL = 0
# On the command line: how cases are contained, and of which kind they are.
ROOT, USERNS, CONTAINER, WEAK, UNCONTAINED = TIERS = ("root", "userns", "container", "weak", "uncontained")
PRELOADED = {"numpy": ("numpy", "numpy.random"), "scipy": ("scipy.optimize", "scipy.sparse", "scipy.linalg")}
STACK = 1 << 30  # C code that recurses 20,000 deep needs more than the usual 8 MB
THREAD_STACK = 16 << 20  # else every thread would take the main stack's size out of RLIMIT_AS


def main() -> NoReturn:
    """Serve programs until the control channel closes."""
    tier, *words = sys.argv[-5:]
    kind = places.kind_of(words)
    _grow_stack()
    world.reset_signals()
    processes.give_memory_back()
    _thread.stack_size(THREAD_STACK)
    processes.size_threads(THREAD_STACK)
    _preload(kind.modules)
    if tier in (ROOT, USERNS):
        namespaces.enter(kind, users=tier == USERNS)
    processes.adopt_orphans()
    cage = None
    if (
        tier != UNCONTAINED
    ):  # where there are namespaces, they alone keep files away from old kernels' programs
        files_too = tier == CONTAINER or (tier != WEAK and landlock.version() > 0)
        cage = confine.Cage(kind, files_too=files_too)
    gc.collect()
    gc.freeze()
    served = _serve(kind.profile, cage)
    job = served.serve() if served else None
    if job is not None:  # this is a forked case, a few frames above the interpreter's start
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


def _preload(modules: str) -> None:
    """Import the packages of a folder, so that no case waits for them."""
    if modules:
        sys.path.append(modules)
        for name in sorted(os.listdir(modules)):  # noqa: PTH208  no pathlib in here
            for module in PRELOADED.get(name, ()):
                import_module(module)


def _serve(profile: str, cage: confine.Cage | None) -> keeper.Keeper | None:
    """Fork a keeper a program until the parent is gone; only a forked process returns, to be that keeper."""
    folder = os.getcwd()  # noqa: PTH109  no pathlib in here
    control, parent, itself = _socket.socket(fileno=CONTROL), os.getppid(), os.getpid()
    try:
        while True:
            processes.reap()
            while not select.select([CONTROL], [], [], 1.0)[0]:
                processes.reap()
                if os.getppid() != parent:
                    raise EOFError
            bounds, (channel, source) = wire.get_program(control)
            if not os.fork():
                os.dup2(1, control.detach())  # nothing else may take its place
                return keeper.Keeper(itself, profile, channel, source, bounds, cage)
            os.close(channel)
            os.close(source)
    except (EOFError, OSError):
        processes.end_all()
        files.remove(folder)
    return None
