from __future__ import annotations

from collections.abc import Iterator

import pytest

from evaluators.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(2) as shared:
        yield shared
