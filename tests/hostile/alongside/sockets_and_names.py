# what: abstract sockets, shared memory, a file in /tmp or /dev/shm
import os
import socket
import sys
import time

end = time.monotonic() + 1
tell = sys.stdin.read() == "tell"
while time.monotonic() < end:
    for path in ("/tmp/WORD", "/dev/shm/WORD", "./WORD"):
        try:
            open(path, "w") if tell else print("heard", open(path))
        except OSError:
            pass
    try:
        sock = socket.socket(socket.AF_UNIX)
        sock.bind("\0WORD") if tell else print("heard", sock.connect("\0WORD"))
        time.sleep(0.5)
    except OSError:
        pass
    time.sleep(0.01)
