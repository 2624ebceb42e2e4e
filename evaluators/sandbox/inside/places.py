"""What a case may see of the file system: the library, shared libraries, allowed packages, a few devices."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

SITE = (
    "site-packages",
    "dist-packages",
)  # of the library's folder: what is installed is not for every program
DEVICES = ("/dev/null", "/dev/random", "/dev/urandom")  # not zero: its pages, once mapped, count for nobody
# Libraries that modules of the standard library load, where their folder holds more than libraries.
_LIBRARY = re.compile(
    r"lib(c|m|dl|rt|pthread|util|resolv|crypt|nsl|tirpc|gcc_s|stdc\+\+|python3[.\d]*|ssl|crypto|sqlite3|ffi|z"
    r"|bz2|lzma|mpdec|expat|uuid|readline|ncurses\w*|tinfo\w*|panel\w*|gdbm\w*|db-[\d.]+|zstd)([.-].*)?\.so[.\d]*"
)


PYTHON, COMPILE, NATIVE = "python", "compile", "native"


class Kind(NamedTuple):
    """What a zygote is for: the profile of its programs, and which files of the machine they may use."""

    profile: str = PYTHON
    modules: str = ""  # a folder of links to packages that a Python program may import
    executables: tuple[str, ...] = ()  # what may be executed, for the other profiles
    readable: tuple[str, ...] = ()  # files, and folders with all in them

    def words(self) -> tuple[str, str, str, str]:
        """As words of a command line."""
        return self.profile, self.modules, "\n".join(self.executables), "\n".join(self.readable)


def kind_of(words: list[str]) -> Kind:
    """The kind that `Kind.words` told."""
    profile, modules, executables, readable = words
    return Kind(profile, modules, tuple(executables.splitlines()), tuple(readable.splitlines()))


def seen(kind: Kind) -> list[str]:
    """Every file and folder, with all in it, that programs of a kind may read; but see `SITE`."""
    if kind.profile != PYTHON:
        return [*kind.executables, *kind.readable]
    modules = [kind.modules] if kind.modules else []
    return [library(), *shared(), *packages(kind.modules), *modules]


def library() -> str:
    """The folder of the standard library."""
    return os.path.dirname(os.__file__)  # noqa: PTH120  no pathlib in a zygote


def shared() -> list[str]:
    """What holds the shared libraries that are loaded; of a folder that has Pythons too, only libraries."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:  # noqa: PTH123
        files = {line.split(maxsplit=5)[5].rstrip("\n") for line in maps if ".so" in line and " /" in line}
    found = ["/etc/ld.so.cache", "/usr/share/zoneinfo"]
    for folder in sorted({os.path.dirname(os.path.realpath(file)) for file in files}):  # noqa: PTH120
        names = sorted(os.listdir(folder))  # noqa: PTH208
        if any(name.startswith("python") for name in names):
            found += [f"{folder}/{name}" for name in names if _LIBRARY.fullmatch(name)]
        elif not folder.endswith("/lib-dynload"):
            found.append(folder)
    return found


def packages(modules: str) -> list[str]:
    """Where the links in the folder `modules` lead to; none for ""."""
    return [os.path.realpath(f"{modules}/{name}") for name in sorted(os.listdir(modules))] if modules else []  # noqa: PTH208
