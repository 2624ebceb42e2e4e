# what: its first thread has ended, so that /proc shows no memory
# expect: memory
# uncontained: memory
import ctypes
import platform
import threading
import time


def grow():
    time.sleep(0.2)
    held = bytearray(300 << 20)
    for at in range(0, len(held), 4096):
        held[at] = 1
    time.sleep(1000)


threading.Thread(target=grow).start()
libc = ctypes.CDLL(None)
libc.syscall.argtypes = [ctypes.c_long] * 2
libc.syscall(60 if platform.machine() == "x86_64" else 93, 0)
