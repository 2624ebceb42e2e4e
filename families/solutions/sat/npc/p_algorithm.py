# expect: wrong_answer from s1
"""Limited backtracking, the method for clauses of two literals: try a value and what follows from it; if that
contradicts, try the other; if that contradicts too, answer NO; else keep it for good.

The mistake: with three literals, what is left after a value without contradiction need not be satisfiable.
"""

import sys


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    clauses = [data[2 + 3 * i : 5 + 3 * i] for i in range(m)]
    occurs = {s * v: [] for v in range(1, n + 1) for s in (1, -1)}
    for clause in clauses:
        for x in clause:
            occurs[x].append(clause)
    true = set()

    def consequences(start):
        """All literals that follow from `start`, or None on a contradiction."""
        added = [start]
        now = true | {start}
        for x in added:
            for clause in occurs[-x]:
                if not any(y in now for y in clause):
                    rest = [y for y in clause if -y not in now]
                    if not rest:
                        return None
                    if len(rest) == 1:
                        added.append(rest[0])
                        now.add(rest[0])
        return now

    for v in range(1, n + 1):
        if v in true or -v in true:
            continue
        after = consequences(v) or consequences(-v)
        if after is None:
            print("NO")
            return
        true = after
    print("YES")
    print(*(v if v in true else -v for v in range(1, n + 1)))


main()
