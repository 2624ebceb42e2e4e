# what: namespaces and mounts, in which it would have rights again
# expect: harmless
from kit import call
import ctypes

root, kind = ctypes.c_char_p(b"/"), ctypes.c_char_p(b"tmpfs")
NEW = {"mount": 0x20000, "cgroup": 1 << 25, "uts": 1 << 26, "ipc": 1 << 27, "user": 1 << 28, "pid": 1 << 29}
for flags in (*NEW.values(), 1 << 30, 0x80, sum(NEW.values()), 0x200, 0x400):
    call("unshare", flags)
    call("clone", flags | 17, 0, 0, 0, 0)
    call("setns", 0, flags)
call("clone3", (ctypes.c_uint64 * 11)(1 << 28), 88)
call("mount", kind, root, kind, 0, 0)
call("umount2", root, 2)
call("pivot_root", root, root)
call("chroot", root)
call("fsopen", kind, 0)
call("fsmount", 0, 0, 0)
call("open_tree", -100, root, 1)
call("move_mount", -100, root, -100, root, 0)
call("mount_setattr", -100, root, 0, 0, 0)
print("end")
