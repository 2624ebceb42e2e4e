# what: memory and messages with names, through which cases could speak to each other
# expect: harmless
# bare: shared memory
from kit import MACHINE, around, attempt, call, system_call
import ctypes

name = ctypes.c_char_p(b"/MARK")
attempt("shmget", system_call, "shmget", around["key"], 4096, 0o1666)
if around["contained"]:
    call("semget", around["key"], 1, 0o1666)
    call("msgget", around["key"], 0o1666)
    call("shmget", 0, 4096, 0o1666)
    call("mq_open", name, 0o102, 0o666, 0)
    call("memfd_create", name, 0)
    attempt("shared_memory", lambda: __import__("_posixshmem").shm_open("/MARK", 0o102, mode=0o600))
    attempt("semaphore", lambda: __import__("_multiprocessing").SemLock(0, 1, 1, "/MARK", False))
print("end")
