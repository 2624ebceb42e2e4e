"""The command line as a person meets it: help, mistakes, pure JSON."""

import json
import subprocess
import sys

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
    "nonsense": (["family=[sat"], "key=value"),
    "a bad limit": (["limits.npc=[5,1]"], "ascending"),
    "no samples": (["samples=0"], "samples"),
    "a hardened statement": (["depth=3"], "depth"),
    "an unknown version": (["version=9"], "version"),
    "an unknown judge mode": (["judge.mode=fulll"], "did you mean full?"),
    "a number for a level": (["stratum=9"], "must be a string"),
    "a pattern that matches nothing": (["-m", "stratum=glob(z*)"], "match nothing"),
    "a sweep without -m": (["experiment=demo"], "add -m"),
    "another launcher": (["-m", "hydra/launcher=basic", "stratum=s1,s2"], "only cells"),
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


def test_a_results_folder_that_cannot_be_is_one_line(hardtwin):
    (hardtwin.folder / "file").write_text("")
    done = hardtwin(
        "family=linear_program", "twin=p", "stratum=s1", "results=file/x", "tracking=none", code=1
    )
    assert "Not a directory" in done.stderr and done.stderr.count("\n") == 1


def test_flags_may_stand_anywhere_and_the_working_folder_stays_clean(hardtwin):
    found = hardtwin.json("family=linear_program", "twin=p", "-m", "stratum=s1,s2", "dry_run=true")
    assert len(found["cells"]) == 2
    assert list(hardtwin.folder.iterdir()) == []
