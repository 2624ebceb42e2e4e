# expect: time_limit from s3
"""2-colouring by trying all 2^n colourings: right, but exponential."""

import sys
from itertools import product


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    n, m = numbers[0], numbers[1]
    edges = [(numbers[2 + 2 * i] - 1, numbers[3 + 2 * i] - 1) for i in range(m)]
    for colour in product((1, 2), repeat=n):
        if all(colour[u] != colour[v] for u, v in edges):
            print("YES")
            print(*colour)
            return
    print("NO")


main()
