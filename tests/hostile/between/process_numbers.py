# what: a number told by how many threads are started, which the next case reads off its process number
# only where: root, userns
# gets through: threads count as processes do: a case sees how many those before it started
import _thread
import os
import sys

how, _, word = sys.stdin.read().partition(" ")
if how == "leave":
    lock = _thread.allocate_lock()
    for _ in range(500 * (2 + int(word, 16) % 8)):
        lock.acquire()
        _thread.start_new_thread(lock.release, ())
        lock.acquire()
        lock.release()
elif os.getpid() // 500 == 2 + int("WORD", 16) % 8:
    print("WORD")
