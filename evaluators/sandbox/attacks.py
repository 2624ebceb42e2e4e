"""Attacks on the surroundings, run inside the sandbox as any program is: stdin tells folder, port and judge.

Prints a line an attack, "stopped" or "passed". It stands alone and imports nothing of the project.
"""

import ctypes
import errno
import os
import socket
import sys
from collections.abc import Callable

folder, port, judge = sys.stdin.read().split("\n")[:3]
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


ATTACKS: dict[str, Callable[[], object]] = {
    "read a host file": read_file,
    "write a host file": write_file,
    "remove a host file": lambda: os.link(secret, f"{folder}/linked"),
    "change a host file's mode": lambda: os.chmod(secret, 0o600),
    "list a host folder": lambda: os.listdir(folder),
    "read another process's environment": lambda: open(f"/proc/{os.getppid()}/environ", "rb").close(),
    "signal another process": lambda: os.kill(os.getppid(), 0),
    "attach to the judge": attach,
    "connect": connect,
    "send a datagram": send_datagram,
    "start a process": fork,
    "execute a program": execute,
    "make a memory file": lambda: os.memfd_create("x"),
    "make a user namespace": lambda: call(272 if os.uname().machine == "x86_64" else 97, 0x10000000),
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
