"""How far programs are contained on this machine: found by attacking ourselves, once a process."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluators.sandbox.inside import confine, landlock, seccomp, wire
from evaluators.sandbox.link import Keeper, KeeperLost

CONTAINER, UNCONTAINED = "container", "uncontained"
_ATTACKS = Path(__file__).with_name("attacks.py")
_STOPPED, _PASSED = "stopped", "passed"
_BOUNDS = wire.Bounds(512 << 20, 1 << 20)
_CASE = wire.Case(10.0, 60.0)


@dataclass(frozen=True, slots=True)
class Tier:
    """The name of a tier, and why it is not a better one: "" if nothing is missing."""

    name: str
    reason: str = ""

    @property
    def contained(self) -> bool:
        """Whether programs of strangers may run in it."""
        return self.name != UNCONTAINED


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of containment on this machine: what it stops, or what is missing."""

    name: str
    there: bool
    state: str


def layers() -> tuple[Layer, ...]:
    """The layers that a contained program is in, outermost first."""
    landlocked = landlock.version()
    return (
        Layer(
            "Landlock",
            landlocked > 0,
            f"version {landlocked}; opens nothing but the interpreter's library"
            if landlocked
            else "it needs Linux 5.13 or newer, and landlock among the kernel's security modules",
        ),
        Layer(
            "seccomp",
            seccomp.known(),
            "no processes, sockets, signals to others, foreign memory, changes by name"
            if seccomp.known()
            else "there is a table of calls for Linux on x86_64 and aarch64 only",
        ),
        Layer("capabilities", confine.possible(), "dropped, for root too"),
        Layer("limits", True, "CPU time, memory, output, wall time, open files; whatever is left is killed"),
    )


@lru_cache(maxsize=1)
def found() -> Tier:
    """The tier of this machine. It fails closed: whatever is in doubt makes it "uncontained"."""
    if not confine.possible():
        return Tier(UNCONTAINED, "this system has not both Landlock and seccomp (Linux 5.13 or newer)")
    try:
        passed = passed_attacks(contained=True)
        control = passed_attacks(contained=False)
    except (OSError, KeeperLost, ValueError) as fault:
        return Tier(UNCONTAINED, f"the self-test failed: {fault}")
    if passed:
        return Tier(UNCONTAINED, f"the self-test was not stopped from: {', '.join(passed)}")
    if "read a host file" not in control:
        return Tier(UNCONTAINED, "the self-test proves nothing: its attacks fail without containment too")
    return Tier(CONTAINER)


def passed_attacks(contained: bool) -> list[str]:
    """Run the attacks as a program of its own; those that reached what they should not. Raises OSError."""
    with TemporaryDirectory(prefix="hardtwin-") as folder, socket.create_server(("127.0.0.1", 0)) as server:
        secret = Path(folder, "secret")
        secret.write_text("secret")
        address = f"{folder}\n{server.getsockname()[1]}\n{os.getpid()}\n"
        keeper = Keeper(contained)
        try:
            done = keeper.exchange(_ATTACKS.read_bytes(), _BOUNDS, _CASE, address.encode())
        finally:
            keeper.close()
        told = [line.rpartition(": ")[::2] for line in done.stdout.decode().splitlines()]
        if done.reply.exit_code or done.reply.killed or not told or told[-1] != ("end", _STOPPED):
            raise ValueError(f"the attacks did not run to their end: {done.reply.message.decode()}")
        if secret.read_text() != "secret" or len(list(secret.parent.iterdir())) > 1:
            return [name for name, how in told if how == _PASSED] or ["write a host file unseen"]
    return [name for name, how in told if how != _STOPPED]
