# what: tables of descriptors of its own for threads, so that each could fill one with full sockets
# expect: harmless
from kit import attempt, call, libc, system_call
import ctypes

close_range = 436
for flags in (2, 6):  # CLOSE_RANGE_UNSHARE
    if libc.syscall(close_range, 9000, 9000, flags) == 0:
        print("passed: unshare by close_range")
call("unshare", 0x400)  # CLONE_FILES
stack = ctypes.create_string_buffer(1 << 16)
for left_out in (0x100, 0x200, 0x400, 0x800, 0x10000):  # VM, FS, FILES, SIGHAND, THREAD
    call("clone", 0x10F00 & ~left_out, ctypes.addressof(stack) + (1 << 15), 0, 0, 0)
print("end")
