"""Attacks on the surroundings, run inside the sandbox as any program is.

Stdin tells folder, port, the judge's process and user. Prints a line an attack, "stopped" or "passed". It
stands alone and imports nothing of the project.
"""

import ctypes
import errno
import os
import resource
import socket
import struct
import sys
from collections.abc import Callable

folder, port, judge, user = sys.stdin.read().split("\n")[:4]
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
secret = f"{folder}/secret"


def call(*arguments: object) -> int:
    """A raw system call; raises where the kernel refuses."""
    result = libc.syscall(*(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return int(result)


def read_file() -> None:
    """The secret beside which the judge waits."""
    with open(secret) as file:
        assert file.read() == "secret"


def write_file() -> None:
    """A new file beside it."""
    with open(f"{folder}/made", "w") as file:
        file.write("x")


def connect() -> None:
    """TCP to a server of the judge."""
    with socket.socket() as sock:
        sock.connect(("127.0.0.1", int(port)))


def send_datagram() -> None:
    """UDP, which Landlock does not know."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.sendto(b"x", ("127.0.0.1", int(port)))


def fork() -> None:
    """A process of its own."""
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


def execute() -> None:
    """Another program in its place."""
    try:
        os.execv(folder, [folder])  # a folder: where the call is allowed it says so, and this process goes on
    except PermissionError as fault:
        if fault.errno != errno.EACCES:
            raise


def attach() -> None:
    """The judge's memory, as a debugger."""
    # PTRACE_SEIZE, unlike PTRACE_ATTACH, does not stop the judge, and ends with this process.
    call(101 if os.uname().machine == "x86_64" else 117, 0x4206, int(judge), 0, 0)


def keep_user() -> None:
    """The same user as the judge: what that one may, this one may."""
    if os.getuid() != int(user):
        raise PermissionError(errno.EPERM, "another user")


def keep_capability() -> None:
    """Any privilege at all."""
    header = ctypes.create_string_buffer(struct.pack("Ii", 0x20080522, 0))
    held = ctypes.create_string_buffer(24)
    call(125 if os.uname().machine == "x86_64" else 90, header, held)
    if not any(struct.unpack("6I", held.raw)):
        raise PermissionError(errno.EPERM, "none left")


def unlimited() -> None:
    """Any of the limits left out."""
    kinds = (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_CORE)
    if all(resource.RLIM_INFINITY not in resource.getrlimit(kind) for kind in kinds):
        raise PermissionError(errno.EPERM, "all are set")


ATTACKS: dict[str, Callable[[], object]] = {
    "keep the judge's user": keep_user,
    "read a host file": read_file,
    "write a host file": write_file,
    "remove a host file": lambda: os.link(secret, f"{folder}/linked"),
    "change a host file's mode": lambda: os.chmod(secret, 0o600),
    "list a host folder": lambda: os.listdir(folder),
    "list the root folder": lambda: os.listdir("/"),
    "keep a capability": keep_capability,
    "be without a limit": unlimited,
    "read another process's environment": lambda: open(f"/proc/{judge}/environ", "rb").close(),
    "signal another process": lambda: os.kill(os.getppid(), 0),
    "attach to the judge": attach,
    "connect": connect,
    "send a datagram": send_datagram,
    "start a process": fork,
    "execute a program": execute,
    "make a memory file": lambda: os.memfd_create("x"),
    "make a user namespace": lambda: call(272 if os.uname().machine == "x86_64" else 97, 0x10000000),
    "see a host file": lambda: os.stat(secret),
    "see a host process": lambda: os.stat(f"/proc/{judge}"),
    "unshare descriptors": lambda: call(436, 9000, 9000, 2),
    "open a host file for nothing": lambda: os.close(os.open(secret, 3)),
    "truncate a host file": lambda: os.close(os.open(secret, 3 | os.O_TRUNC)),  # last of those that need it
    "ask for io_uring": lambda: call(425, 1, ctypes.create_string_buffer(120)),
}

for name, attack in ATTACKS.items():
    try:
        attack()
    except OSError:
        print(f"{name}: stopped")
    else:
        print(f"{name}: passed")
print("end: stopped")
