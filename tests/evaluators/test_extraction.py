# ruff: noqa: E501  a reply stands on one line
"""The program of a reply, in every form in which models give it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.extraction import extract
from evaluators.source import parses

NAUGHT = "print(0)\n"
ONE = "print(1)\n"
LOOP = "import sys\nfor line in sys.stdin:\n    print(line)\n"
DEFINES = "def solve(n):\n    return n\n"
WHOLE = DEFINES + "if __name__ == '__main__':\n    print(solve(int(input())))\n"
STRING_OF_FENCES = 'def f():\n    """\n    ```\n    f()\n    ```\n    """\nprint(f())\n'


def fenced(code: str, tag: str = "python", mark: str = "```") -> str:
    return f"{mark}{tag}\n{code}{mark}\n"


FOUND = {
    # fences
    "one block": (f"Here it is.\n\n{fenced(ONE)}\nIt prints one.", ONE, "fence"),
    "py": (fenced(ONE, "py"), ONE, "fence"),
    "python3": (fenced(ONE, "python3"), ONE, "fence"),
    "capital": (fenced(ONE, "Python"), ONE, "fence"),
    "Python 3": (fenced(ONE, " Python 3"), ONE, "fence"),
    "pandoc": (fenced(ONE, " {.python .numberLines}"), ONE, "fence"),
    "title": (fenced(ONE, "python title=main.py"), ONE, "fence"),
    "python_code": (fenced(ONE, "python_code"), ONE, "fence"),
    "no tag": (fenced(ONE, ""), ONE, "fence"),
    "unknown tag": (fenced(ONE, "solution"), ONE, "fence"),
    "tildes": (fenced(ONE, "python", "~~~"), ONE, "fence"),
    "four backticks": (fenced(ONE, "python", "````"), ONE, "fence"),
    "crlf": (fenced(LOOP).replace("\n", "\r\n"), LOOP, "fence"),
    "byte order mark": ("\ufeff" + fenced(ONE), ONE, "fence"),
    "in a list": ("1. First:\n\n   ```python\n   for k in range(2):\n       print(k)\n   ```\n2. Done", "for k in range(2):\n    print(k)\n", "fence"),
    "after a list mark": ("- ```python\n  print(1)\n  ```", ONE, "fence"),
    "quoted": ("> Look:\n> ```python\n> print(1)\n> ```", ONE, "fence"),
    "in a fence of Markdown": (f"````markdown\n# Title\n{fenced(ONE)}````", ONE, "fence"),
    "in a fence as long": (f"```markdown\n# Title\n{fenced(ONE)}```", ONE, "fence"),
    "fences in a string": (fenced(STRING_OF_FENCES), STRING_OF_FENCES, "fence"),
    "at the end of prose": ("The code: ```python\nprint(1)\n```", ONE, "fence"),
    "end glued to the code": ("```python\nprint(1)```", ONE, "fence"),
    "all on one line": ("```python print(1)```", ONE, "fence"),
    "CodeLlama's marks": (f"[PYTHON]\n{ONE}[/PYTHON]\n[TESTS]\nassert 1 == 1\n[/TESTS]", ONE, "fence"),
    "LaTeX's marks": (f"\\begin{{code}}\n{ONE}\\end{{code}}", ONE, "fence"),
    "end of turn": (f"{fenced(ONE)}<|im_end|>", ONE, "fence"),
    "not closed": ("```python\nprint(1)\n", ONE + "\n", "unclosed"),
    "not closed, then prose": ("```python\nprint(1)\n\nThis prints one.", ONE, "unclosed"),
    "not closed, then a block": ("```python\nx = (\n```python\nprint(1)\n```", ONE, "fence"),
    # which block
    "the last of drafts": (fenced("print(0)\n") + "Better:\n" + fenced(ONE), ONE, "fence"),
    "a draft that is no Python": (fenced(ONE) + fenced("print(\n"), ONE, "fence"),
    "output after it": (fenced(ONE) + "Output:\n" + fenced("1\n", "text"), ONE, "fence"),
    "output that is Python": (fenced(ONE) + "Output:\n" + fenced("x = 5\n", ""), ONE, "fence"),
    "output marked as Python": (fenced(ONE) + "Output:\n" + fenced("[1, 2]\n"), ONE, "fence"),
    "a session after it": (fenced(ONE) + fenced(">>> f(1)\n2\n"), ONE, "fence"),
    "a shell line after it": (fenced(ONE) + fenced("python3 solve.py\n", "bash"), ONE, "fence"),
    "an example of the whole program": (fenced(WHOLE) + fenced("print(solve(4))\n"), WHOLE, "before_example"),
    "in two parts": (fenced(DEFINES) + "then\n" + fenced("print(solve(4))\n"), DEFINES + "\nprint(solve(4))\n", "joined"),
    "marked as JavaScript": (fenced(LOOP, "javascript"), LOOP, "mislabelled"),
    # no fence
    "bare": (LOOP, LOOP, "no_fence"),
    "bare after a space": (" " + LOOP, LOOP, "no_fence"),
    "bare in prose": (f"This is it:\n\n{LOOP}\nThis works well.", LOOP, "no_fence"),
    "indented in prose": ("This:\n\n    import sys\n    print(sys.path)\n\nDone.", "import sys\nprint(sys.path)\n", "no_fence"),
    # reasoning
    "thought": (f"<think>\n{fenced(NAUGHT)}</think>\n{fenced(ONE)}", ONE, "fence"),
    "thought that the prompt opened": (f"hm\n{fenced(NAUGHT)}</think>\n{fenced(ONE)}", ONE, "fence"),
    "thinking": (f"<thinking>hm</thinking>{fenced(ONE)}", ONE, "fence"),
    "reasoning": (f"<reasoning>\nhm\n</reasoning>\n{fenced(ONE)}", ONE, "fence"),
    "two thoughts": (f"<think>a</think>\n<think>b</think>\n{fenced(ONE)}", ONE, "fence"),
    "triangles": (f"◁think▷hm\n```\nprint(0)\n```◁/think▷\n{fenced(ONE)}", ONE, "fence"),
    "brackets": (f"[THINK]hm[/THINK]\n{fenced(ONE)}", ONE, "fence"),
    "channels": (f"<|channel|>analysis<|message|>{fenced(NAUGHT)}<|end|><|start|>assistant<|channel|>final<|message|>{fenced(ONE)}<|return|>", ONE, "fence"),
    "the tag in the code": (fenced("print('<think>')\n"), "print('<think>')\n", "fence"),
    # broken, but given
    "syntax error": (fenced("def f(:\n"), "def f(:\n", "broken"),
    "Python 2": (fenced("print 'x'\n"), "print 'x'\n", "broken"),
    "bare syntax error": ("def f(x):\nreturn x\n", "def f(x):\nreturn x\n", "broken"),
}  # fmt: skip
NOTHING = {
    "empty": "",
    "blank": " \n\t\n",
    "a word": "Hello",
    "an answer": "Answer: 5",
    "an assignment": "Total = 25",
    "a call that is none": "NO (there is none)",
    "a refusal": "I cannot solve this problem, for it is (as far as I know) open.",
    "an essay": "For each clause we add an edge. If there is a cycle, print NO.\n\nWhile this works, it is slow.",
    "only output": fenced("1 2 3\n", "text"),
    "only an inert block": fenced("[1, 2, 3]\n", ""),
    "an unfinished thought": f"<think>\nI'd write\n{fenced(ONE)}and then",
    "an unfinished channel": f"<|channel|>analysis<|message|>perhaps\n{fenced(ONE)}",
    "an empty block": "```python\n```",
}


@pytest.mark.parametrize("form", FOUND)
def test_the_program_is_found_and_its_rule_told(form: str) -> None:
    reply, program, rule = FOUND[form]
    found = extract(reply)
    assert (found.program, found.rule) == (program, rule)


@pytest.mark.parametrize("form", NOTHING)
def test_there_is_no_program_in_prose(form: str) -> None:
    found = extract(NOTHING[form])
    assert (found.program, found.rule) == ("", "none")


MONSTERS = {
    "parentheses": fenced("(" * 100_000 + "\n"),
    "signs": fenced("-" * 100_000 + "1\n"),
    "attributes": fenced("a" + ".a" * 100_000 + "\n"),
    "fences": "```\n" * 20_000,
    "backticks": "`" * 300_000,
    "a fence far to the right": " " * 300_000 + "```",
    "list marks": "- " * 50_000 + "x",
    "opened lines": "x = (\n" * 10_000,
    "imports": "import sys\nfoo bar\n" * 5_000,
    "thoughts": "<think>\n" * 20_000,
    "quotes": "> " * 100_000 + "```",
    "zero bytes": fenced("\0\n"),
    "surrogates": fenced("x = '\ud800'\n"),
}


@pytest.mark.parametrize("name", MONSTERS)
def test_no_reply_takes_long_or_raises(name: str) -> None:
    start = time.process_time()
    extract(MONSTERS[name])
    assert time.process_time() - start < 30


PIECES = [
    "```",
    "~~~",
    "python",
    "\n",
    "print(1)",
    "def f():\n    return 1",
    "<think>",
    "</think>",
    "text",
    "'''",
    " ",
    "> ",
    "1. ",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_whatever_is_found_and_not_called_broken_is_python(reply: str) -> None:
    found = extract(reply)
    assert (found.rule == "none") == (found.program == "")
    if found.rule not in ("broken", "none"):
        assert parses(found.program)
        assert extract(fenced(found.program)).program.strip() == found.program.strip()


@given(st.text())
def test_any_text_is_read_without_an_error(reply: str) -> None:
    assert isinstance(extract(reply).program, str)
