# expect: time_limit from s8
"""Davis-Putnam-Logemann-Loveland: unit propagation and chronological backtracking, nothing learnt.

Right, but the same contradictions are found again and again, and the search tree outgrows the time limit.
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
    # Variables in many clauses first.
    order = sorted(range(1, n + 1), key=lambda v: -len(occurs[v]) - len(occurs[-v]))
    true = set()
    trail = []

    def assign(literal):
        """Assign and propagate; False on a contradiction."""
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

    def undo(length):
        while len(trail) > length:
            true.remove(trail.pop())

    # A stack of decisions: (length of the trail before it, literal, whether it is the second try).
    stack = []
    while True:
        choice = next((v for v in order if v not in true and -v not in true), None)
        if choice is None:
            print("YES")
            print(*(v if v in true else -v for v in range(1, n + 1)))
            return
        stack.append((len(trail), choice, False))
        fine = assign(choice)
        while not fine:
            while stack and stack[-1][2]:
                stack.pop()
            if not stack:
                print("NO")
                return
            length, literal, _ = stack.pop()
            undo(length)
            stack.append((length, -literal, True))
            fine = assign(-literal)


main()
