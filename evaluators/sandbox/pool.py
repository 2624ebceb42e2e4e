"""The sandbox itself: some slots, and the run of a program, or of two that talk, on one of them."""

from __future__ import annotations

import os
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
from evaluators.sandbox.relay import Conversation
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
            with Streams(stdin, None, files, arguments) as streams:
                reply = self._exchange(slot, call, streams)
                return told(reply, streams.written(call.bounds.output), streams.complaint())

        return self._insist(once, fault, alone=alone)

    def interact(
        self, program: Program, interactor: Program, given: bytes, limits: Limits, its_limits: Limits
    ) -> Interaction:
        """Run `program` and, with `its_limits`, `interactor`, each reading what the other writes.

        The interactor finds `given`, which the program does not see, on descriptor 3. They share a slot, as
        they take turns. Each may write so much to the other as its limit on output says; what they said is
        not kept. Errors as for `run`.
        """
        last = limits.seconds[-1]
        calls = (_call(program, limits, piped=True), _call(interactor, its_limits, piped=True, beside_s=last))

        def once(slot: _Slot) -> Interaction:
            for call in calls:  # both first: neither is to wait for the start of the other
                self._keeper(slot, call)
            with (
                Conversation(min(call.bounds.output for call in calls)) as talk,
                Streams(*talk.near[0]) as its,
                Streams(*talk.near[1], more=(given,)) as others,
            ):
                ran, asked = self._together(slot, calls, (its, others))
            return Interaction(ran, asked, talk.first == 0, talk.flooded == 0)

        return self._insist(once, lambda why: Interaction(fault(why), fault(why)))

    def _together(self, slot: _Slot, calls: Sequence[_Call], streams: Sequence[Streams]) -> tuple[Run, Run]:
        """Have two calls answered at once."""

        def side(at: int) -> Run:
            reply = self._exchange(slot, calls[at], streams[at])
            return told(reply, b"", streams[at].complaint())

        with ThreadPoolExecutor(1) as pool:
            other = pool.submit(side, 1)
            try:
                return side(0), other.result()
            except BaseException:
                for keeper in list(slot.values()):
                    keeper.hang_up()  # nobody waits for the other side any more
                raise

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
        if self._closed:
            raise RuntimeError(_CLOSED)
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

    def _exchange(self, slot: _Slot, call: _Call, streams: Streams) -> wire.Reply:
        """Have a call answered by the slot's keeper of its kind; raises `KeeperLost`."""
        keeper = self._keeper(slot, call)
        try:
            return keeper.exchange(call.program, call.bounds, call.case, streams)
        except BaseException:  # an interrupt too: its reply, still to come, would be taken for the next one's
            slot.pop(call.place, None)
            self._discard(keeper)
            raise

    def _keeper(self, slot: _Slot, call: _Call) -> Keeper:
        """The slot's keeper for a call, started if there is none."""
        if call.place not in slot:
            with self._lock:
                if self._closed or self._owner != os.getpid():
                    raise RuntimeError(_CLOSED if self._closed else _FORKED)
                slot[call.place] = Keeper(self._tier.name, call.kind)
                self._keepers.add(slot[call.place])
        return slot[call.place]

    def _discard(self, keeper: Keeper) -> None:
        with self._lock:
            ours = keeper in self._keepers
            self._keepers.discard(keeper)
        if ours:
            keeper.close()


@dataclass(frozen=True, slots=True)
class _Call:
    """What is asked of a keeper."""

    place: tuple[Kind, bool]  # among the keepers of a slot
    program: bytes
    bounds: wire.Bounds
    case: wire.Case

    @property
    def kind(self) -> Kind:
        """That of the program."""
        return self.place[0]


def _call(
    program: Program,
    limits: Limits,
    arguments: Sequence[str] = (),
    cpu_s: float | None = None,
    *,
    piped: bool = False,
    beside_s: float = 0.0,
) -> _Call:
    """A call; that of an interactor says how many seconds the program beside it may use."""
    last = limits.seconds[-1]
    bounds = wire.Bounds(limits.memory_mb * _MEGABYTE, int(limits.output_mb * _MEGABYTE), piped)
    # An interactor that waits for a program which waits for it is to see that one's end, not to meet its own.
    wall_s = _wall_s(last) + (_wall_s(beside_s) if beside_s else 0)
    case = wire.Case(cpu_s=last if cpu_s is None else cpu_s, wall_s=wall_s, arguments=bool(arguments))
    return _Call((kind_of(program, limits), beside_s > 0), content(program), bounds, case)


def _wall_s(cpu_s: float) -> float:
    """Seconds by the wall clock that a program may take which may use so much of the processor."""
    return 3 * cpu_s + 2
