# what: keyrings, which outlive processes
# expect: harmless
# bare: a key
from kit import around, attempt, call, system_call
import ctypes

name = ctypes.c_char_p(b"MARK")


def add_for_some_seconds():
    key = system_call("add_key", ctypes.c_char_p(b"user"), name, name, 4, -4)
    system_call("keyctl", 15, key, 5)


attempt("add", add_for_some_seconds, refusals=(1,))
if around["contained"]:
    call("add_key", ctypes.c_char_p(b"user"), name, name, 4, -3)
    call("request_key", ctypes.c_char_p(b"user"), name, 0, -3)
    for order in range(12):
        call("keyctl", order, -3, 1, 0, 0)
print("end")
