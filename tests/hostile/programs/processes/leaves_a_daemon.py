# what: a daemon, forked twice
# expect: PermissionError
# uncontained: harmless
import os
import time

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
print("end")
