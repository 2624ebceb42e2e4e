# what: touches a page in every 2 MB of as many addresses as it gets, so that page tables grow
# expect: harmless
# uncontained: harmless
import mmap

size = 1 << 36
while size > 1 << 20:
    try:
        # 0x4000: MAP_NORESERVE
        wide = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
        break
    except (OSError, ValueError, MemoryError):
        size //= 2
if size > 1 << 30:
    print("passed:", size, "bytes of addresses")
for at in range(0, size, 2 << 20):
    wide[at] = 1
print("end")
