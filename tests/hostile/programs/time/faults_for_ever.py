# what: a segmentation fault whose handler returns to it, again and again
# expect: cpu
# uncontained: cpu
import ctypes
import signal

libc = ctypes.CDLL(None)
libc.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.signal(signal.SIGSEGV, ctypes.cast(libc.getpid, ctypes.c_void_p))
ctypes.string_at(0)
