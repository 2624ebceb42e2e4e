"""Rooms: the empty folders in which programs run, one a keeper.

A room is locked as long as its sandbox lives, so that those of killed ones are known and cleared away.
"""

from __future__ import annotations

import fcntl
import os
import signal
import tempfile
from pathlib import Path

from evaluators.sandbox.inside import files, processes
from evaluators.sandbox.slots import runtime_folder


class Room:
    """A new empty folder; `close` removes it with all that is in it."""

    def __init__(self, base: Path | None = None) -> None:
        base = base or runtime_folder() / "rooms"
        base.mkdir(parents=True, exist_ok=True)
        door = os.open(base, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(door, fcntl.LOCK_EX)  # nobody may clear a room away before it is locked
            _clear(base)
            self.path = tempfile.mkdtemp(dir=base)
            self._lock = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        finally:
            os.close(door)

    def close(self) -> None:
        """End what still runs there, and remove the folder."""
        _end_all(self.path)
        files.remove(self.path)
        os.close(self._lock)


def _clear(base: Path) -> None:
    """Remove the rooms whose sandbox was killed."""
    for path in base.iterdir():
        try:
            lock = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_DIRECTORY)
        except OSError:  # gone meanwhile, or closed by a program
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _end_all(str(path))
            files.remove(str(path))
        except BlockingIOError:
            continue
        finally:
            os.close(lock)


def _end_all(room: str) -> None:
    """Kill what still runs in a room: a program may outlive a keeper that was killed from outside."""
    for entry in os.scandir("/proc") if processes.LINUX else ():
        if not entry.name.isdecimal():
            continue
        try:
            process = os.pidfd_open(int(entry.name))  # so that no other can take its number
        except OSError:
            continue
        try:
            if str(Path(f"/proc/{entry.name}/cwd").readlink()).removesuffix(" (deleted)") == room:
                signal.pidfd_send_signal(process, signal.SIGKILL)
        except OSError:  # gone, or not ours
            continue
        finally:
            os.close(process)
