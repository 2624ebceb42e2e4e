"""What a case gives up before it becomes the program, layer by layer; each says what it stops."""

from __future__ import annotations

import ctypes
import os
import struct

from . import landlock, places, processes, seccomp

_SET_DUMPABLE, _SET_NO_NEW_PRIVS = 4, 38  # prctl(2)
_CAPABILITIES = 0x20080522  # version of the structures below


class Cage:
    """The layers: made ready in the zygote, put on in part by the keeper and wholly by each case."""

    def __init__(self, kind: places.Kind, *, files_too: bool) -> None:
        """For cases of a kind; raises OSError.

        Without `files_too` they may read what the user may, for kernels without Landlock.
        """
        machine = os.uname().machine
        self._wide = seccomp.Filter(seccomp.wide(machine, kind.profile))
        self._narrow = seccomp.Filter(seccomp.narrow(machine, kind.profile))
        self._files = landlock.ruleset(kind) if files_too else None
        self.keeps_files = not files_too or kind.profile == places.COMPILE
        """Whether something that a case wrote may be left in its folder."""

    def enter(self) -> None:
        """Give up, for this keeper and all its cases, what none of them needs; raises OSError."""
        gain_nothing()
        hide_memory()
        drop_capabilities()
        self._wide.install()

    def lock(self) -> None:
        """Give up, in a case, all else that reaches out, for good; raises OSError if a layer fails."""
        if self._files is not None:
            landlock.restrict(self._files)  # host files, answers, TCP
        self._narrow.install()  # last, since it forbids what the others need


def gain_nothing() -> None:
    """No program that is executed can give back what was dropped; the other layers ask for it."""
    processes.prctl(_SET_NO_NEW_PRIVS, 1)


def hide_memory() -> None:
    """No process of the same user can look into keeper or case; no core is dumped."""
    processes.prctl(_SET_DUMPABLE, 0)


def drop_capabilities() -> None:
    """Root without its powers: file permissions, limits and other processes hold for it too."""
    header = ctypes.create_string_buffer(struct.pack("Ii", _CAPABILITIES, 0))
    none = ctypes.create_string_buffer(24)
    if processes.LIBC.capset(header, none):
        raise OSError(ctypes.get_errno(), f"capset: {os.strerror(ctypes.get_errno())}")
