# expect: accepted from s1
"""3-colouring by conflict-driven clause learning.

Vertices with fewer than three neighbours are set aside first, again and again: they can be coloured last.
For the others, claim x = 3 v + c says that vertex v has colour c; literal 2 x is the claim, 2 x + 1 its
negation. That each vertex has a colour and that neighbours differ is built into the propagation; learnt
clauses are watched at their first two literals.
"""

import sys


def read():
    numbers = list(map(int, sys.stdin.read().split()))
    n, m = numbers[:2]
    adjacent = [[] for _ in range(n)]
    for i in range(m):
        u, v = numbers[2 + 2 * i] - 1, numbers[3 + 2 * i] - 1
        adjacent[u].append(v)
        adjacent[v].append(u)
    return n, adjacent


def peel(n, adjacent):
    """The vertices that can be coloured last, in the order of setting them aside, and the others."""
    degree = [len(near) for near in adjacent]
    aside = [False] * n
    order = []
    waiting = [v for v in range(n) if degree[v] < 3]
    while waiting:
        v = waiting.pop()
        if aside[v]:
            continue
        aside[v] = True
        order.append(v)
        for w in adjacent[v]:
            degree[w] -= 1
            if degree[w] == 2:
                waiting.append(w)
    return order, [v for v in range(n) if not aside[v]]


