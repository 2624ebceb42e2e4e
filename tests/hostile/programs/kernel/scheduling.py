# what: priorities, processors and the favour of the kernel, its own and that of others
# expect: harmless
from kit import around, attempt, call
import ctypes
import os

zeros = ctypes.create_string_buffer(64)
for whom in (0, around["judge"], around["canary"], os.getppid()):
    call("sched_setattr", whom, (ctypes.c_uint64 * 6)(48), 0)
    call("sched_setaffinity", whom, 8, (ctypes.c_uint64 * 1)(1))
    call("setpriority", 0, whom, 19)
    call("ioprio_set", 1, whom, 3 << 13)
attempt("nice", os.nice, 0)
attempt("setsid", os.setsid)
attempt("setpgid", os.setpgid, 0, 0)
attempt("FIFO", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1))
call("mbind", 0, 0, 0, 0, 0, 0)
call("pkey_alloc", 0, 0)
print("end")
