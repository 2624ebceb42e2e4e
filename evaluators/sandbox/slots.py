"""Slots: how many programs run at once on this machine, over all processes of one user.

A slot is a file with a lock. The kernel gives a lock back when its holder ends, however it ends.
"""

from __future__ import annotations

import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from tempfile import gettempdir

_FIRST_PAUSE_S = 0.0003  # of the one whose turn is next
_QUEUE_PAUSE_S = 0.001  # of those behind


class GivenUp(Exception):
    """The caller no longer wants a slot."""


def _never() -> bool:
    return False


@contextmanager
def hold(
    folder: Path | None = None,
    count: int | None = None,
    give_up: Callable[[], bool] = _never,
    *,
    alone: bool = False,
) -> Iterator[int]:
    """Hold one of `count` slots, by default as many as there are physical cores; waits until one is free.

    `alone` holds all of them, and the turnstile: nothing else runs meanwhile. Who waits first passes the
    turnstile: else one that takes its slot back at once would starve all others. Raises `GivenUp` as soon as
    `give_up()` is true.
    """
    folder = folder or runtime_folder() / "slots"
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / str(number) for number in range(count or physical_cores())]
    number, held = 0, [_first([folder / "turnstile"], _QUEUE_PAUSE_S, give_up)[1]]
    try:
        if alone:  # nobody passes the turnstile now, so that slots only become free
            for path in _all(folder, paths):
                held.append(_first([path], _FIRST_PAUSE_S, give_up)[1])
        else:
            number, slot = _first(paths, _FIRST_PAUSE_S, give_up)
            held.append(slot)
            os.close(held.pop(0))
        yield number
    finally:
        for descriptor in held:
            os.close(descriptor)


def _all(folder: Path, paths: list[Path]) -> list[Path]:
    """Our slots, and those of processes that may use more processors than this one."""
    return sorted({*paths, *(path for path in folder.iterdir() if path.name.isdecimal())})


def _first(paths: list[Path], pause: float, give_up: Callable[[], bool]) -> tuple[int, int]:
    """Place and descriptor of the first file that could be locked."""
    while not give_up():
        for place, path in enumerate(paths):
            descriptor = _lock(path)
            if descriptor is not None:
                return place, descriptor
        time.sleep(pause)
    raise GivenUp


def _lock(path: Path) -> int | None:
    """A descriptor that holds the lock of `path`, or None if another one does."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def slots_held(folder: Path | None = None) -> int:
    """How many slots of this user are held at this moment."""
    folder = folder or runtime_folder() / "slots"
    held = 0
    for path in folder.glob("[0-9]*"):
        descriptor = _lock(path)
        if descriptor is None:
            held += 1
        else:
            os.close(descriptor)
    return held


@lru_cache(maxsize=1)
def physical_cores() -> int:
    """Physical cores that this process may use, at most what a control group grants; at least 1."""
    usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
    cores = {_core(cpu) for cpu in usable}
    return max(1, min(len(cores), _granted()))


def _core(cpu: int) -> tuple[str, str]:
    """Package and core of a logical processor; itself where the system does not tell."""
    topology = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology")
    try:
        return (topology / "physical_package_id").read_text(), (topology / "core_id").read_text()
    except OSError:
        return "", str(cpu)


def _granted() -> int:
    """Whole processors of the control group's quota; very many where there is none."""
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError):
        return 1 << 20


def runtime_folder() -> Path:
    """The user's own folder for locks and the like, made if missing.

    It is the same for every process of the user, so it does not follow TMPDIR or XDG_RUNTIME_DIR where /tmp
    exists. Raises PermissionError if someone else has taken the name.
    """
    base = Path("/tmp") if Path("/tmp").is_dir() else Path(gettempdir())
    folder = base / f"hardtwin-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or not stat.S_ISDIR(found.st_mode):
        raise PermissionError(f"{folder} belongs to someone else: remove it")
    return folder
