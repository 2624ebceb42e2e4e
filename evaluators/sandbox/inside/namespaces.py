"""A world of its own for a zygote and all below it: files, processes, network, users (namespaces(7)).

It stops, besides what Landlock and seccomp stop, looking at host files (names, sizes, links), seeing and
signalling host processes, all networks, and memory shared with others; nothing survives its first process.
It needs root, or a system that lets users make user namespaces: Docker's default profile allows neither.
"""

from __future__ import annotations

import ctypes
import os
from typing import NoReturn

from . import places, processes

_NEW_MOUNTS, _NEW_NAMES, _NEW_IPC = 0x00020000, 0x04000000, 0x08000000
_NEW_USERS, _NEW_PROCESSES, _NEW_NETWORK = 0x10000000, 0x20000000, 0x40000000
_READ_ONLY, _NO_SUID, _NO_DEVICES, _NO_EXEC = 1, 2, 4, 8  # mount(2), and the same bits in statvfs(2)
_REMOUNT, _BIND, _RECURSIVE, _PRIVATE = 1 << 5, 1 << 12, 1 << 14, 1 << 18
_NO_ACCESS_TIMES, _NO_FOLDER_TIMES, _RELATIVE_TIMES = 1 << 10, 1 << 11, 1 << 21
_STATVFS = {2: 2, 4: 4, 8: 8, 1024: _NO_ACCESS_TIMES, 2048: _NO_FOLDER_TIMES, 4096: _RELATIVE_TIMES}
_DETACH = 2  # umount2(2)
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
_ROOM = "/room"
_LINKS = {
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}
_FIRST_UID, _UIDS = 61184, 4096  # where systemd, too, takes users for one service's life


def enter(kind: places.Kind, *, users: bool) -> None:
    """Go on in a child that is the first process of new namespaces; this process waits for it and leaves.

    Its files are those of `places`, read-only, and its folder is empty. `users`: in a user namespace too, as
    its root, for callers that are not root; else as a user of its own, without any privilege. Raises OSError.
    """
    kinds = _NEW_MOUNTS | _NEW_NAMES | _NEW_IPC | _NEW_PROCESSES | _NEW_NETWORK
    room, user, group, number = os.getcwd(), os.geteuid(), os.getegid(), os.getpid()  # noqa: PTH109
    owner = 0 if users else _FIRST_UID + number % _UIDS
    rooms = os.open("..", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)  # where the room lies on the host
    before = _identities()
    _checked(processes.LIBC.unshare(kinds | (_NEW_USERS if users else 0)), "unshare")
    if users:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"0 {user} 1")
        _write("/proc/self/gid_map", f"0 {group} 1")
    pid = os.fork()
    if pid:
        _wait(pid, rooms, room)
    os.close(rooms)
    _furnish(room, kind, owner)
    _checked(processes.LIBC.sethostname(b"sandbox", 7), "sethostname")
    if not users:
        _become_nobody(owner)
    if same := [kind for kind, number in _identities() if (kind, number) in before]:
        raise OSError(f"no namespace of its own: {', '.join(same)}")
    processes.die_with_parent(0)  # whom it can't see; after the change of user, which would undo it


def _identities() -> list[tuple[str, int]]:
    """The kinds of namespaces that this process is to leave, each with the number of the one it is in."""
    kinds = ("mnt", "pid", "net", "ipc", "uts")
    return [(kind, os.stat(f"/proc/self/ns/{kind}").st_ino) for kind in kinds]  # noqa: PTH116


def _wait(pid: int, rooms: int, room: str) -> NoReturn:
    """Leave as soon as the first process of the namespaces has left, and remove its room from the host."""
    os.waitpid(pid, 0)
    try:
        os.rmdir(os.path.basename(room), dir_fd=rooms)  # noqa: PTH119  nothing can have been put there
    finally:
        os._exit(0)  # a room that could not be removed is cleared away by the next sandbox


def _become_nobody(user: int) -> None:
    """A user that owns nothing: file permissions hold whatever the other layers do."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _furnish(room: str, kind: places.Kind, owner: int) -> None:
    """Make `room` the root of all files, holding nothing but what a case may see, and turn to it.

    A compiler has a folder to write to, which belongs to `owner`: its keeper empties it.
    """
    _mount("", "/", "", _RECURSIVE | _PRIVATE)  # nothing of this shows outside
    _mount("tmpfs", room, "tmpfs", _NO_SUID | _NO_DEVICES, "size=1m,mode=755")
    for path in (*places.seen(kind), *places.DEVICES):
        if os.path.exists(path):  # noqa: PTH110
            _show(room, path)
    for name in places.SITE if kind.profile == places.PYTHON else ():
        if os.path.isdir(f"{places.library()}/{name}"):  # noqa: PTH112
            _mount("tmpfs", f"{room}{places.library()}/{name}", "tmpfs", _READ_ONLY)
    for path, target in _LINKS.items():
        os.symlink(target, room + path)  # noqa: PTH211
    for entry in os.scandir("/"):
        if entry.is_symlink() and not os.path.lexists(
            room + entry.path
        ):  # such as /lib, through which the loader finds libraries
            os.symlink(os.readlink(entry.path), room + entry.path)  # noqa: PTH115, PTH211
    os.makedirs(f"{room}/proc")  # noqa: PTH103
    _mount("proc", f"{room}/proc", "proc", _NO_SUID | _NO_DEVICES | _NO_EXEC)
    os.mkdir(room + _ROOM)  # noqa: PTH102
    if kind.profile == places.COMPILE:
        options = f"size=512m,mode=700,uid={owner},gid={owner}"
        _mount("tmpfs", room + _ROOM, "tmpfs", _NO_SUID | _NO_DEVICES | _NO_EXEC, options)
    _turn_to(room)


def _show(room: str, path: str) -> None:
    """Show a host's file or folder at its own place below `room`, to be read only."""
    folder, name = os.path.split(path)
    place = f"{room}{os.path.realpath(folder)}/{name}"
    if os.path.isdir(path):  # noqa: PTH112
        os.makedirs(place, exist_ok=True)  # noqa: PTH103
    elif not os.path.exists(place):  # noqa: PTH110
        os.makedirs(os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120
        os.close(os.open(place, os.O_CREAT | os.O_WRONLY, 0o644))
    _mount(path, place, "", _BIND)
    # What the host's mount forbids can't be left out where we are not its root.
    kept = sum(flag for bit, flag in _STATVFS.items() if os.statvfs(place).f_flag & bit)
    _mount("", place, "", _REMOUNT | _BIND | _READ_ONLY | _NO_SUID | kept)


def _turn_to(room: str) -> None:
    os.chdir(room)
    number = ctypes.c_long(_PIVOT_ROOT[os.uname().machine])
    _checked(processes.LIBC.syscall(number, b".", b"."), "pivot_root")
    _checked(processes.LIBC.umount2(b".", _DETACH), "umount")
    os.chdir("/")
    _mount("", "/", "", _REMOUNT | _READ_ONLY | _NO_SUID | _NO_DEVICES)
    os.chdir(_ROOM)


def _mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    given = [os.fsencode(each) for each in (source, target, kind)]
    done = processes.LIBC.mount(*given, ctypes.c_ulong(flags), options.encode() or None)
    _checked(done, f"mount {target}")


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:  # noqa: PTH123
        file.write(text)


def _checked(result: int, what: str) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{what}: {os.strerror(ctypes.get_errno())}")
