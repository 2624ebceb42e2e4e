# what: a number told by how many cookies of sockets are drawn: the kernel counts them for everybody
import _socket
import struct
import sys

how, _, word = sys.stdin.read().partition(" ")
pair = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM)
try:
    if how == "leave":
        for _ in range(3000 * (1 + int(word, 16) % 8)):
            one, two = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM)
            one.getsockopt(_socket.SOL_SOCKET, 57, 8)
            one.close()
            two.close()
    elif struct.unpack("Q", pair[0].getsockopt(_socket.SOL_SOCKET, 57, 8))[0]:
        print("WORD")
except PermissionError:
    print("refused")
