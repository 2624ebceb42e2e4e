# what: connects to a server of the judge, and serves
# expect: harmless
# bare: a TCP connection
from kit import around, attempt
import socket

for family, host in (
    (socket.AF_INET, "127.0.0.1"),
    (socket.AF_INET6, "::1"),
    (socket.AF_INET6, "::ffff:127.0.0.1"),
):
    attempt(f"connect {host}", lambda f=family, h=host: socket.socket(f).connect((h, around["tcp"])))
    attempt(f"serve {host}", lambda f=family, h=host: socket.socket(f).bind((h, 0)))
attempt("fast open", lambda: socket.socket().sendto(b"x", 0x20000000, ("127.0.0.1", around["tcp"])))
attempt("multipath", socket.socket, socket.AF_INET, socket.SOCK_STREAM, 262)
print("end")
