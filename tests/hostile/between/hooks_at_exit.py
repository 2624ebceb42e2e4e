# what: hooks that are still registered when the next case ends
import atexit
import gc
import sys

how, _, word = sys.stdin.read().partition(" ")
if how == "leave":
    atexit.register(print, word)
    gc.callbacks.append(lambda *_: print(word))
    sys.addaudithook(lambda *_: None)
else:
    print(gc.callbacks)
