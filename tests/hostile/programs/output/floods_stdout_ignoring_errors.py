# what: writes without end, whatever the kernel says
# expect: output
# uncontained: output
import os

while True:
    try:
        os.write(1, b"x" * 1000)
    except OSError:
        pass
