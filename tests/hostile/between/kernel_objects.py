# what: shared memory, queues, keys, abstract sockets and memory files, which have names of their own
import ctypes
import os
import socket
import sys

how, _, word = sys.stdin.read().partition(" ")
libc = ctypes.CDLL(None)
libc.syscall.restype = ctypes.c_long
key = 0x48545749
numbers = {"shm": 29, "msg": 68, "key": 248, "mq": 240} if os.uname().machine == "x86_64" else {}
name = ctypes.c_char_p(b"WORD")
if how == "leave":
    for number in numbers.values():
        libc.syscall(number, key, 4096, 0o1666)
    libc.syscall(248, ctypes.c_char_p(b"user"), name, name, 4, -4)
    for make in (lambda: os.memfd_create(word), lambda: socket.socket(socket.AF_UNIX).bind("\0" + word)):
        try:
            make()
        except OSError:
            pass
else:
    found = [
        libc.syscall(29, key, 0, 0),
        libc.syscall(68, key, 0),
        libc.syscall(249, ctypes.c_char_p(b"user"), name, 0, 0),
    ]
    if numbers and any(each >= 0 for each in found):
        print("WORD", found)
