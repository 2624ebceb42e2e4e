# expect: wrong_answer from s1
"""3-colouring by taking away vertices with fewer than three neighbours, again and again.

Mistake: if some vertices remain the answer is NO, as if three neighbours needed a fourth colour.
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
    left = set(range(1, n + 1))
    order = []
    while left:
        v = next((v for v in sorted(left) if sum(w in left for w in adjacent[v]) < 3), None)
        if v is None:
            print("NO")
            return
        left.remove(v)
        order.append(v)
    colour = [0] * (n + 1)
    for v in reversed(order):
        taken = {colour[w] for w in adjacent[v]}
        colour[v] = next(c for c in (1, 2, 3) if c not in taken)
    print("YES")
    print(*colour[1:])


main()
