# expect: wrong_answer from s6
# A right simplex method that leaves out the rows which seem to go with the objective anyway: at most when minimising,
# at least when maximising.
import sys

EPS = 1e-9


def read():
    lines = sys.stdin.read().split("\n")
    n, m = map(int, lines[0].split())
    maximise = lines[1].strip() == "max"
    cost = [float(token) for token in lines[2].split()]
    rows = []
    for line in lines[3 : 3 + m]:
        *entries, relation, bound = line.split()
        if relation != (">=" if maximise else "<="):
            rows.append(([float(token) for token in entries], relation, float(bound)))
    return n, maximise, cost, rows


def pivot(table, basis, r, c):
    top = table[r]
    inverse = 1.0 / top[c]
    top = table[r] = [value * inverse for value in top]
    top[c] = 1.0
    for i, row in enumerate(table):
        factor = row[c]
        if i != r and factor != 0.0:
            table[i] = [a - factor * b for a, b in zip(row, top)]
            table[i][c] = 0.0
    basis[r] = c


def run(table, basis, columns):
    """Minimises the last row of the table (reduced costs, minus the value) over the first `columns` columns."""
    stuck = 0
    while True:
        costs = table[-1]
        if stuck < 50:
            c = min(range(columns), key=costs.__getitem__)
            if costs[c] > -EPS:
                return True
        else:
            c = next((j for j in range(columns) if costs[j] < -EPS), None)
            if c is None:
                return True
        best = None
        for i in range(len(basis)):
            if table[i][c] > EPS:
                key = (max(table[i][-1], 0.0) / table[i][c], basis[i])
                if best is None or key < best[0]:
                    best = (key, i)
        if best is None:
            return False  # unbounded
        stuck = stuck + 1 if best[0][0] < EPS else 0
        pivot(table, basis, best[1], c)


def solve(n, maximise, cost, rows):
    m = len(rows)
    normal = []
    for entries, relation, bound in rows:
        scale = max(map(abs, entries))
        if bound < 0:
            scale = -scale
            relation = {"<=": ">=", ">=": "<=", "=": "="}[relation]
        normal.append(([a / scale for a in entries], relation, bound / scale))
    slacks = sum(relation != "=" for _, relation, _ in normal)
    artificial = sum(relation != "<=" for _, relation, _ in normal)
    width = n + slacks + artificial
    table, basis = [], []
    slack, extra = n, n + slacks
    for entries, relation, bound in normal:
        row = entries + [0.0] * (width - n) + [bound]
        if relation != "=":
            row[slack] = 1.0 if relation == "<=" else -1.0
            slack += 1
        if relation == "<=":
            basis.append(slack - 1)
        else:
            row[extra] = 1.0
            basis.append(extra)
            extra += 1
        table.append(row)
    # Phase 1: the sum of the artificial variables.
    goal = [0.0] * (width + 1)
    for i, row in enumerate(table):
        if basis[i] >= n + slacks:
            goal = [a - b for a, b in zip(goal, row)]
    for j in range(n + slacks, width):
        goal[j] = 0.0
    table.append(goal)
    run(table, basis, n + slacks)
    if table[-1][-1] < -1e-6 * (1.0 + max(abs(bound) for _, _, bound in normal)):
        return None
    # Artificial variables that stayed in the basis, at zero, are exchanged or their row is redundant.
    table.pop()
    for i in range(m - 1, -1, -1):
        if basis[i] >= n + slacks:
            c = max(range(n + slacks), key=lambda j: abs(table[i][j]))
            if abs(table[i][c]) > 1e-7:
                pivot(table, basis, i, c)
            else:
                del table[i], basis[i]
    # Phase 2: the objective, expressed by the variables outside the basis.
    sign = -1.0 if maximise else 1.0
    biggest = max(max(map(abs, cost)), 1.0)
    goal = [sign * c / biggest for c in cost] + [0.0] * (width - n + 1)
    for row, j in zip(table, basis):
        factor = goal[j]
        if factor != 0.0:
            goal = [a - factor * b for a, b in zip(goal, row)]
    table.append(goal)
    if not run(table, basis, n + slacks):
        return None
    point = [0.0] * width
    for row, j in zip(table, basis):
        point[j] = row[-1]
    return sum(c * x for c, x in zip(cost, point))


print(repr(solve(*read())))
