# what: a socket of every family and kind
# expect: harmless
from kit import attempt
import socket

for family in range(46):
    for kind in (1, 2, 3, 5):
        attempt(f"{family}/{kind}", socket.socket, family, kind, 0, refusals=(1,))
attempt("netlink", socket.socket, socket.AF_NETLINK, socket.SOCK_RAW, 0, refusals=(1,))
attempt("vsock", socket.socket, 40, socket.SOCK_STREAM, 0, refusals=(1,))
attempt("crypto", socket.socket, 38, 5, 0, refusals=(1,))
attempt("interfaces", socket.if_nameindex)
print("end")
