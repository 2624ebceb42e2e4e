"""The sandbox itself: some slots, and the run of a program, or of two that talk, on one of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock
from types import TracebackType
from typing import Self, TypeVar

from evaluators.items import Limits
from evaluators.sandbox import slots as machine
from evaluators.sandbox import tiers
from evaluators.sandbox.inside import wire
from evaluators.sandbox.inside.places import Kind
from evaluators.sandbox.link import Keeper, KeeperLost
from evaluators.sandbox.programs import Program, content, kind_of
from evaluators.sandbox.runs import Interaction, Run, fault, told
from evaluators.sandbox.streams import Streams

T = TypeVar("T")
_MEGABYTE = 1 << 20
_CLOSED = "this sandbox is closed"
_FORKED = "this sandbox was forked: make one in each process"
_Slot = dict[tuple[Kind, bool], Keeper]
"""The keepers of one slot by the kind of their programs and whether these are interactors."""


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
        self._idle: SimpleQueue[_Slot] = SimpleQueue()
        for _ in range(self.slots):
            self._idle.put({})  # keepers are started when first needed

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
        self,
        program: Program,
        stdin: bytes,
        limits: Limits,
        cpu_s: float | None = None,
        *,
        alone: bool = False,
        files: Sequence[bytes] = (),
        arguments: Sequence[str] = (),
    ) -> Run:
        """Run `program` on `stdin` until it ends, breaks a limit or has used `cpu_s` seconds of CPU time.

        By default these are L, the last of the limits on time. Wall time is bounded by 3 L + 2 s, a backstop
        against sleepers. The program finds `files` open from descriptor 3 on and `arguments` on its command
        line. Safe to call from many threads; blocks until a slot is free or, `alone`, all slots of the
        machine are. Should its keeper die, the case is run once more on another one. Raises ValueError for a
        module that is not installed, RuntimeError on a sandbox that is closed or belongs to another process.
        """
        call = _call(program, limits, arguments, cpu_s)

        def once(slot: _Slot) -> Run:
            streams = Streams(stdin, None, files, arguments)
            with streams as descriptors:
                reply = self._exchange(slot, call, descriptors)
                return told(reply, streams.written(call.bounds.output), streams.complaint())

        return self._insist(once, fault, alone=alone)

    def interact(self, program: Program, interactor: Program, given: bytes, limits: Limits) -> Interaction:
        """Run `program` and `interactor`, each reading what the other writes, with the same limits each.

        The interactor finds `given`, which the program does not see, on descriptor 3. They share a slot, as
        they take turns. What they said to each other is not kept. Errors as for `run`.
        """
        calls = (_call(program, limits, piped=True), _call(interactor, limits, piped=True, asks=True))

        def once(slot: _Slot) -> Interaction:
            (from_interactor, to_program), (from_program, to_interactor) = os.pipe(), os.pipe()
            sides = (
                Streams(from_interactor, to_interactor),
                Streams(from_program, to_program, more=(given,)),
            )

            def side(at: int) -> tuple[Run, float]:
                with sides[at] as descriptors:  # closed as soon as it ends: the other one sees that
                    reply = self._exchange(slot, calls[at], descriptors)
                    return told(reply, b"", sides[at].complaint()), time.monotonic()

            with ThreadPoolExecutor(1) as pool:
                asking = pool.submit(side, 1)
                (ran, first), (asked, second) = side(0), asking.result()
            return Interaction(ran, asked, program_first=first < second)

        return self._insist(once, lambda why: Interaction(fault(why), fault(why), program_first=False))

    def _insist(self, once: Callable[[_Slot], T], give_up: Callable[[str], T], *, alone: bool = False) -> T:
        """Do `once` on a slot, and again should a keeper be lost."""
        if self._owner != os.getpid():
            raise RuntimeError(_FORKED)
        lost = ""
        with self._slot(alone) as slot:
            for _ in range(2):
                try:
                    return once(slot)
                except KeeperLost as why:
                    lost = str(why)
        return give_up(f"the sandbox lost its keeper twice on this case: {lost}")

    @contextmanager
    def _slot(self, alone: bool) -> Iterator[_Slot]:
        slot = self._idle.get()
        try:
            with machine.hold(give_up=lambda: self._closed, alone=alone):
                yield slot
        except machine.GivenUp:
            raise RuntimeError(_CLOSED) from None
        finally:
            self._idle.put(slot)

    def _exchange(self, slot: _Slot, call: _Call, descriptors: tuple[int, ...]) -> wire.Reply:
        """Have a call answered by the slot's keeper of its kind; raises `KeeperLost`."""
        place = (call.kind, call.asks)
        if place not in slot:
            slot[place] = self._start(call.kind)
        try:
            return slot[place].exchange(call.program, call.bounds, call.case, descriptors)
        except KeeperLost:
            self._discard(slot.pop(place))
            raise

    def _start(self, kind: Kind) -> Keeper:
        with self._lock:
            if self._closed or self._owner != os.getpid():
                raise RuntimeError(_CLOSED if self._closed else _FORKED)
            keeper = Keeper(self._tier.name, kind)
            self._keepers.add(keeper)
            return keeper

    def _discard(self, keeper: Keeper) -> None:
        with self._lock:
            ours = keeper in self._keepers
            self._keepers.discard(keeper)
        if ours:
            keeper.close()


@dataclass(frozen=True, slots=True)
class _Call:
    """What is asked of a keeper."""

    kind: Kind
    program: bytes
    bounds: wire.Bounds
    case: wire.Case
    asks: bool  # it is an interactor


def _call(
    program: Program,
    limits: Limits,
    arguments: Sequence[str] = (),
    cpu_s: float | None = None,
    *,
    piped: bool = False,
    asks: bool = False,
) -> _Call:
    last = limits.seconds[-1]
    bounds = wire.Bounds(limits.memory_mb * _MEGABYTE, int(limits.output_mb * _MEGABYTE), piped)
    # An interactor that waits for a program which waits for it must see the program's end, not meet its own.
    wall_s = 3 * last + (4 if asks else 2)
    case = wire.Case(cpu_s=last if cpu_s is None else cpu_s, wall_s=wall_s, arguments=bool(arguments))
    return _Call(kind_of(program, limits), content(program), bounds, case, asks)
