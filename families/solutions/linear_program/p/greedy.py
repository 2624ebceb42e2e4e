# expect: wrong_answer from s4
# Takes the variable with the best ratio first, as for a fractional knapsack: with several rows the ratios
# compete, and rows against the usual sense or equalities are only hoped for.
import sys

lines = sys.stdin.read().splitlines()
n, m = map(int, lines[0].split())
maximise = lines[1] == "max"
cost = [int(token) for token in lines[2].split()]
rows = []
for line in lines[3 : 3 + m]:
    *entries, relation, bound = line.split()
    rows.append(([int(token) for token in entries], relation, float(bound)))

amount = [0.0] * n
left = [bound for _, _, bound in rows]
limits = [i for i in range(m) if rows[i][1] != ">="]  # what may be used up
needs = [i for i in range(m) if rows[i][1] != "<="]  # what must be reached


def room(j):
    """How much of j fits into what is left."""
    return min((max(left[i], 0.0) / rows[i][0][j] for i in limits if rows[i][0][j] > 0), default=1e9)


def missing(j):
    """How much of j fills the largest need that it can fill."""
    return max((left[i] / rows[i][0][j] for i in needs if rows[i][0][j] > 0 and left[i] > 1e-9), default=0.0)


def take(j, quantity):
    amount[j] += quantity
    for i in range(m):
        left[i] -= rows[i][0][j] * quantity


def burden(j, of):
    """Share of the bounds that a unit of j takes or fills."""
    return sum(rows[i][0][j] / max(abs(rows[i][2]), 1.0) for i in of) + 1e-12


if maximise:
    for j in sorted(range(n), key=lambda j: -cost[j] / burden(j, limits)):
        take(j, room(j))
else:
    for j in sorted(range(n), key=lambda j: cost[j] / burden(j, needs)):
        take(j, min(room(j), missing(j)))
print(sum(c * x for c, x in zip(cost, amount)))
