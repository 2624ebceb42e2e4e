"""A program of one's own, judged case by case; and what the machine offers."""

import json
import os
import signal
import time
from dataclasses import replace
from fractions import Fraction
from importlib.metadata import version

import pytest

import families
from evaluators import sandbox
from evaluators.items import Case, Graded, Item, Limits, Suite, Task, Verdict
from evaluators.records import CaseResult, Judgement
from families.twin import Certificate, Tier
from runner import execution
from runner.errors import Failed
from runner.judging import _show

SAT = ("family=sat", "twin=npc", "stratum=s1", "suite={anchor: 2, corner: 4, worst: 4}")
ALL_TRUE = "n = int(input().split()[0])\nprint('YES')\nprint(*range(1, n + 1))\n"


def case(index):
    return Case(index, Tier.WORST, "1", Fraction(1), "1", Certificate("none", ""), "toy")


toy = Item(
    0, Task("t", "toy", "p", "Print.", Limits((2.0,))), Suite((case(0),)), lambda *_: Graded(Verdict.ACCEPTED)
)


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
    names = ["index", "tier", "verdict", "cpu_s", "wall_s", "memory_mb", "message", "borderline"]
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


def test_a_program_that_does_not_compile_is_said_to_be_run_once(hardtwin):
    shown = hardtwin("task=judge", *SAT, program(hardtwin, "print(1\n")).stdout
    assert "1 runtime error of 10 cases" in shown and "does not compile" in shown


def test_a_clock_is_told_in_text_and_json_and_only_where_one_is_read(hardtwin):
    text = "from time import perf_counter as now\n" + ALL_TRUE + "now()\n"
    assert "reads a clock (time.perf_counter)" in hardtwin("task=judge", *SAT, program(hardtwin, text)).stdout
    assert hardtwin.json("task=judge", *SAT, "program=my.py")["clock"] == "time.perf_counter"
    assert "clock" not in hardtwin.json("task=judge", *SAT, program(hardtwin, ALL_TRUE))


def test_what_is_near_a_limit_is_marked_and_explained(capsys):
    near = CaseResult(0, "worst", Verdict.TIME_LIMIT, 2.1, 2.2, 10.0, "2.10 s", borderline=True)
    far = CaseResult(1, "worst", Verdict.ACCEPTED, 0.1, 0.1, 10.0)
    made = replace(toy, suite=Suite((case(0), case(1))))
    _show(Judgement({"2": Verdict.TIME_LIMIT}, (near, far), "container"), made, "")
    shown = capsys.readouterr().out
    assert shown.count("time limit ~") == 1 and "accepted ~" not in shown
    assert "~ CPU time within 10 % of a limit" in shown
    _show(Judgement({"2": Verdict.ACCEPTED}, (far,), "container"), made, "")
    assert "~" not in capsys.readouterr().out


def test_what_a_program_says_does_not_reach_the_terminal_as_it_is(hardtwin):
    text = "raise ValueError('\\x1b[2J\\u202e\\x9b1m')\n"
    shown = hardtwin("task=judge", *SAT, program(hardtwin, text)).stdout
    assert shown.replace("\n", "").isprintable()
    assert "\\x1b[2J" in shown


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
    assert float(told["speed"].split()[0]) > 0.01
    assert told["completions"] == "none yet" and "2 MB" not in told["cache"]
    assert {"  Landlock", "  seccomp", "physical cores", "packages"} <= told.keys()
    (hardtwin.folder / "cache").mkdir(exist_ok=True)
    (hardtwin.folder / "cache" / "completions.sqlite").write_bytes(b"no database" * 100)
    assert "damaged" in json.loads(hardtwin("task=doctor", "output=json").stdout)["completions"]


def test_an_interrupted_judge_has_nothing_to_go_on_with(hardtwin):
    process = hardtwin.start("task=judge", *SAT, program(hardtwin, "while True: pass\n"))
    deadline = time.monotonic() + 60
    while not list(hardtwin.folder.rglob("sat-npc-s1-*")) and time.monotonic() < deadline:
        time.sleep(0.05)  # until its suite is made: then it judges
    os.kill(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "hardtwin: interrupted\n")


def test_a_machine_whose_speed_can_not_be_measured_fails_in_one_line(monkeypatch):
    def fail():
        raise sandbox.Unmeasured("speed: the workload did not run (memory): ")

    monkeypatch.setattr(execution, "machine_speed", fail)
    with pytest.raises(Failed, match=r"^speed: the workload did not run .* task=doctor tells more$"):
        execution.measured_speed()
