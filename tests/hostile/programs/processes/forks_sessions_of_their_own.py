# what: children that leave its group
# expect: PermissionError
# uncontained: processes
import os
import time

for _ in range(200):
    if os.fork() == 0:
        os.setsid()
        time.sleep(1000)
time.sleep(1000)
