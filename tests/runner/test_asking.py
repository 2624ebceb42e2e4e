"""Models through the whole command: real HTTP, recorded replies, and what is asked again."""

import json
import sys
from pathlib import Path

import pytest

import families
from evaluators import sandbox

sys.path.insert(0, str(Path(__file__).parents[1]))  # for openai_server

from openai_server import fail, say, serving

from runner.__main__ import run

CELL = (
    "family=sat",
    "twin=npc",
    "stratum=s1",
    "limits=quick",
    "tracking=none",
)
SUITE = "suite={anchor: 2, corner: 2, worst: 4}"
REFERENCE = families.programs("sat", "npc")["reference"].read_text()


def words(server, *more):
    model = ("model=litellm", "model.name=openai/toy", f"model.api_base={server.url}")
    return (*CELL, *model, SUITE, *more)


def records(hardtwin, key):
    import pyarrow.parquet as pq

    return pq.read_table(hardtwin.folder / "multirun" / "cells" / key / "records.parquet").to_pylist()


def test_a_reply_is_extracted_judged_and_never_asked_for_twice(hardtwin):
    with serving(say(f"<think>\nhm\n</think>\nHere:\n```python\n{REFERENCE}```\nDone.")) as server:
        (cell,) = hardtwin.json(*words(server))["cells"]
        assert cell["pass_at_1"]["2"]["passed"] == 1 and len(server.asked) == 1
        assert "three" in server.asked[0].prompt.lower() or "3" in server.asked[0].prompt
        hardtwin.json(*words(server, "judge=verdict"))  # another cell with the same request
        assert len(server.asked) == 1
        hardtwin.json(*words(server, "decoding.temperature=0.5"))
        assert len(server.asked) == 2
    (record,) = records(hardtwin, cell["key"])
    assert record["program"].strip() == REFERENCE.strip() and record["completion_tokens"] == 7


@pytest.mark.parametrize(
    "reply, outcome",
    [
        ("I can't do that.", "no_program"),
        ("", "no_program"),
        ("```python\nprint('NO'\n```", "runtime_error"),
        ("```python\nprint('NO')\n```", "wrong_answer"),
    ],
)
def test_what_a_model_says_has_its_own_outcome(hardtwin, reply, outcome):
    with serving(say(reply)) as server:
        (cell,) = hardtwin.json(*words(server))["cells"]
    assert cell["outcomes"] == {outcome: 1.0} and cell["unanswered"] == 0


def test_an_api_fault_is_no_wrong_answer_and_is_asked_again_next_time(hardtwin):
    with serving(fail(401, "no such key"), say(f"```python\n{REFERENCE}```")) as server:
        done = hardtwin(*words(server), "output=json", code=1)
        (cell,) = json.loads(done.stdout)["cells"]
        assert "1 sample of 1 got no reply: openai/toy: HTTP 401: no such key" in done.stderr
        assert cell["unanswered"] == 1 and cell["pass_at_1"] == {}
        assert "no such key" in records(hardtwin, cell["key"])[0]["error"]
        (cell,) = hardtwin.json(*words(server))["cells"]
    assert cell["unanswered"] == 0 and cell["pass_at_1"]["2"]["passed"] == 1


def test_a_model_that_nothing_contains_needs_a_word(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sandbox, "found", lambda: sandbox.Tier("uncontained", "no Landlock here"))
    with serving(say("x")) as server:
        assert run([*words(server)]) == 2
        assert not server.asked
    told = capsys.readouterr().err
    assert "openai/toy would run here without containment (no Landlock here)" in told
    assert "sandbox.allow_uncontained=true" in told and told.count("\n") == 1


def test_a_weak_containment_needs_a_word_of_its_own(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sandbox, "found", lambda: sandbox.Tier("weak", "no Landlock here"))
    with serving(say("x")) as server:
        assert run([*words(server)]) == 2
        assert not server.asked
        assert "sandbox.allow_weak=true" in capsys.readouterr().err
        assert run([*words(server), "sandbox.allow_weak=true"]) == 0


@pytest.mark.skipif(not sandbox.found().contained, reason=sandbox.found().reason or "contained")
def test_programs_of_a_model_are_contained(hardtwin):
    with serving(say("```python\nprint(open('/etc/passwd').read())\n```")) as server:
        (cell,) = hardtwin.json(*words(server))["cells"]
    (record,) = records(hardtwin, cell["key"])
    assert record["sandbox"] == sandbox.found().name
    assert {case["error"] for case in record["cases"]} <= {"PermissionError", "FileNotFoundError"}


def test_recorded_replies_are_judged_again_without_a_model(hardtwin):
    with serving(say(f"```python\n{REFERENCE}```")) as server:
        (cell,) = hardtwin.json(*words(server))["cells"]
    path = hardtwin.folder / "multirun" / "cells" / cell["key"]
    again = hardtwin.json(*CELL, SUITE, "model=replay", f"model.path={path}", "judge=verdict")["cells"][0]
    assert again["pass_at_1"]["2"]["passed"] == 1 and again["model"] == "replay"
    line = {"task": "sat/npc/s1/seed0/item0", "completion": "```python\nprint('NO')\n```"}
    (hardtwin.folder / "r.jsonl").write_text(json.dumps(line))
    own = hardtwin.json(*CELL, SUITE, "model=replay", "model.path=r.jsonl")["cells"][0]
    assert own["outcomes"] == {"wrong_answer": 1.0}


def test_word_problems_are_asked_in_full_and_their_number_is_judged(hardtwin):
    rows = [{"id": f"q{i}", "question": f"What is {i} plus a half?", "answer": i + 0.5} for i in range(6)]
    (hardtwin.folder / "p.jsonl").write_text("\n".join(map(json.dumps, rows)))

    def script(asked):
        number = asked.prompt.split("What is ")[1].split()[0]
        return say(f"```python\nimport numpy\nprint('The answer is', numpy.float64({number}) + 0.5)\n```")

    with serving(script=script) as server:
        (cell,) = hardtwin.json(*words(server, "source=jsonl", "source.path=p.jsonl", "items=4"))["cells"]
        assert cell["pass_at_1"]["2"]["passed"] == 4 and len(server.asked) == 4
        assert "reads nothing" in server.asked[0].prompt and "numpy" in server.asked[0].prompt
