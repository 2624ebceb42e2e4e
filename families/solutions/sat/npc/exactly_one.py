# expect: wrong_answer from s1
"""Backtracking with propagation.

The mistake: takes a clause to mean that exactly one of its literals is true, not at least one.
"""

import sys


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    clauses = [data[2 + 3 * i : 5 + 3 * i] for i in range(m)]
    occurs = {v: [] for v in range(1, n + 1)}
    for clause in clauses:
        for x in clause:
            occurs[abs(x)].append(clause)
    true = set()
    trail = []

    def force(x):
        if x not in true:
            true.add(x)
            trail.append(x)

    def assign(literal):
        at = len(trail)
        force(literal)
        while at < len(trail):
            for clause in occurs[abs(trail[at])]:
                yes = [x for x in clause if x in true]
                rest = [x for x in clause if x not in true and -x not in true]
                if len(yes) > 1 or not yes and not rest:
                    return False
                if yes:
                    for x in rest:
                        force(-x)
                elif len(rest) == 1:
                    force(rest[0])
            at += 1
        return True

    # In the order in which clauses meet, so that contradictions show early.
    order = list(dict.fromkeys(abs(x) for clause in clauses for x in clause)) + list(range(1, n + 1))
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
            while len(trail) > length:
                true.remove(trail.pop())
            stack.append((length, -literal, True))
            fine = assign(-literal)


main()
