# what: a fork bomb that doubles
# expect: PermissionError
# uncontained: processes
import os
import time

for _ in range(9):
    os.fork()
time.sleep(1000)
