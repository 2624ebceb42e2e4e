# ruff: noqa: E501  a program stands on one line
"""What a run tells of time, memory and output, and that a sandbox leaves nothing however it ends.

The hostile programs themselves are in `tests/hostile`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

import pytest

from evaluators.items import Limits
from evaluators.sandbox import Sandbox, Stop, Tier, found
from evaluators.sandbox.inside import wire
from evaluators.sandbox.rooms import Room

LIMITS = Limits((0.3, 0.6), memory_mb=128, output_mb=1.0)
LONG_S = 120  # far more than any of these takes, waiting for a slot included, far less than they ask for


def _command_lines() -> str:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_text(errors="replace"))
        except OSError:
            continue  # it ended meanwhile
    return "\n".join(found)


def test_time_is_told_to_the_millisecond_and_kills_are_prompt(sandbox: Sandbox) -> None:
    done = sandbox.run("while True: pass", b"", Limits((0.5,)))
    assert done.stop is Stop.CPU
    assert 0.5 <= done.cpu_s < 0.6
    asleep = sandbox.run("import time\ntime.sleep(0.4)", b"", Limits((0.5,)))
    assert asleep.cpu_s < 0.2
    assert asleep.wall_s >= 0.4


def test_the_time_of_children_counts() -> None:
    waited = "import os, time\nif os.fork() == 0:\n    while time.process_time() < 0.2: pass\n    os._exit(0)\nos.wait()"
    left = "import os, time\npid = os.fork()\nwhile time.process_time() < 0.2: pass"
    with Sandbox(1, Tier("uncontained")) as one:
        assert one.run(waited, b"", LIMITS).cpu_s >= 0.2
        assert one.run(left, b"", LIMITS).cpu_s >= 0.2


def test_memory_is_told_and_limited_in_megabytes(sandbox: Sandbox) -> None:
    used = sandbox.run("x = bytearray(60 << 20)", b"", LIMITS)
    assert used.clean
    assert 60 < used.memory_mb < 100
    over = sandbox.run("x = bytearray(160 << 20)", b"", LIMITS)
    assert over.memory_mb > LIMITS.memory_mb
    assert over.stop is Stop.MEMORY


def test_the_parents_memory_is_not_charged_to_the_program() -> None:
    ballast = bytearray(300 << 20)
    ballast[::4096] = b"x" * len(ballast[::4096])
    with Sandbox(1) as one:
        assert one.run("pass", b"", LIMITS).memory_mb < 40


def test_output_is_kept_up_to_its_bound(sandbox: Sandbox) -> None:
    exact = sandbox.run(f"print('x' * {2**20 - 1})", b"", LIMITS)
    assert exact.clean
    assert len(exact.stdout) == 2**20
    over = sandbox.run(f"print('x' * {2**20})", b"", LIMITS)
    assert over.stop is Stop.OUTPUT
    assert len(over.stdout) == 2**20


def test_a_keeper_that_dies_is_replaced_and_the_case_run_again_once() -> None:
    murder = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nimport time\ntime.sleep(1000)"
    with Sandbox(1, Tier("uncontained")) as one:
        done = one.run(murder, b"", LIMITS)
        assert done.stop is Stop.FAULT
        assert "twice" in done.message
        assert one.run("print(1)", b"", LIMITS).stdout == b"1\n"


@pytest.mark.parametrize("how", ["run", "interact"])
def test_an_interrupted_case_does_not_answer_for_the_next(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its reply comes when nobody waits for it any more."""
    real, calls = wire.get_reply, []

    def interrupted(channel: wire.Channel) -> wire.Reply:
        calls.append(channel)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return real(channel)

    with Sandbox(1) as one:
        sent = one.run("pass", b"", LIMITS)
        assert sent.clean
        monkeypatch.setattr(wire, "get_reply", interrupted)
        with pytest.raises(KeyboardInterrupt):
            if how == "run":
                one.run("exit(int(input()))", b"7", LIMITS)
            else:
                one.interact("import time\ntime.sleep(9)", "import time\ntime.sleep(9)", b"", LIMITS, LIMITS)
        for code in range(3):
            assert one.run("exit(int(input()))", b"%d" % code, LIMITS).exit_code == code


