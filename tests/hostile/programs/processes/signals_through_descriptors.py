# what: lets the kernel signal others when there is input, or when a timer ends
# expect: harmless
from kit import around, attempt, call
import ctypes
import fcntl
import os
import signal

end, start = os.pipe()
for whom in (around["canary"], around["judge"], os.getppid(), -os.getppid()):
    attempt(f"F_SETOWN {whom}", fcntl.fcntl, end, fcntl.F_SETOWN, whom)
attempt("F_SETSIG", fcntl.fcntl, end, 10, int(signal.SIGKILL))
attempt("F_NOTIFY", fcntl.fcntl, end, 1026, 1)
attempt("F_SETLEASE", fcntl.fcntl, end, 1024, 0)
attempt("FIOSETOWN", fcntl.ioctl, end, 0x8901, ctypes.c_int(around["canary"]))
call("timer_create", 0, 0, 0)
os.write(start, b"x")
print("end")
