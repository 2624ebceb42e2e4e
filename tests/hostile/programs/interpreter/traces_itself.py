# what: an exception at every line, also of whoever called it
# expect: ends
# uncontained: ends
import sys


def trace(frame, event, argument):
    raise RuntimeError("traced")


frame = sys._getframe()
while frame:
    frame.f_trace = trace
    frame = frame.f_back
sys.settrace(trace)
sys.setprofile(trace)
