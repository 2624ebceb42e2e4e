# what: a futex in a file of the library that both have mapped: who wakes is told how many wait
# gets through: a futex in a page that comes from a file is the same for all cases of the machine, and threads need it
import ctypes
import os
import struct
import sys
import time

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.syscall.restype = ctypes.c_long
FUTEX = 202 if os.uname().machine == "x86_64" else 98
place = libc.mmap(None, 4096, 1, 1, os.open(os.__file__, os.O_RDONLY), ctypes.c_long(0))
(held,) = struct.unpack("I", ctypes.string_at(place, 4))
end = time.monotonic() + 2
if sys.stdin.read() == "tell":
    while time.monotonic() < end:
        a_while = struct.pack("qq", 1, 0)
        libc.syscall(FUTEX, ctypes.c_void_p(place), 0, ctypes.c_uint(held), a_while, None, 0)
while time.monotonic() < end:
    if libc.syscall(FUTEX, ctypes.c_void_p(place), 1, 1, None, None, 0) > 0:
        print("heard")
        break
    time.sleep(0.01)
