# expect: time_limit from s3
"""Tries all 2^n assignments. Right, but hopeless beyond about 25 variables."""

from itertools import product


def main():
    n, m = map(int, input().split())
    clauses = [list(map(int, input().split())) for _ in range(m)]
    for signs in product((1, -1), repeat=n):
        if all(any(signs[abs(x) - 1] * x > 0 for x in clause) for clause in clauses):
            print("YES")
            print(*(v * signs[v - 1] for v in range(1, n + 1)))
            return
    print("NO")


main()
