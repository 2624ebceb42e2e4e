# expect: wrong_answer from s1
"""Backtracking with unit propagation.

The mistake: reads the first line as the number of clauses, then the number of variables.
"""

import sys


def main():
    lines = sys.stdin.read().splitlines()
    m, n = map(int, lines[0].split())
    clauses = [list(map(int, line.split())) for line in lines[1 : m + 1]]
    top = max([n] + [abs(x) for clause in clauses for x in clause])
    occurs = {s * v: [] for v in range(1, top + 1) for s in (1, -1)}
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

    stack = []
    while True:
        choice = next((x for c in clauses if not any(y in true for y in c) for x in c if -x not in true), None)
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
