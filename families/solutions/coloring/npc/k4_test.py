# expect: wrong_answer from s1
"""3-colouring: NO if four vertices are all joined, else a colouring by DSATUR.

Mistake: graphs without such four vertices can need a fourth colour as well (wheels, for example); then the
colouring printed has clashes.
"""

import sys
from itertools import combinations


def read():
    numbers = list(map(int, sys.stdin.read().split()))
    n, m = numbers[0], numbers[1]
    adjacent = [[] for _ in range(n + 1)]
    for i in range(m):
        u, v = numbers[2 + 2 * i], numbers[3 + 2 * i]
        adjacent[u].append(v)
        adjacent[v].append(u)
    return n, adjacent


def main():
    n, adjacent = read()
    near = [set(a) for a in adjacent]
    for u in range(1, n + 1):
        for v in near[u]:
            if u < v and any(b in near[a] for a, b in combinations(near[u] & near[v], 2)):
                print("NO")
                return
    colour = [0] * (n + 1)
    for _ in range(n):
        v = max(
            (v for v in range(1, n + 1) if not colour[v]),
            key=lambda v: (len({colour[w] for w in near[v]} - {0}), len(near[v])),
        )
        colour[v] = min((1, 2, 3), key=lambda c: sum(colour[w] == c for w in near[v]))
    print("YES")
    print(*colour[1:])


main()
