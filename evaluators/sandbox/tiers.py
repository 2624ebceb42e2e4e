"""How far programs are contained on this machine: found by attacking ourselves, once a process."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluators.sandbox.inside import landlock, seccomp, wire
from evaluators.sandbox.inside.zygote import CONTAINER, ROOT, UNCONTAINED, USERNS, WEAK
from evaluators.sandbox.link import Keeper, KeeperLost
from evaluators.sandbox.streams import Streams

_ATTACKS = Path(__file__).with_name("attacks.py")
_STOPPED, _PASSED = "stopped", "passed"
_BOUNDS = wire.Bounds(512 << 20, 1 << 20)
_CASE = wire.Case(10.0, 60.0)
# What each tier leaves open, besides what the tiers before it do.
_USER = {"keep the judge's user"}
_SEEING = {"see a host file", "see a host process"}
_READING = {"read a host file", "list a host folder", "read another process's environment"}
_LISTING = {"list the root folder"}  # what Landlock alone stops
_WRITING = {"write a host file"}
OPEN = {
    ROOT: set[str](),
    USERNS: _USER,
    CONTAINER: _USER | _SEEING,
    WEAK: _USER | _SEEING | _READING | _LISTING | _WRITING,
}


@dataclass(frozen=True, slots=True)
class Tier:
    """The name of a tier, and why it is not a better one: "" if nothing is missing."""

    name: str
    reason: str = ""

    @property
    def contained(self) -> bool:
        """Whether programs of strangers may run in it."""
        return self.name in (ROOT, USERNS, CONTAINER)


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of containment on this machine: what it stops, or what is missing."""

    name: str
    there: bool
    state: str


def layers(tier: Tier) -> tuple[Layer, ...]:
    """The layers that a program of a stranger is in, outermost first."""
    apart = tier.name in (ROOT, USERNS)
    filtered = tier.name != UNCONTAINED
    files_too = filtered and tier.name != WEAK and landlock.version() > 0
    return (
        Layer(
            "namespaces",
            apart,
            "its own files, processes, network; no host file or process is even seen"
            if apart
            else "run as root, or allow user namespaces (not in Docker's default profile)",
        ),
        Layer(
            "user",
            tier.name == ROOT,
            "one of its own, who owns nothing"
            if tier.name == ROOT
            else "the judge's own; run as root on a host",
        ),
        Layer(
            "Landlock",
            files_too,
            f"version {landlock.version()}; opens nothing but the interpreter's library"
            if files_too
            else "needs Linux 5.13 or newer, and landlock among the kernel's security modules",
        ),
        Layer(
            "seccomp",
            filtered,
            "no processes, sockets, signals to others, foreign memory, changes by name"
            if filtered
            else "there is a table of calls for Linux on x86_64 and aarch64 only",
        ),
        Layer("capabilities", filtered, "dropped, for root too" if filtered else "kept"),
        Layer("limits", True, "CPU time, memory, output, wall time, open files; whatever is left is killed"),
    )


@lru_cache(maxsize=1)
def found() -> Tier:
    """The best tier of this machine. It fails closed: a tier that is in doubt in any way is passed over."""
    if not seccomp.known():
        return Tier(
            UNCONTAINED, "there is no containment for this system, only for Linux on x86_64 and aarch64"
        )
    try:
        control = passed_attacks(UNCONTAINED)
    except (OSError, KeeperLost, ValueError) as fault:
        return Tier(UNCONTAINED, f"the self-test failed: {fault}")
    if missing := (_USER | _SEEING | _READING | _LISTING) - set(control):
        told = ", ".join(sorted(missing))
        return Tier(UNCONTAINED, f"the self-test proves nothing: without containment, too, it can't {told}")
    doubts: list[str] = []
    for name in OPEN:
        if name == ROOT and os.geteuid():
            continue
        doubt = doubt_of(name)
        if not doubt:
            return Tier(name, "; ".join(doubts))
        doubts.append(f"{name}: {doubt}")
    return Tier(UNCONTAINED, "; ".join(doubts))


def doubt_of(name: str) -> str:
    """Why programs must not be trusted to this tier here; "" when all its layers were seen to hold."""
    try:
        passed = passed_attacks(name)
    except (OSError, KeeperLost, ValueError) as fault:
        return f"the self-test failed: {fault}"
    expected = OPEN[name] | (set() if landlock.version() else _LISTING)
    if found := [attack for attack in passed if attack not in expected]:
        return f"the self-test was not stopped from: {', '.join(found)}"
    return ""


def passed_attacks(tier: str) -> list[str]:
    """Run the attacks as a program of its own; those that reached what they should not. Raises OSError."""
    with TemporaryDirectory(prefix="hardtwin-") as folder, socket.create_server(("127.0.0.1", 0)) as server:
        secret = Path(folder, "secret")
        secret.write_text("secret")
        around = f"{folder}\n{server.getsockname()[1]}\n{os.getpid()}\n{os.getuid()}\n"
        keeper = Keeper(tier)
        try:
            with Streams(around.encode()) as streams:
                reply = keeper.exchange(_ATTACKS.read_bytes(), _BOUNDS, _CASE, streams)
                written = streams.written(_BOUNDS.output).decode()
        finally:
            keeper.close()
        told = [line.rpartition(": ")[::2] for line in written.splitlines()]
        if reply.exit_code or reply.killed or not told or told[-1] != ("end", _STOPPED):
            raise ValueError(f"the attacks did not run to their end: {reply.message.decode()}")
        passed = [name for name, how in told if how != _STOPPED]
        if not passed and (secret.read_text() != "secret" or len(list(secret.parent.iterdir())) > 1):
            return ["write a host file unseen"]
    return passed
