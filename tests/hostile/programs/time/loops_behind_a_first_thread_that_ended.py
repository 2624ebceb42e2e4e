# what: loops in a second thread while the first one has ended, so that /proc shows little
# expect: cpu
# uncontained: cpu
import ctypes
import platform
import threading


def loop():
    while True:
        pass


threading.Thread(target=loop).start()
libc = ctypes.CDLL(None)
libc.syscall.argtypes = [ctypes.c_long] * 2
libc.syscall(60 if platform.machine() == "x86_64" else 93, 0)
