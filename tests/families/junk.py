"""Outputs that are no answers, and texts that are almost inputs."""

from __future__ import annotations

import re
from collections.abc import Iterator

MANY = 10_000_000
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

OUTPUTS = {
    "empty": "",
    "newline": "\n",
    "white": " \t\r\n\x0b \n\n",
    "nul": "\x00",
    "maybe": "MAYBE\n",
    "yes alone": "YES\n",
    "yes in other letters": "yeſ 1 2 3\n",
    "yes and no": "YES\nNO\n",
    "no and more": "NO\n1\n",
    "no twice": "NO\nNO\n",
    "json": '{"answer": "NO"}\n',
    "prose": "The answer is NO.\n",
    "nan": "NaN\n",
    "infinity": "inf\n",
    "huge exponent": "1e999999999\n",
    "tiny exponent": "1e-999999999\n",
    "infinite zeros": "0e999999999\n",
    "division by zero": "1/0\n",
    "digits": "1 2 3 4 5 6 7 8 9 10\n",
    "many digits": "7" * MANY,
    "yes and many digits": "YES\n" + "1" * MANY,
    "yes and many numbers": "YES\n" + "1 " * (MANY // 2),
    "surrogates": "YES\n" + "\udcff" * 10,
    "replaced bytes": "\ufffd\ufffd",
}


def spoilt(answer: str) -> Iterator[tuple[str, str]]:
    """A right answer, made wrong."""
    yield "said twice", answer + answer
    yield "quoted", f'"{answer.strip()}"'
    tokens = answer.split()
    if any(c.isdigit() for c in answer):
        yield "Arabic digits", answer.translate(ARABIC)
        yield "raised digits", answer.translate(RAISED)
        yield "underscore", re.sub(r"(\d)", r"\1_0", answer, count=1)
        yield "a letter for a digit", re.sub(r"\d", "O", answer, count=1)
    if len(tokens) > 2:
        yield "last token missing", " ".join(tokens[:-1])
        yield "a token more", " ".join([*tokens, tokens[-1]])
        yield "no YES", " ".join(tokens[1:])
        yield "fractions", " ".join([tokens[0], *(f"{token}.0" for token in tokens[1:])])
        yield "commas", f"{tokens[0]}\n{', '.join(tokens[1:])}\n"


def near_inputs(text: str) -> Iterator[tuple[str, str]]:
    """An instance's text with one thing changed."""
    lines = text.splitlines(keepends=True)
    yield "empty", ""
    yield "white", "\n"
    yield "no final newline", text[:-1]
    yield "blank line at the end", text + "\n"
    yield "blank line at the start", "\n" + text
    yield "last line missing", "".join(lines[:-1])
    yield "first line missing", "".join(lines[1:])
    yield "last line twice", text + lines[-1]
    yield "trailing word", text + "end\n"
    yield "leading space", " " + text
    yield "double space", text.replace(" ", "  ", 1)
    yield "tab", text.replace(" ", "\t", 1)
    yield "carriage returns", text.replace("\n", "\r\n")
    yield "byte order mark", "\ufeff" + text
    yield "joined lines", text.replace("\n", " ", 1)
    yield "swapped lines", "".join([*lines[1:2], lines[0], *lines[2:]])
    numbers = list(re.finditer(r"-?\d+", text))
    first = len(re.findall(r"-?\d+", lines[0]))
    for place in {*range(first), len(numbers) - 1, len(numbers) // 2}:
        start, end = numbers[place].span()
        number = int(numbers[place][0])
        for what in (number + 1, number - 1, -number, f"{number}.0", f"+{number}", f"0{number}", "x", "",
                     "9" * 30, "²", f"{number}_0", 10**9):  # fmt: skip
            yield f"number {place} as {what!r}", f"{text[:start]}{what}{text[end:]}"
