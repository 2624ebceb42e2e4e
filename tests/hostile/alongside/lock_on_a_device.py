# what: a lock on /dev/null, which every case may open
import fcntl
import sys
import time

with open("/dev/null", "r+b", buffering=0) as null:
    end = time.monotonic() + 2
    if sys.stdin.read() == "tell":
        fcntl.lockf(null, fcntl.LOCK_EX, 1, 4242)
        time.sleep(2)
    while time.monotonic() < end:
        try:
            fcntl.lockf(null, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 4242)
            fcntl.lockf(null, fcntl.LOCK_UN, 1, 4242)
        except BlockingIOError:
            print("heard")
            break
        time.sleep(0.01)
