# what: a number told by which file of the library is read, whose time of last access everybody may look at
# only where: container
# gets through at times: the host's own files are read there, which changes their access times, and stat shows these
import os
import sys
import time

how, _, word = sys.stdin.read().partition(" ")
files = sorted(
    f"{place}/{name}" for place, _, names in os.walk(os.path.dirname(os.__file__)) for name in names
)
files = [(number % 64, name) for number, name in enumerate(files) if name.endswith(".py") and "/test" in name]
if how == "leave":
    for number, name in files:
        seen = os.stat(name)  # most file systems note an access only if the last one is a day ago
        if number == int(word, 16) % 64 and seen.st_atime < max(seen.st_mtime, time.time() - 86_400):
            open(name).read()
            break
elif max(files, key=lambda each: os.stat(each[1]).st_atime)[0] == int("WORD", 16) % 64:
    print("WORD")
