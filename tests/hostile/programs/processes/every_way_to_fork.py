# what: processes by raw calls, with and without flags
# expect: harmless
from kit import MACHINE, attempt, call
import ctypes
import os

SIGCHLD, VFORK, VM, FILES, PARENT, UNTRACED, PIDFD = 17, 0x4000, 0x100, 0x400, 0x8000, 0x800000, 0x1000
for flags in (0, SIGCHLD, VFORK | VM | SIGCHLD, FILES | SIGCHLD, PARENT | SIGCHLD, UNTRACED, PIDFD):
    call("clone", flags, 0, 0, 0, 0)
call("clone", SIGCHLD | 1 << 48, 0, 0, 0, 0)
call("clone", 0x10000 << 16, 0, 0, 0, 0)  # as if CLONE_THREAD, in the half that is not read
call("clone3", ctypes.create_string_buffer(88), 88)
if MACHINE == "x86_64":
    call("vfork")
attempt("os.fork", os.fork)
attempt("os.forkpty", os.forkpty)
attempt("os.posix_spawn", os.posix_spawn, "/bin/true", ["true"], {})
if os.system("true") == 0:
    print("passed: os.system")
print("end")
