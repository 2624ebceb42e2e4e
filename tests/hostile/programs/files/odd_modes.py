# what: opens files neither to read nor to write, which asks no right of Landlock, and truncates them by that
# expect: harmless
# bare: a folder changed
from kit import around, attempt
import os

secret = around["secret"]
for name, flags in {"neither": 3, "neither, truncated": 3 | os.O_TRUNC, "truncated": os.O_TRUNC}.items():
    attempt(name, lambda flags=flags: os.close(os.open(secret, flags)))
attempt("a folder", lambda: os.open(around["folder"], 3))
attempt("a device", lambda: os.open("/dev/ptmx", 3))
attempt("without a name", lambda: os.open(around["folder"], 3 | os.O_TMPFILE))
print("end")
