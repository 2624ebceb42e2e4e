# what: what the streams of the case before held, and descriptors kept open
import os
import sys

how, _, word = sys.stdin.read().partition(" ")
if how == "leave":
    for number in range(3, 200):
        os.dup2(0, number)
    print(word)
    print(word, file=sys.stderr)
    raise ValueError(word)
held = []
for number in range(256):
    try:
        held.append(os.pread(number, 10_000, 0))
    except OSError:
        pass
print(held)
