# expect: wrong_answer from s1
"""Gives each variable the value that satisfies most of the clauses still open.

The mistake: no choice is ever taken back, so when a clause is left unsatisfied it answers NO.
"""


def main():
    n, m = map(int, input().split())
    open_clauses = [list(map(int, input().split())) for _ in range(m)]
    free = set(range(1, n + 1))
    assignment = []
    while free:
        count = {s * v: 0 for v in free for s in (1, -1)}
        for clause in open_clauses:
            for x in clause:
                if x in count:
                    count[x] += 1
        best = max(count, key=lambda x: (count[x], x))
        free.remove(abs(best))
        assignment.append(best)
        open_clauses = [clause for clause in open_clauses if best not in clause]
    if open_clauses:
        print("NO")
    else:
        print("YES")
        print(*assignment)


main()
