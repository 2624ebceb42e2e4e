"""A program of one's own, judged case by case; and what the machine offers."""

import json
from importlib.metadata import version

import families
from evaluators import sandbox

SAT = ("family=sat", "twin=npc", "stratum=s1", "suite={anchor: 2, corner: 4, worst: 4}")
ALL_TRUE = "n = int(input().split()[0])\nprint('YES')\nprint(*range(1, n + 1))\n"


def program(hardtwin, text):
    (hardtwin.folder / "my.py").write_text(text, encoding="utf-8")
    return "program=my.py"


def test_the_reference_is_accepted_on_every_case(hardtwin):
    text = families.programs("sat", "npc")["reference"].read_text()
    told = hardtwin.json("task=judge", *SAT, program(hardtwin, text))
    assert list(told) == ["program", "verdict", "by_limit", "sandbox", "cases"]
    assert told["program"] == "my.py" and told["verdict"] == "accepted"
    assert told["by_limit"] == dict.fromkeys(["1", "2", "5", "10"], "accepted")
    assert told["sandbox"] == sandbox.found().name
    names = ["index", "tier", "verdict", "cpu_s", "wall_s", "memory_mb", "message"]
    assert [list(case) for case in told["cases"]] == [names] * 10


def test_a_wrong_program_is_told_case_by_case_with_the_reason(hardtwin):
    shown = hardtwin("task=judge", *SAT, program(hardtwin, ALL_TRUE)).stdout
    assert shown.count("wrong answer") >= 4 and "is not satisfied" in shown
    assert "sat/npc/s1/seed0/item0" in shown and "1 s: wrong answer" in shown
    assert not (hardtwin.folder / "multirun").exists()


def test_a_program_that_is_none_is_told_with_its_line(hardtwin):
    told = hardtwin.json("task=judge", *SAT, program(hardtwin, "print(1\n"))
    assert told["verdict"] == "runtime_error"
    assert told["cases"][0]["message"].startswith("line 1: ")


def test_mistakes_are_one_line(hardtwin):
    for words, hint in (
        (["task=judge"], "program is not set"),
        (["task=judge", "program=none.py"], "program=none.py: No such file"),
        (["task=judge", "program=/"], "program=/: Is a directory"),
        (["-m", "task=judge", "program=x"], "leave -m out"),
        (["task=judge", "family=linear_program", "twin=npc", program(hardtwin, "")], "no npc twin"),
    ):
        done = hardtwin(*words, code=2)
        assert hint in done.stderr and done.stderr.count("\n") == 1


def test_the_doctor_tells_what_is_there(hardtwin):
    told = hardtwin.json("task=doctor")
    assert told["HardTwin"] == version("hardtwin")
    assert told["sandbox"].split(":")[0] == sandbox.found().name
    assert told["completions"] == "none yet" and "2 MB" not in told["cache"]
    assert {"  Landlock", "  seccomp", "physical cores", "packages"} <= told.keys()
    (hardtwin.folder / "cache").mkdir(exist_ok=True)
    (hardtwin.folder / "cache" / "completions.sqlite").write_bytes(b"no database" * 100)
    assert "damaged" in json.loads(hardtwin("task=doctor", "output=json").stdout)["completions"]
