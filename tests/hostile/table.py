"""The hostile programs in `programs/`: each says in its first lines what it does and what must become of it.

    # what: what it attacks, and how
    # expect: what must become of it wherever programs are contained
    # uncontained: likewise where nothing contains it; without this line it is not run there
    # passes in TIER: attacks of its own that this tier is known to leave open
    # bare: what the outside sees if nothing contains it, which proves that the outside looks
    # disturbs: what changes outside where nothing contains it, though nothing is lost
    # source: an expression whose value is the program, instead of the text that follows

What may become of it, several separated by "|": a limit (cpu, wall, memory, output, processes); `not
compiled`; an exception's or a signal's name; `exit N`; `ends`, by itself in any way; `harmless`: it does all
that it wants to, ends well and prints "end" last. In every case a line "passed: …" tells of an attack that
got through, and is a failure of the sandbox.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path

from evaluators.sandbox import Run, Stop

FOLDER = Path(__file__).with_name("programs")
_KIT = re.compile(r"^from kit import .*$", re.MULTILINE)
_LINE = re.compile(r"# (what|expect|uncontained|passes in \w+|bare|disturbs|source): (.+)")
_LIMITS = {stop.value for stop in Stop} - {"no", "fault"}
_OTHERS = re.compile(r"not compiled|ends|harmless|exit \d+|[A-Z]\w+")


@dataclass(frozen=True)
class Hostile:
    """One program, and what must become of it."""

    name: str  # folder and file, without the ending
    text: str
    expected: tuple[str, ...]
    uncontained: tuple[str, ...] = ()
    passing: dict[str, set[str]] = field(default_factory=dict)  # by tier
    bare: set[str] = field(default_factory=set)
    disturbed: set[str] = field(default_factory=set)

    @property
    def waits(self) -> bool:
        """Whether only the wall clock ends it, which takes seconds."""
        return "wall" in self.expected

    def wanted(self, tier: str) -> tuple[str, ...]:
        """What may become of it in a tier; nothing if it is not to be run there."""
        return self.uncontained if tier == "uncontained" else self.expected


def _read(path: Path) -> Hostile:
    text = path.read_text()
    head: dict[str, str] = {}
    for line in text.splitlines():
        if not (found := _LINE.fullmatch(line)):
            break
        head[found[1]] = found[2]
    if "source" in head:
        text = _value(ast.parse(head["source"], mode="eval").body)
    kit = (FOLDER / "kit.py").read_text()
    passing = {key.split()[-1]: _listed(head[key], ";") for key in head if key.startswith("passes")}
    return Hostile(
        path.relative_to(FOLDER).with_suffix("").as_posix(),
        _KIT.sub(lambda _: kit, text),
        tuple(_listed(head["expect"], "|")),
        tuple(_listed(head.get("uncontained", ""), "|")),
        passing,
        _listed(head.get("bare", ""), ";"),
        _listed(head.get("disturbs", ""), ";"),
    )


def _value(node: ast.expr) -> str:
    """The value of a sum of strings and of strings repeated."""
    return str(eval(compile(ast.Expression(node), "source", "eval"), {"__builtins__": {}}))


def _listed(text: str, between: str) -> set[str]:
    return {part.strip() for part in text.split(between) if part.strip()}


PROGRAMS = {each.name: each for path in sorted(FOLDER.glob("*/*.py")) for each in [_read(path)]}


def known(outcome: str) -> bool:
    """Whether an outcome is one of those that a first line may name."""
    return outcome in _LIMITS or bool(_OTHERS.fullmatch(outcome))


def is_met(outcome: str, done: Run) -> bool:
    """Whether this is what became of a run."""
    if outcome in _LIMITS:
        return done.stop.value == outcome
    if outcome == "not compiled":
        return not done.compiled and not done.clean
    if done.stop is not Stop.NO or not done.compiled:
        return False
    if outcome == "ends":
        return True
    if outcome == "harmless":
        return done.clean and done.stdout.rstrip().endswith(b"end")
    return done.error == outcome or (outcome.startswith("exit ") and done.exit_code == int(outcome[5:]))


def passed(done: Run) -> set[str]:
    """The attacks of which a run says that they got through."""
    return {
        line[8:] for line in done.stdout.decode(errors="replace").splitlines() if line.startswith("passed:")
    }
