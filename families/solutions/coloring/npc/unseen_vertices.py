# expect: wrong_answer from s1
"""3-colouring by backtracking over the vertices that occur in edges.

Mistake: vertices without edges are forgotten in the answer.
"""

import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    adjacent = {}
    for u, v in zip(numbers[2::2], numbers[3::2]):
        adjacent.setdefault(u, []).append(v)
        adjacent.setdefault(v, []).append(u)
    colour = dict.fromkeys(adjacent, 0)
    todo = set(adjacent)

    def free(v):
        taken = {colour[w] for w in adjacent[v]}
        return [c for c in (1, 2, 3) if c not in taken]

    def extend():
        if not todo:
            return True
        v = min(todo, key=lambda v: (len(free(v)), -len(adjacent[v]), v))
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
        print(*(colour[v] for v in sorted(adjacent)))
    else:
        print("NO")


main()
