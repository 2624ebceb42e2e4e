# expect: time_limit from s3
"""3-colouring by backtracking over the vertices in the order of their numbers: right, but exponential."""

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
    sys.setrecursionlimit(10000)
    n, adjacent = read()
    before = [[w for w in adjacent[v] if w < v] for v in range(n + 1)]
    colour = [0] * (n + 1)

    def extend(v):
        if v > n:
            return True
        for c in (1, 2, 3):
            if all(colour[w] != c for w in before[v]):
                colour[v] = c
                if extend(v + 1):
                    return True
        return False

    if extend(1):
        print("YES")
        print(*colour[1:])
    else:
        print("NO")


main()
