# expect: wrong_answer from s1
"""3-SAT by conflict-driven clause learning.

The mistake: the variables are taken from the clauses, so that one that occurs in no clause gets no value.

The given clauses are kept as pairs: other[x] lists the two other literals of every clause with x. Learnt
clauses are watched at their first two literals. Literals are signed integers; a list indexed by a literal
uses Python's negative indices for the negative ones.
"""

import sys


def luby(i):
    """1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..."""
    k = 1
    while (1 << k) - 1 < i:
        k += 1
    while (1 << k) - 1 != i:
        i -= (1 << (k - 1)) - 1
        k = 1
        while (1 << k) - 1 < i:
            k += 1
    return 1 << (k - 1)


class Solver:
    def __init__(self, n, clauses):
        self.n = n
        self.value = [0] * (2 * n + 1)  # of a literal: 1 true, -1 false, 0 open
        self.other = [[] for _ in range(2 * n + 1)]
        self.watch = [[] for _ in range(2 * n + 1)]
        self.level = [0] * (n + 1)
        self.reason = [None] * (n + 1)
        self.phase = [-1] * (n + 1)
        self.score = [0.0] * (n + 1)
        self.bump = 1.0
        self.trail = []
        self.marks = []  # length of the trail at each decision
        self.head = 0
        self.learnt = []
        for a, b, c in clauses:
            self.other[a].append((b, c))
            self.other[b].append((a, c))
            self.other[c].append((a, b))
            for x in (a, b, c):
                self.score[abs(x)] += 0.01
                self.phase[abs(x)] += 1 if x > 0 else -1
        for v in range(1, n + 1):
            self.phase[v] = 1 if self.phase[v] > -1 else -1

    def propagate(self):
        """Assign all that is forced; return a falsified clause, or None."""
        value, other, watch, trail = self.value, self.other, self.watch, self.trail
        level, reason, now = self.level, self.reason, len(self.marks)
        head = self.head
        while head < len(trail):
            false = -trail[head]
            head += 1
            for b, c in other[false]:
                x = value[b]
                if x > 0:
                    continue
                y = value[c]
                if y > 0:
                    continue
                if x < 0:
                    if y < 0:
                        self.head = head
                        return (false, b, c)
                    unit, because = c, (c, b, false)
                elif y < 0:
                    unit, because = b, (b, c, false)
                else:
                    continue
                value[unit], value[-unit] = 1, -1
                v = abs(unit)
                level[v], reason[v] = now, because
                trail.append(unit)
            watching = watch[false]
            keep = watch[false] = []
            for i, clause in enumerate(watching):
                first = clause[0]
                if first == false:
                    first = clause[0] = clause[1]
                    clause[1] = false
                if value[first] > 0:
                    keep.append(clause)
                    continue
                for k in range(2, len(clause)):
                    x = clause[k]
                    if value[x] >= 0:
                        clause[1], clause[k] = x, false
                        watch[x].append(clause)
                        break
                else:
                    keep.append(clause)
                    if value[first] < 0:
                        keep.extend(watching[i + 1 :])
                        self.head = head
                        return clause
                    value[first], value[-first] = 1, -1
                    v = abs(first)
                    level[v], reason[v] = now, clause
                    trail.append(first)
        self.head = head
        return None

    def analyse(self, conflict):
        """Learn the first unique implication point's clause; return it and the level to go back to."""
        level, reason, score, trail = self.level, self.reason, self.score, self.trail
        now, bump = len(self.marks), self.bump
        seen = set()
        rest = []
        open_, at, clause = 0, len(trail), conflict
        while True:
            for x in clause:
                v = abs(x)
                if v not in seen and level[v]:
                    seen.add(v)
                    score[v] += bump
                    if level[v] == now:
                        open_ += 1
                    else:
                        rest.append(x)
            at -= 1
            while abs(trail[at]) not in seen:
                at -= 1
            uip = trail[at]
            open_ -= 1
            if not open_:
                break
            clause = reason[abs(uip)]
        # A literal whose reason lies within the clause adds nothing.
        rest = [
            x
            for x in rest
            if reason[abs(x)] is None or not all(abs(y) in seen or not level[abs(y)] for y in reason[abs(x)])
        ]
        rest.sort(key=lambda x: -level[abs(x)])
        self.bump *= 1.0 / 0.95
        if self.bump > 1e100:
            self.score = [s * 1e-100 for s in score]
            self.bump *= 1e-100
        return [-uip, *rest], level[abs(rest[0])] if rest else 0

    def back_to(self, target):
        if len(self.marks) <= target:
            return
        mark = self.marks[target]
        value, phase = self.value, self.phase
        for x in self.trail[mark:]:
            value[x] = value[-x] = 0
            phase[abs(x)] = 1 if x > 0 else -1
        del self.trail[mark:]
        del self.marks[target:]
        self.head = mark

    def learn(self, clause):
        if len(clause) > 1:
            self.watch[clause[0]].append(clause)
            self.watch[clause[1]].append(clause)
            levels = len({self.level[abs(x)] for x in clause})
            self.learnt.append((levels, len(clause), len(self.learnt), clause))
        self.assign(clause[0], clause)

    def assign(self, x, because):
        self.value[x], self.value[-x] = 1, -1
        self.level[abs(x)], self.reason[abs(x)] = len(self.marks), because
        self.trail.append(x)

    def forget(self):
        """Drop the worse half of the learnt clauses (only called with no decision standing)."""
        self.learnt.sort()
        dropped = {id(entry[3]) for entry in self.learnt[len(self.learnt) // 2 :] if entry[0] > 2}
        self.learnt = [
            (a, b, i, c) for i, (a, b, _, c) in enumerate(e for e in self.learnt if id(e[3]) not in dropped)
        ]
        for x in range(-self.n, self.n + 1):
            self.watch[x] = [c for c in self.watch[x] if id(c) not in dropped]

    def decide(self):
        """Assign the open variable of highest score; False if none is open."""
        value, score = self.value, self.score
        best, top = 0, -1.0
        for v in range(1, self.n + 1):
            if not value[v] and score[v] > top:
                best, top = v, score[v]
        if not best:
            return False
        self.marks.append(len(self.trail))
        self.assign(best * self.phase[best], None)
        return True

    def solve(self):
        restarts, conflicts, limit, room = 1, 0, 64, 2000
        while True:
            conflict = self.propagate()
            if conflict is not None:
                if not self.marks:
                    return None
                conflicts += 1
                clause, target = self.analyse(conflict)
                self.back_to(target)
                self.learn(clause)
            elif conflicts >= limit:
                restarts += 1
                conflicts, limit = 0, 64 * luby(restarts)
                self.back_to(0)
                if len(self.learnt) > room:
                    self.forget()
                    room += 300
            elif not self.decide():
                used = [v for v in range(1, self.n + 1) if self.other[v] or self.other[-v]]
                return [v if self.value[v] > 0 else -v for v in used]


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[:2]
    clauses = [data[2 + 3 * i : 5 + 3 * i] for i in range(m)]
    model = Solver(n, clauses).solve()
    if model is None:
        print("NO")
    else:
        print("YES")
        print(*model)


if __name__ == "__main__":
    main()
