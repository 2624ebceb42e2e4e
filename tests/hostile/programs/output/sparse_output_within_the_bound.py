# what: output of zeros that was never written, and takes part of it back
# expect: harmless
# uncontained: harmless
import os

os.ftruncate(1, 1 << 19)
os.pwrite(1, b"x", (1 << 20) - 1)
os.ftruncate(1, 0)
print("end")
