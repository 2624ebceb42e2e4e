# what: daemons that take CPU time
# expect: PermissionError
# uncontained: harmless
import os

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        while True:
            pass
print("end")
