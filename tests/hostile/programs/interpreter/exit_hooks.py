# what: hooks that raise, leave with other codes and register more of themselves
# expect: ends
# uncontained: ends
import atexit
import os


@atexit.register
def hook(left=100):
    if left:
        atexit.register(hook, left - 1)
    raise SystemExit(77)


atexit.register(lambda: 1 / 0)
atexit.register(os.dup2, 1, 2)
