# what: 300 threads with the usual stacks, more than RLIMIT_AS has room for
# expect: RuntimeError | processes
# uncontained: RuntimeError | processes
import _thread

lock = _thread.allocate_lock()
lock.acquire()
for _ in range(300):
    _thread.start_new_thread(lock.acquire, ())
