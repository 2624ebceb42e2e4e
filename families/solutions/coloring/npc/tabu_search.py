# expect: wrong_answer from s7
"""3-colouring by tabu search: recolour the vertex that removes the most clashes, and don't undo it for a while.

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
    colour = [0] + [random.randint(1, 3) for _ in range(n)]
    seen = [[0] * 4 for _ in range(n + 1)]  # neighbours of a vertex by colour
    for v in range(1, n + 1):
        for w in adjacent[v]:
            seen[v][colour[w]] += 1
    tabu = [[0] * 4 for _ in range(n + 1)]
    for step in range(20000):
        bad = [v for v in range(1, n + 1) if seen[v][colour[v]]]
        if not bad:
            print("YES")
            print(*colour[1:])
            return
        best = None
        for v in bad:
            near, now = seen[v], seen[v][colour[v]]
            for c in (1, 2, 3):
                if c != colour[v] and tabu[v][c] <= step:
                    gain = (near[c] - now, random.random())
                    if best is None or gain < best[0]:
                        best = gain, v, c
        if best is None:
            continue
        _, v, c = best
        tabu[v][colour[v]] = step + random.randint(1, 10) + 6 * len(bad) // 10
        for w in adjacent[v]:
            seen[w][colour[v]] -= 1
            seen[w][c] += 1
        colour[v] = c
    print("NO")


main()
