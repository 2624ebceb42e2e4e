"""Linear programming: an optimal value known before the program is (inverse KKT); twin `p` only.

Find min (or max) cᵀx subject to rows aᵢᵀx ≥, ≤ or = bᵢ and x ≥ 0, all data integers. n counts variables, m
rows. An item is one instance, told as a word problem; the answer is the optimal value, as one number.

Construction. Draw x ≥ 0 and duals λ first, then set c = Aᵀλ + μ and b = Ax, less the slack; λ is ≥ 0 on ≥
rows, ≤ 0 on ≤ rows, free on = rows (the other way round, and c = Aᵀλ - μ, when maximising), μ ≥ 0. Where
x > 0, μ = 0; where a row is slack, λ = 0: so x and λ satisfy the Karush–Kuhn–Tucker conditions, which suffice
for optimality (Kuhn and Tucker 1951), and cᵀx = λᵀb is the optimum. No solver is involved.

- `basic` (the published inverse-KKT form): integer x > 0, all rows ≥ with λ > 0, min. Every row is tight, so
  least squares on Ax = b gives the optimum away.
- `extended` (default): s tight rows and s positive variables with x = p/d, d in {2, 4, 5}, the other rows
  slack and the other variables zero with μ > 0; senses ≥, ≤ and = mixed, min or max. Rows are scaled by their
  denominator, so data stay integers and the optimum need not be one. The s × s block of tight rows and
  positive variables has an odd determinant (before scaling): optimum and duals are unique, not degenerate.
  Least squares, greedy ratios or misread senses then meet the tolerance by accident only, about once in 2,000
  items; taking all rows for tight, rounding amounts or exchanging min and max never did.

A has full rank by construction: modulo 2 it is a permuted triangle with ones on the diagonal, so a maximal
minor is odd. Certificate "kkt": x and λ, checked in integers in O(nm). Linear programming is in P (Khachiyan
1979); the optimum is at a vertex, of which there are up to C(n + m, n).

Ladder: the ends (2, 3) and (40, 40) are the published ones, the six strata between are our choice. Items are
the WORST cases; ANCHOR is hand-sized, CORNER has the boundaries (the same in both structures). That an
optimum exists is proved by the certificate; `parse` checks form and bounds only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import gcd
from operator import mul
from random import Random
from typing import Literal, get_args

from families.proofs import kkt
from families.proofs.kkt import LinearProgram, Relation, Rows, dot, toward
from families.twin import (
    Bound,
    Certificate,
    Certified,
    Contract,
    Family,
    Invalid,
    Refused,
    Sense,
    Stratum,
    Tier,
    Twin,
    Value,
    ladder,
)
from families.words.linear_program import tell as story

Structure = Literal["extended", "basic"]

WORDINGS = (
    "A linear program has nonnegative real variables, an objective and rows. Each row compares a weighted "
    "sum of the variables with a number. Among all choices of the variables that satisfy every row, find "
    "the least (min) or greatest (max) value of the objective, which is a weighted sum as well. {detail}",
    "Activities are run at levels that are real numbers, zero or more. Every requirement bounds a linear "
    "function of the levels from below (>=), from above (<=), or fixes it (=). A further linear function "
    "is the cost (min) or gain (max) of a plan. Determine the cost of a cheapest or the gain of a best plan "
    "that meets all requirements. {detail}",
)
DETAIL = "The variables need not be integers."

CONTRACT = Contract(
    bounds=(
        Bound("n", 1, 1000, "number of variables"),
        Bound("m", 1, 1000, "number of rows"),
        Bound("c", -(10**9), 10**9, "objective coefficient"),
        Bound("a", -1000, 1000, "row coefficient"),
        Bound("b", -(10**9), 10**9, "right-hand side"),
    ),
    input="The first line holds n and m, the numbers of variables and rows ({n}, {m}). The second line is "
    "min or max. The third line holds the n objective coefficients c. Each of the next m lines holds one "
    "row: its n coefficients a (not all 0), one of >=, <= and =, and its right-hand side b. All numbers are "
    "integers ({c}, {a}, {b}). An optimal solution exists.",
    output="Print one number, the optimal value, as a decimal. It is accepted if it differs from the true "
    "value v by at most 0.0001 times max(1, |v|).",
    tolerance=Fraction(1, 10_000),
)
NO_INPUT = "There is no input: all data stand in the text above."


@dataclass(frozen=True, slots=True)
class Plan:
    """What a sampler decides before costs and bounds follow: x = point / over, λ, |μ| and slacks ≥ 0."""

    sense: Sense
    rows: Rows
    relations: tuple[Relation, ...]
    point: tuple[int, ...]
    over: int
    dual: tuple[int, ...]
    reduced: tuple[int, ...]
    slack: tuple[int, ...]


# --- construction ---------------------------------------------------------------------------------------

_EVEN = bytes((0, 2, 0, 4, 6, 8)[byte % 6] for byte in range(256))
_ODD = bytes((1, 3, 5, 7, 9)[byte % 5] for byte in range(256))
_ANY = bytes((0, 1, 2, 3, 4, 0, 5, 6, 7, 8, 9)[byte % 11] for byte in range(256))


def _matrix(rng: Random, n: int, m: int) -> list[list[int]]:
    """m rows of n entries 0 … 9, modulo 2 an upper triangle: leading square blocks have odd determinants."""
    noise = rng.randbytes(n * m)
    rows = []
    for i in range(m):
        raw = noise[i * n : (i + 1) * n]
        cut = i if i < n else 0
        diagonal = raw[cut : cut + 1].translate(_ODD)
        rows.append([*raw[:cut].translate(_EVEN), *diagonal, *raw[cut + 1 :].translate(_ANY)])
    return rows


def _lift(rows: list[list[int]], helper: int, dual: Sequence[int], least: int) -> list[int]:
    """Aᵀλ over the rows that have duals, every entry made `least` or more by even additions to one row.

    The row `helper` must have λ > 0; even additions leave the determinants odd.
    """
    columns = [dot(dual, column) for column in zip(*rows[: len(dual)], strict=True)]
    for j, total in enumerate(columns):
        if total < least:
            steps = -((total - least) // (2 * dual[helper]))
            rows[helper][j] += 2 * steps
            columns[j] += 2 * steps * dual[helper]
    return columns


def _basic(rng: Random, n: int, m: int) -> Plan:
    """The published form: min, all rows ≥ and tight, all variables positive integers."""
    rows = _matrix(rng, n, m)
    dual = [rng.randint(1, 9) for _ in range(m)]
    _lift(rows, 0, dual, 1)
    point = tuple(rng.randint(1, 12) for _ in range(n))
    relations = tuple([toward("min")] * m)
    plan = Plan("min", _frozen(rows), relations, point, 1, tuple(dual), (0,) * n, (0,) * m)
    return _shuffled(rng, plan)


def _extended(rng: Random, n: int, m: int) -> Plan:
    """As many tight rows as positive variables; the other rows are slack, the other variables zero."""
    sense: Sense = rng.choice(("min", "max"))
    least = min(n, m)
    tight = rng.randint((least + 1) // 2, 3 * least // 4 if least > 2 else max(1, least - (n == m)))
    rows = _matrix(rng, n, m)
    relations, dual = _tight_rows(rng, sense, tight)
    columns = _lift(rows, 0, dual, 2)
    reduced = [0] * tight + [rng.randint(1, max(1, total // 2)) for total in columns[tight:]]
    over = rng.choice((2, 4, 5))
    point = [rng.randint(0, 11) * over + rng.randint(1, over - 1)]  # not an integer, the others may be
    point += [rng.randint(1, 12 * over) for _ in range(tight - 1)] + [0] * (n - tight)
    slack = [0] * tight
    for row in rows[tight:]:
        value = dot(row, point)
        if value < 2 * over:  # the bound would be zero or less
            steps = -((value - 2 * over) // (2 * point[0]))
            row[0] += 2 * steps
            value += 2 * steps * point[0]
        relations.append(rng.choice((">=", "<=")))
        slack.append(rng.randint(1, max(1, value // gcd(value, over) * 3 // 4)))
    dual += [0] * (m - tight)
    plan = Plan(
        sense, _frozen(rows), tuple(relations), tuple(point), over, tuple(dual), tuple(reduced), tuple(slack)
    )
    return _shuffled(rng, plan)


def _tight_rows(rng: Random, sense: Sense, count: int) -> tuple[list[Relation], list[int]]:
    """Relations and duals of tight rows: about a quarter against the usual sense and a sixth equalities."""
    pushing = toward(sense)
    against: Relation = "<=" if pushing == ">=" else ">="
    relations: list[Relation] = [pushing] * count
    opposed = max(count // 4, int(count > 1))
    equal = max(count // 6, int(count > 2))
    relations[count - opposed :] = [against] * opposed
    relations[count - opposed - equal : count - opposed] = ["="] * equal
    dual = [rng.randint(5, 9)]
    for relation in relations[1:]:
        usual = relation == pushing or (relation == "=" and rng.random() < 0.5)
        dual.append(rng.randint(1, 9) if usual else -rng.randint(1, 6))
    return relations, dual


def _frozen(rows: list[list[int]]) -> Rows:
    return tuple(map(tuple, rows))


def _shuffled(rng: Random, plan: Plan) -> Plan:
    """The same plan with rows and variables in random order."""
    across, down = list(range(len(plan.point))), list(range(len(plan.rows)))
    rng.shuffle(across)
    rng.shuffle(down)

    def take(values: tuple[int, ...], order: list[int]) -> tuple[int, ...]:
        return tuple(map(values.__getitem__, order))

    return replace(
        plan,
        rows=tuple(take(plan.rows[i], across) for i in down),
        relations=tuple(plan.relations[i] for i in down),
        point=take(plan.point, across),
        dual=take(plan.dual, down),
        reduced=take(plan.reduced, across),
        slack=take(plan.slack, down),
    )


def _certified(plan: Plan, origin: str) -> Certified[LinearProgram]:
    """The program that makes the plan's point and duals optimal, rows scaled to integers, with its proof."""
    side = 1 if plan.sense == "min" else -1
    columns = zip(*plan.rows, strict=True)
    cost = tuple(dot(plan.dual, column) + side * mu for column, mu in zip(columns, plan.reduced, strict=True))
    rows, right, dual = [], [], []
    for row, relation, weight, slack in zip(plan.rows, plan.relations, plan.dual, plan.slack, strict=True):
        value = dot(row, plan.point)
        common = gcd(value, plan.over)
        scale = plan.over // common
        rows.append(tuple([scale * entry for entry in row]) if scale > 1 else row)
        right.append(value // common + (slack if relation == "<=" else -slack))
        dual.append(weight * common)
    instance = LinearProgram(plan.sense, cost, tuple(rows), plan.relations, tuple(right))
    worth = Fraction(dot(cost, plan.point), plan.over)
    proof = f"x = {_listed(plan.point)} over {plan.over}\ny = {_listed(dual)} over {plan.over}\n"
    return Certified(instance, worth, written(worth) + "\n", Certificate("kkt", proof), origin)


def _listed(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


# --- boundaries -----------------------------------------------------------------------------------------

_ANCHORS = ((2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (3, 4), (4, 3))


def _with_row(rng: Random, plan: Plan, row: tuple[int, ...]) -> Plan:
    """The plan with one more row, tight at the optimum but without a dual."""
    return _shuffled(
        rng,
        replace(
            plan,
            rows=(*plan.rows, row),
            relations=(*plan.relations, toward(plan.sense)),
            dual=(*plan.dual, 0),
            slack=(*plan.slack, 0),
        ),
    )


def _redundant(rng: Random) -> Plan:
    plan = _extended(rng, 3, 3)
    twice = next(
        i for i, relation in enumerate(plan.relations) if plan.dual[i] and relation == toward(plan.sense)
    )
    return _with_row(rng, plan, tuple(2 * entry for entry in plan.rows[twice]))


def _degenerate(rng: Random) -> Plan:
    return _with_row(rng, _extended(rng, 3, 3), tuple(rng.randint(1, 9) for _ in range(3)))


def _tied(rng: Random) -> Plan:
    plan = _extended(rng, 4, 3)
    return replace(plan, reduced=(0,) * 4)


def _no_objective(rng: Random) -> Plan:
    plan = _extended(rng, 3, 3)
    return replace(plan, dual=(0,) * 3, reduced=(0,) * 3)


def _equalities(rng: Random) -> Plan:
    return replace(_basic(rng, 4, 3), relations=("=",) * 3)


def _origin(rng: Random) -> Plan:
    plan = _basic(rng, 3, 3)
    some = tuple(rng.randint(1, 9) for _ in range(6))
    return replace(
        plan, relations=("<=",) * 3, point=(0,) * 3, dual=(0,) * 3, reduced=some[:3], slack=some[3:]
    )


def _negative_entries(rng: Random) -> Plan:
    plan = _extended(rng, 3, 4)
    return replace(plan, rows=tuple((-row[0], *row[1:]) for row in plan.rows))


def _negative_optimum(rng: Random) -> Plan:
    plan = _basic(rng, 3, 3)
    return replace(plan, relations=("<=",) * 3, dual=tuple(-weight for weight in plan.dual))


def _largest(rng: Random) -> Plan:
    plan = _basic(rng, 3, 3)
    rows = tuple(tuple(999 if i == j else 1000 for j in range(3)) for i in range(3))
    return _shuffled(rng, replace(plan, rows=rows, point=(333_333,) * 3, dual=(333_333,) * 3))


def _zero_bound(rng: Random) -> Plan:
    plan = _basic(rng, 2, 2)
    first, second = plan.point
    return replace(plan, rows=((second, -first), (1, 1)))


_CORNERS: tuple[tuple[str, Callable[[Random], Plan]], ...] = (
    ("one variable, one row", lambda rng: _basic(rng, 1, 1)),
    ("one variable", lambda rng: _extended(rng, 1, 4)),
    ("one row", lambda rng: _extended(rng, 4, 1)),
    ("many rows", lambda rng: _extended(rng, 2, 12)),
    ("many variables", lambda rng: _extended(rng, 12, 2)),
    ("all rows tight", lambda rng: _basic(rng, 3, 3)),
    ("no objective", _no_objective),
    ("redundant row", _redundant),
    ("degenerate optimum", _degenerate),
    ("tied optima", _tied),
    ("equalities only", _equalities),
    ("optimum at the origin", _origin),
    ("negative coefficients", _negative_entries),
    ("negative optimum", _negative_optimum),
    ("largest numbers", _largest),
    ("right-hand side zero", _zero_bound),
)


def sample(
    structure: Structure, rng: Random, stratum: Stratum, tier: Tier, index: int
) -> Certified[LinearProgram]:
    """The index-th case of a tier, certified by its construction; O(nm)."""
    plan = _basic if structure == "basic" else _extended
    if tier is Tier.CORNER:
        name, corner = _CORNERS[index % len(_CORNERS)]
        return _certified(corner(rng), f"corner: {name}")
    n, m = (stratum.n, stratum.m) if tier is Tier.WORST else _ANCHORS[index % len(_ANCHORS)]
    return _certified(plan(rng, n, m), structure)


# --- text -----------------------------------------------------------------------------------------------


def render(instance: LinearProgram) -> str:
    """The canonical text, as the contract's input section says."""
    lines = [f"{len(instance.cost)} {len(instance.rows)}", instance.sense, _listed(instance.cost)]
    for row, relation, right in zip(instance.rows, instance.relations, instance.right, strict=True):
        lines.append(f"{_listed(row)} {relation} {right}")
    return "\n".join(lines) + "\n"


_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,9}")


def _integers(tokens: list[str], expected: int, bound: Bound, line: int) -> tuple[int, ...]:
    if len(tokens) != expected:
        raise Invalid(f"line {line}: expected {expected} of {bound.name}, got {len(tokens)}")
    for token in tokens:
        if not _INTEGER.fullmatch(token):
            raise Invalid(f"line {line}: {bound.name} = {token[:20]!r} is not an integer in plain form")
    return tuple(bound.check(int(token), f"line {line}") for token in tokens)


def parse(text: str) -> LinearProgram:
    """The instance of a canonical text; raises `Invalid` with the line for any breach of form or bounds."""
    lines = text.split("\n")
    if lines.pop() or len(lines) < 4:
        raise Invalid("expected at least 4 lines, the last one ended by a line feed")
    head = lines[0].split(" ")
    if len(head) != 2:
        raise Invalid(f"line 1: expected n and m, got {len(head)} fields")
    (n,), (m,) = (_integers([token], 1, CONTRACT[name], 1) for token, name in zip(head, "nm", strict=True))
    if len(lines) != m + 3:
        raise Invalid(f"expected {m + 3} lines for m = {m}, got {len(lines)}")
    if lines[1] not in get_args(Sense):
        raise Invalid(f"line 2: expected min or max, got {lines[1][:20]!r}")
    cost = _integers(lines[2].split(" "), n, CONTRACT["c"], 3)
    parsed = [_row(line, n, number) for number, line in enumerate(lines[3:], start=4)]
    rows, relations, right = zip(*parsed, strict=True)
    return LinearProgram("min" if lines[1] == "min" else "max", cost, rows, relations, right)


def _row(line: str, n: int, number: int) -> tuple[tuple[int, ...], Relation, int]:
    tokens = line.split(" ")
    if len(tokens) != n + 2:
        raise Invalid(
            f"line {number}: expected {n} coefficients, a relation and a bound, got {len(tokens)} fields"
        )
    row = _integers(tokens[:n], n, CONTRACT["a"], number)
    if not any(row):
        raise Invalid(f"line {number}: all coefficients are 0")
    relation = next((known for known in get_args(Relation) if known == tokens[n]), None)
    if relation is None:
        raise Invalid(f"line {number}: expected >=, <= or =, got {tokens[n][:20]!r}")
    (right,) = _integers(tokens[n + 1 :], 1, CONTRACT["b"], number)
    return row, relation, right


def tell(instance: LinearProgram, version: int) -> str:
    """The instance as a word problem, complete: story, question, form of the answer."""
    return f"{story(instance, version)}\n\nInput\n{NO_INPUT}\n\nOutput\n{CONTRACT.output}"


def written(number: Fraction) -> str:
    """A number exactly: as a decimal where it is a finite one, else as a fraction."""
    for places in range(20):
        scaled = number * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
            return f"{'-' * (number < 0)}{whole}{'.' * bool(part)}{part}"
    return f"{number.numerator}/{number.denominator}"


# --- answers and proofs ---------------------------------------------------------------------------------

_NUMBER = re.compile(r"-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?|-?[0-9]+/[0-9]+")
_LONGEST = 1000  # characters of a number: beyond any double or exact fraction of an optimum worth printing


def value(_: LinearProgram, answer: str) -> Value:
    """The number an answer claims: a decimal, also with exponent, or a fraction p/q; raises `Refused`."""
    tokens = answer.split(maxsplit=1)
    if not tokens:
        raise Refused("no answer: the output is empty")
    if len(tokens) > 1 and tokens[1].strip():
        raise Refused(f"expected one number, got more: {answer.strip()[:40]!r}")
    token = tokens[0]
    if len(token) > _LONGEST:
        raise Refused(f"the number has {len(token)} characters, more than {_LONGEST}")
    if not _NUMBER.fullmatch(token):
        raise Refused(f"{token[:40]!r} is not a finite decimal number")
    try:
        return Value(Fraction(token), witnessed=False)
    except ZeroDivisionError:
        raise Refused(f"{token[:40]!r} divides by zero") from None


def certify(case: Certified[LinearProgram]) -> None:
    """Check x and λ of a "kkt" certificate against the instance, in integers, O(nm); raises `ValueError`."""
    if case.certificate.kind != "kkt":
        raise ValueError(f"a certificate of kind {case.certificate.kind} shows no optimum")
    optimum = kkt.check(case.instance, case.certificate.text)
    if optimum != case.worth:
        raise ValueError(f"x is worth {optimum}, the case says {case.worth}")
    if value(case.instance, case.answer).worth != case.worth:
        raise ValueError(f"the answer {case.answer.strip()!r} is not {case.worth}")


def rephrase(rng: Random, _: LinearProgram, answer: str) -> str:
    """The same number otherwise: trailing zeros, an exponent, a fraction, other white space."""
    number = Fraction(answer.strip())
    factor, exponent = rng.randint(1, 9), rng.randint(-3, 3)
    decimal = written(number)
    forms = [f"{number.numerator * factor}/{number.denominator * factor}", decimal]
    if "/" not in decimal:
        forms.append(f"{written(number * Fraction(10) ** -exponent)}{rng.choice('eE')}{exponent}")
        forms.append(decimal + ("0" if "." in decimal else ".") + "0" * rng.randint(0, 4))
    return rng.choice(("", " ", "\n\t")) + rng.choice(forms) + rng.choice(("", "\n", "  \r\n\n"))


# --- references -----------------------------------------------------------------------------------------


def solve(instance: LinearProgram) -> str:
    """The optimal value by HiGHS (scipy), a double; `ValueError` where it finds no optimum."""
    from scipy.optimize import linprog  # slow to import

    side = 1 if instance.sense == "min" else -1
    upper: list[tuple[Sequence[int], int]] = []
    equal: list[tuple[Sequence[int], int]] = []
    for row, relation, right in zip(instance.rows, instance.relations, instance.right, strict=True):
        if relation == "=":
            equal.append((row, right))
        else:
            sign = 1 if relation == "<=" else -1
            upper.append(([sign * entry for entry in row], sign * right))
    (above, top), (rows, fixed) = (
        zip(*part, strict=True) if part else (None, None) for part in (upper, equal)
    )
    cost = [side * entry for entry in instance.cost]
    found = linprog(cost, A_ub=above, b_ub=top, A_eq=rows, b_eq=fixed, method="highs")
    if found.status != 0:
        raise ValueError(f"linprog found no optimum: {found.message}")
    return f"{side * float(found.fun)!r}\n"


def brute(instance: LinearProgram) -> str:
    """The best vertex, exactly, among all intersections of n bounding hyperplanes; O(C(n + m, n) n³)."""
    n = len(instance.cost)
    planes = [*zip(instance.rows, instance.right, strict=True)]
    planes += [(tuple(int(i == j) for i in range(n)), 0) for j in range(n)]
    best: Fraction | None = None
    for chosen in combinations(planes, n):
        point = _intersection(chosen)
        if point is None or not _feasible(instance, point):
            continue
        worth = sum(map(mul, instance.cost, point), Fraction(0))
        if best is None or (worth < best if instance.sense == "min" else worth > best):
            best = worth
    if best is None:
        raise ValueError("no vertex is feasible")
    return written(best) + "\n"


def _intersection(planes: Sequence[tuple[Sequence[int], int]]) -> list[Fraction] | None:
    """The point on all n planes (Gauss–Jordan), or None where they do not meet in one point."""
    rows = [[Fraction(entry) for entry in (*row, right)] for row, right in planes]
    for k in range(len(rows)):
        pivot = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i, row in enumerate(rows):
            if i != k and row[k]:
                rows[i] = [entry - row[k] * above for entry, above in zip(row, rows[k], strict=True)]
    return [row[-1] for row in rows]


def _feasible(instance: LinearProgram, point: Sequence[Fraction]) -> bool:
    for row, relation, right in zip(instance.rows, instance.relations, instance.right, strict=True):
        total = sum(map(mul, row, point))
        if (relation != "<=" and total < right) or (relation != ">=" and total > right):
            return False
    return all(amount >= 0 for amount in point)


# --- family ---------------------------------------------------------------------------------------------


def _admit(structure: Structure, stratum: Stratum) -> None:
    """Raise `Invalid` for sizes beyond the contract, and for an extended program without room for slack."""
    CONTRACT["n"].check(stratum.n, f"stratum {stratum.name}")
    CONTRACT["m"].check(stratum.m, f"stratum {stratum.name}")
    if structure == "extended" and stratum.n == stratum.m == 1:
        raise Invalid(
            "stratum 1x1: structure extended needs n ≥ 2 or m ≥ 2, for a slack row or a zero variable"
        )


def family(*, structure: Structure = "extended") -> Family:
    """Linear programs of the given structure; raises `Invalid` for an unknown one."""
    if structure not in get_args(Structure):
        raise Invalid(f"structure {structure!r} is unknown; there are {', '.join(get_args(Structure))}")
    twin = Twin(
        detail=DETAIL,
        contract=CONTRACT,
        sample=partial(sample, structure),
        render=render,
        parse=parse,
        value=value,
        certify=certify,
        rephrase=rephrase,
        solve=solve,
        brute=brute,
        tell=tell,
    )
    return Family(
        name="linear_program",
        wordings=WORDINGS,
        ladder=ladder((2, 3), (3, 4), (5, 6), (10, 12), (16, 14), (20, 24), (30, 30), (40, 40)),
        twins={"p": twin},
        admit=partial(_admit, structure),
    )
