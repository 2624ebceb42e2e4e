# expect: runtime_error from s1
"""2-colouring by backtracking along a breadth-first order from the vertex with the most neighbours.

Mistake: adjacency is a dictionary filled from the edges, so that a graph without edges has no vertex to start from.
"""

import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    n = numbers[0]
    adjacent = {}
    for u, v in zip(numbers[2::2], numbers[3::2]):
        adjacent.setdefault(u, []).append(v)
        adjacent.setdefault(v, []).append(u)
    start = max(adjacent, key=lambda v: len(adjacent[v]))
    colour = dict.fromkeys(range(1, n + 1), 1)
    colour.update(dict.fromkeys(adjacent, 0))
    todo = set(adjacent)

    def free(v):
        taken = {colour[w] for w in adjacent[v]}
        return [c for c in range(1, 3) if c not in taken]

    def extend(v):
        todo.remove(v)
        for c in free(v):
            colour[v] = c
            if not todo:
                return True
            if extend(min(todo, key=lambda w: (len(free(w)), -len(adjacent[w]), w))):
                return True
        colour[v] = 0
        todo.add(v)
        return False

    sys.setrecursionlimit(10000)
    if extend(start):
        print("YES")
        print(*(colour[v] for v in range(1, n + 1)))
    else:
        print("NO")


main()
