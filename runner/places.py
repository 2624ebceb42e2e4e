"""Where things lie: the user's cache, and the folders of a results tree."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
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
    with replacing(path) as temporary, temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file beside `path` to be written whole, which then takes its place, or leaves no trace on failure."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with naming(path):
            yield temporary
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let a failed write say which file it was about: "No space left on device" alone helps nobody."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
