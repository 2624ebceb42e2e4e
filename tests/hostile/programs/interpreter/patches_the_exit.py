# what: `os._exit` is a function of its own, which goes on
# expect: ends
# uncontained: ends
import os

leave = os._exit


def stay(code):
    print("end", flush=True)
    leave(0)


os._exit = stay
1 / 0
