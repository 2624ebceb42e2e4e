# what: every number of a call that its filter should not know, with senseless arguments
# expect: harmless
from kit import libc
import ctypes
import errno

for number in (*range(480, 1200), 1 << 20, (1 << 30) - 1, -1, -2, 1 << 31):
    if (
        libc.syscall(ctypes.c_long(number), *[ctypes.c_long(-1)] * 6) != -1
        or ctypes.get_errno() != errno.EPERM
    ):
        print("passed:", number, ctypes.get_errno())
print("end")
