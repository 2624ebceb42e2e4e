# expect: wrong_answer from s1
"""2-colouring by backtracking, always on the vertex with the fewest colours left.

Mistake: the first line is read as "m n", so the numbers of vertices and of edges are exchanged.
"""

import sys
from collections import defaultdict


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    m, n = numbers[:2]
    edges = list(zip(numbers[2::2], numbers[3::2]))[:m]
    near = defaultdict(list)
    for u, v in edges:
        near[u].append(v)
        near[v].append(u)
    colour = [0] * (n + 1)
    todo = set(range(1, n + 1))

    def free(v):
        taken = {colour[w] for w in near[v] if w <= n}
        return [c for c in range(1, 3) if c not in taken]

    def extend():
        if not todo:
            return True
        v = min(todo, key=lambda v: (len(free(v)), -len(near[v]), v))
        todo.remove(v)
        for c in free(v):
            colour[v] = c
            if extend():
                return True
        colour[v] = 0
        todo.add(v)
        return False

    sys.setrecursionlimit(10000)
    if extend():
        print("YES")
        print(*colour[1:])
    else:
        print("NO")


main()
