# what: what runs, waits or looks inside the kernel: BPF, io_uring, perf, userfaultfd, asynchronous files
# expect: harmless
from kit import call
import ctypes

zeros = ctypes.create_string_buffer(256)
for order in range(4):
    call("bpf", order, zeros, 128)
call("io_uring_setup", 1, zeros)
call("io_setup", 1, zeros)
call("perf_event_open", zeros, 0, -1, -1, 0)
call("userfaultfd", 0)
call("userfaultfd", 1)
call("seccomp", 1, 0, zeros)
call("seccomp", 3, 0, zeros)
call("prctl", 22, 2, zeros, 0, 0)
call("syslog", 3, zeros, 100)
call("splice", 0, 0, 1, 0, 1, 0)
call("vmsplice", 1, zeros, 1, 0)
call("mincore", zeros, 4096, zeros)
call("lsm_set_self_attr", 0, zeros, 0, 0)
print("end")
