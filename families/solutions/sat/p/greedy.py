# expect: wrong_answer from s1
"""Gives each variable in turn the value that more of its clauses want, and propagates what follows.

The mistake: no choice is ever taken back, so when a clause is left unsatisfied it answers NO.
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
    true = set()
    for v in range(1, n + 1):
        if v in true or -v in true:
            continue
        # A literal occurs in as many clauses as its negation implies something.
        queue = [v if len(follow[-v]) >= len(follow[v]) else -v]
        true.add(queue[0])
        for x in queue:
            for y in follow[x]:
                if -y in true:
                    print("NO")
                    return
                if y not in true:
                    true.add(y)
                    queue.append(y)
    print("YES")
    print(*(v if v in true else -v for v in range(1, n + 1)))


main()
