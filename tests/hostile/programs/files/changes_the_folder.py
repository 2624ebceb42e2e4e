# what: makes, changes and removes files of the host
# expect: harmless
# bare: a folder changed
from kit import around, attempt
import os

folder, secret = around["folder"], around["secret"]
attempt("make", lambda: open(f"{folder}/made", "w").write("x"))
attempt("append", lambda: open(secret, "a").write("x"))
attempt("truncate", os.truncate, secret, 0)
attempt("chmod", os.chmod, secret, 0o777)
attempt("chown", os.chown, secret, os.getuid(), os.getgid())
attempt("utime", os.utime, secret)
attempt("setxattr", os.setxattr, secret, "user.x", b"x", refusals=(1, 2, 13, 30, 95))
attempt("link", os.link, secret, f"{folder}/linked")
attempt("symlink", os.symlink, secret, f"{folder}/symlinked")
attempt("mkdir", os.mkdir, f"{folder}/sub")
attempt("mkfifo", os.mkfifo, f"{folder}/fifo")
attempt("mknod", os.mknod, f"{folder}/node", 0o20666, os.makedev(1, 1))
attempt("rename", os.rename, secret, f"{folder}/renamed")
attempt("unlink", os.unlink, secret)
attempt("rmdir", os.rmdir, f"{folder}/empty")
print("end")
