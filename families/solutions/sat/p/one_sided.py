# expect: wrong_answer from s1
"""2-SAT by following the implications from each literal, and keeping what follows if it is consistent.

The mistake: answers NO as soon as some literal implies its own negation. That only fixes the variable's value;
a contradiction needs the way back too.
"""

import sys


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    follow = {s * v: [] for v in range(1, n + 1) for s in (1, -1)}
    for i in range(m):
        a, b = data[2 + 2 * i], data[3 + 2 * i]
        follow[-a].append(b)
        follow[-b].append(a)

    def reached(start):
        found = {start: True}
        queue = [start]
        for x in queue:
            for y in follow[x]:
                if y not in found:
                    found[y] = True
                    queue.append(y)
        return found

    true = {}
    for v in range(1, n + 1):
        plain, negated = reached(v), reached(-v)
        if -v in plain or v in negated:
            print("NO")
            return
        if v not in true and -v not in true:
            true.update(plain)
    print("YES")
    print(*(v if v in true else -v for v in range(1, n + 1)))


main()
