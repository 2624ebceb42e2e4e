from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from outside import Outside
from where import LIMITS

from evaluators.sandbox import Sandbox, Tier, rooms


@pytest.fixture(scope="session")
def rooms_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A runtime folder whose rooms are ours alone, whatever else runs on the machine."""
    folder = tmp_path_factory.mktemp("runtime")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rooms, "runtime_folder", lambda: folder)
        (folder / "rooms").mkdir()
        yield folder / "rooms"


@pytest.fixture(scope="session")
def box(rooms_folder: Path) -> Iterator[Callable[[str], Sandbox]]:
    """A sandbox of one slot in a tier; its keeper runs already, and only the last one asked for is kept."""
    held: list[Sandbox] = []

    def give(tier: str) -> Sandbox:
        if not held or held[0].tier != tier:
            if held:
                held.pop().close()
            held.append(Sandbox(1, Tier(tier)))
        assert held[0].run("import os\nprint(os.listdir('.'))", b"", LIMITS).stdout == b"[]\n"
        return held[0]

    yield give
    for each in held:
        each.close()


@pytest.fixture
def outside(rooms_folder: Path) -> Iterator[Callable[[], Outside]]:
    """Makes what surrounds the sandbox; call it once the sandbox runs."""
    made: list[Outside] = []

    def give() -> Outside:
        made.append(Outside(rooms_folder))
        return made[-1]

    yield give
    for each in made:
        each.__exit__(None, None, None)
