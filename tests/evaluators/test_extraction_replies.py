"""The program is found in real replies: 90 of many models, with unit checks, and 21 for linear programs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evaluators.extraction import extract
from evaluators.items import Limits
from evaluators.sandbox import Sandbox
from evaluators.source import offered, parses, tree_of

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "llm_outputs"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the recorded replies are not here")

# Replies whose program differs from the reference extractor's on purpose, and why it fails more checks.
OTHERS = {
    "canaicode_128": "the reply goes on with tasks of its own; the last block answers another one",
}


def rows(name: str) -> list[dict[str, Any]]:
    path = FOLDER / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def calls(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        check
        for check in row["checks"]
        if "f.call(" in check["assert"] and ("eq" in check or "eq-any" in check)
    ]


def checking(program: str, row: dict[str, Any]) -> str:
    """The program, followed by lines that print how many of the reply's checks it passes."""
    reference = tree_of(row["ref_code_by_repo_extractor"])
    names = [check["got"] for check in row["checks"] if check["assert"] == "f.name"]
    name = names[0] if names else min(offered(reference), default="none") if reference else "none"
    lines = [program, "import sys as _sys", "_passed = 0"]
    for check in calls(row):
        expected = check.get("eq-any") or [check["eq"]]
        lines += [
            "try:",
            f"    _got = {check['assert'].replace('f.call(', f'{name}(').strip()}",
            f"    _passed += (list(_got) if isinstance(_got, tuple) else _got) in {expected!r}",
            "except Exception: pass",
        ]
    return "\n".join([*lines, "_sys.stderr.write(str(_passed))"])


@pytest.mark.parametrize("row", rows("canaicode"), ids=lambda row: row["id"])
def test_what_is_found_passes_the_checks_that_the_reference_extractors_code_passes(
    sandbox: Sandbox, row: dict[str, Any]
) -> None:
    passed = []
    for program in (extract(row["answer"]).program, row["ref_code_by_repo_extractor"]):
        told = sandbox.run(checking(program, row), b"", Limits((1.0,))).stderr
        passed.append(int(told.rpartition("\n")[2] or 0) if told[-1:].isdigit() else 0)
    if row["id"] in OTHERS:
        assert passed[0] < passed[1]
    else:
        assert passed[0] >= passed[1]


def test_nearly_every_reply_has_a_program_that_is_python() -> None:
    found = [extract(row["answer"]) for row in rows("canaicode")]
    rules = Counter(each.rule for each in found)
    assert rules["none"] <= 2  # one reply is blank, one repeats a tab
    assert sum(parses(each.program) and bool(each.program) for each in found) >= len(found) - 4


def test_the_linear_programs_of_orlm_are_found_whole() -> None:
    for row in rows("orlm_lp"):
        found = extract(row["response"])
        assert found.rule == "fence"
        assert found.program.startswith(("import coptpy", "from coptpy"))
        assert ".solve(" in found.program
