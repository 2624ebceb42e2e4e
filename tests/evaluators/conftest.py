from __future__ import annotations

from collections.abc import Iterator

import pytest

from evaluators.sandbox import Sandbox, Tier, found


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """The sandbox of this machine."""
    with Sandbox(2) as shared:
        yield shared


@pytest.fixture(scope="session", params=["found", "container", "uncontained"])
def each(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """The sandbox of this machine, the one that most machines have, and that where nothing contains."""
    tier = found() if request.param == "found" else Tier(request.param)
    if tier.name != request.param and tier.name in ("container", "uncontained"):
        pytest.skip("the same as another one")
    if tier.name == "container" and not found().contained:
        pytest.skip(found().reason)
    with Sandbox(2, tier) as shared:
        yield shared
