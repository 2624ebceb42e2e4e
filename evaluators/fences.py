"""Fenced blocks of a reply, as models write them rather than as Markdown defines them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from textwrap import dedent

from evaluators.source import parses

_OPEN = re.compile(r"^(?P<before>.*?)(?P<mark>`{3,}|~{3,})(?P<info>[^`~]*)$")
_INLINE = re.compile(r"^\s*(?P<mark>`{3,})(?P<tag>(?:python3?|py3?)\b)?\s*(?P<code>[^`]+)(?P=mark)\s*$", re.I)
_CLOSE = re.compile(r"^(?P<code>.*?)(?P<mark>`{3,}|~{3,})\s*$")
_LIST = re.compile(r"^\s*(?:>\s?|[-*+]\s+|\d+[.)]\s+)*$")
_MOST_ENDS = 12  # how far a block may reach over fences inside its own strings

# Other ways in which models set code apart, by their line: the fence that it stands for.
_MARKERS = {
    "[python]": "```python",
    "[/python]": "```",
    "[tests]": "```text",
    "[/tests]": "```",
    "\\begin{code}": "```",
    "\\end{code}": "```",
    "<code>": "```",
    "</code>": "```",
}
_NO_PYTHON = """
text txt plaintext plain output out stdout console terminal bash sh shell zsh cmd powershell input stdin
json yaml yml toml xml html css scss csv sql diff markdown md latex tex math c cpp c++ h java javascript
js typescript ts go rust ruby php r julia kotlin swift scala pseudocode pseudo mermaid
"""
_OTHER = frozenset(_NO_PYTHON.split())


class Tag(StrEnum):
    """What a fence says of its block."""

    PYTHON = "python"
    NONE = "none"  # nothing, or nothing that is known
    OTHER = "other"  # another language, or output


@dataclass(frozen=True, slots=True)
class Block:
    """The text between two fences, without its common indentation; `closed` if the second one is there."""

    code: str
    tag: Tag
    closed: bool


def blocks(reply: str) -> list[Block]:
    """All fenced blocks of a reply with `\\n` line ends, in order.

    Where the first possible end leaves something that is no Python, later ones are tried: a fence may stand
    in a string of the code. Linear in the reply but for that, which is bounded.
    """
    lines = [_MARKERS.get(line.strip().lower(), line) for line in reply.split("\n")]
    found: list[Block] = []
    place = 0
    while place < len(lines):
        if inline := _INLINE.match(lines[place]):
            tag = Tag.PYTHON if inline["tag"] else Tag.NONE
            found.append(Block(inline["code"].strip() + "\n", tag, closed=True))
            place += 1
        elif opened := _opens(lines[place]):
            block, place = _block(lines, place + 1, opened)
            found.append(block)
        else:
            place += 1
    return found


def _opens(line: str) -> re.Match[str] | None:
    """An opening fence: at the start of a line or list entry, or at the end of a line of prose."""
    match = _OPEN.match(line)
    if match is None or _LIST.match(match["before"]):
        return match
    prose = match["before"].rstrip().endswith((":", ".", "!")) or _tag(match["info"]) is Tag.PYTHON
    return match if prose and len(match["info"].split()) <= 1 else None


def _block(lines: list[str], start: int, opened: re.Match[str]) -> tuple[Block, int]:
    """The block that begins at line `start`, and the line after it."""
    tag = _tag(opened["info"])
    quote = ">" in opened["before"] and _LIST.match(opened["before"]) is not None
    first: tuple[Block, int] | None = None
    for tries, (end, last, after) in enumerate(_ends(lines, start, opened["mark"])):
        body = [*lines[start:end], *last]
        code = dedent("\n".join(_unquote(line) if quote else line for line in body)) + "\n"
        here = Block(code, tag, closed=after <= len(lines)), min(after, len(lines))
        first = first or here
        if parses(code):
            return here
        if tries >= _MOST_ENDS or tag is Tag.OTHER:
            break
    assert first is not None  # the end of the reply is always an end
    return first


def _ends(lines: list[str], start: int, mark: str) -> Iterator[tuple[int, list[str], int]]:
    """Possible ends of a block: (line, what of that line is still code, the line to go on from)."""
    for place in range(start, len(lines)):
        line = lines[place]
        if (close := _CLOSE.match(line)) and close["mark"][0] == mark[0]:
            code = close["code"]
            alone = _LIST.match(code) is not None
            if not alone or len(close["mark"]) >= len(mark):
                yield place, [] if alone else [code], place + 1
        elif (
            (opens := _OPEN.match(line))
            and _LIST.match(opens["before"])
            and _tag(opens["info"]) is not Tag.NONE
        ):
            yield place, [], place  # a new block begins: this one was never closed
    yield len(lines), [], len(lines) + 1


def _unquote(line: str) -> str:
    return re.sub(r"^\s*> ?", "", line)


def _tag(info: str) -> Tag:
    """Reads "python", "Python 3", "py", "{.python}", "python title=x", "python_code", "ipython"."""
    words = re.sub(r"[{}.=,:]", " ", info.lower()).split()
    if not words or len(words) > 4:
        return Tag.NONE
    if re.match(r"(i?python|py$|py3|sage)", words[0]):
        return Tag.PYTHON
    return Tag.OTHER if words[0] in _OTHER else Tag.NONE
