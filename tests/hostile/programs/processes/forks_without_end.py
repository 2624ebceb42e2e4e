# what: a fork bomb
# expect: PermissionError
# uncontained: processes
import os
import time

while True:
    if os.fork() == 0:
        time.sleep(1000)
