"""The inside of one process a case: it takes its limits and streams, then is the program.

Everything here runs in the forked child, up to its `os._exit`. What a program meets is what
`python program.py` would give it: `__main__`, fresh standard streams, `exit`, joined threads, atexit hooks,
flushed files, exit codes.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import io
import marshal
import mmap
import os
import resource
import signal
import sys
from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple

from . import confine, files, places, processes, wire, world
from .world import NAME

COMPILER = -1  # in place of code: compile what is on stdin, to Python's own code
PRODUCT = "product"  # what a command of the profile `compile` makes
_ABOVE = wire.MOST_STREAMS  # the first descriptor that no stream is moved to
_COMMAND_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "TMPDIR": ".", "LC_ALL": "C"}


class Job(NamedTuple):
    """What a child needs to become the program."""

    keeper: int  # its process number
    profile: str
    code: int  # a descriptor of marshalled code or of an executable, or COMPILER
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
        if job.profile == places.PYTHON:
            status = _interpret(job)
        else:
            _execute(job)
    except BaseException as fault:  # noqa: BLE001  such as a MemoryError outside of the program's own frames
        _tell(job.note, fault)
    finally:
        os._exit(status)


def _interpret(job: Job) -> int:
    """Compile what is on stdin, or run the code; returns the exit code."""
    compiling = job.code == COMPILER
    code = b"" if compiling else files.start_of(job.code, os.fstat(job.code).st_size)
    words = _attach(job)
    _begin(job)
    if compiling:
        return _compile(job.note)
    sys.argv[1:] = words
    return _run(code, job.note)


def _execute(job: Job) -> None:
    """Become another executable: what `code` holds, or the compiler that the command line names."""
    image = fcntl.fcntl(job.code, fcntl.F_DUPFD_CLOEXEC, _ABOVE) if job.profile == places.NATIVE else -1
    words = _attach(job, kept=image)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores
        signal.signal(number, signal.SIG_DFL)
    if processes.LINUX:  # the stack of each thread to come is as large as this limit
        addresses, _ = resource.getrlimit(resource.RLIMIT_AS)
        stack = (addresses - processes.SPARE_ADDRESSES) // 2
        processes.lower(resource.RLIMIT_STACK, stack, resource.getrlimit(resource.RLIMIT_STACK)[1])
    _begin(job)
    if image >= 0:
        os.execve(image, words or [PRODUCT], {})
    os.execve(words[0], words, _COMMAND_ENVIRONMENT)


def _attach(job: Job, kept: int = -1) -> list[str]:
    """The case's descriptors from 0 on and no others, but for `kept`; returns its command line."""
    streams, words = job.streams, []
    if job.case.arguments:
        *streams, last = streams  # type: ignore[assignment]
        words = files.start_of(last, os.fstat(last).st_size).decode().split("\0")
    if len(streams) > 3:  # a target must not be a source that is still wanted
        streams = tuple(fcntl.fcntl(each, fcntl.F_DUPFD, _ABOVE) for each in streams)
    for target, source in enumerate(streams):
        os.dup2(source, target)
    os.closerange(len(streams), max(kept, len(streams)))
    os.closerange(max(kept + 1, len(streams)), processes.OPEN_FILES)
    return words


def _begin(job: Job) -> None:
    """All limits and layers hold: what happens from here on is the program's own doing."""
    job.began[0] = 1
    job.began.close()  # the program must not undo it


def _limit(case: wire.Case) -> None:
    """A session of its own, and the limit that the kernel keeps for each process."""
    os.setsid()
    # A backstop, far off where the keeper has a clock of its own: the kernel counts ticks for this limit, and
    # on a busy machine they have read 3 s for a process that had used less than 2.
    seconds = int(2 * case.cpu_s) + 6 if processes.LINUX else int(case.cpu_s) + 1
    processes.lower(resource.RLIMIT_CPU, seconds, seconds + 1)


def _compile(note: mmap.mmap) -> int:
    """From the source on stdin to marshalled code on stdout; on a syntax error note it and return 1."""
    source = files.start_of(0, os.fstat(0).st_size)
    try:
        code = compile(source, NAME, "exec", dont_inherit=True)
    except SyntaxError as fault:
        place = f"line {fault.lineno}: " if fault.lineno else ""
        _note(note, type(fault).__name__, f"{place}{fault.msg}")
        return 1
    with io.FileIO(1, "w") as out:
        data = memoryview(marshal.dumps(code))
        while data:
            data = data[out.write(data) :]
    return 0


def _run(marshalled: bytes, note: mmap.mmap) -> int:
    """Be `python program.py` with this code; returns the exit code."""
    code = marshal.loads(marshalled)
    main = world.main()
    ballast = bytes(
        1 << 20
    )  # given back so that a MemoryError can be told; addresses only, nothing is written
    status = 0
    try:
        exec(code, main.__dict__)
    except SystemExit as leaving:
        status = _exit_code(leaving.code)
    except BaseException as fault:  # noqa: BLE001  a program may raise anything
        del ballast
        status = 1
        _tell(note, fault)
        _print(fault)
    del main
    return _finish() or status


def _exit_code(code: object) -> int:
    if code is None or isinstance(code, int):
        return (code or 0) & 0xFF if abs(code or 0) < 1 << 63 else 0xFF  # -1 is what C makes of the others
    if sys.stderr is not None:
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


def _finish() -> int:
    """What the interpreter does at its end; 120 if the output could not be written, else 0.

    Nothing of the program's own may be needed by then to write what it wrote: it is about to be finalized.
    """
    if "threading" in sys.modules:
        shutdown: Callable[[], None] = sys.modules["threading"]._shutdown
        shutdown()
    atexit._run_exitfuncs()
    status = _flush()
    sys.stdout, sys.stderr = getattr(sys, "__stdout__", None), getattr(sys, "__stderr__", None)
    sys.modules.pop("__main__", None)
    gc.collect()  # finalizes, and so flushes, the files that the program left open
    return status or _flush()


def _flush() -> int:
    status = 0
    for name in ("stdout", "__stdout__", "stderr"):
        stream = getattr(sys, name, None)
        try:
            if stream is not None and not getattr(stream, "closed", False):
                stream.flush()
        except Exception:  # noqa: BLE001  the stream may be the program's own
            status = 120
    return status
