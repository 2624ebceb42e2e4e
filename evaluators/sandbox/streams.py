"""What a case reads and writes: descriptors that outlive it just long enough to be read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Self

from evaluators.sandbox.inside import files, wire


class Streams:
    """Stdin, stdout, stderr, more files from 3 on and the words of a command line; a context manager.

    `stdin` is content, or an open descriptor, and `stdout` an open one, which are then closed with the rest.
    Raises ValueError for too many files, or words that can't be encoded.
    """

    def __init__(
        self,
        stdin: bytes | int,
        stdout: int | None = None,
        more: Sequence[bytes] = (),
        arguments: Sequence[str] = (),
    ) -> None:
        self._piped = stdout is not None
        self._open: list[int] = [each for each in (stdin, stdout) if isinstance(each, int)]
        with ExitStack() as failed:
            failed.callback(self.__exit__)
            if len(more) > wire.MOST_STREAMS - 4:
                raise ValueError(f"{len(more)} files are too many")
            first = stdin if isinstance(stdin, int) else self._held(files.given(stdin))
            self.descriptors: tuple[int, ...] = (
                first,
                self._held(files.blank("stdout")) if stdout is None else stdout,
                self._held(files.blank("stderr")),
                *(self._held(files.given(content)) for content in more),
                *(self._held(files.given("\0".join(words).encode())) for words in [arguments] if words),
            )
            failed.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        while self._open:
            os.close(self._open.pop())

    def _held(self, descriptor: int) -> int:
        self._open.append(descriptor)
        return descriptor

    def hand_over(self) -> None:
        """Close the ends of pipes once another process has them: they close when that one ends."""
        for descriptor in self.descriptors[:2] if self._piped else ():
            self._open.remove(descriptor)
            os.close(descriptor)

    def written(self, most: int) -> bytes:
        """The first bytes of stdout, where it is no pipe."""
        return files.start_of(self.descriptors[1], most)

    def complaint(self) -> str:
        """The end of stderr."""
        return files.end_of(self.descriptors[2], wire.STDERR_BYTES).decode(errors="replace")
