from __future__ import annotations

from collections.abc import Iterator

import pytest

from evaluators.sandbox import Sandbox, Tier, found


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The sandbox of this machine."""
    with Sandbox(2) as shared:
        yield shared


@pytest.fixture(scope="session", params=["contained", "uncontained"])
def each(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """The sandbox of this machine where it contains, and the one of systems where nothing does."""
    if request.param == "contained" and not found().contained:
        pytest.skip(found().reason)
    with Sandbox(2, found() if request.param == "contained" else Tier("uncontained")) as shared:
        yield shared
