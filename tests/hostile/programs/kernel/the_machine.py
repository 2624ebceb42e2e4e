# what: modules, another kernel, swap, the clock, the host's name, a reboot that asks for nothing
# expect: harmless
from kit import attempt, call
import ctypes
import socket
import time

zeros = ctypes.create_string_buffer(64)
call("init_module", zeros, 0, zeros)
call("finit_module", -1, zeros, 0)
call("delete_module", ctypes.c_char_p(b"none"), 0)
call("kexec_load", 0, 0, 0, 0)
call("swapon", ctypes.c_char_p(b"/none"), 0)
call("reboot", 0, 0, 0, 0)  # without its magic numbers
attempt("clock", time.clock_settime, time.CLOCK_REALTIME, time.time())
attempt("sethostname", socket.sethostname, "MARK")
print("end")
