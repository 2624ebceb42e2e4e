# what: files of the host that everybody may read there
# expect: harmless
from kit import attempt
import os
import sys

for name in (
    *("/etc/passwd", "/etc/hostname", "/etc/hosts", "/etc/resolv.conf", "/etc/shadow", "/root/.bashrc"),
    *("/proc/cpuinfo", "/proc/net/unix", "/proc/net/tcp", "/proc/mounts", "/proc/kallsyms", "/proc/version"),
    *("/proc/self/maps", "/proc/self/mem", "/proc/self/environ", "/proc/self/cmdline", "/proc/self/status"),
    *("/proc/keys", "/proc/locks", "/proc/sysvipc/shm", "/proc/sys/kernel/hostname", "/proc/loadavg"),
    *("/sys/kernel/notes", "/sys/class/dmi/id/product_name", "/sys/fs/cgroup/cgroup.procs"),
    *("/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/sda", "/dev/tty", "/dev/ptmx", "/dev/fuse", "/dev/kvm"),
    *("/dev/zero", "/dev/full", "/dev/net/tun", "/dev/loop-control", sys.executable, "/bin/sh"),
):
    attempt(name, lambda name=name: open(name, "rb").read(1), refusals=(1, 2, 13, 6, 19))
for name in (
    "/",
    "/tmp",
    "/home",
    "/etc",
    "/proc",
    "/proc/self/fd",
    "/proc/self/task",
    "/dev",
    "/var",
    "/sys",
):
    attempt(name, os.listdir, name)
print("end")