class Search:
    def __init__(self, adjacent):
        n = len(adjacent)
        self.claims = range(3 * n)
        self.value = [0] * (6 * n)  # of a literal: 1 true, -1 false, 0 open
        self.level = [0] * (3 * n)
        self.reason = [None] * (3 * n)  # the clause that forced a claim, its true literal first
        self.trail = []
        self.marks = []  # where on the trail each decision stands
        self.watch = [[] for _ in range(6 * n)]
        self.forbids = [[6 * w + 2 * c + 1 for w in adjacent[v]] for v in range(n) for c in range(3)]
        self.others = [(2 * (x - c + (c + 1) % 3), 2 * (x - c + (c + 2) % 3)) for x in self.claims for c in [x % 3]]
        self.activity = [float(len(adjacent[x // 3])) for x in self.claims]
        self.bump = 1.0
        self.learnt = []  # (number of levels, clause)

    def assign(self, literal, reason):
        self.value[literal] = 1
        self.value[literal ^ 1] = -1
        self.level[literal >> 1] = len(self.marks)
        self.reason[literal >> 1] = reason
        self.trail.append(literal)

    def propagate(self, head):
        """Draw all conclusions from the trail's literals from `head` on; a clause all false, or None."""
        value, trail, assign = self.value, self.trail, self.assign
        while head < len(trail):
            p = trail[head]
            false = p ^ 1
            head += 1
            if p & 1:  # a vertex loses a colour: two others remain
                a, b = self.others[p >> 1]
                if value[a] < 0:
                    if value[b] < 0:
                        return [a, b, false]
                    if value[b] == 0:
                        assign(b, [b, a, false])
                elif value[b] < 0 and value[a] == 0:
                    assign(a, [a, b, false])
            else:  # its neighbours lose the colour
                for q in self.forbids[p >> 1]:
                    if value[q] == 0:
                        assign(q, [q, false])
                    elif value[q] < 0:
                        return [q, false]
            if self.watch[false]:
                conflict = self.visit(false)
                if conflict:
                    return conflict
        return None

    def visit(self, false):
        """Look at the learnt clauses that watch a literal now false."""
        value, watch = self.value, self.watch
        clauses = watch[false]
        keep = watch[false] = []
        for i, clause in enumerate(clauses):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if value[first] > 0:
                keep.append(clause)
                continue
            for k in range(2, len(clause)):
                q = clause[k]
                if value[q] >= 0:
                    clause[1], clause[k] = q, false
                    watch[q].append(clause)
                    break
            else:
                keep.append(clause)
                if value[first] < 0:
                    keep.extend(clauses[i + 1 :])
                    return clause
                self.assign(first, clause)
        return None

    def analyse(self, conflict):
        """The clause of the first unique implication point, shortened; its one literal of this level first."""
        level, reason, trail, activity, bump = self.level, self.reason, self.trail, self.activity, self.bump
        now = len(self.marks)
        seen = set()
        older = []
        here = 0
        place = len(trail)
        clause = conflict
        while True:
            for q in clause:
                x = q >> 1
                if x in seen or not level[x]:
                    continue
                seen.add(x)
                activity[x] += bump
                for y in range(x - x % 3, x - x % 3 + 3):  # the vertex as a whole counts as well
                    activity[y] += 0.3 * bump
                if level[x] == now:
                    here += 1
                else:
                    older.append(q)
            place -= 1
            while trail[place] >> 1 not in seen:
                place -= 1
            here -= 1
            if not here:
                break
            clause = reason[trail[place] >> 1]
        kept = [
            q
            for q in older
            if reason[q >> 1] is None or any(r >> 1 not in seen and level[r >> 1] for r in reason[q >> 1])
        ]
        self.bump = bump * 1.05
        if self.bump > 1e100:
            activity[:] = [a * 1e-100 for a in activity]
            self.bump *= 1e-100
        return [trail[place] ^ 1] + kept

    def undo(self, level):
        value = self.value
        mark = self.marks[level]
        for p in self.trail[mark:]:
            value[p] = value[p ^ 1] = 0
        del self.trail[mark:]
        del self.marks[level:]

    def learn(self, clause):
        """Go back to where the clause has one open literal, and assign that."""
        level = self.level
        levels = {level[q >> 1] for q in clause[1:]}
        if self.marks:
            self.undo(max(levels, default=0))
        if len(clause) == 1:
            self.assign(clause[0], None)
            return
        k = max(range(1, len(clause)), key=lambda k: level[clause[k] >> 1])
        clause[1], clause[k] = clause[k], clause[1]
        self.watch[clause[0]].append(clause)
        self.watch[clause[1]].append(clause)
        self.learnt.append((len(levels), clause))
        self.assign(clause[0], clause)

    def forget(self):
        """Drop the half of the learnt clauses that span the most levels, unless they are reasons now."""
        used = {id(self.reason[p >> 1]) for p in self.trail}
        self.learnt.sort(key=lambda entry: entry[0])
        half = len(self.learnt) // 2
        self.learnt = [e for i, e in enumerate(self.learnt) if i < half or e[0] <= 2 or id(e[1]) in used]
        stay = {id(clause) for _, clause in self.learnt}
        for clauses in self.watch:
            clauses[:] = [clause for clause in clauses if id(clause) in stay]

    def decide(self):
        """Assign the most active open claim; False if none is open."""
        value, activity = self.value, self.activity
        best, most = -1, -1.0
        for x in self.claims:
            if activity[x] > most and value[2 * x] == 0:
                best, most = x, activity[x]
        if best < 0:
            return False
        self.marks.append(len(self.trail))
        self.assign(2 * best, None)
        return True

    def run(self, given):
        """Whether all clauses can hold with the given literals."""
        for literal in given:
            self.assign(literal, None)
        conflict = self.propagate(0)
        limit = 2000
        restart = 60.0
        conflicts = 0
        while True:
            while conflict:
                if not self.marks:
                    return False
                conflicts += 1
                self.learn(self.analyse(conflict))
                conflict = self.propagate(len(self.trail) - 1)
            if len(self.learnt) > limit:
                limit += 300
                self.forget()
            if conflicts > restart and self.marks:
                conflicts = 0
                restart *= 1.1
                self.undo(0)
            if not self.decide():
                return True
            conflict = self.propagate(len(self.trail) - 1)


def colour_core(core, adjacent, colour):
    """Colour the vertices of the core; whether that is possible."""
    index = {v: i for i, v in enumerate(core)}
    inner = [[index[w] for w in adjacent[v] if w in index] for v in core]
    # colours can be renamed: give the ends of one edge, in triangles if possible, colours 0 and 1
    u = max(range(len(core)), key=lambda v: len(inner[v]))
    w = max(inner[u], key=lambda w: (len(set(inner[u]) & set(inner[w])), len(inner[w])))
    search = Search(inner)
    if not search.run([6 * u, 6 * w + 2]):
        return False
    for i, v in enumerate(core):
        colour[v] = next(c + 1 for c in range(3) if search.value[6 * i + 2 * c] > 0)
    return True


def main():
    n, adjacent = read()
    order, core = peel(n, adjacent)
    colour = [0] * n
    if core and not colour_core(core, adjacent, colour):
        print("NO")
        return
    for v in reversed(order):
        used = {colour[w] for w in adjacent[v]}
        colour[v] = next(c for c in (1, 2, 3) if c not in used)
    print("YES")
    print(*colour)


main()
