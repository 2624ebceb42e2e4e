"""The inside of one process a case: it takes its limits and streams, then is the program.

Everything here runs in the forked child, up to its `os._exit`. What a program meets is what
`python program.py` would give it: `__main__`, fresh standard streams, `exit`, joined threads, atexit hooks,
flushed files, exit codes.
"""

from __future__ import annotations

import atexit
import builtins
import gc
import io
import marshal
import mmap
import os
import resource
import signal
import sys
from _sitebuiltins import Quitter
from collections.abc import Callable
from math import ceil
from types import TracebackType
from typing import NamedTuple

from . import confine, files, processes, wire

NAME = "program.py"
COMPILER = -1  # in place of code: compile what is on stdin
SPARE_ADDRESSES = 512 << 20  # of the interpreter, of thread stacks; resident memory is watched apart
OPEN_FILES = 256
_PACKAGE = __name__.rpartition(".")[0]
# Listed, since looking through sys.modules would write to, and so copy, a page for every module.
_MODULES = (
    *("calls", "confine", "files", "keeper", "landlock"),
    *("processes", "program", "seccomp", "wire", "zygote"),
)
_OURS = (_PACKAGE, *(f"{_PACKAGE}.{name}" for name in _MODULES))
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_FRAMES = 8  # of ours below the program's own, so that its recursion limit counts from its first frame


class Job(NamedTuple):
    """What a child needs to become the program."""

    keeper: int  # its process number
    code: int  # a descriptor of the marshalled code, or COMPILER
    case: wire.Case
    streams: tuple[int, ...]  # descriptors
    note: mmap.mmap  # shared with the keeper: what was raised
    began: mmap.mmap  # likewise: 1 once all limits and layers hold
    cage: confine.Cage | None


def become(job: Job) -> None:
    """Run `job` in this process and leave it; never returns."""
    status = 1
    try:
        processes.die_with_parent(job.keeper)
        _limit(job.case)
        if job.cage:
            job.cage.lock()
        code = b"" if job.code == COMPILER else files.start_of(job.code, os.fstat(job.code).st_size)
        _attach(job.streams)
        job.began[0] = 1
        job.began.close()  # the program must not undo it
        status = _compile(job.note) if job.code == COMPILER else _run(code, job.note)
    except BaseException as fault:  # noqa: BLE001  such as a MemoryError outside of the program's own frames
        _tell(job.note, fault)
    finally:
        os._exit(status)


