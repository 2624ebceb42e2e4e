# what: a parent and a child that loop
# expect: PermissionError
# uncontained: cpu
import os

os.fork()
while True:
    pass
