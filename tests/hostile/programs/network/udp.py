# what: a datagram, which Landlock does not know
# expect: harmless
# bare: a datagram
from kit import around, attempt
import socket


def send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"MARK", ("127.0.0.1", around["udp"]))


attempt("send", send)
print("end")
