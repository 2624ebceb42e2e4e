# what: looks for a descriptor that somebody forgot to close
# expect: harmless
# uncontained: harmless
import os

for number in range(3, 1 << 12):
    try:
        os.fstat(number)
        print("passed:", number)
    except OSError:
        pass
for number in range(3):
    if not os.readlink(f"/proc/self/fd/{number}").startswith("/memfd:"):
        print("passed:", number, "is no file of its own")
print("end")