def _limit(case: wire.Case) -> None:
    """A session of its own, and the limits that the kernel keeps for each process."""
    os.setsid()
    # A backstop, far off where the keeper has a clock of its own: the kernel counts ticks for this limit, and
    # on a busy machine they have read 3 s for a process that had used less than 2.
    seconds = ceil(2 * case.cpu_s) + 5 if processes.LINUX else ceil(case.cpu_s)
    limits = {
        resource.RLIMIT_FSIZE: case.output + 1,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    if processes.LINUX:  # elsewhere it is refused or means something else
        limits[resource.RLIMIT_AS] = case.memory + SPARE_ADDRESSES
    for kind, value in limits.items():
        _lower(kind, value, value)
    _lower(resource.RLIMIT_CPU, seconds, seconds + 1)


def _lower(kind: int, soft: int, hard: int) -> None:
    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(kind, (soft, hard))


def _attach(streams: tuple[int, ...]) -> None:
    """Descriptors 0, 1, 2 and nothing else; streams as at the start of an interpreter."""
    for target, source in enumerate(streams):
        os.dup2(source, target)
    os.closerange(3, OPEN_FILES)
    sys.stdin = sys.__stdin__ = _stream(0, "r", "strict")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _stream(1, "w", "strict")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _stream(2, "w", "backslashreplace")  # type: ignore[misc]


def _stream(descriptor: int, mode: str, errors: str) -> io.TextIOWrapper:
    raw = io.FileIO(descriptor, mode, closefd=False)
    raw.name = ("<stdin>", "<stdout>", "<stderr>")[descriptor]
    buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    stream = io.TextIOWrapper(buffer, "utf-8", errors, line_buffering=descriptor == 2)
    stream.mode = mode  # type: ignore[misc]
    return stream


def _compile(note: mmap.mmap) -> int:
    """From the source on stdin to marshalled code on stdout; on a syntax error note it and return 1."""
    source = files.start_of(0, os.fstat(0).st_size)
    try:
        code = compile(source, NAME, "exec", dont_inherit=True)
    except SyntaxError as fault:
        _note(note, type(fault).__name__, f"line {fault.lineno}: {fault.msg}")
        return 1
    with io.FileIO(1, "w") as out:
        data = memoryview(marshal.dumps(code))
        while data:
            data = data[out.write(data) :]
    return 0


def _run(marshalled: bytes, note: mmap.mmap) -> int:
    """Be `python program.py` with this code; returns the exit code."""
    code = marshal.loads(marshalled)
    main = _prepare()
    ballast = bytearray(1 << 20)  # given back so that a MemoryError can be told
    status = 0
    try:
        exec(code, main)
    except SystemExit as leaving:
        status = _exit_code(leaving.code)
    except BaseException as fault:  # noqa: BLE001  a program may raise anything
        del ballast
        status = 1
        _tell(note, fault)
        _print(fault)
    return _finish(main) or status


def _prepare() -> dict[str, object]:
    """The namespace of a fresh `__main__`; nothing of the keeper stays importable."""
    os.environ.clear()
    if "numpy" in sys.modules:
        os.environ.update(ONE_THREAD)
        sys.modules["numpy"].random.seed()  # else every case would draw what the zygote was to draw
    for name in _OURS:
        sys.modules.pop(name, None)
    for name in ("exit", "quit"):  # the work of the site module, which is not loaded
        setattr(builtins, name, Quitter(name, "end of input"))
    main = type(sys)("__main__")
    main.__file__ = NAME
    main.__builtins__ = builtins  # type: ignore[attr-defined]
    sys.modules["__main__"] = main
    sys.argv[:] = sys.orig_argv[:] = [NAME]
    sys.setrecursionlimit(sys.getrecursionlimit() + _FRAMES)
    return main.__dict__


def _exit_code(code: object) -> int:
    if code is None or isinstance(code, int):
        return (code or 0) & 0xFF
    print(code, file=sys.stderr)  # noqa: T201  as the interpreter does
    return 1


def _tell(note: mmap.mmap, fault: BaseException) -> None:
    """Note the exception's class, the program's line and the message."""
    try:
        line, text = _line(fault.__traceback__), str(fault)
        place = f"line {line}" if line else ""
        _note(note, type(fault).__name__, f"{place}: {text}" if place and text else place or text)
    except BaseException as second:  # noqa: BLE001  its own __str__ may raise, memory may be short
        _note(note, type(fault).__name__, f"(no message: {type(second).__name__})")


def _note(note: mmap.mmap, error: str, message: str) -> None:
    """Two fields of fixed size, ended by a zero byte."""
    first = error.encode(errors="replace").replace(b"\0", b"?")[: wire.ERROR_BYTES - 1]
    second = message.encode(errors="replace").replace(b"\0", b"?")[: wire.MESSAGE_BYTES - 1]
    note[: len(first)] = first
    note[wire.ERROR_BYTES : wire.ERROR_BYTES + len(second)] = second


def _line(trace: TracebackType | None) -> int:
    """The innermost line of the program's own file."""
    found = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == NAME:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def _print(fault: BaseException) -> None:
    """The traceback as the interpreter prints it, from the program's first frame on."""
    trace = fault.__traceback__.tb_next if fault.__traceback__ else None
    try:
        sys.excepthook(type(fault), fault.with_traceback(trace), trace)
    except BaseException:  # noqa: BLE001  the hook or stderr is the program's own by now
        sys.__excepthook__(type(fault), fault, trace)


def _finish(main: dict[str, object]) -> int:
    """What the interpreter does at its end; 120 if the output could not be written, else 0."""
    if "threading" in sys.modules:
        shutdown: Callable[[], None] = sys.modules["threading"]._shutdown
        shutdown()
    atexit._run_exitfuncs()
    status = _flush()
    main.clear()  # closes, and so flushes, the files that the program left open
    gc.collect()
    return status or _flush()


def _flush() -> int:
    status = 0
    for stream in (sys.stdout, sys.__stdout__, sys.stderr):
        try:
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()
        except Exception:  # noqa: BLE001  the stream may be the program's own
            status = 120
    return status


def reset_signals() -> None:
    """The dispositions of a fresh interpreter, whatever the keeper's parent had."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
