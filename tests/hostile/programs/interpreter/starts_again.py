# what: main again, with another name, by running the module that runs it
# expect: ends
# uncontained: ends
import sys

frame = sys._getframe().f_back
while frame:
    if frame.f_code.co_name == "become":
        frame.f_globals["become"](frame.f_locals["job"])
    frame = frame.f_back
