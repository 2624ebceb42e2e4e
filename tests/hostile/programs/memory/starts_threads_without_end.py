# what: as many threads as there is room for
# expect: processes | cpu
# uncontained: processes | cpu
import _thread

_thread.stack_size(32768)
lock = _thread.allocate_lock()
lock.acquire()
while True:
    try:
        _thread.start_new_thread(lock.acquire, ())
    except RuntimeError:
        pass
