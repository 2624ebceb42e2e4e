"""The frames between sandbox, zygote and keeper: fixed numbers, a few bytes, and descriptors beside them.

All sides use this module. What programs read and write travels as descriptors, never as bytes, so that no
process from which a case is forked ever holds it. Replies are bounded before they are read: a keeper gone
wrong can neither fill the memory of the other side nor have anything interpreted.
"""

from __future__ import annotations

import _socket
import struct
from mmap import mmap
from typing import NamedTuple

# Why a run was stopped, in the order of `runs.Stop`.
NO, CPU, WALL, MEMORY, OUTPUT, PROCESSES, FAULT = range(7)

ERROR_BYTES = 100
MESSAGE_BYTES = 1000
NOTE_BYTES = ERROR_BYTES + MESSAGE_BYTES
STDERR_BYTES = 8192  # the end that is kept

MOST_STREAMS = 16
_PROGRAM = struct.Struct("!QQ?")
_CASE = struct.Struct("!dd?B")
_REPLY = struct.Struct("!BB?iddd")
_DESCRIPTOR = struct.Struct("i")


class Bounds(NamedTuple):
    """What every case of a program may take, in bytes; and whether it is connected to another by pipes."""

    memory: int
    output: int
    piped: bool = False


class Case(NamedTuple):
    """To a keeper: run one case, whose descriptors travel beside it.

    They are stdin, stdout, stderr and what else it finds open from 3 on. With `arguments` one more follows, a
    file of the words of its command line.
    """

    cpu_s: float
    wall_s: float
    arguments: bool = False


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


Channel = _socket.socket
"""A stream socket whose other end is the parent's; it blocks."""


def put_program(channel: Channel, bounds: Bounds, cases: int, source: int) -> None:
    """Ask a zygote to serve a program: the channel of its cases and its source travel as descriptors."""
    _send(channel, _PROGRAM.pack(*bounds), (cases, source))


def get_program(channel: Channel) -> tuple[Bounds, tuple[int, ...]]:
    """The bounds and descriptors of the next program; EOFError when the other side is gone."""
    head, beside = _receive(channel, _PROGRAM.size, 2)
    if len(beside) != 2:
        raise EOFError("descriptors are missing")
    return Bounds(*_PROGRAM.unpack(head)), beside


def put_case(channel: Channel, case: Case, streams: tuple[int, ...]) -> None:
    """Send a case with its descriptors, at most `MOST_STREAMS`."""
    _send(channel, _CASE.pack(*case, len(streams)), streams)


def get_case(channel: Channel) -> tuple[Case, tuple[int, ...]]:
    """The next case with its streams; EOFError when the other side is gone."""
    head, streams = _receive(channel, _CASE.size, MOST_STREAMS)
    *case, count = _CASE.unpack(head)
    if len(streams) != count:
        raise EOFError("descriptors are missing")
    return Case(*case), streams


def put_reply(channel: Channel, reply: Reply, note: mmap | None = None) -> None:
    """Send a reply. With a note, error and message are sent from there and never copied into this process."""
    channel.sendall(_REPLY.pack(*reply[:7]))
    if note is None:
        channel.sendall(_noted(reply.error, reply.message))
        return
    with memoryview(note) as page:
        channel.sendall(page[:NOTE_BYTES])


def _noted(error: bytes, message: bytes) -> bytes:
    """Two fields of fixed size, each ended by a zero byte."""
    first = error[: ERROR_BYTES - 1].ljust(ERROR_BYTES, b"\0")
    return first + message[: MESSAGE_BYTES - 1].ljust(MESSAGE_BYTES, b"\0")


def get_reply(channel: Channel) -> Reply:
    """The next reply; EOFError when the other side is gone."""
    numbers = _REPLY.unpack(read(channel, _REPLY.size))
    note = read(channel, NOTE_BYTES)
    error, message = (part.partition(b"\0")[0] for part in (note[:ERROR_BYTES], note[ERROR_BYTES:]))
    return Reply(*numbers)._replace(error=error, message=message)


def read(channel: Channel, size: int) -> bytes:
    """Exactly `size` bytes; EOFError when the other side is gone."""
    whole = bytearray()
    while len(whole) < size:
        part = channel.recv(size - len(whole))
        if not part:
            raise EOFError("the channel was closed")
        whole += part
    return bytes(whole)


def _send(channel: Channel, data: bytes, descriptors: tuple[int, ...]) -> None:
    beside = b"".join(map(_DESCRIPTOR.pack, descriptors))
    sent = channel.sendmsg([data], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, beside)])
    channel.sendall(data[sent:])


def _receive(channel: Channel, size: int, most: int) -> tuple[bytes, tuple[int, ...]]:
    data, beside, _, _ = channel.recvmsg(size, _socket.CMSG_SPACE(most * _DESCRIPTOR.size))
    if not data:
        raise EOFError("the channel was closed")
    whole = data + read(channel, size - len(data))
    passed = b"".join(piece for _, kind, piece in beside if kind == _socket.SCM_RIGHTS)
    return whole, tuple(number for (number,) in _DESCRIPTOR.iter_unpack(passed))
