# expect: wrong_answer from s2
# Takes every row for an equation and solves Ax = b by least squares (normal equations): right where all rows are
# tight and all variables positive (structure=basic), but in general some rows are slack and some variables zero.
import sys

lines = sys.stdin.read().splitlines()
n, m = map(int, lines[0].split())
cost = [float(token) for token in lines[2].split()]
rows, right = [], []
for line in lines[3 : 3 + m]:
    *entries, _, bound = line.split()
    rows.append([float(token) for token in entries])
    right.append(float(bound))

# Minimum-norm least squares by the normal equations, with three steps of refinement.
if m <= n:
    gram = [[sum(a * b for a, b in zip(r, s)) for s in rows] for r in rows]
else:
    columns = list(zip(*rows))
    gram = [[sum(a * b for a, b in zip(r, s)) for s in columns] for r in columns]
size = len(gram)


def solve(matrix, vector):
    table = [list(row) + [value] for row, value in zip(matrix, vector)]
    for k in range(size):
        p = max(range(k, size), key=lambda i: abs(table[i][k]))
        table[k], table[p] = table[p], table[k]
        for i in range(size):
            if i != k and table[k][k]:
                factor = table[i][k] / table[k][k]
                table[i] = [a - factor * b for a, b in zip(table[i], table[k])]
    return [table[i][size] / table[i][i] if table[i][i] else 0.0 for i in range(size)]


def times(matrix, vector):
    return [sum(a * x for a, x in zip(row, vector)) for row in matrix]


def back(vector):
    return [sum(row[j] * y for row, y in zip(rows, vector)) for j in range(n)]


x = [0.0] * n
for _ in range(3):
    rest = [b - a for a, b in zip(times(rows, x), right)]
    step = back(solve(gram, rest)) if m <= n else solve(gram, back(rest))
    x = [a + b for a, b in zip(x, step)]
print(sum(c * v for c, v in zip(cost, x)))
