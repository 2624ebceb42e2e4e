"""One slot's processes, seen from the sandbox: start them, exchange a case for a reply, end them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from evaluators.sandbox.inside import files, places, wire
from evaluators.sandbox.inside.world import ONE_THREAD
from evaluators.sandbox.rooms import Room
from evaluators.sandbox.streams import Streams


def command(folder: Path) -> tuple[str, ...]:
    """The command line of a zygote whose package `inside` lies in `folder`."""
    start = f"import sys; sys.path.insert(0, {str(folder)!r}); from inside import zygote; "
    start += "del sys.path[0]; zygote.main()"
    # Isolated by hand: -I would make the interpreter deaf to PYTHONHASHSEED.
    return (sys.executable, "-P", "-s", "-S", "-B", "-X", "utf8", "-c", start)


_COMMAND = command(Path(__file__).parent)
# Symbols are looked up once, at the start, not in every case again.
_ENVIRONMENT = {"PYTHONHASHSEED": "0", "LD_BIND_NOW": "1"}
_GRACE_S = 60.0  # beyond a case's wall time, for a machine that is very busy
_LEAVE_S = 5.0


class KeeperLost(Exception):
    """The keeper ended, fell silent or gave up in the middle of a case."""


class Keeper:
    """A zygote with a working folder of its own, and the keeper of the program that it serves now.

    `tier` names how it contains every case, `kind` what they are.
    """

    def __init__(self, tier: str, kind: places.Kind = places.Kind()) -> None:  # noqa: B008  it is immutable
        self._room = Room()
        self._complaints = files.blank("complaints")
        self._serving: tuple[bytes, wire.Bounds] | None = None
        self._channel: socket.socket | None = None
        self._control, far = socket.socketpair()
        with far:
            self._process = subprocess.Popen(
                (*_COMMAND, tier, *kind.words()),
                stdin=far.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=self._complaints,
                cwd=self._room.path,
                env=_ENVIRONMENT | (ONE_THREAD if kind.modules else {}),
                start_new_session=True,  # so that an interrupt at the terminal reaches the parent alone
            )

    def exchange(self, program: bytes, bounds: wire.Bounds, case: wire.Case, streams: Streams) -> wire.Reply:
        """What became of a program with these streams; raises `KeeperLost` where that can't be known.

        After any other exception, too, the keeper is to be closed: its reply may be under way.
        """
        try:
            channel = self._serve(program, bounds)
            channel.settimeout(3 * case.wall_s + _GRACE_S)
            wire.put_case(channel, case, streams.descriptors)
            streams.hand_over()
            reply = wire.get_reply(channel)
        except (OSError, EOFError, ValueError) as fault:
            raise KeeperLost(self._complaint() or str(fault) or type(fault).__name__) from None
        if reply.stop == wire.FAULT:
            raise KeeperLost(reply.message.decode(errors="replace"))
        return reply

    def _serve(self, program: bytes, bounds: wire.Bounds) -> socket.socket:
        """The channel to the keeper of this program; that of another one is ended."""
        if self._channel is not None and self._serving == (program, bounds):
            return self._channel
        if self._channel is not None:
            self._channel.close()
        self._channel, far = socket.socketpair()
        source = files.given(program)
        try:
            with far:
                self._control.settimeout(_GRACE_S)
                wire.put_program(self._control, bounds, far.fileno(), source)
        finally:
            os.close(source)
        self._serving = program, bounds
        return self._channel

    def _complaint(self) -> str:
        """The last line that the zygote said, for people; "" if it is silent."""
        lines = files.end_of(self._complaints, wire.STDERR_BYTES).decode(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "")

    def hang_up(self) -> None:
        """Close the channels: what runs is killed, zygote and keeper leave, an exchange under way is lost."""
        for channel in (self._channel, self._control):
            try:
                if channel is not None:
                    channel.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # already closed from the other side

    def close(self) -> None:
        """End zygote, keeper and all they started, and remove their folder."""
        self.hang_up()
        self._control.close()
        if self._channel is not None:
            self._channel.close()
        try:
            self._process.wait(_LEAVE_S)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._room.close()
        os.close(self._complaints)
