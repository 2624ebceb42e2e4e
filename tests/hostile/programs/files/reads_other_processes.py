# what: environment, memory, files and descriptors of the processes around it
# expect: harmless
# bare: an environment told
from kit import around, attempt
import os

attempt("canary", lambda: print(open(f"/proc/{around['canary']}/environ").read()))
for whom in (around["judge"], around["canary"], os.getppid(), 1, 2, 3):
    for name in (
        "environ",
        "mem",
        "maps",
        "cmdline",
        "stack",
        "auxv",
        "status",
        "stat",
        "io",
        "syscall",
        "comm",
    ):
        attempt(f"{whom}/{name}", lambda p=f"/proc/{whom}/{name}": open(p, "rb").read(1))
    for name in ("cwd", "root", "exe", "fd/0", "fd/1", "fd/3", "ns/net", "ns/mnt"):
        attempt(f"{whom}/{name}", os.readlink, f"/proc/{whom}/{name}")
        attempt(f"open {whom}/{name}", os.open, f"/proc/{whom}/{name}", os.O_RDONLY)
    for name in ("fd", "task", "map_files", "cwd/"):
        attempt(f"list {whom}/{name}", os.listdir, f"/proc/{whom}/{name}")
    attempt(f"write {whom}", lambda p=f"/proc/{whom}/oom_score_adj": open(p, "w").write("0"))
print("end")
