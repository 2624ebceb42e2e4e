"""What two programs say to each other: carried from one to the other, counted and bounded.

Neither holds an end of the other's pipe: who leaves, or closes its output, is seen as such by the other, and
who writes to one that has left is not killed by that.
"""

from __future__ import annotations

import os
import select
from threading import Thread

_PIECE = 1 << 16


class Conversation:
    """Two pairs of pipes with a thread between them; a context manager.

    `near[k]` are stdin and stdout of side k, to be handed over and closed by the caller. More than `most`
    bytes of one side end the conversation; `flooded` then tells which side it was. `first` is the side that
    closed its output first, as one does at its end; the other is told only afterwards, so that this is exact.
    """

    def __init__(self, most: int) -> None:
        self.flooded: int | None = None
        self.first: int | None = None
        self._most = most
        held: list[int] = []
        try:
            for _ in range(5):
                held += os.pipe2(os.O_CLOEXEC)
        except OSError:
            for descriptor in held:
                os.close(descriptor)
            raise
        into, out = (held[0:2], held[2:4]), (held[4:6], held[6:8])  # as (read, write), of sides 0 and 1
        self.near = tuple((into[side][0], out[side][1]) for side in range(2))
        self._ways = [_Way(out[side][0], into[1 - side][1]) for side in range(2)]
        self._over, self._end = held[8:10]
        self._thread = Thread(target=self._carry, name="relay")

    def __enter__(self) -> Conversation:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._end)
        self._thread.join()
        os.close(self._over)

    def _carry(self) -> None:
        """Carry until both sides have closed their output, one floods, or it is over."""
        try:
            while self.flooded is None and any(way.open for way in self._ways):
                poll = select.poll()
                poll.register(self._over, select.POLLIN)
                for way in self._ways:
                    way.register(poll)
                ready = {descriptor for descriptor, _ in poll.poll()}
                if self._over in ready:
                    return
                for side, way in enumerate(self._ways):
                    way.move(ready)
                    if way.said > self._most:
                        self.flooded = side
                    if self.first is None and (not way.open or self.flooded == side):
                        self.first = side
        finally:
            for way in self._ways:
                way.close()


class _Way:
    """One direction."""

    def __init__(self, source: int, target: int) -> None:
        self.said = 0
        self._source, self._target = source, target  # -1 once closed
        self._held = b""
        for descriptor in (source, target):
            os.set_blocking(descriptor, False)

    @property
    def open(self) -> bool:
        return self._source >= 0

    def register(self, poll: select.poll) -> None:
        if self._held:
            poll.register(self._target, select.POLLOUT)
        elif self._source >= 0:
            poll.register(self._source, select.POLLIN)

    def move(self, ready: set[int]) -> None:
        if self._held and self._target in ready:
            self._write()
        elif self._source in ready:
            self._held = os.read(self._source, _PIECE)
            self.said += len(self._held)
            if not self._held:  # the end, which the other side is to see
                self.close()
            elif self._target < 0:  # which has left
                self._held = b""

    def _write(self) -> None:
        try:
            self._held = self._held[os.write(self._target, self._held) :]
        except BrokenPipeError:
            os.close(self._target)
            self._target, self._held = -1, b""

    def close(self) -> None:
        for descriptor in {self._source, self._target} - {-1}:
            os.close(descriptor)
        self._source = self._target = -1
        self._held = b""
