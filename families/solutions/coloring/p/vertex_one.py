# expect: wrong_answer from s1
"""2-colouring, breadth first from vertex 1.

Mistake: vertices that can't be reached from vertex 1 are all given colour 1.
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
    colour[1] = 1
    queue = deque([1])
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
    print(*(c or 1 for c in colour[1:]))


main()
