"""SAT: is there a truth assignment that satisfies every clause?

The twins differ in the width of a clause. With two literals, a clause (a ∨ b) is the pair of implications
¬a → b and ¬b → a, and a formula is contradictory exactly if some x implies ¬x and ¬x implies x: linear time
by strongly connected components (Aspvall, Plass, Tarjan 1979; by limited backtracking: Even, Itai, Shamir
1976). With three literals it is NP-complete (Cook 1971; Garey and Johnson, problem LO2); random formulas are
hardest near 4.26 clauses a variable (Mitchell, Selman, Levesque 1992; Crawford, Auton 1996).

In a stratum (n, m), n counts variables and m clauses; anchors and corners are smaller. Certificates: a
satisfying assignment; two contradictory implication paths (width 2); an LRAT refutation (width 3).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise, product
from random import Random

from families.answers import short, witness_tokens
from families.proofs import implication, lrat
from families.proofs.refutation import refute, solve
from families.twin import (
    Bound,
    Certificate,
    Certified,
    Contract,
    Family,
    Invalid,
    Refused,
    Stratum,
    Tier,
    Twin,
    Value,
    ladder,
)

Clause = tuple[int, ...]

WORDINGS = (
    "A Boolean formula in conjunctive normal form is given. It has n variables, numbered from 1 to n, and m "
    "clauses. A literal is a variable or its negation; a clause is a disjunction of literals. {detail} "
    "Decide whether the formula is satisfiable, that is, whether the variables can be given truth values so "
    "that every clause contains at least one true literal, and if so, find such values.",
    "You are to set n propositional variables, numbered from 1 to n, to true or false. A list of m clauses "
    "says what is asked of them: each clause names some of the variables, each one plain or negated. "
    "{detail} A plain variable fulfils its clause if it is true, a negated one if it is false, and one that "
    "fulfils it is enough. Find truth values that fulfil all clauses at once, or report that there are none.",
)
CONTRACT = Contract(
    bounds=(Bound("n", 1, 1000, "number of variables"), Bound("m", 0, 5000, "number of clauses")),
    input="The first line contains two integers n and m ({n}, {m}), the numbers of variables and clauses.\n"
    "Each of the following m lines contains the literals of one clause, separated by spaces: the integer v "
    "stands for variable v, the integer -v for its negation (1 ≤ v ≤ n). The variables of one clause are "
    "different. A clause may occur several times, and a variable may occur in no clause.",
    output="If the clauses cannot all be satisfied, print NO.\n"
    "Otherwise print YES, and on the next line n integers separated by spaces, exactly one for each variable "
    "v: v if it is true, -v if it is false. They may come in any order. If several assignments satisfy all "
    "clauses, any one of them is accepted.",
)
LADDER = ladder((6, 26), (15, 64), (30, 128), (60, 256), (90, 383), (120, 511), (150, 639), (170, 724))

_RATIO = 4.26
# No core of three-literal clauses is made larger: the work to certify one doubles every 15 variables.
_CORE = 170
_TRIES = 300
_QUIET = (5**0.5 - 1) / 2


@dataclass(frozen=True, slots=True)
class Formula:
    """Clauses over the variables 1 … n; a literal is v or -v."""

    n: int
    clauses: tuple[Clause, ...]


# --- text ---------------------------------------------------------------------------------------------------

_LINE = re.compile(r"(?:0|-?[1-9][0-9]{0,5})(?: (?:0|-?[1-9][0-9]{0,5}))*")
_LITERAL = re.compile(r"-?[0-9]{1,9}")


def render(formula: Formula) -> str:
    """The header "n m", then a clause a line."""
    lines = ((formula.n, len(formula.clauses)), *formula.clauses)
    return "".join(" ".join(map(str, line)) + "\n" for line in lines)


def parse(width: int, text: str) -> Formula:
    """The formula whose clauses have exactly `width` literals; raises `Invalid` naming the line at fault."""
    lines = text.split("\n")
    if lines.pop():
        raise Invalid(f"line {len(lines) + 1}: the input must end with a newline")
    n, m = _integers(lines, 1, 2, "n and m")
    CONTRACT["n"].check(n, "line 1")
    CONTRACT["m"].check(m, "line 1")
    if len(lines) != m + 1:
        raise Invalid(f"line 1: m = {m}, but {len(lines) - 1} lines follow")
    clauses = []
    for number in range(2, m + 2):
        clause = _integers(lines, number, width, "literals")
        for literal in clause:
            if not 1 <= abs(literal) <= n:
                raise Invalid(f"line {number}: literal {literal} names no variable from 1 to {n}")
        if len(set(map(abs, clause))) < width:
            raise Invalid(f"line {number}: a variable occurs twice in the clause")
        clauses.append(clause)
    return Formula(n, tuple(clauses))


def _integers(lines: list[str], number: int, count: int, what: str) -> Clause:
    line = lines[number - 1] if number <= len(lines) else ""
    if not _LINE.fullmatch(line):
        raise Invalid(f"line {number}: expected {what} as integers separated by single spaces")
    found = line.split(" ")
    if len(found) != count:
        raise Invalid(f"line {number}: expected {count} integers ({what}), got {len(found)}")
    return tuple(map(int, found))


def _yes(model: Iterable[int]) -> str:
    return f"YES\n{' '.join(map(str, model))}\n"


# --- checker ------------------------------------------------------------------------------------------------


def value(formula: Formula, answer: str) -> Value:
    """1 for YES with a satisfying assignment, 0 for NO; raises `Refused` with the reason. Linear time."""
    tokens = witness_tokens(answer)
    if tokens is None:
        return Value(Fraction(0), witnessed=False)
    true = _assignment(formula.n, tokens)
    for number, clause in enumerate(formula.clauses, start=1):
        if true.isdisjoint(clause):
            raise Refused(f"clause {number} ({' '.join(map(str, clause))}) is not satisfied")
    return Value(Fraction(1), witnessed=True)


def _assignment(n: int, tokens: Sequence[str]) -> set[int]:
    if len(tokens) != n:
        raise Refused(f"expected {n} literals after YES, got {len(tokens)}")
    true = set[int]()
    for token in tokens:
        if not _LITERAL.fullmatch(token):
            raise Refused(f"{short(token)} is not a literal")
        literal = int(token)
        if not 1 <= abs(literal) <= n:
            raise Refused(f"literal {literal} names no variable from 1 to {n}")
        if literal in true or -literal in true:
            raise Refused(f"variable {abs(literal)} is given twice")
        true.add(literal)
    return true


def rephrase(rng: Random, formula: Formula, answer: str) -> str:
    """Another assignment if single flips reach one, in another order and layout; NO in other letters."""
    words = answer.split()
    if words[0].upper() == "NO":
        return rng.choice(("no", "No\n", " NO \n\n"))
    true = set(map(int, words[1:]))
    containing: dict[int, list[Clause]] = {v: [] for v in range(1, formula.n + 1)}
    for clause in formula.clauses:
        for literal in clause:
            containing[abs(literal)].append(clause)
    for variable in rng.sample(range(1, formula.n + 1), formula.n):
        true ^= {variable, -variable}
        if any(true.isdisjoint(clause) for clause in containing[variable]):
            true ^= {variable, -variable}
    order = rng.sample(sorted(true), formula.n)
    return rng.choice(("yes", "Yes", "YES\n")) + "".join(
        rng.choice((" ", "\n", "\t ")) + str(x) for x in order
    )


# --- certificates -------------------------------------------------------------------------------------------


def certify(width: int, certified: Certified[Formula]) -> None:
    """Recheck answer and certificate from the formula; raises `ValueError` naming what fails."""
    formula, kind, text = certified.instance, certified.certificate.kind, certified.certificate.text
    if value(formula, certified.answer).worth != certified.worth:
        raise ValueError(f"the answer is not worth {certified.worth}")
    match certified.worth, kind:
        case 1, "witness":
            if not value(formula, text).witnessed:
                raise ValueError("the witness is only a claim")
        case 0, "implication" if width == 2:
            implication.check(formula.clauses, text)
        case 0, "lrat" if width == 3:
            lrat.check(formula.clauses, text)
        case worth, _:
            raise ValueError(f"a certificate of kind {kind} can't show that {worth} is right")


# --- references ---------------------------------------------------------------------------------------------


def solve_two(formula: Formula) -> str:
    """Width 2 by strongly connected components: true is what comes later than its negation. O(n + m)."""
    import networkx as nx  # slow to import

    graph = nx.DiGraph()
    graph.add_nodes_from(sign * v for v in range(1, formula.n + 1) for sign in (1, -1))
    graph.add_edges_from((-a, b) for clause in formula.clauses for a, b in (clause, clause[::-1]))
    rank = dict[int, int]()
    # Components come in reverse topological order: what is implied comes first.
    for place, component in enumerate(nx.strongly_connected_components(graph)):
        rank.update(dict.fromkeys(component, place))
    if any(rank[v] == rank[-v] for v in range(1, formula.n + 1)):
        return "NO\n"
    return _yes(v if rank[v] < rank[-v] else -v for v in range(1, formula.n + 1))


def solve_three(formula: Formula) -> str:
    """Width 3 by MiniSat 2.2, which shares no code with CaDiCaL, the maker of the certificates."""
    from pysat.solvers import Solver

    with Solver(name="minisat22", bootstrap_with=formula.clauses) as solver:
        if not solver.solve():
            return "NO\n"
        true = set(solver.get_model())
    return _yes(-v if -v in true else v for v in range(1, formula.n + 1))


def brute(formula: Formula) -> str:
    """All 2ⁿ assignments in turn."""
    for signs in product((-1, 1), repeat=formula.n):
        if all(any(signs[abs(x) - 1] * x > 0 for x in clause) for clause in formula.clauses):
            return _yes(sign * v for v, sign in enumerate(signs, start=1))
    return "NO\n"


# --- sampling -----------------------------------------------------------------------------------------------


def sample(width: int, rng: Random, stratum: Stratum, tier: Tier, index: int) -> Certified[Formula]:
    """The index-th case of a tier: satisfiable exactly if the index is even."""
    match tier:
        case Tier.ANCHOR:
            origin, n, clauses = _anchor(width, rng, index)
        case Tier.CORNER:
            origin, make = _CORNERS[index % len(_CORNERS)]
            n, clauses = make(rng, width, min(max(stratum.n, 6), 12))
            origin = f"corner: {origin}"
        case Tier.WORST:
            n = stratum.n
            origin, clauses = (_ring if width == 2 else _threshold)(rng, stratum, index)
    mixed = [tuple(rng.sample(clause, width)) for clause in clauses]
    formula = Formula(n, tuple(rng.sample(mixed, len(mixed))))
    model = solve(formula.clauses, n)
    if (model is None) == (index % 2 == 0):
        raise RuntimeError(f"sat, width {width}, {tier} {index} ({origin}): not the intended answer")
    if model is not None:
        answer = _yes(model)
        return Certified(formula, Fraction(1), answer, Certificate("witness", answer), origin)
    proof = implication.refute(formula.clauses) if width == 2 else refute(formula.clauses)
    kind = "implication" if width == 2 else "lrat"
    return Certified(formula, Fraction(0), "NO\n", Certificate(kind, proof), origin)


def _random_clause(rng: Random, width: int, variables: Sequence[int]) -> Clause:
    return tuple(rng.choice((1, -1)) * v for v in rng.sample(variables, width))


def _anchor(width: int, rng: Random, index: int) -> tuple[str, int, list[Clause]]:
    """Few clauses, each needed for the contradiction; an even index lacks one of them."""
    n = rng.randint(width + 1, width + 2)
    clauses: list[Clause] = []
    while solve(clauses, n) is not None:
        clauses.append(_random_clause(rng, width, range(1, n + 1)))
    for clause in tuple(clauses):
        rest = [other for other in clauses if other is not clause]
        if solve(rest, n) is None:
            clauses = rest
    if index % 2:
        return "minimal contradiction", n, clauses
    return "minimal contradiction less a clause", n, clauses[:-1]


def _threshold(rng: Random, stratum: Stratum, index: int) -> tuple[str, list[Clause]]:
    """Width 3: random clauses at the threshold, filtered by their answer; some satisfiable ones planted.

    Beside the ladder, only a core of the variables has such clauses, and the rest hold under a hidden
    assignment. Quiet planting gives a clause with t true literals weight 0.618^t, so that on average true
    and false literals occur equally often (Jia, Moore, Strain 2005).
    """
    n, m = stratum.n, stratum.m
    satisfiable = index % 2 == 0
    hidden = [rng.choice((1, -1)) * v for v in range(1, n + 1)]
    size = min(n, _CORE, round(m / _RATIO))
    core = rng.sample(range(1, n + 1), size)
    count = m if size == n else min(m, round(_RATIO * size))
    around = [_quiet(rng, hidden, range(1, n + 1)) for _ in range(m - count)]
    planted = satisfiable and (size < n or m > 5 * n or index % 6 == 4)
    for _ in range(0 if planted else _TRIES):
        clauses = _level(size, lambda: [_random_clause(rng, 3, core) for _ in range(count)])
        if (solve(clauses, n) is not None) == satisfiable:
            return "threshold", around + clauses
    if satisfiable:
        clauses = _level(size, lambda: [_quiet(rng, hidden, core) for _ in range(count)])
        return "quietly planted", around + clauses
    raise RuntimeError(f"sat: {_TRIES} random formulas of stratum {stratum.name} are satisfiable")


def _level(size: int, draw: Callable[[], list[Clause]]) -> list[Clause]:
    """Clauses over `size` variables in which one sign outweighs the other just as much as chance has it.

    Satisfiable random formulas are a little more lopsided than contradictory ones (this alone tells them
    apart seven times out of ten), so both are drawn until the squared surpluses sum to what is expected.
    """
    clauses = draw()
    for _ in range(_TRIES):
        surplus = Counter[int]()
        for literal in chain.from_iterable(clauses):
            surplus[abs(literal)] += 1 if literal > 0 else -1
        if abs(sum(x * x for x in surplus.values()) - 3 * len(clauses)) <= len(clauses) / size**0.5:
            break
        clauses = draw()
    return clauses


def _quiet(rng: Random, hidden: Sequence[int], variables: Sequence[int]) -> Clause:
    true = rng.choices((1, 2, 3), (3 * _QUIET, 3 * _QUIET**2, _QUIET**3))[0]
    return tuple(
        hidden[v - 1] * (1 if place < true else -1) for place, v in enumerate(rng.sample(variables, 3))
    )


def _ring(rng: Random, stratum: Stratum, index: int) -> tuple[str, list[Clause]]:
    """Width 2: literals that all imply each other around a ring, and a few clauses that break the symmetry.

    The ring alone holds if all its literals are true and if all are false. Each breaking clause joins two of
    them and excludes one of these ways; if both are excluded, the contradiction runs around the ring.
    """
    n, m = stratum.n, stratum.m
    ring = [rng.choice((1, -1)) * v for v in rng.sample(range(1, n + 1), n)]
    size = min(n, 3 * m // 4)
    breaks = 2 + size // 60
    reach = min(n - 1, 5) if index % 4 < 2 else n - 1
    clauses: list[Clause] = [(-ring[i], ring[(i + 1) % size]) for i in range(size)]
    excluded = rng.randint(1, breaks - 1) if index % 2 else 0
    for number in range(breaks):
        a, b = rng.sample(ring[:size], 2)
        clauses.append((-a, -b) if number < excluded else (a, b))
    while len(clauses) < m:
        i = rng.randrange(n)
        clauses.append((-ring[i], ring[(i + rng.randint(1, reach)) % n]))
    return "long ring" if reach < n - 1 else "dense ring", clauses


# --- corners ------------------------------------------------------------------------------------------------


def _signs(variables: Sequence[int]) -> list[Clause]:
    """The contradiction of all 2^k clauses over k variables."""
    return [
        tuple(s * v for s, v in zip(signs, variables, strict=True))
        for signs in product((1, -1), repeat=len(variables))
    ]


def _forced(rng: Random, variables: Sequence[int]) -> list[Clause]:
    """All clauses over some variables but one: a single assignment remains."""
    clauses = _signs(variables)
    clauses.pop(rng.randrange(len(clauses)))
    return clauses


def _circle(rng: Random, width: int, n: int, closed: bool) -> list[Clause]:
    """A contradiction that needs all its clauses, x₁ → … → xₙ → ¬x₁ → x₂ → … → xₙ → x₁, or it less a clause.

    Width 3 says each two-literal clause twice, with a third variable plain and negated.
    """
    x = [rng.choice((1, -1)) * v for v in rng.sample(range(1, n + 1), n)]
    pairs = [*((-a, b) for a, b in pairwise(x)), (-x[-1], -x[0]), (x[0], x[1]), (x[0], -x[-1])]
    if not closed:
        pairs.pop(rng.randrange(len(pairs)))
    if width == 2:
        return list(pairs)
    third = [rng.choice([v for v in range(1, n + 1) if v not in map(abs, pair)]) for pair in pairs]
    return [(*pair, sign * v) for pair, v in zip(pairs, third, strict=True) for sign in (1, -1)]


def _one_sign(rng: Random, width: int, n: int, sign: int) -> list[Clause]:
    return [tuple(sign * abs(x) for x in _random_clause(rng, width, range(1, n + 1))) for _ in range(2 * n)]


def _crowded(rng: Random, width: int, n: int) -> list[Clause]:
    """All clauses over a few variables among many at random."""
    return _signs(rng.sample(range(1, n + 1), width)) + [
        _random_clause(rng, width, range(1, n + 1)) for _ in range(12 * n)
    ]


_Corner = tuple[str, Callable[[Random, int, int], tuple[int, list[Clause]]]]
_CORNERS: tuple[_Corner, ...] = (  # satisfiable at even places
    ("one variable, no clauses", lambda rng, w, n: (1, [])),
    ("all clauses over the fewest variables", lambda rng, w, n: (w, _signs(range(1, w + 1)))),
    ("no clauses", lambda rng, w, n: (n, [])),
    ("contradiction among the last variables", lambda rng, w, n: (n, _signs(range(n - w + 1, n + 1)))),
    ("one clause", lambda rng, w, n: (n, [_random_clause(rng, w, range(1, n + 1))])),
    ("every clause twice", lambda rng, w, n: (w + 1, 2 * _signs(range(2, w + 2)))),
    ("all clauses but one", lambda rng, w, n: (w, _forced(rng, range(1, w + 1)))),
    (
        "second of two parts contradictory",
        lambda rng, w, n: (2 * w, _forced(rng, range(1, w + 1)) + _signs(range(w + 1, 2 * w + 1))),
    ),
    (
        "two forced parts, a variable between",
        lambda rng, w, n: (2 * w + 1, _forced(rng, range(1, w + 1)) + _forced(rng, range(w + 2, 2 * w + 2))),
    ),
    ("contradiction through all variables", lambda rng, w, n: (n, _circle(rng, w, n, closed=True))),
    ("the same less a clause", lambda rng, w, n: (n, _circle(rng, w, n, closed=False))),
    ("as many clauses as variables", lambda rng, w, n: (2**w, _signs(rng.sample(range(1, 2**w + 1), w)))),
    ("only plain literals", lambda rng, w, n: (n, _one_sign(rng, w, n, 1))),
    ("many clauses", lambda rng, w, n: (n, _crowded(rng, w, n))),
    ("only negated literals", lambda rng, w, n: (n, _one_sign(rng, w, n, -1))),
    ("contradiction among the first variables", lambda rng, w, n: (n, _signs(range(1, w + 1)))),
)


# --- the pair -----------------------------------------------------------------------------------------------


def admit(stratum: Stratum) -> None:
    """Suites exist from the ladder's first size up to the contract's bounds; raises `Invalid` beyond."""
    low = LADDER[0]
    for name, value_, least in (("n", stratum.n, low.n), ("m", stratum.m, low.m)):
        if not least <= value_ <= CONTRACT[name].high:
            raise Invalid(
                f"stratum.{name} = {value_} is outside {least} … {CONTRACT[name].high}; "
                "4.26 clauses a variable are hardest"
            )


def _twin(width: int, detail: str, reference: Callable[[Formula], str]) -> Twin[Formula]:
    return Twin(
        detail=detail,
        contract=CONTRACT,
        sample=partial(sample, width),
        render=render,
        parse=partial(parse, width),
        value=value,
        certify=partial(certify, width),
        rephrase=rephrase,
        solve=reference,
        brute=brute,
    )


def family() -> Family:
    """The family without options."""
    return Family(
        name="sat",
        wordings=WORDINGS,
        ladder=LADDER,
        twins={
            "p": _twin(2, "Every clause has exactly two literals.", solve_two),
            "npc": _twin(3, "Every clause has exactly three literals.", solve_three),
        },
        admit=admit,
    )
