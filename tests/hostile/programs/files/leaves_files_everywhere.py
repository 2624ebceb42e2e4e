# what: a file in every place where one can usually be left
# expect: harmless
from kit import attempt
import os
import sys

places = [
    ".",
    "/tmp",
    "/var/tmp",
    "/dev/shm",
    "/run",
    "/dev/mqueue",
    "/root",
    "/home",
    os.path.dirname(os.__file__),
]
for place in [*places, os.path.dirname(sys.executable), *sys.path]:
    attempt(place, lambda place=place: open(f"{place}/MARK", "w"))
    attempt(f"folder in {place}", os.mkdir, f"{place}/MARK.d")
attempt("library", lambda: open(os.__file__, "r+"))
attempt("mode of its folder", os.chmod, ".", 0o777)
attempt("its folder away", os.rmdir, os.getcwd())
attempt("chroot", os.chroot, ".")
print("end")
