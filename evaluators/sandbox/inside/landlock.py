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
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_CHANGING = _WRITE_FILE | 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 14  # removing, making, cutting files
_FILES = {1: 13, 2: 14, 3: 15, 5: 16}  # rights on files known since a version of the interface
_TCP, _SCOPES = 0b11, 0b11  # bind and connect, since version 4; abstract sockets and signals, since 6
_NUMBER = ctypes.c_long


def version() -> int:
    """The kernel's version of the interface, 0 where there is none."""
    if not processes.LINUX:
        return 0
    return max(0, _call(_CREATE_RULESET, None, _NUMBER(0), _NUMBER(_VERSION)))


def ruleset(kind: places.Kind) -> int:
    """A descriptor of what programs of a kind may open; raises OSError where the kernel refuses."""
    known = version()
    whole = struct.pack("QQQ", _known(known), _TCP if known >= 4 else 0, _SCOPES if known >= 6 else 0)
    size = 8 if known < 4 else 16 if known < 6 else 24
    made = _checked(_call(_CREATE_RULESET, whole, _NUMBER(size), _NUMBER(0)))
    for path, granted in _grants(kind):
        _grant(made, path, granted)
    return made


def _known(version: int) -> int:
    """All rights on files that a version of the interface knows."""
    return (1 << max(count for since, count in _FILES.items() if since <= version)) - 1


def restrict(made: int) -> None:
    """Confine this process to the ruleset for good; it needs no_new_privs. Raises OSError."""
    _checked(_call(_RESTRICT_SELF, _NUMBER(made), _NUMBER(0), _NUMBER(0)))


def _grants(kind: places.Kind) -> list[tuple[str, int]]:
    reading = _READ_FILE | _READ_DIR
    devices = [*((path, _READ_FILE) for path in places.DEVICES), ("/dev/null", _READ_FILE | _WRITE_FILE)]
    if kind.profile != places.PYTHON:
        own = reading | _CHANGING if kind.profile == places.COMPILE else _READ_DIR
        run = [(path, _READ_FILE | _EXECUTE) for path in kind.executables]
        return [*run, *((path, reading) for path in kind.readable), *devices, (".", own)]
    library = places.library()
    found = [(library, _READ_DIR), (".", _READ_DIR)]  # the case's own folder is empty and stays so
    found += [(f"{library}/{name}", reading) for name in os.listdir(library) if name not in places.SITE]  # noqa: PTH208
    found += [(path, reading) for path in places.seen(kind) if path != library]
    return found + devices


def _grant(made: int, path: str, granted: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # not on this machine
    try:
        if not os.path.isdir(path):  # noqa: PTH112
            granted &= ~_READ_DIR
        granted &= _known(version())
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
