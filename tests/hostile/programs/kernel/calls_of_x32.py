# what: the numbers of x32, which are the usual ones with a bit more
# expect: harmless
from kit import MACHINE, libc
import ctypes

if MACHINE == "x86_64":
    for number in (*range(0, 460), 512, 520, 521, 539, 540, 545, 547):
        if number in (57, 58):
            continue  # never returning twice into here, should it pass
        if libc.syscall(ctypes.c_long(0x40000000 | number), *[ctypes.c_long(-1)] * 6) != -1:
            print("passed:", number)
    if libc.syscall(ctypes.c_long(0x40000000 | 39)) != -1 or ctypes.get_errno() != 1:
        print("passed: getpid")
print("end")
