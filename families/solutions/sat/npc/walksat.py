# expect: wrong_answer from s6
"""WalkSAT: flip a variable of a random unsatisfied clause, mostly one that breaks fewest others.

The mistake: when 2,000 flips have not sufficed, it takes the formula for contradictory and answers NO.
That is right for most formulas, but not for all near the threshold.
"""

import random
import sys


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    clauses = [data[2 + 3 * i : 5 + 3 * i] for i in range(m)]
    occurs = {s * v: [] for v in range(1, n + 1) for s in (1, -1)}
    for i, clause in enumerate(clauses):
        for x in clause:
            occurs[x].append(i)
    rng = random.Random(1)
    value = {}
    for v in range(1, n + 1):
        value[v] = rng.random() < 0.5
        value[-v] = not value[v]
    satisfied = [sum(value[x] for x in clause) for clause in clauses]
    bad = [i for i in range(m) if not satisfied[i]]
    place = {i: k for k, i in enumerate(bad)}
    for _ in range(2000):
        if not bad:
            print("YES")
            print(*(v if value[v] else -v for v in range(1, n + 1)))
            return
        clause = clauses[rng.choice(bad)]
        broken = [sum(satisfied[i] == 1 for i in occurs[-x]) for x in clause]
        least = min(broken)
        if least > 0 and rng.random() < 0.5:
            x = rng.choice(clause)
        else:
            x = rng.choice([y for y, b in zip(clause, broken) if b == least])
        value[x], value[-x] = True, False
        for i in occurs[x]:
            satisfied[i] += 1
            if satisfied[i] == 1:
                last = bad.pop()
                k = place.pop(i)
                if last != i:
                    bad[k] = last
                    place[last] = k
        for i in occurs[-x]:
            satisfied[i] -= 1
            if not satisfied[i]:
                place[i] = len(bad)
                bad.append(i)
    print("NO")


main()
