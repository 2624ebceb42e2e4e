"""Slots and rooms: what all sandboxes of a user share on a machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from evaluators.sandbox import slots
from evaluators.sandbox.rooms import Room

ROOT = str(Path(__file__).parents[2])
HOLDER = """
import sys, time
from pathlib import Path
from evaluators.sandbox import slots
with slots.hold(Path(sys.argv[1]), 1):
    print("held", flush=True)
    time.sleep(1000)
"""


def test_no_more_threads_hold_a_slot_than_there_are_slots(tmp_path: Path) -> None:
    lock, holding, most = threading.Lock(), [0], [0]

    def work() -> None:
        for _ in range(20):
            with slots.hold(tmp_path, 2):
                with lock:
                    holding[0] += 1
                    most[0] = max(most[0], holding[0])
                time.sleep(0.001)
                with lock:
                    holding[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [2]


def test_a_killed_holder_gives_its_slot_back(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, env={"PYTHONPATH": ROOT}
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    got = threading.Event()

    def wait() -> None:
        with slots.hold(tmp_path, 1):
            got.set()

    waiter = threading.Thread(target=wait)
    waiter.start()
    assert not got.wait(0.3)
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    assert got.wait(30)
    waiter.join()


def test_one_that_waits_is_not_starved_by_one_that_takes_its_slot_back_at_once(tmp_path: Path) -> None:
    turns, done = [0], threading.Event()

    def greedy() -> None:
        while not done.is_set():
            with slots.hold(tmp_path, 1):
                time.sleep(0.02)
                turns[0] += 1

    other = threading.Thread(target=greedy)
    other.start()
    try:
        for _ in range(5):
            before = turns[0]
            with slots.hold(tmp_path, 1):
                assert turns[0] - before < 20
    finally:
        done.set()
        other.join()


def test_one_that_is_alone_waits_for_all_others_and_lets_none_in(tmp_path: Path) -> None:
    lock, inside, alone_saw, shared_saw = threading.Lock(), [0], [], []

    def work(alone: bool, seen: list[int]) -> None:
        for _ in range(10):
            with slots.hold(tmp_path, 3, alone=alone):
                with lock:
                    inside[0] += 1
                time.sleep(0.002)
                with lock:
                    seen.append(inside[0])
                    inside[0] -= 1

    threads = [threading.Thread(target=work, args=(False, shared_saw)) for _ in range(6)]
    threads += [threading.Thread(target=work, args=(True, alone_saw)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)  # neither deadlocked nor starved
    assert alone_saw == [1] * 20
    assert len(shared_saw) == 60 and max(shared_saw) > 1


def test_one_that_is_alone_holds_slots_of_processes_with_more_processors_too(tmp_path: Path) -> None:
    with slots.hold(tmp_path, 1), slots.hold(tmp_path, 2) as second:
        assert second == 1
    with slots.hold(tmp_path, 2), slots.hold(tmp_path, 2):  # one of them holds a slot beyond the first
        asked = iter([False] * 20)
        with pytest.raises(slots.GivenUp), slots.hold(tmp_path, 1, lambda: next(asked, True), alone=True):
            raise AssertionError("it was not alone")
    with slots.hold(tmp_path, 1, alone=True):  # what was given up left nothing locked
        pass


def test_waiting_ends_when_it_is_given_up(tmp_path: Path) -> None:
    with slots.hold(tmp_path, 1), pytest.raises(slots.GivenUp), slots.hold(tmp_path, 1, lambda: True):
        raise AssertionError("there was no slot")


def test_an_error_inside_gives_the_slot_back(tmp_path: Path) -> None:
    with pytest.raises(LookupError), slots.hold(tmp_path, 1):
        raise LookupError
    with slots.hold(tmp_path, 1) as number:
        assert number == 0


def test_there_is_at_least_one_physical_core_and_not_more_than_logical_ones() -> None:
    assert 1 <= slots.physical_cores() <= (os.cpu_count() or 1)


def test_the_runtime_folder_is_the_users_alone_and_does_not_follow_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = slots.runtime_folder()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert slots.runtime_folder() == folder
    assert folder.stat().st_uid == os.getuid()
    assert folder.stat().st_mode & 0o077 == 0


ROOMER = """
import os, sys
from pathlib import Path
from evaluators.sandbox.rooms import Room
room = Room(Path(sys.argv[1]))
Path(room.path, "left").write_text("x")
print(room.path, flush=True)
os.kill(os.getpid(), 9)
"""


def test_the_room_of_a_killed_sandbox_is_cleared_away_and_no_other(tmp_path: Path) -> None:
    living = Room(tmp_path)
    killed = subprocess.run(
        [sys.executable, "-c", ROOMER, str(tmp_path)],
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": ROOT},
        check=False,
    )
    left = Path(killed.stdout.decode().strip())
    assert left.is_dir()
    other = Room(tmp_path)
    assert {str(path) for path in tmp_path.iterdir()} == {living.path, other.path}
    living.close()
    other.close()
    assert list(tmp_path.iterdir()) == []
