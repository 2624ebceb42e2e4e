# what: a chain of memory files, which belong to no process
# expect: harmless
from kit import attempt, call
import ctypes
import os

for _ in range(20):
    attempt("memfd_create", os.memfd_create, "more")
call("memfd_create", ctypes.c_char_p(b"more"), 0)
call("memfd_secret", 0)
print("end")
