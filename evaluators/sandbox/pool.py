"""The sandbox itself: some keepers, one a slot, and the run of a program on one of them."""

from __future__ import annotations

import os
import signal
from queue import SimpleQueue
from threading import Lock
from types import TracebackType
from typing import Self

from evaluators.items import Limits
from evaluators.sandbox import slots as machine
from evaluators.sandbox import tiers
from evaluators.sandbox.inside import wire
from evaluators.sandbox.link import Exchange, Keeper, KeeperLost
from evaluators.sandbox.modules import folder_of
from evaluators.sandbox.runs import Run, Stop

_STOPS = tuple(Stop)
_MEGABYTE = 1 << 20
_CLOSED = "this sandbox is closed"


class Sandbox:
    """Runs programs, at most `slots` at a time; a context manager that leaves nothing running.

    Several sandboxes, in any processes of one user, together never run more programs than the machine has
    physical cores. `tier` names how far a program is contained: "container" means that it reaches nothing
    outside itself, "uncontained" that there are limits on time, memory and output, and that all it started is
    killed, but it can read what the user can.
    """

    def __init__(self, slots: int | None = None, tier: tiers.Tier | None = None) -> None:
        """As many slots as there are physical cores, and the tier of the machine, unless told otherwise."""
        self._tier = tier or tiers.found()
        self.slots = slots or machine.physical_cores()
        if self.slots < 1:
            raise ValueError(f"sandbox.slots={slots}: it must be at least 1")
        self._owner = os.getpid()
        self._lock = Lock()
        self._closed = False
        self._keepers: set[Keeper] = set()
        self._idle: SimpleQueue[Keeper | None] = SimpleQueue()
        for _ in range(self.slots):
            self._idle.put(None)  # a slot whose keeper is started when first needed

    @property
    def tier(self) -> str:
        """The name of the tier that programs run in."""
        return self._tier.name

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all keepers with whatever they run. Runs under way raise RuntimeError."""
        with self._lock:
            self._closed = True
            keepers, self._keepers = self._keepers, set()
        for keeper in keepers:
            keeper.hang_up()
        for keeper in keepers:
            keeper.close()

    def run(
        self, program: str, stdin: bytes, limits: Limits, cpu_s: float | None = None, *, alone: bool = False
    ) -> Run:
        """Run `program` on `stdin` until it ends, breaks a limit or has used `cpu_s` seconds of CPU time.

        By default these are L, the last of the limits on time. Wall time is bounded by 3 L + 2 s, a backstop
        against sleepers. Safe to call from many threads; blocks until a slot is free or, `alone`, all slots
        of the machine are. Should its keeper die, the case is run once more on another one. Raises ValueError
        for a module that is not installed, RuntimeError on a sandbox that is closed or belongs to another
        process.
        """
        if self._owner != os.getpid():
            raise RuntimeError("this sandbox was forked: make one in each process")
        case = _case(limits, cpu_s)
        source = program.encode(errors="surrogatepass")
        modules = str(folder_of(limits.modules)) if limits.modules else ""
        keeper = self._idle.get()
        try:
            with machine.hold(give_up=lambda: self._closed, alone=alone):
                for _ in range(2):
                    if keeper and keeper.modules != modules:
                        self._discard(keeper)
                        keeper = None
                    keeper = keeper or self._start(modules)
                    try:
                        return _run(keeper.exchange(source, case, stdin))
                    except KeeperLost as fault:
                        lost = str(fault)
                        self._discard(keeper)
                        keeper = None
        except machine.GivenUp:
            raise RuntimeError(_CLOSED) from None
        finally:
            self._idle.put(keeper)
        return _fault(f"the sandbox lost its keeper twice on this case: {lost}")

    def _start(self, modules: str) -> Keeper:
        with self._lock:
            if self._closed or self._owner != os.getpid():
                raise RuntimeError(
                    _CLOSED if self._closed else "this sandbox was forked: make one in each process"
                )
            keeper = Keeper(self._tier.contained, modules)
            self._keepers.add(keeper)
            return keeper

    def _discard(self, keeper: Keeper) -> None:
        with self._lock:
            ours = keeper in self._keepers
            self._keepers.discard(keeper)
        if ours:
            keeper.close()


def _case(limits: Limits, cpu_s: float | None) -> wire.Case:
    last = limits.seconds[-1]
    return wire.Case(
        cpu_s=last if cpu_s is None else cpu_s,
        wall_s=3 * last + 2,
        memory=limits.memory_mb * _MEGABYTE,
        output=int(limits.output_mb * _MEGABYTE),
    )


def _run(done: Exchange) -> Run:
    reply = done.reply
    error, message = reply.error.decode(errors="replace"), reply.message.decode(errors="replace")
    stop = _STOPS[reply.stop]
    if reply.killed and stop is Stop.NO:
        error = _signal_name(reply.killed)
        message = f"killed by {error}"
    return Run(
        stdout=done.stdout,
        stop=stop,
        exit_code=None if reply.killed else reply.exit_code,
        signal=reply.killed or None,
        cpu_s=reply.cpu_s,
        wall_s=reply.wall_s,
        memory_mb=reply.memory_mb,
        stderr=done.stderr.decode(errors="replace"),
        error=error,
        message=message,
        compiled=reply.compiled,
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"SIG{number}"


def _fault(message: str) -> Run:
    return Run(b"", Stop.FAULT, None, None, 0.0, 0.0, 0.0, message=message)
