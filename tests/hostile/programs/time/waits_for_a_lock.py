# what: waits for itself
# expect: wall
# uncontained: wall
import threading

lock = threading.Lock()
lock.acquire()
lock.acquire()
