"""Standard streams that may be closed, full, or read by someone who leaves early."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

NAME = "standard output"


class Output:
    """Standard output; a failed write names it, so that it is told apart from that of a file."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write as the stream does."""
        try:
            return int(self._stream.write(text))
        except OSError as error:
            raise OSError(error.errno, error.strerror, NAME) from error

    def flush(self) -> None:
        """Flush as the stream does."""
        try:
            self._stream.flush()
        except OSError as error:
            raise OSError(error.errno, error.strerror, NAME) from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def prepare() -> None:
    """Put /dev/null where a stream is closed, or the next file opened would get its number; watch stdout."""
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:
            setattr(sys, stream, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  kept open
    setattr(sys, "stdout", Output(sys.stdout))  # noqa: B010  has what is used of a text stream


def drop_output() -> None:
    """Send what is still buffered nowhere, or Python would fail when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
