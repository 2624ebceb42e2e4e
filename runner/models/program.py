"""A model that replies with a stand-alone program of the twin: baselines without key, network or cost."""

from __future__ import annotations

import ast
import difflib
import io
import re
from dataclasses import dataclass
from pathlib import Path

from evaluators.items import Task
from families import programs
from generators.asking import Ask, Completion, Messages
from runner.errors import UserError
from runner.models.specs import ProgramSpec


class NoSuchProgram(UserError):
    """The twin has no program of this name; `near` are its most similar names."""

    def __init__(
        self, family: str, twin: str, name: str, near: tuple[str, ...], known: tuple[str, ...]
    ) -> None:
        self.family, self.twin, self.name, self.near = family, twin, name, near
        hint = f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(known) or 'none'}"
        super().__init__(f"{family}/{twin} has no program {name}: {hint}")


@dataclass(frozen=True, slots=True)
class Program:
    """The model `model=program`; whatever it is asked, it replies with its program in a fenced block."""

    spec: ProgramSpec

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.spec.label

    @property
    def asks(self) -> bool:
        """False: nothing is asked of anyone."""
        return self.spec.asks

    def bind(self, task: Task, sample: int) -> Ask:
        """Every sample is the same program; raises `NoSuchProgram`."""
        text = find(task.family, task.twin, self.spec.name).read_text(encoding="utf-8")
        reply = Completion(fenced(text if task.data is None else with_data(text, task.data)), cost_usd=0.0)

        async def ask(messages: Messages) -> Completion:
            return reply

        return ask

    async def close(self) -> None:
        """Nothing is held."""


def exists(family: str, twin: str, name: str) -> bool:
    """Whether the twin has a program of this name."""
    return name in programs(family, twin)


def find(family: str, twin: str, name: str) -> Path:
    """The program's file; raises `NoSuchProgram`, which names the nearest."""
    known = programs(family, twin)
    if name not in known:
        near = tuple(difflib.get_close_matches(name, known, n=2))
        raise NoSuchProgram(family, twin, name, near, tuple(known))
    return known[name]


def fenced(program: str) -> str:
    """The program as a reply, in a block whose fence is longer than any that opens a line of it."""
    runs = re.findall(r"^\s*(`{3,})", program, flags=re.MULTILINE)
    fence = "`" * max([3, *(len(run) + 1 for run in runs)])
    return f"{fence}python\n{program.rstrip()}\n{fence}\n"


def with_data(program: str, data: str) -> str:
    """`program` reading `data` as its standard input, by `sys.stdin`, its `buffer`, or `input()`.

    The lines that see to it stand where a program's first statement may: behind its docstring and its
    `from __future__` imports. Raises `SyntaxError` if the program has one.
    """
    lines = list(
        io.StringIO(program.rstrip() + "\n")
    )  # splitlines would split at form feeds, which Python's parser does not
    first = _first_line(ast.parse(program), len(lines))
    literal = "\n".join(f"    {line!r}" for line in data.splitlines(keepends=True)) or "    ''"
    preface = (
        "import io\n"
        "import sys\n\n"
        "DATA = (\n"
        f"{literal}\n"
        ")\n"
        'sys.stdin = io.TextIOWrapper(io.BytesIO(DATA.encode()), encoding="utf-8")\n\n'
    )
    return "".join([*lines[:first], preface, *lines[first:]])


def _first_line(module: ast.Module, end: int) -> int:
    """The index of the line on which the first statement begins that code may stand before."""
    for place, node in enumerate(module.body):
        is_docstring = place == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            continue
        marks: list[ast.expr] = getattr(node, "decorator_list", [])
        return min([node.lineno, *(mark.lineno for mark in marks)]) - 1
    return end
