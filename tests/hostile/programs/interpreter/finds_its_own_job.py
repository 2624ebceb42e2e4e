# what: climbs to the frames that started it and misuses what they hold
# expect: ends
import ctypes
import os
import sys

frame = sys._getframe().f_back
while frame:
    for name, value in list(frame.f_locals.items()):
        if type(value).__name__ == "Job":
            for number in (value.code, *value.streams):
                try:
                    os.write(number, b"x")
                    os.ftruncate(number, 0)
                except OSError:
                    pass
            try:
                os.kill(value.keeper, 9)
                print("passed: keeper killed")
            except OSError:
                pass
            for layer in (value.cage._files,):
                try:
                    os.fstat(layer)
                    print("passed: ruleset open")
                except (OSError, TypeError):
                    pass
    frame = frame.f_back
