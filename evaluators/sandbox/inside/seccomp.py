"""From the list of calls to a filter in the kernel: seccomp's BPF (seccomp(2)).

The filter is a row of blocks, one a call: is it this number? if not, on to the next block; inside, only
forward jumps within the block, which always ends in a verdict. So no jump can leave a block.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterable

from . import calls, processes

_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_X32 = 0x40000000  # numbers of the x32 ABI, which shares x86_64's architecture
_SET_SECCOMP, _FILTER = 22, 2  # prctl(2)
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}  # AUDIT_ARCH_…, column of the table

_WORD = 0xFFFFFFFF
_BEHIND = -1  # the jump behind an alternative, until its length is known
_STEP, _PID = struct.Struct("HBBI"), struct.Struct("I")

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand: struct sock_filter."""


def known() -> bool:
    """Whether there is a table of calls for this machine."""
    return processes.LINUX and os.uname().machine in _MACHINES


def wide(machine: str, profile: str) -> list[Instruction]:
    """What keeper and cases may do, on a machine as `uname -m` calls it; KeyError for an unknown one."""
    column = _MACHINES[machine][1]
    filter_ = _head(machine)
    unguarded = [calls.GUARDED[name].numbers for name in calls.OPEN_TO_KEEPER]
    allowed = (*calls.ALLOWED.values(), *calls.PROFILES[profile].allowed.values(), *calls.KEEPER.values())
    for number in _column((*allowed, *unguarded), column):
        filter_ += _block(number, [(_RETURN, 0, 0, _ALLOW)])
    for name, guarded in _guarded(profile).items():
        if name not in calls.OPEN_TO_KEEPER:
            filter_ += _guard(guarded, column, calls.PID)
    for number in _column(calls.ABSENT.values(), column):
        filter_ += _block(number, [_refuse(errno.ENOSYS)])
    return [*filter_, _refuse(errno.EPERM)]


def narrow(machine: str, profile: str, pid: int = calls.PID) -> list[Instruction]:
    """What the case `pid` may not do of that; without `pid` its place holds `calls.PID`, to be filled in."""
    column = _MACHINES[machine][1]
    filter_ = _head(machine)
    for name in calls.OPEN_TO_KEEPER:
        filter_ += _guard(_guarded(profile)[name], column, pid)
    for number in _column(calls.KEEPER.values(), column):
        filter_ += _block(number, [_refuse(errno.EPERM)])
    return [*filter_, (_RETURN, 0, 0, _ALLOW)]


def _guarded(profile: str) -> dict[str, calls.Guarded]:
    return {**calls.GUARDED, **calls.PROFILES[profile].guarded}


def _head(machine: str) -> list[Instruction]:
    """Another machine's calls kill; the numbers of x32 are refused; then the number is loaded."""
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _MACHINES[machine][0]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        _refuse(errno.EPERM),
    ]


def _guard(guarded: calls.Guarded, column: int, pid: int) -> list[Instruction]:
    if guarded.numbers[column] < 0:
        return []
    body = [step for each in guarded.alternatives for step in _alternative(each, pid)]
    return _block(guarded.numbers[column], [*body, _refuse(errno.EPERM)])


def _column(numbers: Iterable[calls.Numbers], column: int) -> list[int]:
    return [each[column] for each in numbers if each[column] >= 0]


def _refuse(error: int) -> Instruction:
    return (_RETURN, 0, 0, _ERRNO | error)


def _block(number: int, body: list[Instruction]) -> list[Instruction]:
    """`body` for the call of this number; it must end in a verdict. The number is loaded before and after."""
    return [(_EQUAL, 0, len(body), number), *body]


def _alternative(conditions: tuple[calls.Condition, ...], pid: int) -> list[Instruction]:
    """Allow if all conditions hold, else go on behind."""
    steps: list[Instruction] = []
    for place, value, mask in conditions:
        for half in (0, 32):  # little-endian: the lower half lies first
            part = mask >> half & _WORD
            if part:
                steps.append((_LOAD, 0, 0, _ARGUMENTS + 8 * place + half // 8))
                steps.append((_AND, 0, 0, part))
                wanted = pid if value == calls.PID else value >> half & part
                steps.append((_EQUAL, 0, _BEHIND, wanted))
    steps.append((_RETURN, 0, 0, _ALLOW))
    return [
        (code, true, len(steps) - at - 1 if false == _BEHIND else false, operand)
        for at, (code, true, false, operand) in enumerate(steps)
    ]


class Filter:
    """A filter made ready once and put on by many processes."""

    def __init__(self, steps: list[Instruction]) -> None:
        self._code = bytearray(b"".join(_STEP.pack(*step[:3], step[3] & _WORD) for step in steps))
        self._pids = [at for at, step in enumerate(steps) if step[3] == calls.PID]
        held = (ctypes.c_char * len(self._code)).from_buffer(self._code)
        self._program = ctypes.create_string_buffer(
            struct.pack("HxxxxxxP", len(steps), ctypes.addressof(held))
        )

    def install(self) -> None:
        """Filter the calls of this process for good; it needs no_new_privs. Raises OSError."""
        for at in self._pids:
            _PID.pack_into(self._code, at * _STEP.size + _STEP.size - _PID.size, os.getpid())
        processes.prctl(_SET_SECCOMP, _FILTER, ctypes.addressof(self._program))
