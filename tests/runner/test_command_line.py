"""The command line as a person meets it: help, mistakes, pure JSON."""

import json
import shlex
import subprocess
import sys
from importlib.metadata import version

import pytest

import families
from runner.help import conf_folder, page

MISTAKES = {
    "a misspelt group": (["famly=sat"], "did you mean family?"),
    "a misspelt key": (["model.nme=greedy"], "did you mean model.name?"),
    "a misspelt choice": (["family=satt"], "did you mean sat?"),
    "a choice in a sweep": (["-m", "family=sat,satt"], "did you mean sat?"),
    "an unknown stratum": (["stratum=s9"], "s8"),
    "an unknown program": (["model.name=refrence"], "did you mean reference?"),
    "an empty program": (["model.name="], "model.name"),
    "half a size": (["stratum.n=5"], "give both"),
    "an impossible size": (["stratum.n=5", "stratum.m=100000"], "stratum"),
    "a size that is no number": (["stratum.n=abc", "stratum.m=3"], "stratum.n"),
    "a key that does not exist, added": (["+foo=1"], "foo"),
    "a twin that does not exist": (["family=linear_program", "twin=npc"], "no npc twin"),
    "a wrong family option": (["family=linear_program", "family.structure=odd"], "structure"),
    "a missing value": (["model=litellm"], "model.name"),
    "a missing file": (["source=jsonl", "source.path=nowhere.jsonl", "model=replay", "model.path=x"], "x"),
    "several values without -m": (["family=sat,coloring"], "-m"),
    "two experiments": (["-m", "experiment=demo,demo2"], "experiment"),
    "a misspelt experiment": (["-m", "experiment=dmo"], "demo"),
    "nonsense": (["family=[sat"], "family=[sat: it cannot be read"),
    "a sweep gone wrong": (["-m", "seed=1,,2"], "seed=1,,2: it cannot be read; see hardtwin --help"),
    "too many cells": (["-m", "seed=range(0,1000000000)"], "a sweep of 1000000000 cells: at most 100000"),
    "too many cells together": (["-m", "seed=range(0,1000)", "version=range(0,1000)"], "of 1000000 cells"),
    "an empty range": (["-m", "seed=range(3,3)"], "range of the command is empty"),
    "a range without steps": (["-m", "seed=range(0,3,0)"], "the step of a range is not 0"),
    "a pattern of values": (["-m", "seed=glob(*)"], "glob is for the choices of a group"),
    "a seed beyond all": (["seed=9223372036854775808"], "less than 2^63"),
    "a negative seed": (["seed=-1"], "at least 0"),
    "a list for a text": (["results=[1]"], "results: give a text, no list"),
    "null for a list": (["limits.npc=null"], "limits.npc=null: give a value"),
    "a key left out that is none": (["~foo"], "~foo: no such key"),
    "a group added twice": (["+family=sat"], "the group is there already"),
    "an unknown part": (["suite.foo=1"], "suite.foo: no such key; did you mean suite.worst?"),
    "an endless key": (["x" * 5000 + "=1"], "no such key"),
    "a line too many": (["family=sat\n"], "family=sat\\n: it cannot be read"),
    "a flag without use": (["--config-path", "x"], "--config-path has no use here"),
    "no experiment for tracking": (["tracking.experiment="], "tracking.experiment is empty"),
    "tracking of nothing": (["task=track"], "nothing is recorded there yet"),
    "no file of problems": (["source=jsonl", "source.path=nope.jsonl"], "nope.jsonl: No such file"),
    "a bad limit": (["limits.npc=[5,1]"], "ascending"),
    "no samples": (["samples=0"], "samples"),
    "a hardened statement": (["depth=3"], "depth"),
    "an unknown version": (["version=9"], "version"),
    "an unknown judge mode": (["judge.mode=fulll"], "did you mean full?"),
    "a number for a level": (["stratum=9"], "stratum=9: no such choice; there is s1"),
    "numbers for levels": (["-m", "stratum=range(1,3)"], "stratum=1: no such choice; did you mean s1?"),
    "null for a group": (["limits=null"], "limits=null: no such choice; there is paper, quick"),
    "a word alone": (["seed"], "not of the form key=value"),
    "a value alone": (["=5"], "not of the form key=value"),
    "an unknown flag": (["--foo"], "unrecognized arguments: --foo; see hardtwin --help"),
    "special characters": (["model.name=héllo"], "quote it: \"model.name='héllo'\""),
    "an interval": (["-m", "seed=interval(0,3)"], "range(first,end)"),
    "no list": (["limits.npc=5"], "limits.npc: give a list"),
    "no number in a list": (["limits.npc=[a]"], "limits.npc[0]=a: give a number"),
    "no seed": (["seed=null"], "seed=null: give a whole number"),
    "half a seed": (["seed=1.5"], "seed=1.5: give a whole number"),
    "neither true nor false": (["dry_run=perhaps"], "dry_run=perhaps: give true or false"),
    "a value for a whole group": (["suite=5"], "suite.anchor, suite.corner, suite.worst"),
    "a list for a whole group": (["suite=[1]"], "suite.anchor, suite.corner, suite.worst"),
    "a key of another family": (["family.structure=basic"], "only family=linear_program has it"),
    "an endless temperature": (["decoding.temperature=inf"], "finite"),
    "no path": (["source=jsonl", "source.path=", "model=litellm", "model.name=x"], "source.path is empty"),
    "a folder that is a file": (["results=/dev/null/x"], "not a folder; give results="),
    "a report in many runs": (["-m", "task=report"], "leave -m out"),
    "a dry report": (["task=report", "dry_run=true"], "dry_run=true: task=report"),
    "a report of a family": (["task=report", "family=sat"], "family=sat: task=report"),
    "a pattern that matches nothing": (
        ["-m", "stratum=glob(z*)"],
        "pattern or range of the command is empty",
    ),
    "a sweep without -m": (["experiment=demo"], "add -m"),
    "another launcher": (["-m", "hydra/launcher=basic", "stratum=s1,s2"], "there is cells"),
    "no number": (["limits.npc=[nan]"], "ascending"),
    "no end": (["items=99999999999999999999"], "at most"),
    "no results folder": (["results="], "results"),
    "a report of nothing": (["task=report"], "run one first"),
}


