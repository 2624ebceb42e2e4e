# what: a lock for reading on a file of the library; who asks for one for writing is told of it
import fcntl
import os
import struct
import sys
import time

file = os.open(os.__file__, os.O_RDONLY)
end = time.monotonic() + 2
if sys.stdin.read() == "tell":
    fcntl.lockf(file, fcntl.LOCK_SH, 1, 4242)
    time.sleep(2)
while time.monotonic() < end:
    asked = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 4242, 1, 0)
    if struct.unpack("hhqqi4x", fcntl.fcntl(file, fcntl.F_GETLK, asked))[0] != fcntl.F_UNLCK:
        print("heard")
        break
    time.sleep(0.01)
