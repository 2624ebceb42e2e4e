# what: another program in its place, from a path, a descriptor, its own memory
# expect: harmless
from kit import attempt, call
import ctypes
import os
import sys

attempt("os.execv", os.execv, sys.executable, [sys.executable, "-c", "print('passed: MARK')"])
call("execve", ctypes.c_char_p(b"/bin/sh"), 0, 0)
call("execveat", 0, ctypes.c_char_p(b""), 0, 0, 0x1000)
call("execveat", 1, ctypes.c_char_p(b""), 0, 0, 0x1000)
print("end")
