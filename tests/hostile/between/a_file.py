# what: a file, a folder or a compiled module, in its own folder and where one can usually be left
import os
import sys

how, _, word = sys.stdin.read().partition(" ")
places = [".", "/tmp", "/var/tmp", "/dev/shm", "/run", "/dev/mqueue", *sys.path]
for place in places:
    path = f"{place}/left-for-the-next-case.py"
    try:
        if how == "leave":
            open(path, "w").write(word)
        else:
            print(open(path).read())
            os.unlink(path)
    except OSError:
        pass
