# what: calls by int 0x80, whose numbers mean other calls
# expect: SIGSYS | SIGSEGV
import ctypes
import mmap
import os

if os.uname().machine != "x86_64":
    os.kill(os.getpid(), 31)
memory = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 7)
memory.write(bytes.fromhex("b802000000 cd80 c3"))  # mov eax, 2 (fork); int 0x80; ret
at = ctypes.addressof(ctypes.c_char.from_buffer(memory))
print("passed: fork", ctypes.CFUNCTYPE(ctypes.c_long)(at)())
