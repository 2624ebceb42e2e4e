"""Where things lie: the user's cache, and the folders of a results tree."""

from __future__ import annotations

import os
from pathlib import Path


def cache() -> Path:
    """The user's cache of suites, completions and slots: HARDTWIN_CACHE, else the platform's custom."""
    chosen = os.environ.get("HARDTWIN_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "hardtwin"


def write_atomically(path: Path, data: bytes) -> None:
    """Replace `path` by `data` so that a reader, or a crash, sees the old file or the new one, never half."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
