# expect: wrong_answer from s7
"""Backtracking with unit propagation, branching on the shortest clauses first.

The mistake: to stay within the time limit it gives up after 300 contradictions and answers NO.
"""

import sys


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    clauses = [data[2 + 3 * i : 5 + 3 * i] for i in range(m)]
    occurs = {s * v: [] for v in range(1, n + 1) for s in (1, -1)}
    for clause in clauses:
        for x in clause:
            occurs[x].append(clause)
    true = set()
    trail = []

    def assign(literal):
        true.add(literal)
        trail.append(literal)
        at = len(trail) - 1
        while at < len(trail):
            for clause in occurs[-trail[at]]:
                if any(x in true for x in clause):
                    continue
                rest = [x for x in clause if -x not in true]
                if not rest:
                    return False
                if len(rest) == 1:
                    true.add(rest[0])
                    trail.append(rest[0])
            at += 1
        return True

    def branch():
        """A literal that occurs often in open clauses, those of two literals counting five times."""
        weight = {}
        for clause in clauses:
            if not any(x in true for x in clause):
                rest = [x for x in clause if -x not in true]
                for x in rest:
                    weight[x] = weight.get(x, 0) + (5 if len(rest) == 2 else 1)
        if not weight:
            return None
        v = max({abs(x) for x in weight}, key=lambda v: (weight.get(v, 0) * weight.get(-v, 0), v))
        return v if weight.get(v, 0) >= weight.get(-v, 0) else -v

    contradictions = 0
    stack = []
    while True:
        choice = branch()
        if choice is None:
            print("YES")
            print(*(v if v in true else -v for v in range(1, n + 1)))
            return
        stack.append((len(trail), choice, False))
        fine = assign(choice)
        while not fine:
            contradictions += 1
            while stack and stack[-1][2]:
                stack.pop()
            if not stack or contradictions == 300:
                print("NO")
                return
            length, literal, _ = stack.pop()
            while len(trail) > length:
                true.remove(trail.pop())
            stack.append((length, -literal, True))
            fine = assign(-literal)


main()
