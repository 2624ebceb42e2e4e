"""The files of a case: its standard streams, held in memory where the system can, and its working folder."""

from __future__ import annotations

import fcntl
import os

_SEALS = ("F_SEAL_SEAL", "F_SEAL_SHRINK", "F_SEAL_GROW", "F_SEAL_WRITE")


def blank(name: str) -> int:
    """A new nameless file, to which writes append; the writer's RLIMIT_FSIZE bounds its size."""
    descriptor = _nameless(name)
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND)
    return descriptor


def given(content: bytes) -> int:
    """A descriptor to read `content` from, at its start; what it reads can't be changed where seals exist."""
    view = memoryview(content)
    whole = _nameless("stdin")
    try:
        while view:
            view = view[os.write(whole, view) :]
        os.lseek(whole, 0, os.SEEK_SET)
        if hasattr(os, "memfd_create"):
            fcntl.fcntl(whole, fcntl.F_ADD_SEALS, sum(getattr(fcntl, seal) for seal in _SEALS))
    except OSError:
        os.close(whole)
        raise
    return whole


def _nameless(name: str) -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    from tempfile import TemporaryFile  # heavy, and needed only where there is no memfd

    with TemporaryFile() as file:
        return os.dup(file.fileno())


def start_of(descriptor: int, most: int) -> bytes:
    """The first `most` bytes of a file."""
    return _range(descriptor, 0, most)


def end_of(descriptor: int, most: int) -> bytes:
    """The last `most` bytes of a file."""
    size = os.fstat(descriptor).st_size
    return _range(descriptor, max(0, size - most), most)


def _range(descriptor: int, start: int, most: int) -> bytes:
    parts = []
    while most > 0:
        part = os.pread(descriptor, min(most, 1 << 20), start)
        if not part:
            break
        parts.append(part)
        start += len(part)
        most -= len(part)
    return b"".join(parts)


def copy(path: str, target: int) -> None:
    """Make the content of a regular file all that `target` holds: nothing if there is no such file."""
    os.ftruncate(target, 0)
    try:
        source = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return
    try:
        while part := os.read(source, 1 << 20):
            os.write(target, part)
    finally:
        os.close(source)


def empty(folder: str) -> bool:
    """Remove everything in `folder`, following no link; returns whether nothing is left."""
    try:
        opened = _opened(folder)
    except OSError as fault:
        return isinstance(fault, FileNotFoundError)
    try:
        os.fchmod(opened, 0o700)
        with os.scandir(opened) as entries:
            found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
        left = [name for name, is_folder in found if not _removed(opened, f"{folder}/{name}", is_folder)]
    except OSError:
        return False
    finally:
        os.close(opened)
    return not left


def remove(folder: str) -> bool:
    """Remove `folder` with everything in it; returns whether it is gone."""
    try:
        empty(folder)
        os.rmdir(folder)  # noqa: PTH106
    except OSError:
        return False
    return True


def _opened(folder: str) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(folder, flags)
    except PermissionError:  # a program took the right to read it away
        os.chmod(folder, 0o700)  # noqa: PTH101  no pathlib in a keeper
        return os.open(folder, flags)


def _removed(parent: int, path: str, is_folder: bool) -> bool:
    try:
        if is_folder:
            return remove(path)
        os.unlink(os.path.basename(path), dir_fd=parent)  # noqa: PTH119
    except OSError:
        return False
    return True
