# what: hooks for exceptions, imports, audits, displays, allocation of threads
# expect: ends
# uncontained: ends
import builtins
import os
import sys
import threading


def hook(*given, **named):
    os.write(2, b"hooked\n")
    raise MemoryError


sys.excepthook = sys.unraisablehook = sys.displayhook = threading.excepthook = hook
sys.__excepthook__ = sys.breakpointhook = hook
builtins.__import__ = hook
sys.meta_path[:] = sys.path_hooks[:] = [hook]
sys.stdout = sys.stderr = sys.stdin = None
sys.addaudithook(hook)
raise KeyError
