# what: memory in pipes, of which the kernel keeps the books
# expect: OSError
# uncontained: OSError
import fcntl
import os

held = 0
try:
    while True:
        end, start = os.pipe()
        os.set_blocking(start, False)
        try:
            fcntl.fcntl(start, 1031, 1 << 20)  # F_SETPIPE_SZ
        except PermissionError:
            pass
        held += os.write(start, bytes(1 << 20))
finally:
    if held > 256 << 20:
        print("passed:", held, "bytes in pipes")
