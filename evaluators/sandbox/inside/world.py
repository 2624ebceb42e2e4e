"""What a program finds around it: `__main__`, fresh standard streams, `exit`, no environment.

A keeper makes it ready once, before its cases are forked: none of it depends on what a case reads.
"""

from __future__ import annotations

import builtins
import gc
import io
import os
import signal
import sys
from _sitebuiltins import Quitter
from types import ModuleType

from . import files

NAME = "program.py"
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_PACKAGE = __name__.rpartition(".")[0]
# Listed, since looking through sys.modules would write to, and so copy, a page for every module.
_MODULES = (
    *("calls", "confine", "files", "keeper", "landlock", "namespaces", "places"),
    *("processes", "program", "seccomp", "wire", "world", "zygote"),
)
_OURS = (_PACKAGE, *(f"{_PACKAGE}.{name}" for name in _MODULES))
_FRAMES = 8  # of ours below the program's own, so that its recursion limit counts from its first frame


def prepare(*, piped: bool) -> None:
    """Turn this process into what `python program.py` starts from, but for limits and what is on stdin."""
    os.environ.clear()
    if "numpy" in sys.modules:
        os.environ.update(ONE_THREAD)
    _open_streams(piped)
    for name in _OURS:
        sys.modules.pop(name, None)
    for name in ("exit", "quit"):  # the work of the site module, which is not loaded
        setattr(builtins, name, Quitter(name, "end of input"))
    sys.argv[:] = sys.orig_argv[:] = [NAME]
    sys.setrecursionlimit(sys.getrecursionlimit() + _FRAMES)
    gc.collect()
    gc.freeze()  # else every case's collector would write to, and so copy, all of it


def main() -> ModuleType:
    """A new `__main__`, in a case, which is to draw numbers of its own.

    Only what is made after `gc.freeze` is collected, and so finalized, when the case ends.
    """
    for name in ("random", "numpy.random"):  # imported already where packages are preloaded
        if name in sys.modules:
            sys.modules[name].seed()
    made = ModuleType("__main__")
    made.__file__ = NAME
    made.__dict__.update(__builtins__=builtins, __annotations__={}, __cached__=None)
    sys.modules["__main__"] = made
    return made


def _open_streams(piped: bool) -> None:
    """Standard streams over descriptors 0, 1, 2, which a case replaces by its own of the same kind."""
    held = (*(os.pipe() if piped else (files.blank("stdin"), files.blank("stdout"))), files.blank("stderr"))
    for descriptor, source in enumerate(held):
        os.dup2(source, descriptor)
        os.close(source)
    # Line ends stay as they are, as in an interpreter on Linux.
    sys.stdin = sys.__stdin__ = _stream(0, "r", "strict")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _stream(1, "w", "strict")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _stream(2, "w", "backslashreplace")  # type: ignore[misc]


def _stream(descriptor: int, mode: str, errors: str) -> io.TextIOWrapper:
    raw = io.FileIO(descriptor, mode, closefd=False)
    raw.name = ("<stdin>", "<stdout>", "<stderr>")[descriptor]
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    stream = io.TextIOWrapper(buffer, "utf-8", errors, "\n", line_buffering=descriptor == 2)
    stream.mode = mode  # type: ignore[misc]
    return stream


def reset_signals() -> None:
    """The dispositions of a fresh interpreter, whatever the parent had."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
