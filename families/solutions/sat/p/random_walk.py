# expect: wrong_answer from s5
"""Papadimitriou's random walk: while a clause is unsatisfied, flip one of its two variables.

The mistake: stops after 20 n flips and answers NO. A solution is found in about n^2 flips on average, so this
is enough only where the implications don't form long chains.
"""

import random
import sys


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    clauses = [data[2 + 2 * i : 4 + 2 * i] for i in range(m)]
    occurs = {s * v: [] for v in range(1, n + 1) for s in (1, -1)}
    for i, clause in enumerate(clauses):
        for x in clause:
            occurs[x].append(i)
    rng = random.Random(1)
    value = {}
    for v in range(1, n + 1):
        value[v] = rng.random() < 0.5
        value[-v] = not value[v]
    bad = [i for i in range(m) if not any(value[x] for x in clauses[i])]
    for _ in range(20 * n):
        # Clauses in the list may have been satisfied since they were put there.
        while bad:
            k = rng.randrange(len(bad))
            if not any(value[x] for x in clauses[bad[k]]):
                break
            bad[k] = bad[-1]
            bad.pop()
        if not bad:
            break
        x = rng.choice(clauses[bad[k]])
        value[x], value[-x] = True, False
        bad.extend(i for i in occurs[-x] if not any(value[y] for y in clauses[i]))
    if all(any(value[x] for x in clause) for clause in clauses):
        print("YES")
        print(*(v if value[v] else -v for v in range(1, n + 1)))
    else:
        print("NO")


main()
