# what: the secret file beside which the judge waits, by every way to open it
# expect: harmless
# bare: a file read
from kit import around, attempt, call
import ctypes
import os
import sys

path = around["secret"]
names = [
    path,
    f"/proc/self/root{path}",
    f"/proc/self/cwd/../../..{path}",
    f"/proc/{around['judge']}/root{path}",
]
names += [f"/proc/1/root{path}", f"/proc/{os.getppid()}/root{path}", f"/proc/thread-self/root{path}"]
names += ["/.." * 9 + path, "../" * 30 + path[1:], f"/dev/fd/../../..{path}"]
for name in names:
    attempt(f"open {name}", lambda name=name: print(open(name).read()))
    attempt(
        f"O_PATH and again {name}", lambda name=name: open(f"/proc/self/fd/{os.open(name, os.O_PATH)}").read()
    )
attempt("listdir", os.listdir, os.path.dirname(path))
call("openat2", -100, ctypes.c_char_p(path.encode()), ctypes.create_string_buffer(24), 24)
handle = ctypes.create_string_buffer(b"\x80" + bytes(200))
call("name_to_handle_at", -100, ctypes.c_char_p(path.encode()), handle, ctypes.byref(ctypes.c_int()), 0)
call("open_by_handle_at", -100, handle, 0)
sys.path.insert(0, os.path.dirname(path))
attempt("runpy", lambda: __import__("runpy").run_path(path))
print("end")
