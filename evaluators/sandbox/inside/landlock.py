"""What a case may open: nothing but the interpreter's library and a few devices (landlock(7)).

Everything not granted is denied: reading, writing, making and removing files anywhere, TCP, and with newer
kernels abstract sockets and signals to processes outside. Looking at names and sizes (stat) is not covered.
"""

from __future__ import annotations

import ctypes
import os
import struct

from . import places, processes

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same numbers on all machines
_VERSION = 1  # flag of the first
_BENEATH = 1  # kind of the second
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_FILES = {1: 13, 2: 14, 3: 15, 5: 16}  # rights on files known since a version of the interface
_TCP, _SCOPES = 0b11, 0b11  # bind and connect, since version 4; abstract sockets and signals, since 6
_NUMBER = ctypes.c_long


def version() -> int:
    """The kernel's version of the interface, 0 where there is none."""
    if not processes.LINUX:
        return 0
    return max(0, _call(_CREATE_RULESET, None, _NUMBER(0), _NUMBER(_VERSION)))


def ruleset(modules: str) -> int:
    """A descriptor of what a case may open; `modules` is a folder of links to packages, or "".

    Raises OSError where the kernel refuses.
    """
    known = version()
    rights = (1 << max(count for since, count in _FILES.items() if since <= known)) - 1
    whole = struct.pack("QQQ", rights, _TCP if known >= 4 else 0, _SCOPES if known >= 6 else 0)
    size = 8 if known < 4 else 16 if known < 6 else 24
    made = _checked(_call(_CREATE_RULESET, whole, _NUMBER(size), _NUMBER(0)))
    for path, granted in _grants(modules):
        _grant(made, path, granted)
    return made


def restrict(made: int) -> None:
    """Confine this process to the ruleset for good; it needs no_new_privs. Raises OSError."""
    _checked(_call(_RESTRICT_SELF, _NUMBER(made), _NUMBER(0), _NUMBER(0)))


def _grants(modules: str) -> list[tuple[str, int]]:
    reading = _READ_FILE | _READ_DIR
    library = places.library()
    found = [(library, _READ_DIR), (".", _READ_DIR)]  # the case's own folder is empty and stays so
    found += [(f"{library}/{name}", reading) for name in os.listdir(library) if name not in places.SITE]  # noqa: PTH208
    found += [(path, reading) for path in (*places.shared(), *places.packages(modules))]
    if modules:
        found.append((modules, _READ_DIR))
    found += [(path, _READ_FILE) for path in places.DEVICES]
    return [*found, ("/dev/null", _READ_FILE | _WRITE_FILE)]


def _grant(made: int, path: str, granted: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # not on this machine
    try:
        if not os.path.isdir(path):  # noqa: PTH112
            granted &= ~_READ_DIR
        rule = struct.pack("=Qi", granted, place)
        _checked(_call(_ADD_RULE, _NUMBER(made), _NUMBER(_BENEATH), rule, _NUMBER(0)))
    finally:
        os.close(place)


def _call(number: int, *arguments: object) -> int:
    return int(processes.LIBC.syscall(_NUMBER(number), *arguments))


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock refused")
    return result
