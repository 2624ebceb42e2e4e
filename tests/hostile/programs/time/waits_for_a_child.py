# what: waits for a child that sleeps
# expect: PermissionError
# uncontained: wall
import os
import time

if os.fork():
    os.wait()
else:
    time.sleep(1000)
