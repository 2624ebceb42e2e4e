# what: the note itself, which is wiped before each case, and must be
import sys

how, _, word = sys.stdin.read().partition(" ")
frame = sys._getframe().f_back
while "note" not in frame.f_locals:
    frame = frame.f_back
note = frame.f_locals["note"]
if how == "leave":
    note[50 : 50 + len(word)] = note[500 : 500 + len(word)] = word.encode()
else:
    print(note[:])
