"""A clause database that derives lemmas by reverse unit propagation and remembers from what.

Two watched literals (Moskewicz et al.: Chaff, DAC 2001); antecedents recorded forwards and the core cut out
backwards, as in Wetzler, Heule, Hunt: DRAT-trim, SAT 2014. Nothing here need be trusted: what comes out is
checked by `families.proofs.lrat`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Derivation:
    """Input clauses 1 … m, then lemmas m+1, m+2, … each with the earlier clauses (hints) that imply it.

    Literals fixed by propagation alone are turned into unit lemmas at once: hints stay short, and a clause
    may be deleted without regard to what it has implied.
    """

    def __init__(self, clauses: Sequence[Sequence[int]]) -> None:
        variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
        self.closed = False
        """Whether the empty clause has been derived; then it is the last lemma."""
        self._inputs = len(clauses)
        self._clauses: list[list[int]] = [[]]  # by number; a deleted one is emptied
        self._hints: dict[int, list[int]] = {}
        self._lemmas: dict[int, list[int]] = {}
        self._numbers: dict[frozenset[int], list[int]] = {}
        # Indexed by literal: a negative one counts from the end of the list.
        self._value = [0] * (2 * variables + 1)
        self._watches: list[list[int]] = [[] for _ in range(2 * variables + 1)]
        self._unit = [0] * (2 * variables + 1)
        self._reason = [0] * (variables + 1)
        self._trail: list[int] = []
        self._head = 0
        for clause in clauses:
            self._enter(list(dict.fromkeys(clause)))
        for number in range(1, self._inputs + 1):
            if not self.closed:
                self._use(number)

    def derive(self, literals: Iterable[int]) -> None:
        """Add a lemma; one that can't be of use (true already, or a tautology) is left out.

        Raises `ValueError` if unit propagation from its negation meets no conflict.
        """
        lemma = list(dict.fromkeys(literals))
        if any(self._value[literal] > 0 or -literal in lemma for literal in lemma):
            return
        mark = len(self._trail)
        for literal in lemma:
            if not self._value[literal]:
                self._assign(-literal, 0)
        conflict = self._propagate()
        if not conflict:
            raise ValueError(f"the clause {lemma} does not follow by unit propagation")
        hints = self._explain(conflict, mark, lemma)
        self._retract(mark)
        number = self._record(lemma, hints)
        if not self.closed:
            self._use(number)

    def delete(self, literals: Iterable[int]) -> None:
        """Forget one clause with these literals, if there is one: it will not be a hint from now on."""
        numbers = self._numbers.get(frozenset(literals))
        if numbers:
            self._clauses[numbers.pop()] = []

    def lrat(self) -> str:
        """The lemmas on which the empty clause rests, as LRAT text, numbered on from m + 1."""
        needed = set[int]()
        for number in reversed(self._hints):
            if number in needed or not self._lemmas[number]:
                needed.add(number)
                needed.update(self._hints[number])
        rank = {number: number for number in range(1, self._inputs + 1)}
        lines = list[str]()
        for number, hints in self._hints.items():
            if number in needed:
                rank[number] = self._inputs + len(lines) + 1
                body = (*self._lemmas[number], 0, *(rank[hint] for hint in hints), 0)
                lines.append(f"{rank[number]} {' '.join(map(str, body))}\n")
        return "".join(lines)

    def _enter(self, clause: list[int]) -> int:
        self._clauses.append(clause)
        self._numbers.setdefault(frozenset(clause), []).append(len(self._clauses) - 1)
        return len(self._clauses) - 1

    def _record(self, lemma: list[int], hints: list[int]) -> int:
        number = self._enter(list(lemma))
        self._lemmas[number], self._hints[number] = lemma, hints
        self.closed = not lemma
        return number

    def _use(self, number: int) -> None:
        """Watch a clause, or draw at once what follows from it under the literals fixed so far."""
        clause = self._clauses[number]
        if any(self._value[literal] > 0 or -literal in clause for literal in clause):
            return
        clause.sort(key=lambda literal: self._value[literal] < 0)
        free = sum(not self._value[literal] for literal in clause)
        if free > 1:
            self._watches[clause[0]].append(number)
            self._watches[clause[1]].append(number)
        elif free == 1:
            self._assign(clause[0], number)
            self._settle()
        else:
            self._close(number)

    def _settle(self) -> None:
        """Propagate for good; each literal fixed by it becomes a unit lemma."""
        mark = len(self._trail) - 1
        conflict = self._propagate()
        for literal in self._trail[mark:]:
            number = self._reason[abs(literal)]
            rest = [self._unit[-other] for other in self._clauses[number] if other != literal]
            self._unit[literal] = self._record([literal], [*rest, number]) if rest else number
        if conflict:
            self._close(conflict)

    def _close(self, number: int) -> None:
        """Derive the empty clause from one whose literals are all fixed as false."""
        self._record([], [*(self._unit[-literal] for literal in self._clauses[number]), number])

    def _assign(self, literal: int, reason: int) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._reason[abs(literal)] = reason
        self._trail.append(literal)

    def _retract(self, mark: int) -> None:
        for literal in self._trail[mark:]:
            self._value[literal] = self._value[-literal] = 0
        del self._trail[mark:]
        self._head = mark

    def _explain(self, conflict: int, mark: int, lemma: list[int]) -> list[int]:
        """Hints for a lemma: units, then reasons in order of the trail above `mark`, then the conflict."""
        seen = {abs(literal) for literal in lemma}
        met = dict.fromkeys(map(abs, self._clauses[conflict]))
        hints = [conflict]
        for literal in reversed(self._trail[mark:]):
            variable = abs(literal)
            if variable in met and variable not in seen:
                seen.add(variable)
                hints.append(self._reason[variable])
                met.update(dict.fromkeys(map(abs, self._clauses[self._reason[variable]])))
        fixed = (self._unit[variable] or self._unit[-variable] for variable in met if variable not in seen)
        return [*fixed, *reversed(hints)]

    def _propagate(self) -> int:
        """Assign what is forced; the number of a falsified clause, or 0."""
        value, watches, clauses = self._value, self._watches, self._clauses
        trail, reason = self._trail, self._reason
        while self._head < len(trail):
            false = -trail[self._head]
            self._head += 1
            watching = watches[false]
            keep = watches[false] = []
            for place, number in enumerate(watching):
                clause = clauses[number]
                if not clause:
                    continue
                first = clause[0]
                if first == false:
                    first = clause[0] = clause[1]
                    clause[1] = false
                state = value[first]
                if state > 0:
                    keep.append(number)
                    continue
                for at in range(2, len(clause)):
                    other = clause[at]
                    if value[other] >= 0:
                        clause[1], clause[at] = other, false
                        watches[other].append(number)
                        break
                else:
                    keep.append(number)
                    if state < 0:
                        keep.extend(watching[place + 1 :])
                        return number
                    value[first], value[-first] = 1, -1  # as _assign does, without the call
                    reason[abs(first)] = number
                    trail.append(first)
        return 0
