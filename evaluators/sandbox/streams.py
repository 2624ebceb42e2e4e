"""What a case reads and writes: descriptors that outlive it just long enough to be read."""

from __future__ import annotations

import os
from collections.abc import Sequence

from evaluators.sandbox.inside import files, wire


class Streams:
    """Stdin, stdout, stderr, more files from 3 on and the words of a command line; a context manager.

    `stdin` is content or an open descriptor, and so is what stdout goes to if it is given; these descriptors
    are then closed with the rest.
    """

    def __init__(
        self,
        stdin: bytes | int,
        stdout: int | None = None,
        more: Sequence[bytes] = (),
        arguments: Sequence[str] = (),
    ) -> None:
        self.descriptors: tuple[int, ...] = (
            stdin if isinstance(stdin, int) else files.given(stdin),
            files.blank("stdout") if stdout is None else stdout,
            files.blank("stderr"),
            *(files.given(content) for content in more),
            *([files.given("\0".join(arguments).encode())] if arguments else []),
        )
        if len(self.descriptors) > wire.MOST_STREAMS:
            self.__exit__()
            raise ValueError(f"{len(more)} files are too many")

    def __enter__(self) -> tuple[int, ...]:
        return self.descriptors

    def __exit__(self, *_: object) -> None:
        for descriptor in self.descriptors:
            os.close(descriptor)

    def written(self, most: int) -> bytes:
        """The first bytes of stdout, where it is no pipe."""
        return files.start_of(self.descriptors[1], most)

    def complaint(self) -> str:
        """The end of stderr."""
        return files.end_of(self.descriptors[2], wire.STDERR_BYTES).decode(errors="replace")