def test_what_outlives_a_keeper_is_killed_with_its_room() -> None:
    room = Room()
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], cwd=room.path)
    room.close()
    assert left.wait(LONG_S) == -signal.SIGKILL
    assert not Path(room.path).exists()


def test_memory_that_would_be_charged_to_nobody_is_refused(sandbox: Sandbox) -> None:
    if sandbox.tier == "uncontained":
        pytest.skip(found().reason)
    for program in ("import mmap\nmmap.mmap(-1, 4096)", "open('/dev/zero')"):
        assert sandbox.run(program, b"", LIMITS).error in ("PermissionError", "FileNotFoundError")
    assert sandbox.run("import mmap\nmmap.mmap(-1, 4096, mmap.MAP_PRIVATE)", b"", LIMITS).clean


def test_a_contained_program_cannot_reach_its_keeper(sandbox: Sandbox) -> None:
    if sandbox.tier == "uncontained":
        pytest.skip(found().reason)
    done = sandbox.run("import os\nos.kill(os.getppid(), 9)", b"", LIMITS)
    assert (done.stop, done.error) == (Stop.NO, "PermissionError")


def test_closing_ends_a_case_under_way_at_once() -> None:
    from threading import Thread

    raised: list[BaseException] = []

    def run() -> None:
        try:
            box.run("import time\ntime.sleep(1000)", b"", Limits((100.0,)))
        except RuntimeError as fault:
            raised.append(fault)

    box = Sandbox(1)
    thread = Thread(target=run)
    thread.start()
    time.sleep(0.5)
    box.close()
    thread.join(LONG_S)
    assert not thread.is_alive()
    assert str(raised[0]) == "this sandbox is closed"
    with pytest.raises(RuntimeError, match="closed"):
        box.run("pass", b"", LIMITS)


INTERRUPTED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # where the tests run in the background it is ignored
from evaluators.judge import judge
from evaluators.sandbox import Sandbox, Tier
from toys import item
program = sys.argv[1]
with Sandbox(2, Tier("uncontained")) as box:
    print("ready", flush=True)
    judge(program, item(*map(str, range(50)), seconds=(100.0,)), "full", box)
