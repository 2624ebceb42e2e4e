"""Where things lie: the user's cache, and the folders of a results tree."""

from __future__ import annotations

import os
from errno import EACCES, EEXIST, ENOTDIR
from pathlib import Path

from runner.errors import UserError


def cache() -> Path:
    """The user's cache of suites, completions and slots: HARDTWIN_CACHE, else the platform's custom."""
    chosen = os.environ.get("HARDTWIN_CACHE")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "hardtwin"


def need_writable(folder: Path, key: str) -> None:
    """Make the folder, and raise `UserError` where nothing could be kept in it; `key` is what chooses it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(EACCES, "can't be written")
    except OSError as error:
        reason = "not a folder" if error.errno in (EEXIST, ENOTDIR) else error.strerror
        raise UserError(f"{folder}: {reason}; give {key}=<a folder that can be written>") from None
