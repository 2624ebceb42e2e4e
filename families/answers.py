"""Reading answers of decision problems: NO, or YES with a witness."""

from __future__ import annotations

from families.twin import Refused


def witness_tokens(answer: str) -> list[str] | None:
    """What follows YES, or None for a bare NO, in letters of any case; raises `Refused` for all else."""
    tokens = answer.split()
    if not tokens:
        raise Refused("no answer: the output is empty")
    word = tokens[0].upper() if len(tokens[0]) <= 3 and tokens[0].isascii() else ""
    if word == "NO":
        if len(tokens) > 1:
            raise Refused(f"NO is followed by {short(tokens[1])}")
        return None
    if word != "YES":
        raise Refused(f"the output starts with {short(tokens[0])}, not with YES or NO")
    return tokens[1:]


def short(token: str) -> str:
    """The token in quotes, its end left out when it is long."""
    return repr(token if len(token) <= 20 else token[:20] + "…")
