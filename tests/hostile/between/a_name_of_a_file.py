# what: the names alone, and what can be told of them without opening
import os
import sys

how, _, word = sys.stdin.read().partition(" ")
if how == "leave":
    for make in (os.mkdir, os.mkfifo, lambda name: os.symlink("/", name), lambda name: os.chmod(".", 0o777)):
        try:
            make(word)
        except OSError:
            pass
else:
    print(os.listdir("."), os.path.lexists(word))