@pytest.mark.parametrize("words, hint", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_clear_line_and_nothing_starts(hardtwin, words, hint):
    done = hardtwin(*words, code=2)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    assert hint in done.stderr
    assert not (hardtwin.folder / "multirun" / "cells").exists()


def test_help_shows_every_group_and_choice_without_slow_imports():
    code = (
        "import sys; from runner.__main__ import run; assert run(['--help']) == 0;"
        "print('SLOW', sorted({'litellm', 'mlflow', 'hydra', 'numpy', 'joblib'} & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.endswith("SLOW []\n")
    for path in conf_folder().glob("*/*.yaml"):
        assert path.stem in shown and path.parent.name in shown
    assert shown.count("  hardtwin ") >= 4


def test_composing_a_cell_imports_neither_litellm_nor_mlflow(hardtwin):
    code = (
        "import sys; from runner.__main__ import run;"
        "assert run(['family=linear_program', 'twin=p', 'dry_run=true']) == 0;"
        "assert not {'litellm', 'mlflow'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=hardtwin.env, cwd=hardtwin.folder)


def test_every_choice_of_every_group_is_told_in_help_with_a_config_that_composes(hardtwin):
    shown = page()
    for group in ("agent", "decoding", "judge", "limits", "sandbox", "tracking", "twin", "stratum", "family"):
        for path in sorted((conf_folder() / group).glob("*.yaml")):
            assert path.stem in shown
    for name in families.names():
        assert (conf_folder() / "family" / f"{name}.yaml").exists(), f"{name} has no config"
    words = ["-m", "decoding=paper,provider", "limits=paper,quick", "judge=full,verdict", "family=glob(*)"]
    found = hardtwin.json(*words, "twin=p", "stratum=glob(s*)", "dry_run=true")
    # Decoding is part of a cell whoever answers; equal limits on the p twin are one cell.
    assert len(found["cells"]) == 2 * 2 * len(families.names()) * 8


def test_json_output_is_one_pure_document_also_in_a_sweep(hardtwin):
    words = ["family=linear_program", "twin=p", "stratum=s1", "items=2", "tracking=none"]
    one = hardtwin(*words, "output=json")
    assert json.loads(one.stdout)["cells"][0]["status"] == "ran"
    many = hardtwin.json("-m", *words, "model.name=reference,greedy")
    assert [cell["status"] for cell in many["cells"]] == ["done before", "ran"]


def test_combinations_that_do_not_exist_are_listed_and_skipped(hardtwin):
    found = hardtwin.json(
        "-m",
        "family=sat,linear_program",
        "twin=p,npc",
        "stratum=s1",
        "model.name=p_algorithm",
        "dry_run=true",
    )
    assert [cell["label"] for cell in found["cells"]] == ["sat npc s1 p_algorithm"]
    assert {reason.split(" (")[0] for reason in found["not_applicable"]} == {
        "sat p has no program p_algorithm",
        "linear_program has no npc twin",
        "linear_program p has no program p_algorithm",
    }


def test_a_full_disk_is_one_line_and_loses_nothing(hardtwin):
    words = ["family=linear_program", "twin=p", "stratum=s1", "tracking=none", "items=64"]
    limited = f"ulimit -f 8; exec {sys.executable} -m runner {' '.join(words)}"  # files of at most 4 or 8 KiB
    done = subprocess.run(
        ["bash", "-c", limited],
        cwd=hardtwin.folder,
        env=hardtwin.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert "File too large" in done.stderr.splitlines()[-1]
    assert hardtwin.json(*words)["cells"][0]["samples"] == 64


@pytest.mark.parametrize("key", ["results", "HARDTWIN_CACHE"])
def test_a_folder_that_cannot_be_is_told_before_anything_runs(hardtwin, key):
    (hardtwin.folder / "file").write_text("")
    hardtwin.env["HARDTWIN_CACHE"] = "file/x" if key == "HARDTWIN_CACHE" else hardtwin.env["HARDTWIN_CACHE"]
    place = "file/x" if key == "results" else "here"
    words = ["family=linear_program", "twin=p", "stratum=s1", f"results={place}", "tracking=none"]
    done = hardtwin(*words, code=2)
    assert done.stderr == f"hardtwin: file/x: not a folder; give {key}=<a folder that can be written>\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words",
    [["--help"], ["--cfg", "job"], ["dry_run=true"], ["-m", "stratum=s1,s2", "dry_run=true", "output=json"]],
    ids=["help", "config", "table", "json"],
)
def test_output_that_nobody_takes_is_one_line(hardtwin, words, unbuffered):
    command = f"{sys.executable} -m runner {shlex.join(words)}"
    env = {**hardtwin.env, "PYTHONUNBUFFERED": unbuffered}

    def ended(redirected):
        line = ["bash", "-c", f"set -o pipefail; {command} {redirected}"]
        done = subprocess.run(line, cwd=hardtwin.folder, env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    code, told = ended("> /dev/full")
    assert code == 1 and told.startswith("hardtwin: standard output: ") and told.count("\n") == 1
    assert ended(">&-") == (0, "")
    assert ended("| true") in [(0, ""), (1, "")]


def test_the_version_is_told(hardtwin):
    assert hardtwin("--version").stdout == f"hardtwin {version('hardtwin')}\n"


def test_flags_may_stand_anywhere_and_the_working_folder_stays_clean(hardtwin):
    found = hardtwin.json("family=linear_program", "twin=p", "-m", "stratum=s1,s2", "dry_run=true")
    assert len(found["cells"]) == 2
    assert list(hardtwin.folder.iterdir()) == []
