"""The frames between the sandbox and a keeper: fixed numbers, then byte strings with their lengths.

Both sides use this module. Replies are bounded before they are read, so that a keeper gone wrong can neither
fill the memory of the other side nor have anything interpreted.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import NamedTuple

Read = Callable[[int], bytes]
"""Reads exactly that many bytes or raises EOFError."""

# Why a run was stopped, in the order of `runs.Stop`.
NO, CPU, WALL, MEMORY, OUTPUT, PROCESSES, FAULT = range(7)

ERROR_BYTES = 100
MESSAGE_BYTES = 1000
STDERR_BYTES = 8192  # the end that is kept

_REQUEST = struct.Struct("!ddQQQQQ")
_REPLY = struct.Struct("!BB?idddIIIQ")


class Request(NamedTuple):
    """One case: seconds of CPU and wall time, bytes of memory and of output, and what to run."""

    cpu_s: float
    wall_s: float
    memory: int
    output: int
    program: bytes
    stdin: bytes
    modules: bytes  # a folder of importable packages, or nothing


class Reply(NamedTuple):
    """What became of it."""

    stop: int
    killed: int = 0  # the signal that ended it, 0 if none did
    compiled: bool = True
    exit_code: int = 0
    cpu_s: float = 0.0
    wall_s: float = 0.0
    memory_mb: float = 0.0
    error: bytes = b""
    message: bytes = b""
    stderr: bytes = b""
    stdout: bytes = b""


def put_request(request: Request) -> bytes:
    """The frame of a request."""
    numbers, parts = request[:4], request[4:]
    return b"".join((_REQUEST.pack(*numbers, *map(len, parts)), *parts))


def get_request(read: Read) -> Request:
    """The next request; EOFError when the other side is gone."""
    cpu_s, wall_s, memory, output, *lengths = _REQUEST.unpack(read(_REQUEST.size))
    program, stdin, modules = (read(length) for length in lengths)
    return Request(cpu_s, wall_s, memory, output, program, stdin, modules)


def put_reply(reply: Reply) -> bytes:
    """The frame of a reply."""
    numbers, parts = reply[:7], reply[7:]
    return b"".join((_REPLY.pack(*numbers, *map(len, parts)), *parts))


def get_reply(read: Read, output: int) -> Reply:
    """The next reply, whose stdout holds at most `output` bytes; ValueError if it claims more."""
    stop, killed, compiled, code, cpu_s, wall_s, memory, *lengths = _REPLY.unpack(read(_REPLY.size))
    bounds = (ERROR_BYTES, MESSAGE_BYTES, STDERR_BYTES, output)
    if any(length > bound for length, bound in zip(lengths, bounds, strict=True)):
        raise ValueError(f"a reply of {lengths} bytes, allowed are {bounds}")
    error, message, stderr, stdout = (read(length) for length in lengths)
    return Reply(stop, killed, compiled, code, cpu_s, wall_s, memory, error, message, stderr, stdout)
