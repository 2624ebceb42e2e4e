# expect: wrong_answer from s7
"""2-colouring by min-conflicts: from a random colouring, give a vertex that clashes the other colour if that helps.

Mistake: after a number of steps without success the answer is NO.
"""

import random
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
    random.seed(1)
    colour = [0] + [random.randint(1, 2) for _ in range(n)]
    clashes = [sum(colour[w] == colour[v] for w in adjacent[v]) for v in range(n + 1)]
    for _ in range(10000):
        bad = [v for v in range(1, n + 1) if clashes[v]]
        if not bad:
            print("YES")
            print(*colour[1:])
            return
        v = max(random.choices(bad, k=5), key=lambda v: 2 * clashes[v] - len(adjacent[v]))
        colour[v] = 3 - colour[v]
        for w in adjacent[v]:
            clashes[w] += 1 if colour[w] == colour[v] else -1
        clashes[v] = len(adjacent[v]) - clashes[v]
    print("NO")


main()
