import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Command:
    """The real command, run in a folder of its own with a cache of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.env = {**os.environ, "HARDTWIN_CACHE": str(folder / "cache"), "PYTHONPATH": str(ROOT)}
        for name in ("MLFLOW_TRACKING_URI", "HARDTWIN_GGUF"):
            self.env.pop(name, None)

    def arguments(self, *words):
        return [sys.executable, "-m", "runner", *words]

    def __call__(self, *words, code=0, timeout=300):
        done = subprocess.run(
            self.arguments(*words),
            cwd=self.folder,
            env=self.env,
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def start(self, *words):
        return subprocess.Popen(
            self.arguments(*words),
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def json(self, *words, code=0):
        return json.loads(self(*words, "output=json", code=code).stdout)


@pytest.fixture
def hardtwin(tmp_path):
    return Command(tmp_path)


@pytest.fixture(scope="session")
def hardtwin_in():
    """The command in a folder of the caller's choice."""
    return Command
