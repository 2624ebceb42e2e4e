"""Errors that people cause, told in one line: what, where, what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """A mistake in what was asked for: exit code 2, one line, nothing started."""


class Failed(Exception):
    """Work was done but some of it failed: exit code 1."""


def counted(count: int, one: str, many: str = "") -> str:
    """ "1 cell", "2,000 cells", "2 replies"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


_FEW = 12


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean X?` when a known word is close, else the known words if they are few, else nothing."""
    words = sorted(set(known))
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; there is {', '.join(words)}" if 0 < len(words) <= _FEW else ""
