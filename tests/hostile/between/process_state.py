# what: masks, timers, signals, limits and names of the process
import ctypes
import os
import resource
import signal
import sys

how, _, word = sys.stdin.read().partition(" ")
libc = ctypes.CDLL(None)
name = ctypes.create_string_buffer(16)
stack = 12_345 << 12
if how == "leave":
    os.umask(0o123)
    os.chdir("/dev")
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
    os.kill(os.getpid(), signal.SIGUSR2)
    signal.setitimer(signal.ITIMER_REAL, 100)
    resource.setrlimit(resource.RLIMIT_STACK, (stack, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    libc.prctl(15, word.encode(), 0, 0, 0)
else:
    libc.prctl(16, name, 0, 0, 0)
    print(name.value)
    left = {
        "umask": os.umask(0) == 0o123,
        "folder": os.getcwd() == "/dev",
        "handler": signal.getsignal(signal.SIGUSR1) == signal.SIG_IGN,
        "mask": bool(signal.pthread_sigmask(signal.SIG_BLOCK, [])),
        "pending": bool(signal.sigpending()),
        "timer": signal.getitimer(signal.ITIMER_REAL)[0] > 0,
        "limit": resource.getrlimit(resource.RLIMIT_STACK)[0] == stack,
    }
    if any(left.values()):
        print("WORD", left)
