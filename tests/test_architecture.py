"""What may import what, beyond the direction that import-linter checks."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("families", "evaluators", "generators", "runner")

ONLY = {
    "litellm": "runner/models/",
    "mlflow": "runner/tracking.py",
    "xllamacpp": "runner/models/",
    "subprocess": "evaluators/sandbox/",
    "multiprocessing": "evaluators/sandbox/",
    "joblib": "runner/pool.py",
}


def imports(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def modules():
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            if "solutions" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path


@pytest.mark.parametrize("library, place", ONLY.items(), ids=ONLY)
def test_each_heavy_or_dangerous_library_has_one_place(library, place):
    users = [name for name, path in modules() if library in set(imports(path))]
    assert [name for name in users if not name.startswith(place)] == []


def test_every_module_says_what_it_is():
    assert [name for name, path in modules() if not ast.get_docstring(ast.parse(path.read_text()))] == []


def test_stand_alone_programs_use_the_standard_library_only():
    import sys

    for path in sorted((ROOT / "families" / "solutions").rglob("*.py")):
        assert set(imports(path)) <= set(sys.stdlib_module_names), path
