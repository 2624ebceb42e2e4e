# expect: wrong_answer from s1
"""The method for two colours: colour breadth first, NO as soon as two neighbours clash.

Mistake: a third colour is never used.
"""

import sys
from collections import deque


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
    for root in range(1, n + 1):
        if colour[root]:
            continue
        colour[root] = 1
        queue = deque([root])
        while queue:
            v = queue.popleft()
            for w in adjacent[v]:
                if not colour[w]:
                    colour[w] = 3 - colour[v]
                    queue.append(w)
                elif colour[w] == colour[v]:
                    print("NO")
                    return
    print("YES")
    print(*colour[1:])


main()
