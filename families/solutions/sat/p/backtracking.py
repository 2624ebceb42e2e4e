# expect: time_limit from s5
"""Gives the variables values in order and goes back when a clause has become false.

Right, but without following the implications a wrong value shows only many variables later.
"""

import sys


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    # The clauses that can be checked once the variable has a value.
    closing = [[] for _ in range(n + 1)]
    for i in range(m):
        a, b = data[2 + 2 * i], data[3 + 2 * i]
        closing[max(abs(a), abs(b))].append((a, b))
    sign = [0] * (n + 1)
    v = 1
    while 1 <= v <= n:
        if sign[v] == -1:
            sign[v] = 0
            v -= 1
            continue
        sign[v] = -1 if sign[v] == 1 else 1
        if all(sign[abs(a)] * a > 0 or sign[abs(b)] * b > 0 for a, b in closing[v]):
            v += 1
    if v == 0:
        print("NO")
    else:
        print("YES")
        print(*(sign[v] * v for v in range(1, n + 1)))


main()
