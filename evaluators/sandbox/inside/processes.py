"""Processes seen from outside: who descends from whom, CPU time, memory; and how to end them all.

Written for Linux. Elsewhere descendants, live CPU times and memory are unknown: there the limits that the
kernel keeps and the process group are all that holds.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from typing import NamedTuple

LINUX = sys.platform == "linux"
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long
if LINUX:
    LIBC.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
_FORK = ctypes.PyDLL(None, use_errno=True).fork if LINUX else os.fork
SPARE_ADDRESSES = 512 << 20  # of the interpreter, of thread stacks; resident memory is watched apart
OPEN_FILES = 256
_ZEROS = (0, 0, 0, 0)
_PAGE = os.sysconf("SC_PAGE_SIZE")
_RSS_UNIT = 1024 if LINUX else 1  # of ru_maxrss, in bytes
_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # mallopt(3)
_SET_PDEATHSIG, _SET_CHILD_SUBREAPER = 1, 36  # prctl(2)
_PATIENCE_S = 20.0  # a killed process that the kernel does not let go


class Usage(NamedTuple):
    """What ended processes used: CPU seconds in all, bytes resident at the peak of the largest."""

    cpu_s: float
    memory: int

    def plus(self, used: resource.struct_rusage) -> Usage:
        """With one more process, and those it waited for itself."""
        own = used.ru_utime + used.ru_stime
        return Usage(self.cpu_s + own, max(self.memory, used.ru_maxrss * _RSS_UNIT))


class Ended(NamedTuple):
    """How a case's own process ended, and what it and all that it started used."""

    status: int  # as wait(2) gives it
    usage: Usage


def prctl(option: int, *values: int) -> None:
    """prctl(2), of which there is none elsewhere; raises OSError."""
    if LINUX and LIBC.prctl(option, *values, *_ZEROS[len(values) :]):
        raise OSError(ctypes.get_errno(), f"prctl({option}) failed")


def fork() -> int:
    """fork(2) for a process of one thread: without Python's hooks, which would cost as much as the fork."""
    pid = int(_FORK())
    if pid < 0:
        raise OSError(ctypes.get_errno(), f"fork: {os.strerror(ctypes.get_errno())}")
    return pid


def limit(memory: int, output: int) -> None:
    """Bound, for this process and all below it, the address space, files and descriptors; in bytes."""
    lower(resource.RLIMIT_FSIZE, output + 1, output + 1)
    lower(resource.RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES)
    lower(resource.RLIMIT_CORE, 0, 0)
    if LINUX:  # elsewhere they are unknown, refused or mean something else
        lower(resource.RLIMIT_SIGPENDING, 0, 0)  # counted for the user, so that other cases would see them
        lower(resource.RLIMIT_AS, memory + SPARE_ADDRESSES, memory + SPARE_ADDRESSES)


def lower(kind: int, soft: int, hard: int) -> None:
    """Set a limit of this process, but never above what it has."""
    _, most = resource.getrlimit(kind)
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(kind, (soft, hard))


def adopt_orphans() -> None:
    """Become the parent of every orphaned descendant, so that no daemon escapes."""
    prctl(_SET_CHILD_SUBREAPER, 1)


def give_memory_back() -> None:
    """Keep large blocks out of the heap, in which later small ones would hold them, so that none stays."""
    if hasattr(LIBC, "mallopt"):  # glibc's, which would raise its threshold with every block it gets back
        LIBC.mallopt(_MMAP_THRESHOLD, 128 << 10)
        LIBC.mallopt(_ARENA_MAX, 1)  # else each thread would take 64 MB out of RLIMIT_AS


def size_threads(stack: int) -> None:
    """Give threads that libraries start a stack of so many bytes, not one of the main stack's size."""
    if hasattr(LIBC, "pthread_setattr_default_np"):
        attributes = ctypes.create_string_buffer(256)  # pthread_attr_t takes 56 or 64 bytes
        LIBC.pthread_attr_init(attributes)
        LIBC.pthread_attr_setstacksize(attributes, ctypes.c_size_t(stack))
        LIBC.pthread_setattr_default_np(attributes)


def die_with_parent(parent: int) -> None:
    """Be killed when the parent's thread ends, which is exact for a parent of one thread."""
    prctl(_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def cpu_s(pid: int) -> float:
    """CPU seconds that the living process `pid` used so far, all threads, exactly; 0 if unknown."""
    if not LINUX:
        return 0.0
    try:
        return time.clock_gettime((~pid << 3) | 2)  # the CPU clock of a process by its number
    except OSError:
        return 0.0


def resident(pid: int) -> int:
    """Bytes of memory that `pid` holds now, 0 if unknown."""
    held = _second(f"/proc/{pid}/statm")
    if not held:  # its first thread may have ended, and only the others know
        held = max((_second(f"/proc/{pid}/task/{task}/statm") for task in threads(pid)), default=0)
    return held * _PAGE


def _second(path: str) -> int:
    """The second number of a file of /proc, 0 if unknown."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123  no pathlib in a keeper
            return int(file.read().split()[1])
    except (OSError, IndexError):
        return 0


def threads(pid: int) -> list[str]:
    """The numbers of the threads of `pid`; none if unknown."""
    try:
        return os.listdir(f"/proc/{pid}/task")  # noqa: PTH208
    except OSError:
        return []


def waited_s(pid: int) -> float:
    """Seconds that the thread of `pid` that waited most was ready to run but had no core, 0 if unknown."""
    waited = (_second(f"/proc/{pid}/task/{task}/schedstat") for task in threads(pid))
    return max(waited, default=0) / 1e9


def descendants(pid: int) -> Iterator[int]:
    """Every process below `pid`, parents first; one whose parent ends meanwhile may be missed."""
    found = [pid]
    while found:
        above = found.pop()
        for child in _children(above):
            yield child
            found.append(child)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in threads(pid):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:  # noqa: PTH123
                found += map(int, file.read().split())
    except OSError:
        return found
    return found


def ending(pid: int) -> int | None:
    """A descriptor that is readable once `pid` has ended, or None where there are none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def ended(pid: int) -> bool:
    """Whether the child `pid` has ended; it stays to be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def end(pid: int) -> Ended:
    """Kill the case `pid`, its group and all descendants of this process, and wait for every one.

    Raises TimeoutError when something can't be ended.
    """
    _kill(pid, group=True)
    _, status, used = os.wait4(pid, 0)
    usage = Usage(0.0, 0).plus(used)
    give_up = time.monotonic() + _PATIENCE_S
    while True:
        try:
            gone, _, used = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return Ended(status, usage)
        if gone:
            usage = usage.plus(used)
        elif time.monotonic() > give_up:
            raise TimeoutError("processes that a program started can't be ended")
        else:
            for each in descendants(os.getpid()):
                _kill(each, group=False)
            time.sleep(0.0005)


def reap() -> bool:
    """Let the children that have ended go; whether others are left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            continue
    except ChildProcessError:
        return False
    return True


def end_all() -> None:
    """Kill all descendants of this process and wait for them, as long as the kernel takes to let them go."""
    give_up = time.monotonic() + _PATIENCE_S
    while reap() and time.monotonic() < give_up:
        for each in descendants(os.getpid()):
            _kill(each, group=False)
        time.sleep(0.0005)


def _kill(pid: int, *, group: bool) -> None:
    """SIGKILL, to the group too if asked: a child just forked may not have made its group yet."""
    for send in (os.killpg, os.kill) if group else (os.kill,):
        try:
            send(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue
