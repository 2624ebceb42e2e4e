# what: a child that grows
# expect: PermissionError
# uncontained: memory
import os

if os.fork():
    os.wait()
else:
    x = []
    while True:
        x.append(bytearray(10**6))
