"""Workers: chunks go out to processes through joblib, results stream back, a dead worker costs one retry."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from runner.execution import Chunk, Done, Machine, work

KILLED = (
    "the worker process was killed, twice: it may have run out of memory; try jobs=1 or a smaller stratum"
)


def stream(chunks: Iterable[Chunk], machine: Machine, jobs: int) -> Iterator[Done]:
    """Results in the order in which they come.

    Chunks that were under way when a worker died are repeated one at a time, so that the one that kills its
    worker is found and fails alone.
    """
    # Said of a sweep that is interrupted, beside our own line; workers that die are dealt with below.
    for said in ("A worker stopped while some jobs", r"\d+ tasks which were still being processed"):
        warnings.filterwarnings("ignore", said, UserWarning)
    queue = deque(chunks)
    jobs = min(jobs, len(queue))
    while queue:
        flight: dict[object, Chunk] = {}
        try:
            for done in _pool(queue, flight, machine, jobs):
                del flight[_name(done.chunk)]
                yield done
        except _worker_died():
            for chunk in list(flight.values()):
                yield _alone(chunk, machine)


def _pool(queue: deque[Chunk], flight: dict[object, Chunk], machine: Machine, jobs: int) -> Iterator[Done]:
    from joblib import Parallel

    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1, pre_dispatch=2 * jobs)
    with _interrupts_ignored():
        results = parallel(_feed(queue, flight, machine))
    yield from results


def _feed(queue: deque[Chunk], flight: dict[object, Chunk], machine: Machine) -> Iterator[Any]:
    from joblib import delayed

    while queue:
        chunk = queue.popleft()
        flight[_name(chunk)] = chunk
        yield delayed(_work)(chunk, machine, os.getpid())


def _work(chunk: Chunk, machine: Machine, parent: int) -> Done:
    if os.getpid() != parent:
        _end_with(parent)
    return work(chunk, machine)


@cache
def _end_with(parent: int) -> None:
    """End this worker when its parent is gone, in whatever it is then doing.

    A killed parent can't tell its workers; asking the kernel to (PR_SET_PDEATHSIG) is of no use, since that
    follows the thread that started the worker and not the process.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="end with parent").start()


def _alone(chunk: Chunk, machine: Machine) -> Done:
    from joblib import Parallel, delayed

    try:
        # Two workers for one chunk: with one, joblib would run it in this process.
        return next(iter(Parallel(n_jobs=2)([delayed(_work)(chunk, machine, os.getpid())])))  # type: ignore[no-any-return]
    except _worker_died():
        return Done(chunk, (), KILLED)


def _name(chunk: Chunk) -> object:
    return chunk.cell.key, chunk.places


def _worker_died() -> tuple[type[BaseException], ...]:
    from joblib.externals.loky.process_executor import BrokenProcessPool, TerminatedWorkerError

    return (TerminatedWorkerError, BrokenProcessPool)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """While workers start: they inherit it, so that Ctrl-C at a terminal reaches the parent alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
