# what: environment variables, of Python and of the C library
import ctypes
import os
import sys

how, _, word = sys.stdin.read().partition(" ")
libc = ctypes.CDLL(None)
libc.getenv.restype = ctypes.c_char_p
if how == "leave":
    os.environ["LEFT"] = word
    os.putenv("LEFT", word)
    libc.setenv(b"LEFT", word.encode(), 1)
else:
    print(os.environ.get("LEFT"), libc.getenv(b"LEFT"), dict(os.environ))
