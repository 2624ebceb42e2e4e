# expect: wrong_answer from s1
"""3-colouring by backtracking, always on the vertex with the fewest colours left.

Mistake: the colours are numbered 0, 1, 2.
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
    colour = [-1] * (n + 1)
    todo = set(range(1, n + 1))

    def free(v):
        taken = {colour[w] for w in adjacent[v]}
        return [c for c in range(3) if c not in taken]

    def extend():
        if not todo:
            return True
        v = min(todo, key=lambda v: (len(free(v)), -len(adjacent[v]), v))
        todo.remove(v)
        for c in free(v):
            colour[v] = c
            if extend():
                return True
        colour[v] = -1
        todo.add(v)
        return False

    sys.setrecursionlimit(10000)
    if extend():
        print("YES")
        print(*colour[1:])
    else:
        print("NO")


main()
