# what: another user, other groups, capabilities, another personality
# expect: harmless
from kit import MACHINE, attempt, call, libc
import ctypes
import os

header, all_of_them = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(*[0xFFFFFFFF] * 6)
call("capset", header, all_of_them)
for user in (0, 1, 1000, os.getuid()):
    call("setuid", user)
    call("setgroups", 1, (ctypes.c_uint32 * 1)(user))
    for change in (os.setuid, os.seteuid, os.setgid, os.setegid):
        attempt(change.__name__, change, user)
for persona in (0x0040000, 0x0400000, 0x8, 0):  # no random addresses, data that may be executed
    call("personality", persona)
for option in (4, 23, 24, 38, 35, 47, 59, 0x59616D61, 1):
    call("prctl", option, 1, 0, 0, 0)
if MACHINE == "x86_64":
    for number in (172, 173, 154):  # iopl, ioperm, modify_ldt
        if libc.syscall(number, 3, 0, 0) >= 0:
            print("passed:", number)
print("end")
