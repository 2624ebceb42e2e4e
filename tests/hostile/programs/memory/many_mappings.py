# what: as many mappings as the kernel grants, no two of which can be joined
# expect: harmless | cpu
# uncontained: harmless | cpu
import mmap

kept = []
private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
try:
    for number in range(100_000):
        kept.append(mmap.mmap(-1, 4096, private, mmap.PROT_READ | (number % 2 and mmap.PROT_WRITE)))
except (OSError, MemoryError):
    pass
kept.clear()
print("end")
