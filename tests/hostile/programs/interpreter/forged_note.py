# what: writes its own label into the memory that it shares with its keeper
# expect: Forged
# uncontained: Forged
import sys

frame = sys._getframe().f_back
while frame and "note" not in frame.f_locals:
    frame = frame.f_back
note = frame.f_locals["note"]
note[:] = (b"Forged" + bytes(94) + b"accepted: everything" * 1000)[: len(note)]
sys.exit(3)
