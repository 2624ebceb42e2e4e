"""What surrounds a sandbox, seen from outside: what a program must not read, change, reach or leave."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self
from uuid import uuid4

from evaluators.sandbox import Run
from evaluators.sandbox import slots as machine

_LISTS = ("/proc/keys", "/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg")
_PATIENCE_S = 20.0
_NAMED = ("/dev/shm", "/dev/mqueue", "/tmp", "/var/tmp", "/run")


class Outside:
    """A secret file in a folder, servers, a canary process and the judge's own state; `changes` compares.

    `rooms` is the folder in which the sandbox keeps its rooms.
    """

    def __init__(self, rooms: Path) -> None:
        self.mark, self.secret = uuid4().hex[:15], uuid4().hex  # the first fits a process's name
        self._rooms = rooms
        self._held = TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True)
        self.folder = Path(self._held.name)
        self.folder.chmod(0o777)  # so that no file permission alone keeps it safe
        (self.folder / "empty").mkdir()
        (self.folder / "secret").write_text(self.secret)
        (self.folder / "secret").chmod(0o666)
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", 0))
        names = {"an abstract socket": f"\0{self.mark}", "a socket in the folder": f"{self.folder}/socket"}
        self._unix = {told: _serve(name) for told, name in names.items()}
        (self.folder / "socket").chmod(0o777)
        for listening in (self._tcp, self._udp, *self._unix.values()):
            listening.setblocking(False)
        self._canary = self._start_canary()
        self._key = 0x48540000 + os.getpid() % 0xFFFF
        os.utime(self.folder / "secret", ns=(0, 10**18))  # so that the next reading shows as the last access
        self._before = self._state()
        self._running = _settled(lambda: len(_running(os.getpid())))

    def _start_canary(self) -> subprocess.Popen[bytes]:
        """A process that blocks every signal, so that one that comes stays pending, and holds the secret."""
        held = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            environment = os.environ | {"CANARY": self.secret}
            return subprocess.Popen(
                ("cat",), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for listening in (self._tcp, self._udp, *self._unix.values()):
            listening.close()
        assert self._canary.stdin is not None
        self._canary.stdin.close()
        self._canary.kill()
        self._canary.wait()
        self._held.cleanup()
        for name in _NAMED:
            for left in Path(name).glob(f"*{self.mark}*"):
                left.unlink()
        libc = ctypes.CDLL(None)
        if (shared := libc.shmget(self._key, 0, 0)) >= 0:
            libc.shmctl(shared, 0, None)  # IPC_RMID

    def told(self, tier: str) -> dict[str, object]:
        """What a program is told of it: enough to attack everything."""
        return {
            "contained": tier != "uncontained",
            "folder": str(self.folder),
            "secret": str(self.folder / "secret"),
            "path": str(self.folder / "socket"),
            "abstract": self.mark,
            "tcp": self._tcp.getsockname()[1],
            "udp": self._udp.getsockname()[1],
            "judge": os.getpid(),
            "canary": self._canary.pid,
            "key": self._key,
        }

    def changes(self, done: Run) -> set[str]:
        """What is not as it was, in words; what of the secrets a run got to know."""
        after = self._state()
        more = _eventually_at_most(self._running)
        found = set() if more else {"a process left"}
        found |= {told for told, seen in after.items() if seen != self._before[told]}
        words = f"{done.stdout.decode(errors='replace')} {done.stderr} {done.error} {done.message}"
        if self.secret in words:
            found.add("an environment told" if "CANARY" in words else "a file read")
        return found

    def _state(self) -> dict[str, object]:
        listened = {told: _nothing(each.accept) for told, each in self._unix.items()}
        status = _status(self._canary.pid)
        return {
            "a TCP connection": _nothing(self._tcp.accept),
            "a datagram": _nothing(lambda: self._udp.recv(1)),
            **listened,
            "a file read": (self.folder / "secret").stat().st_atime_ns
            if (self.folder / "secret").exists()
            else None,
            "a folder changed": _contents(self.folder),
            "a process signalled": [status.get(key) for key in ("SigPnd", "ShdPnd")],
            "a debugger": status.get("TracerPid"),
            "a process stopped or killed": status.get("State", "Z").startswith(("T", "t", "Z", "X")),
            "a process left": self._marked_processes(),
            "a key": self.mark in _text(_LISTS[0]),
            "shared memory": [str(self._key) in _text(name).split() for name in _LISTS[1:]],
            "a file left": [str(left) for name in _NAMED for left in Path(name).glob(f"*{self.mark}*")],
            "rooms": _contents(self._rooms),
            "slots": sorted(_contents(machine.runtime_folder() / "slots")),
            "descriptors of the judge": _descriptors(),
            "children of the judge": sorted(_children(os.getpid())),
            "user and limits of the judge": _of_the_judge(),
        }

    def _marked_processes(self) -> list[int]:
        """The processes whose command line or name bears the mark."""
        paths = (path for path in Path("/proc").glob("[0-9]*"))
        return [
            int(path.name) for path in paths if self.mark in _text(path / "cmdline") + _text(path / "comm")
        ]


def _serve(name: str) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(name)
    listening.listen()
    return listening


def _nothing(get: Callable[[], object]) -> bool:
    """Whether nothing has come."""
    try:
        get()
    except BlockingIOError:
        return True
    return False


def _contents(folder: Path) -> dict[str, object]:
    """All that is in a folder, with times, modes and contents."""
    found: dict[str, object] = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        seen = path.lstat()
        held = path.read_bytes() if path.is_file() and path.name != "secret" and seen.st_size else b""
        found[str(path)] = (seen.st_ino, seen.st_mode, seen.st_uid, seen.st_size, seen.st_mtime_ns, held)
    return found


def _status(pid: int) -> dict[str, str]:
    lines = _text(f"/proc/{pid}/status").splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def _text(path: Path | str) -> str:
    with suppress(OSError):
        return Path(path).read_bytes().decode(errors="replace")
    return ""


def _descriptors() -> list[str]:
    """What the judge holds open, without the numbers that a new channel to a keeper changes."""
    found = []
    for path in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # the one that lists them
            found.append(str(path.readlink()).partition(":[")[0])
    return sorted(found)


def _children(pid: int) -> list[int]:
    return [
        int(child) for path in Path(f"/proc/{pid}/task").glob("*/children") for child in _text(path).split()
    ]


def _running(pid: int) -> list[int]:
    """All descendants but those that have ended."""
    alive = [child for child in _children(pid) if not _status(child).get("State", "Z").startswith(("Z", "X"))]
    return [each for child in alive for each in (child, *_running(child))]


def _settled(look: Callable[[], int]) -> int:
    """A number once it stays: the keeper of an earlier program may be about to leave."""
    seen = [-1, look()]
    while len(set(seen[-3:])) > 1:
        time.sleep(0.004)
        seen.append(look())
    return seen[-1]


def _eventually_at_most(most: int) -> bool:
    """Whether no more processes than these are left below the judge, as soon as what leaves has left."""
    end = time.monotonic() + _PATIENCE_S
    while len(_running(os.getpid())) > most:
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def _of_the_judge() -> list[str]:
    status = _status(os.getpid())
    kept = ("Uid", "Gid", "SigBlk", "SigIgn", "SigCgt", "Seccomp", "NoNewPrivs", "CapEff", "TracerPid")
    return [*(status.get(key, "") for key in kept), _text("/proc/self/limits")]
