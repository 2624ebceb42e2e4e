# what: threads, whose number on the whole machine the kernel tells everybody
import _thread
import ctypes
import struct
import sys
import time

libc = ctypes.CDLL(None)
told = ctypes.create_string_buffer(128)


def number():
    libc.sysinfo(told)
    return struct.unpack_from("H", told, 80)[0]


end = time.monotonic() + 2
if sys.stdin.read() == "tell":
    _thread.stack_size(32768)
    while time.monotonic() < end:
        lock = _thread.allocate_lock()
        lock.acquire()
        for _ in range(600):
            _thread.start_new_thread(lambda lock=lock: lock.acquire() and lock.release(), ())
        time.sleep(0.2)
        lock.release()
        time.sleep(0.2)
seen = []
while time.monotonic() < end:
    seen.append(number())
    if max(seen) - min(seen) > 400:
        print("heard")
        break
    time.sleep(0.01)
