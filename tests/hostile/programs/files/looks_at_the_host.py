# what: names, sizes and links of the host's files and processes, without opening any
# expect: harmless
# passes in container: size of the secret; name of a socket; the judge's folder of /proc
from kit import around, attempt
import os

attempt("size of the secret", os.stat, around["secret"])
attempt("name of a socket", os.lstat, around["path"])
attempt("the judge's folder of /proc", os.stat, f"/proc/{around['judge']}")
attempt("descriptors of the judge", os.stat, f"/proc/{around['judge']}/fd/0")
attempt("program of the judge", os.readlink, f"/proc/{around['judge']}/exe")
attempt("program of the keeper", os.readlink, f"/proc/{os.getppid()}/exe")
attempt("extended attributes", os.listxattr, around["secret"])
attempt("free space", os.statvfs, around["folder"])
print("end")
