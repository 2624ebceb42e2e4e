"""The same attacks where less is granted: an ordinary user's machine, a container of Docker's, both at once.

Root is needed to give it up; the tests are started again by `again.py`.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from where import AGAIN, ENVIRONMENT, contained

from evaluators.sandbox import found

HERE = Path(__file__).parent
LONG_S = 1200
USER = 52_000 + os.getpid() % 8_000  # whom nobody is, and no other run of these tests
ASKED = "import os\nfrom evaluators.sandbox import found\nprint(os.getuid(), found().name, found().reason)"
root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
again = pytest.mark.skipif(bool(AGAIN), reason="these are started again already")


def started(how: str, *command: str) -> subprocess.CompletedProcess[str]:
    """A command of this interpreter under other circumstances, with a home of its own."""
    with TemporaryDirectory(prefix="hostile-home-", ignore_cleanup_errors=True) as home:
        owner = USER if "user" in how else 0
        os.chown(home, owner, owner)
        environment = {
            "HOME": home, "HARDTWIN_CACHE": f"{home}/cache", "XDG_CACHE_HOME": home, "TMPDIR": home,
            "PATH": os.environ["PATH"], "PYTHONPATH": str(HERE.parents[1]), "PYTHONDONTWRITEBYTECODE": "1",
            ENVIRONMENT: how,
        }  # fmt: skip
        try:
            return subprocess.run(
                [sys.executable, HERE / "again.py", how, sys.executable, *command],
                env=environment, cwd=HERE.parents[1], timeout=LONG_S,
                capture_output=True, text=True, check=False,
            )  # fmt: skip
        finally:
            shutil.rmtree(f"/tmp/hardtwin-{USER}", ignore_errors=True)


def possible(how: str) -> None:
    """Skip where this machine does not let root become that, as where it is in a container itself."""
    tried = started(how, "-c", "import pytest, evaluators.sandbox")
    if tried.returncode:
        pytest.skip(f"this machine does not allow it: {tried.stderr.strip().splitlines()[-1]}")


TIERS = {"user": ("userns", "container"), "docker": ("container",), "user,docker": ("container",)}


@root
@again
@pytest.mark.parametrize("how", TIERS)
def test_the_tier_is_found_where_less_is_granted(how: str) -> None:
    possible(how)
    asked = started(how, "-c", ASKED)
    user, tier, reason = asked.stdout.split(" ", 2)
    assert user == str(USER if "user" in how else 0), asked.stderr
    assert tier in TIERS[how], reason
    if "docker" in how:
        assert "unshare: Operation not permitted" in reason


@root
@again
@pytest.mark.parametrize("how", TIERS)
def test_hostile_programs_do_no_harm_there_either(how: str, request: pytest.FixtureRequest) -> None:
    """A sample of them, all with --exhaustive."""
    possible(how)
    everything = ["--exhaustive"] if request.config.getoption("--exhaustive") else []
    command = ("-m", "pytest", "-p", "no:cacheprovider", "--tb=short", *everything, str(HERE))
    done = started(how, *command)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    counted = re.search(r"(\d+) passed", done.stdout)
    assert counted
    assert int(counted[1]) > 80 * len(set(TIERS[how]) & {"container"})


@pytest.mark.skipif(not AGAIN, reason="only where they are started again")
def test_this_is_what_was_asked_for() -> None:
    """Run there: Docker's profile is imitated, and leaves ptrace, Landlock and seccomp, as Docker's does."""
    how = AGAIN
    status = Path("/proc/self/status").read_text()
    assert ("Seccomp:\t2" in status) == ("docker" in how)
    assert (os.geteuid() != 0) == ("user" in how)
    assert os.geteuid() == Path.home().stat().st_uid
    if "docker" in how:
        bounding = re.search(r"CapBnd:\t(\w+)", status)
        assert bounding
        assert int(bounding[1], 16) == 0xA80425FB
        assert ctypes.CDLL(None).unshare(0x10000000) == -1  # a user namespace
        assert contained() == ("container",)
        assert found().name == "container"
