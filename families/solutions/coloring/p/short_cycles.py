# expect: wrong_answer from s1
"""2-colouring: NO if there is an odd cycle of at most nine edges, else colours breadth first.

Mistake: longer odd cycles are taken for harmless; then the colouring printed has a clash.
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
    for start in range(1, n + 1):
        reached = {start}  # by walks of 1, 2, ... 9 edges
        for edges in range(1, 10):
            reached = {w for v in reached for w in adjacent[v]}
            if edges % 2 and start in reached:
                print("NO")
                return
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
    print("YES")
    print(*colour[1:])


main()
