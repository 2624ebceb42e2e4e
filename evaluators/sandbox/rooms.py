"""Rooms: the empty folders in which programs run, one a keeper.

A room is locked as long as its sandbox lives, so that those of killed ones are known and cleared away.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from pathlib import Path

from evaluators.sandbox.inside import files
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
        """Remove the folder."""
        files.remove(self.path)
        os.close(self._lock)


def _clear(base: Path) -> None:
    """Remove the rooms whose sandbox was killed."""
    for path in base.iterdir():
        try:
            lock = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError:  # gone meanwhile, or closed by a program
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            files.remove(str(path))
        except BlockingIOError:
            continue
        finally:
            os.close(lock)
