# expect: wrong_answer from s1
"""2-SAT by strongly connected components of the implications.

The mistake: a clause (a or b) gives only the implication from -a to b, not that from -b to a.
"""

import sys


def components(nodes, follow):
    """The number of each node's component, counted in reverse topological order."""
    seen, low, component = {}, {}, {}
    path = []
    found = 0
    for root in nodes:
        if root in seen:
            continue
        seen[root] = low[root] = len(seen)
        path.append(root)
        work = [(root, iter(follow[root]))]
        while work:
            x, ahead = work[-1]
            for y in ahead:
                if y not in seen:
                    seen[y] = low[y] = len(seen)
                    path.append(y)
                    work.append((y, iter(follow[y])))
                    break
                if y not in component:
                    low[x] = min(low[x], seen[y])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[x])
                if low[x] == seen[x]:
                    found += 1
                    while True:
                        y = path.pop()
                        component[y] = found
                        if y == x:
                            break
    return component


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, m = data[0], data[1]
    nodes = [s * v for v in range(1, n + 1) for s in (1, -1)]
    follow = {x: [] for x in nodes}
    for i in range(m):
        a, b = data[2 + 2 * i], data[3 + 2 * i]
        follow[-a].append(b)
    component = components(nodes, follow)
    if any(component[v] == component[-v] for v in range(1, n + 1)):
        print("NO")
    else:
        print("YES")
        print(*(v if component[v] < component[-v] else -v for v in range(1, n + 1)))


main()
