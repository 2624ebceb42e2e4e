# expect: time_limit from s4
# Intersects every choice of n of the n + m bounding hyperplanes and keeps the best feasible vertex: right, but
# their number grows exponentially.
import sys
from itertools import combinations


def meet(planes, n):
    rows = [list(entries) + [bound] for entries, bound in planes]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(rows[i][k]))
        if abs(rows[p][k]) < 1e-9:
            return None
        rows[k], rows[p] = rows[p], rows[k]
        top = rows[k]
        for i in range(n):
            if i != k and rows[i][k]:
                factor = rows[i][k] / top[k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], top)]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def feasible(point, rows):
    if min(point) < -1e-7:
        return False
    for entries, relation, bound in rows:
        total = sum(a * x for a, x in zip(entries, point))
        room = 1e-7 * (1 + abs(bound))
        if relation != "<=" and total < bound - room:
            return False
        if relation != ">=" and total > bound + room:
            return False
    return True


lines = sys.stdin.read().splitlines()
n, m = map(int, lines[0].split())
better = max if lines[1] == "max" else min
cost = [int(token) for token in lines[2].split()]
rows = []
for line in lines[3 : 3 + m]:
    *entries, relation, bound = line.split()
    rows.append(([int(token) for token in entries], relation, int(bound)))
planes = [(entries, bound) for entries, _, bound in rows]
planes += [([int(i == j) for i in range(n)], 0) for j in range(n)]
best = None
for chosen in combinations(planes, n):
    point = meet(chosen, n)
    if point is not None and feasible(point, rows):
        value = sum(c * x for c, x in zip(cost, point))
        best = value if best is None else better(best, value)
print(best)
