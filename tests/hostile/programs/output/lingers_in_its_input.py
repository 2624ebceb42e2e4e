# what: writes into its own input, and asks for its seals to be broken
# expect: harmless
# uncontained: harmless
import mmap
import os

for write in (
    lambda: os.write(0, b"x"),
    lambda: os.pwrite(0, b"x", 0),
    lambda: os.ftruncate(0, 0),
    lambda: os.ftruncate(0, 1 << 20),
    lambda: mmap.mmap(0, 1, mmap.MAP_SHARED, mmap.PROT_WRITE),
):
    try:
        write()
        print("passed")
    except OSError:
        pass
print("end")
