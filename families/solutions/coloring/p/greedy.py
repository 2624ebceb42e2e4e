# expect: wrong_answer from s2
"""2-colouring, vertex by vertex in the order of their numbers, always with the first colour free.

Mistake: when neither colour is free the answer is NO, though parts coloured before could change theirs.
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
    for v in range(1, n + 1):
        taken = {colour[w] for w in adjacent[v]}
        free = [c for c in (1, 2) if c not in taken]
        if not free:
            print("NO")
            return
        colour[v] = free[0]
    print("YES")
    print(*colour[1:])


main()
