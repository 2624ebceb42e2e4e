"""Linear programs as word problems: deterministic templates in which every number of the program stands.

World and names follow from the instance alone. Small instances are told in sentences, larger ones in tables;
wording 0 goes activity by activity (tables: requirements down), wording 1 requirement by requirement (tables:
activities down). No digit occurs beyond the program's own numbers, apart from the codes N1, N2, … that head
the columns of a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_uppercase

from families.proofs.kkt import LinearProgram
from families.twin import Invalid
from families.words.worlds import WORLDS, Unit, World

_PROSE = 20  # entries up to which sentences read better than a table
_RELATIONS = {">=": "at least", "<=": "at most", "=": "exactly"}
_EXTREME = {"min": "smallest", "max": "largest"}


@dataclass(frozen=True, slots=True)
class _Tale:
    """One instance with the world and the names that it is told in."""

    program: LinearProgram
    world: World
    activities: tuple[str, ...]
    requirements: tuple[tuple[Unit, str], ...]

    def limit(self, i: int) -> str:
        """The bound of row i, as "at least 45"."""
        return f"{_RELATIONS[self.program.relations[i]]} {self.program.right[i]}"


def tell(instance: LinearProgram, version: int) -> str:
    """The story and the question, in wording 0 or 1; raises `Invalid` for another one. O(nm)."""
    if version not in range(len(_TELLERS)):
        raise Invalid(f"version {version}: linear programs are told in versions 0 to {len(_TELLERS) - 1}")
    prose, table = _TELLERS[version]
    tale = _tale(instance)
    entries = len(instance.cost) * len(instance.rows)
    body = prose(tale) if entries <= _PROSE else table(tale)
    parts = [tale.world.openings[version], *body, _rules(tale, version), _question(tale, version)]
    return "\n\n".join(parts)


def _tale(program: LinearProgram) -> _Tale:
    key = f"{program.sense} {program.cost} {program.rows} {program.relations} {program.right}"
    rng = Random(f"linear_program/words/{key}")
    world = rng.choice([world for world in WORLDS if world.sense == program.sense])
    requirements = _enough(rng, [name for _, name in world.requirements], len(program.rows))
    units = {name: unit for unit, name in world.requirements}
    return _Tale(
        program,
        world,
        tuple(_typed(*name) for name in _enough(rng, world.activities, len(program.cost))),
        tuple((units[name], _typed(name, round_)) for name, round_ in requirements),
    )


def _enough(rng: Random, names: Sequence[str], count: int) -> list[tuple[str, int]]:
    """`count` distinct names in random order, with the round in which a name was taken (0: first use)."""
    rounds, rest = divmod(count, len(names))
    taken = [(name, round_) for round_ in range(rounds) for name in names]
    taken += [(name, rounds) for name in rng.sample(names, rest)]
    rng.shuffle(taken)
    return taken


def _typed(name: str, round_: int) -> str:
    return f"{name} (type {ascii_uppercase[round_]})" if round_ else name


def _count(number: int, unit: Unit) -> str:
    return f"{number} {unit[0] if abs(number) == 1 else unit[1]}"


def _joined(parts: Sequence[str]) -> str:
    """An English enumeration."""
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def _activity_prose(tale: _Tale) -> list[str]:
    """A sentence for each activity, then one with all limits."""
    world, program = tale.world, tale.program
    one = f"One {world.activity[0]} of"
    sentences = []
    for j, name in enumerate(tale.activities):
        amounts = [
            f"{_count(row[j], unit)} of {need}"
            for row, (unit, need) in zip(program.rows, tale.requirements, strict=True)
        ]
        money = _count(program.cost[j], world.money)
        sentences.append(f"{one} {name} {world.earns} {money} and {world.adds} {_joined(amounts)}.")
    limits = [
        f"{_RELATIONS[relation]} {_count(right, unit)} of {need}"
        for relation, right, (unit, need) in zip(
            program.relations, program.right, tale.requirements, strict=True
        )
    ]
    return [" ".join(sentences), f"Altogether, {world.must} {_joined(limits)}."]


def _requirement_prose(tale: _Tale) -> list[str]:
    """A sentence about the objective, then a line for each requirement."""
    world, program = tale.world, tale.program
    per = [f"per {world.activity[0]} of {name}" for name in tale.activities]
    prices = [f"{_count(price, world.money)} {rest}" for price, rest in zip(program.cost, per, strict=True)]
    lines = []
    for i, (unit, need) in enumerate(tale.requirements):
        amounts = [f"{_count(entry, unit)} {rest}" for entry, rest in zip(program.rows[i], per, strict=True)]
        total = f"{_RELATIONS[program.relations[i]]} {_count(program.right[i], unit)}"
        lines.append(f"- {_capital(need)}: {_joined(amounts)}. In total, {total}.")
    heading = f"The {world.objective} is made up of {_joined(prices)}."
    return [
        heading,
        f"This is what each {world.activity[0]} {world.adds}, and what is required:\n" + "\n".join(lines),
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _requirement_table(tale: _Tale) -> list[str]:
    """A legend of the activities with the objective, then a table with a line for each requirement."""
    world, program = tale.world, tale.program
    codes = [f"N{j}" for j in range(1, len(program.cost) + 1)]
    price = f"{_capital(world.earns)} ({world.money[1]} per {world.activity[0]})"
    legend = [("Code", world.kind, price), *zip(codes, tale.activities, map(str, program.cost), strict=True)]
    lines = [(world.requirement, "Unit", *codes, "Total")]
    for i, (unit, need) in enumerate(tale.requirements):
        lines.append((need, unit[1], *map(str, program.rows[i]), tale.limit(i)))
    return [
        _table(legend, left=2),
        f"One {world.activity[0]} of each {world.adds} the amounts in the next table; its last column says "
        f"what {world.must} altogether.",
        _table(lines, left=2),
    ]


def _activity_table(tale: _Tale) -> list[str]:
    """A list of the requirements with their totals, then a table with a line for each activity."""
    world, program = tale.world, tale.program
    codes = [f"N{i}" for i in range(1, len(program.rows) + 1)]
    totals = [
        f"{code}  {need}: {_RELATIONS[relation]} {_count(right, unit)}"
        for code, (unit, need), relation, right in zip(
            codes, tale.requirements, program.relations, program.right, strict=True
        )
    ]
    lines = [(f"One {world.activity[0]} of", *codes, f"{_capital(world.earns)} ({world.money[1]})")]
    columns = zip(*program.rows, strict=True)
    for name, column, price in zip(tale.activities, columns, program.cost, strict=True):
        lines.append((name, *map(str, column), str(price)))
    return [
        f"Altogether, {world.must}:\n" + "\n".join(totals),
        f"One {world.activity[0]} {world.adds} the amounts in this table, in the same units; the last column "
        f"says how much it {world.earns}.",
        _table(lines, left=1),
    ]


def _table(lines: Sequence[tuple[str, ...]], left: int) -> str:
    """Columns two spaces apart, the first `left` ones aligned to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def _rules(tale: _Tale, version: int) -> str:
    units = tale.world.activity[1]
    rules = (
        f"Fractions of {units} are allowed, negative amounts are not.",
        f"The numbers of {units} need not be whole, but none of them may be below zero.",
    )[version]
    program = tale.program
    if min(*program.cost, *program.right, *(min(row) for row in program.rows)) < 0:
        rules += " Negative numbers above are meant as they stand: they lower the total."
    return rules


def _question(tale: _Tale, version: int) -> str:
    world, extreme = tale.world, _EXTREME[tale.program.sense]
    return (
        f"What is the {extreme} possible {world.objective}, in {world.money[1]}?",
        f"Find the {extreme} {world.objective} (in {world.money[1]}) that can be reached.",
    )[version]


_Teller = Callable[[_Tale], list[str]]
_TELLERS: tuple[tuple[_Teller, _Teller], ...] = (
    (_activity_prose, _requirement_table),
    (_requirement_prose, _activity_table),
)
