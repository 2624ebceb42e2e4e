# what: a lock of the other kind on a file of the library
import fcntl
import os
import sys
import time

file = os.open(os.__file__, os.O_RDONLY)
end = time.monotonic() + 1
if sys.stdin.read() == "tell":
    fcntl.flock(file, fcntl.LOCK_EX)
    time.sleep(1)
while time.monotonic() < end:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(file, fcntl.LOCK_UN)
    except BlockingIOError:
        print("heard")
        break
    except OSError:
        break
    time.sleep(0.01)
