# what: the memory and the descriptors of the judge, as a debugger has them
# expect: harmless
# bare: an environment told
from kit import around, attempt, call, system_call
import ctypes
import os

SEIZE, TRACE_ME, ATTACH = 0x4206, 0, 16
buffer = ctypes.create_string_buffer(4096)
local = (ctypes.c_uint64 * 2)(ctypes.addressof(buffer), 4096)
if not around["contained"]:
    start, end = map(int, open(f"/proc/{around['canary']}/stat").read().split()[49:51])
    for at in range(start, end, 64):
        piece = (ctypes.c_uint64 * 2)(at, min(64, end - at))
        read = system_call("process_vm_readv", around["canary"], local, 1, piece, 1, 0)
        os.write(1, buffer.raw[:read])
else:
    attempt("seize the canary", system_call, "ptrace", SEIZE, around["canary"], 0, 0, refusals=(1,))
    call("ptrace", TRACE_ME, 0, 0, 0)
    for whom in (around["judge"], around["canary"], os.getppid(), 1):
        call("ptrace", SEIZE, whom, 0, 0)
        call("ptrace", ATTACH, whom, 0, 0)
        call("process_vm_readv", whom, local, 1, local, 1, 0)
        call("process_vm_writev", whom, local, 1, local, 1, 0)
        call("kcmp", os.getpid(), whom, 0, 0, 0)
    call("pidfd_open", around["judge"], 0)
    call("pidfd_getfd", 0, 0, 0)
    call("process_madvise", 0, local, 1, 4, 0)
print("end")