"""


def test_an_interrupt_ends_a_judgement_at_once() -> None:
    mark = uuid4().hex
    here = Path(__file__).parent
    program = DAEMON.replace("MARK", mark) + "time.sleep(1000)"
    judge = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": f"{here}:{here.parents[1]}"},
    )
    assert judge.stdout is not None
    assert judge.stdout.readline() == b"ready\n"
    assert _eventually(lambda: _command_lines().count(mark) >= 2), "no case was started"
    judge.send_signal(signal.SIGINT)
    _, stderr = judge.communicate(timeout=LONG_S)
    assert stderr.rstrip().endswith(b"KeyboardInterrupt")
    assert _eventually(lambda: mark not in _command_lines())


def test_a_forked_sandbox_refuses_to_run(sandbox: Sandbox) -> None:
    pid = os.fork()
    if not pid:
        try:
            sandbox.run("pass", b"", LIMITS)
        except RuntimeError:
            os._exit(42)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 42


PARENT = """
import sys
from evaluators.items import Limits
from evaluators.sandbox import Sandbox, Tier
print("ready", flush=True)
Sandbox(1, Tier("uncontained")).run(sys.argv[1], b"", Limits((100.0,)))
"""
DAEMON = "import os, time, subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000) # MARK'], start_new_session=True)\n"


@pytest.mark.parametrize("ending", ["time.sleep(1000)", "\nwhile True: pass"], ids=["asleep", "busy"])
def test_nothing_survives_a_parent_killed_in_the_middle_of_a_case(ending: str) -> None:
    mark = uuid4().hex
    program = DAEMON.replace("MARK", mark) + ending
    root = str(Path(__file__).parents[2])
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, program], stdout=subprocess.PIPE, env={"PYTHONPATH": root}, cwd=root
    )
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    assert _eventually(lambda: _command_lines().count(mark) >= 2), "the daemon never started"
    started = _children(parent.pid)
    assert started
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert _eventually(lambda: mark not in _command_lines())
    assert _eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started))


def _children(pid: int) -> list[int]:
    """All descendants."""
    below = [
        int(c) for path in Path(f"/proc/{pid}/task").glob("*/children") for c in path.read_text().split()
    ]
    return below + [each for child in below for each in _children(child)]


def _eventually(true: object, seconds: float = LONG_S) -> bool:
    assert callable(true)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return bool(true())


@pytest.mark.parametrize("tier", [found(), Tier("uncontained")], ids=["found", "uncontained"])
def test_a_sandbox_leaves_no_process_descriptor_or_folder_behind(tier: Tier) -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    children, before = set(_children(os.getpid())), descriptors()
    program = "import os\nprint(os.getcwd(), flush=True)\nopen('left', 'w').write('x')"
    with Sandbox(2, tier) as box:
        rooms = {box.run(program, b"", LIMITS).stdout.decode().strip() for _ in range(50)}
        box.run("import os\nos.kill(os.getppid(), 9)", b"", LIMITS)
        rooms |= {box.run(program, b"", LIMITS).stdout.decode().strip() for _ in range(2)}
    assert set(_children(os.getpid())) <= children  # one that had ended may have been let go meanwhile
    assert descriptors() == before
    assert rooms and all(room.startswith("/") for room in rooms)
    assert not [room for room in rooms if Path(room).exists()]


SCAN = """
import re, sys
from hashlib import sha256
wanted = sys.stdin.read().split()  # digests, so that the words themselves come from elsewhere only
found = set()
with open('/proc/self/maps') as maps: regions = maps.readlines()
with open('/proc/self/mem', 'rb', 0) as memory:
    for line in regions:
        low, high = (int(x, 16) for x in line.split()[0].split('-'))
        if ' rw' in line:
            try:
                memory.seek(low)
                held = memory.read(high - low)
            except OSError: continue
            found |= {m for m in re.findall(rb'[0-9a-f]{32}', held) if sha256(m).hexdigest() in wanted}
print(*(word.decode() for word in sorted(found)))
"""


def test_nothing_of_earlier_cases_and_programs_is_left_in_the_memory_of_a_case() -> None:
    """Read from inside where nothing contains the program: what it holds is what it could tell."""
    read, written, source = words = [uuid4().hex for _ in range(3)]
    first = f"# {source}\nimport sys\nprint(len(sys.stdin.read()), '{written}')"
    digests = " ".join(sha256(word.encode()).hexdigest() for word in words).encode()
    with Sandbox(1, Tier("uncontained")) as one:
        for _ in range(3):
            assert written in one.run(first, read.encode(), LIMITS).stdout.decode()
        assert one.run(SCAN, digests, Limits((20.0,))).stdout == b"\n"
        own = one.run(f"mine = '{read}'\n{SCAN}", digests, Limits((20.0,)))
        assert own.stdout.decode() == f"{read}\n"  # it finds what is there


def test_nothing_said_by_one_case_is_left_in_the_memory_of_the_next() -> None:
    program = "import sys\ntold = sys.stdin.read()\nif len(told) < 64: raise ValueError(told * 20)\n"
    program += SCAN.replace("sys.stdin.read()", "told")
    with Sandbox(1, Tier("uncontained")) as one:
        for _ in range(5):
            mark = uuid4().hex
            assert mark in one.run(program, mark.encode(), Limits((20.0,))).message
            digest = sha256(mark.encode()).hexdigest().encode()
            assert one.run(program, digest, Limits((20.0,))).stdout == b"\n"
