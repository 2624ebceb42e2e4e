# what: recursion through C as deep as the stack, and deeper
# expect: SIGSEGV | memory | MemoryError | RecursionError | cpu
# uncontained: SIGSEGV | memory | MemoryError | RecursionError | cpu
import sys

sys.setrecursionlimit(10**9)


def fall(n):
    return max(map(fall, [n + 1]))


fall(0)
