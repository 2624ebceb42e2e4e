"""One keeper process, seen from the sandbox: start it, exchange a request for a reply, end it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from evaluators.sandbox.inside import keeper, wire
from evaluators.sandbox.rooms import Room


def command(folder: Path) -> tuple[str, ...]:
    """The command line of a keeper whose package `inside` lies in `folder`."""
    start = f"import sys; sys.path.insert(0, {str(folder)!r}); from inside import keeper; "
    start += "del sys.path[0]; keeper.main()"
    # Isolated by hand: -I would make the interpreter deaf to PYTHONHASHSEED.
    return (sys.executable, "-P", "-s", "-S", "-B", "-X", "utf8", "-c", start)


_COMMAND = command(Path(__file__).parent)
_ENVIRONMENT = {"PYTHONHASHSEED": "0"}
_GRACE_S = 60.0  # beyond a case's wall time, for a machine that is very busy
_LEAVE_S = 5.0


class KeeperLost(Exception):
    """The keeper ended, fell silent or gave up in the middle of a case."""


class Keeper:
    """A keeper process with a working folder of its own; `contained` asks it to confine every case."""

    def __init__(self, contained: bool) -> None:
        self._room = Room()
        self._channel, far = socket.socketpair()
        with far:
            self._process = subprocess.Popen(
                (*_COMMAND, keeper.CONTAINED) if contained else _COMMAND,
                stdin=far.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=self._room.path,
                env=_ENVIRONMENT,
                start_new_session=True,  # so that an interrupt at the terminal reaches the parent alone
            )

    def exchange(self, request: wire.Request) -> wire.Reply:
        """The reply to `request`; raises `KeeperLost` where there is none."""
        deadline = time.monotonic() + 3 * request.wall_s + _GRACE_S
        try:
            self._channel.settimeout(_GRACE_S)
            self._channel.sendall(wire.put_request(request))
            reply = wire.get_reply(self._reader(deadline), request.output)
        except (OSError, EOFError, ValueError) as fault:
            raise KeeperLost(str(fault) or type(fault).__name__) from None
        if reply.stop == wire.FAULT:
            raise KeeperLost(reply.message.decode(errors="replace"))
        return reply

    def _reader(self, deadline: float) -> Callable[[int], bytes]:
        def read(size: int) -> bytes:
            whole = bytearray()
            while len(whole) < size:
                self._channel.settimeout(max(0.1, deadline - time.monotonic()))
                part = self._channel.recv(min(size - len(whole), 1 << 20))
                if not part:
                    raise EOFError("the keeper closed its channel")
                whole += part
            return bytes(whole)

        return read

    def hang_up(self) -> None:
        """Close the channel: the keeper kills its case and leaves, and an exchange under way is lost."""
        try:
            self._channel.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # already closed from the other side

    def close(self) -> None:
        """End the keeper and all it started, and remove its folder."""
        self.hang_up()
        self._channel.close()
        try:
            self._process.wait(_LEAVE_S)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._room.close()
