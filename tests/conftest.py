"""Options of the whole test suite."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--exhaustive", action="store_true", help="all strata, all proofs, all mutants; takes hours"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--exhaustive"):
        return
    skip = pytest.mark.skip(reason="only with --exhaustive")
    for item in items:
        if "exhaustive" in item.keywords:
            item.add_marker(skip)
