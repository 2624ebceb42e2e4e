"""Text of strangers, made fit to be shown."""

from __future__ import annotations


def printable(text: str) -> str:
    """`text` on one line, with an escape in place of whatever a terminal would obey and not show."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
