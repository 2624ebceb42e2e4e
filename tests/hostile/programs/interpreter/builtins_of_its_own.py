# what: `__builtins__` replaced in its module and in the frames that called it
# expect: ends
# uncontained: ends
import sys

frame = sys._getframe()
while frame:
    frame.f_globals["__builtins__"] = {"open": lambda *_: None, "__import__": lambda *_: None}
    frame = frame.f_back
