"""Starts a command again under other circumstances: as an ordinary user, or with what Docker leaves one.

`python again.py user,docker COMMAND…`, as root, in any combination; the user is the owner of HOME. Only for
Linux on x86_64 and aarch64.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_NEW_MOUNTS, _RECURSIVE, _PRIVATE, _BIND = 0x20000, 1 << 14, 1 << 18, 1 << 12
# chown, dac_override, fowner, fsetid, kill, setgid, setuid, setpcap, net_bind_service, net_raw, sys_chroot,
# mknod, audit_write, setfcap: what Docker leaves to root in a container
_KEPT = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31)
_LAST_CAPABILITY = 40
# What Docker's profile refuses without CAP_SYS_ADMIN and its like; on x86_64 and on aarch64.
REFUSED = {
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39),
    "pivot_root": (155, 41), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "open_by_handle_at": (304, 265),
    "fsopen": (430, 430), "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "move_mount": (429, 429), "open_tree": (428, 428), "mount_setattr": (442, 442), "acct": (163, 89),
    "quotactl": (179, 60), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225),
    "sethostname": (170, 161), "setdomainname": (171, 162), "settimeofday": (164, 170),
    "clock_settime": (227, 112), "syslog": (103, 116), "fanotify_init": (300, 262),
    "mbind": (237, 235), "set_mempolicy": (238, 237), "move_pages": (279, 239), "vhangup": (153, 58),
}  # fmt: skip
CLONE, CLONE3 = (56, 220), (435, 435)
_NEW_NAMESPACES = 0x7E020000
_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _EPERM, _ENOSYS = 0x7FFF0000, 0x00050001, 0x00050026


def docker_filter() -> bytes:
    """Docker's default seccomp profile, as far as it matters here, for a container without CAP_SYS_ADMIN."""
    column = int(os.uname().machine != "x86_64")
    steps = [(_LOAD, 0, 0, 0)]
    for numbers in REFUSED.values():
        steps += [(_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, _EPERM)]
    steps += [(_EQUAL, 0, 1, CLONE3[column]), (_RETURN, 0, 0, _ENOSYS)]
    steps += [(_EQUAL, 0, 3, CLONE[column]), (_LOAD, 0, 0, 16), (_ANY_BIT, 0, 1, _NEW_NAMESPACES)]
    steps += [(_RETURN, 0, 0, _EPERM), (_RETURN, 0, 0, _ALLOW)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)


def enter_docker() -> None:
    """Install the filter and keep, for good, only Docker's capabilities; what is executed keeps to both."""
    steps = docker_filter()
    held = ctypes.create_string_buffer(steps, len(steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(steps) // 8, ctypes.addressof(held)))
    _prctl(22, 2, ctypes.addressof(program))
    for number in set(range(_LAST_CAPABILITY + 1)) - set(_KEPT):
        _prctl(24, number)  # out of the bounding set
    kept = sum(1 << number for number in _KEPT)
    header = ctypes.create_string_buffer(struct.pack("Ii", 0x20080522, 0))
    sets = ctypes.create_string_buffer(struct.pack("6I", kept, kept, 0, 0, 0, 0))
    _checked(_LIBC.capset(header, sets))


def show(needed: list[Path]) -> None:
    """Let everybody reach these folders in mounts of this process alone, whatever lies above them allows."""
    _checked(_LIBC.unshare(_NEW_MOUNTS))
    _mount("", "/", "", _RECURSIVE | _PRIVATE)
    closed: dict[Path, list[tuple[int, Path]]] = {}
    for path in needed:
        if top := next((each for each in reversed(path.parents) if not each.stat().st_mode & 1), None):
            closed.setdefault(top, []).append((os.open(path, os.O_PATH), path))
    for top, below in closed.items():
        _mount("tmpfs", str(top), "tmpfs", 0, "mode=755")
        for held, path in below:
            path.mkdir(parents=True, exist_ok=True)
            _mount(f"/proc/self/fd/{held}", str(path), "", _BIND | _RECURSIVE)
            os.close(held)


def become_ordinary() -> None:
    """Another user, without any privilege."""
    user = Path(os.environ["HOME"]).stat().st_uid
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def needed() -> list[Path]:
    """What this interpreter and the tests consist of."""
    project = Path(__file__).resolve().parents[2]
    found = {
        project,
        *(Path(each) for each in (sys.prefix, sys.base_prefix, *sys.path) if Path(each).is_dir()),
    }
    return sorted(each for each in found if not any(other in each.parents for other in found))


def _prctl(option: int, *values: int) -> None:
    _checked(_LIBC.prctl(option, *(ctypes.c_ulong(each) for each in (*values, 0, 0, 0, 0)[:4])))


def _mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    names = [each.encode() for each in (source, target, kind)]
    _checked(_LIBC.mount(*names, ctypes.c_ulong(flags), options.encode() or None))


def _checked(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def main() -> None:
    how, *command = sys.argv[1:]
    if "user" in how:
        show(needed())
    if "docker" in how:
        enter_docker()
    if "user" in how:
        become_ordinary()
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
