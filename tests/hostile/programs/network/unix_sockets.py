# what: sockets with abstract names and in the folder of the judge, and pairs that could send to others
# expect: harmless
# bare: an abstract socket; a socket in the folder
from kit import around, attempt
import socket


def connect(name, kind):
    with socket.socket(socket.AF_UNIX, kind) as sock:
        sock.connect(name)
        sock.send(b"MARK")


for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    attempt(f"abstract {kind}", connect, "\0" + around["abstract"], kind, refusals=(1, 13, 91, 111))
    attempt(f"path {kind}", connect, around["path"], kind, refusals=(1, 2, 13, 91, 111))
if around["contained"]:
    attempt("bind", lambda: socket.socket(socket.AF_UNIX).bind("\0MARK"))
    for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_RAW):
        attempt(f"a pair of {kind}", socket.socketpair, socket.AF_UNIX, kind)
    one, other = socket.socketpair()
    attempt("an address on a pair", one.sendto, b"x", "\0" + around["abstract"])
    attempt("a message on a pair", one.sendmsg, [b"x"], [], 0, "\0" + around["abstract"])
    attempt("descriptors on a pair", socket.send_fds, one, [b"x"], [0])
    attempt("connect a pair", one.connect, "\0" + around["abstract"])
print("end")
