# what: a link of its own to what is open in it, and links that lead out
# expect: harmless
from kit import around, attempt
import os

for target in ("/proc/self/mem", "/proc/self/root", around["secret"]):
    attempt(f"symlink to {target}", os.symlink, target, "link")
    attempt(f"link of {target}", os.link, target, "hard")
for name in (
    "/proc/self/fd/3",
    "/proc/self/fd/4",
    "/proc/self/fd/255",
    "/proc/self/exe",
    "/proc/self/task/1",
):
    attempt(name, os.open, name, os.O_RDWR, refusals=(1, 2, 13, 26, 30))
    attempt(f"read {name}", os.open, name, os.O_RDONLY)
print("end")
