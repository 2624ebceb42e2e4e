# expect: wrong_answer from s3
"""3-colouring by DSATUR: colour the vertex that sees the most colours, with the first one free.

Mistake: when no colour is free the answer is NO, without trying other choices.
"""

import sys


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
    colour = [0] * (n + 1)
    seen = [set() for _ in range(n + 1)]
    for _ in range(n):
        v = max((v for v in range(1, n + 1) if not colour[v]), key=lambda v: (len(seen[v]), len(adjacent[v])))
        free = [c for c in (1, 2, 3) if c not in seen[v]]
        if not free:
            print("NO")
            return
        colour[v] = free[0]
        for w in adjacent[v]:
            seen[w].add(colour[v])
    print("YES")
    print(*colour[1:])


main()
