"""Sweeps resumed, interrupted, killed, failing in part: the same records whatever happened on the way."""

import os
import signal
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from evaluators.extraction import extract
from evaluators.items import Verdict
from evaluators.records import Judgement, to_json
from evaluators.sandbox import physical_cores
from generators.agents import Attempt
from generators.asking import Completion
from runner.execution import Machine, _answered
from runner.ledger import Ledger
from runner.planning import cell_of
from runner.pool import KILLED
from runner.sweep import BUSY, FAILED, RAN, SKIPPED, Plan, Sweep, write_manifest
from runner.tracking import NoTracker

SWEEP = (
    "-m", "family=linear_program", "twin=p", "stratum=s1,s2,s3", "model.name=reference,greedy,tight_rows",
    "items=24", "limits=quick", "tracking=none", "jobs=2",
)  # fmt: skip

PASSING = {"started_at": "", "latency_s": 0.0, "cached": False, "speed": 0.0}


def told(record):
    """A record less times and ids."""
    cases = tuple(
        replace(case, cpu_s=0.0, wall_s=0.0, memory_mb=0.0, borderline=False) for case in record.cases
    )
    return to_json(replace(record, cases=cases, **PASSING))


def recorded(folder):
    ledger = Ledger(folder / "multirun")
    keys = sorted(path.name for path in (ledger.root / "cells").glob("*"))
    return [told(record) for key in keys for record in ledger.records(key)]


def cells_left(folder):
    return [
        path for path in (folder / "multirun" / "cells").glob("*") if not (path / "records.parquet").exists()
    ]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, hardtwin_in):
    folder = tmp_path_factory.mktemp("undisturbed")
    hardtwin_in(folder)(*SWEEP)
    return recorded(folder)


def test_the_same_command_again_runs_nothing(hardtwin):
    first = hardtwin.json(*SWEEP)
    assert {cell["status"] for cell in first["cells"]} == {RAN} and len(first["cells"]) == 9
    again = hardtwin.json(*SWEEP)
    assert {cell["status"] for cell in again["cells"]} == {SKIPPED}
    assert [cell["pass_at_1"] for cell in again["cells"]] == [cell["pass_at_1"] for cell in first["cells"]]


@pytest.mark.parametrize(
    "sent, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_interrupted_and_started_again_it_ends_with_the_same_records(hardtwin, undisturbed, sent, code):
    process = hardtwin.start(*SWEEP)
    folder = hardtwin.folder / "multirun" / "cells"
    deadline = time.monotonic() + 120
    while not list(folder.glob("*/records.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.01)
    # Ctrl-C at a terminal goes to every process of the group, a kill to one.
    (os.killpg if sent == signal.SIGINT else os.kill)(process.pid, sent)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == code, errors
    told = "hardtwin: interrupted; what was answered is recorded: the same command goes on from there\n"
    assert "Traceback" not in errors and (sent == signal.SIGKILL or errors == told)
    assert cells_left(hardtwin.folder), "the sweep ended before it was interrupted"
    hardtwin(*SWEEP)
    assert recorded(hardtwin.folder) == undisturbed
    assert not cells_left(hardtwin.folder)


def test_nothing_of_a_killed_sweep_stays_running(hardtwin):
    words = ("family=linear_program", "twin=p", "stratum=s5", "model.name=brute_force")
    process = hardtwin.start("-m", *words, "tracking=none", "jobs=2")
    folder = hardtwin.folder / "multirun" / "cells"
    deadline = time.monotonic() + 60
    while not list(folder.glob("*/cell.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    while len(descendants(process.pid)) < 6 and time.monotonic() < deadline:
        time.sleep(0.05)  # workers, keepers and the programs that they run
    started = descendants(process.pid)
    assert any("zygote" in command for _, _, command in started)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    while started & living() and time.monotonic() < deadline:
        time.sleep(0.2)
    assert not started & living()


def living():
    """(pid, start time, command line) of every process that is no zombie, by pid of its parent."""
    return {who for family in tree().values() for who in family}


def tree():
    found = defaultdict(set)
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                command = (entry / "cmdline").read_bytes().decode(errors="replace")
                if stat[0] != "Z":
                    found[int(stat[1])].add((int(entry.name), stat[19], command))
    return found


def descendants(pid):
    children, found, todo = tree(), set(), [pid]
    while todo:
        born = children.get(todo.pop(), set())
        found |= born
        todo += [child for child, _, _ in born]
    return found


class Watch:
    def begin(self, cells, samples):
        pass

    def advance(self, records):
        pass

    def finished(self, outcome):
        pass


class Bomb:
    """Ends the process that unpickles it, as the kernel ends one that has no memory left."""

    def __reduce__(self):
        return os._exit, (9,)

    def __deepcopy__(self, memo):
        return "bomb"

    def __hash__(self):
        return 1


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A cell of two items and a function that runs cells."""
    from hydra import compose, initialize_config_dir

    from runner.help import conf_folder
    from runner.launcher import register
    from runner.settings import read

    register()
    with initialize_config_dir(version_base="1.3", config_dir=str(conf_folder())):
        words = ["family=linear_program", "twin=p", "stratum=s1", "items=2", "limits=quick"]
        cell = cell_of(read(compose("config", words)))

    def run(*cells, jobs=2):
        ledger, machine = Ledger(tmp_path / "r"), Machine(physical_cores(), tmp_path / "cache")
        return Sweep(Plan(cells, ()), ledger, machine, jobs).run(NoTracker(), Watch())

    return cell, run


def test_the_machines_speed_is_measured_for_new_cells_only_and_recorded(small, monkeypatch):
    cell, run = small
    asked = []
    monkeypatch.setattr("runner.execution.machine_speed", lambda: asked.append(1) or 0.75)
    assert {record.speed for record in run(cell)[0].records} == {0.75}
    assert [outcome.status for outcome in run(cell)] == [SKIPPED]
    assert asked == [1]


def test_calibrated_limits_make_another_cell_and_times_of_the_reference_machine(small, monkeypatch):
    cell, run = small
    calibrated = replace(cell, limits=replace(cell.limits, calibrate=True))
    assert calibrated.key != cell.key and calibrated.flat()["limits.calibrate"] == "true"
    monkeypatch.setattr("runner.execution.machine_speed", lambda: 1000.0)
    slow = replace(calibrated, limits=replace(calibrated.limits, seconds=(2000.0,)))
    (outcome,) = run(slow)
    times = [case.cpu_s for record in outcome.records for case in record.cases]
    assert outcome.status == RAN and min(times) > 1.0  # milliseconds of a machine a thousand times as fast


def test_a_program_that_reads_a_clock_is_tagged(small):
    cell, run = small
    (outcome,) = run(cell)
    assert [record.tags for record in outcome.records] == [{}, {}]
    program = outcome.records[0].program + "\nimport time\ntime.monotonic()\n"
    attempt = Attempt((), Completion(f"```python\n{program}```"))
    made = Judgement({"2": Verdict.ACCEPTED}, (), "container")
    tagged = _answered(outcome.records[0], attempt, extract(attempt.completion.text), made)
    assert tagged.tags == {"clock": "time.monotonic"}


def test_a_cell_that_raises_fails_alone_and_keeps_its_traceback(small):
    cell, run = small
    bad = replace(cell, source=replace(cell.source, family="no_such_family"))
    good = replace(cell, select=replace(cell.select, seed=1))
    outcomes = run(cell, bad, good)
    assert [outcome.status for outcome in outcomes] == [RAN, FAILED, RAN]
    assert "no_such_family" in outcomes[1].error
    path = outcomes[1].error.rpartition("(")[2].rstrip(")")
    assert "Traceback" in Path(path).read_text()
    assert [outcome.status for outcome in run(cell, bad, good)] == [SKIPPED, FAILED, SKIPPED]


def test_a_killed_worker_costs_its_own_cell_only(small):
    cell, run = small
    bad = replace(cell, source=replace(cell.source, options=(("structure", Bomb()),)))
    others = [replace(cell, select=replace(cell.select, seed=seed)) for seed in range(1, 6)]
    outcomes = run(*others[:2], bad, *others[2:])
    assert [outcome.status for outcome in outcomes] == [RAN, RAN, FAILED, RAN, RAN, RAN]
    assert outcomes[2].error.startswith(KILLED)


def test_a_cell_that_another_sweep_runs_is_left_to_it(small, tmp_path):
    cell, run = small
    held = Ledger(tmp_path / "r").claim(cell.key)
    assert held is not None
    assert [outcome.status for outcome in run(cell)] == [BUSY]
    held.release()
    assert [outcome.status for outcome in run(cell)] == [RAN]


def test_the_key_knows_what_fixes_a_result_and_nothing_else(small):
    cell, _ = small
    assert replace(cell).key == cell.key
    source, select = cell.source, cell.select
    same = replace(cell, source=replace(source, stratum=replace(source.stratum, level="")))
    assert same.key == cell.key
    others = [
        replace(cell, select=replace(select, **{name: 1 if name != "release" else "r"}))
        for name in ("seed", "items", "samples", "version", "lineage", "depth", "release")
        if getattr(select, name) != 1
    ]
    others += [replace(cell, mode="verdict" if cell.mode == "full" else "full"), replace(cell, code="other")]
    others += [
        replace(cell, decoding=replace(cell.decoding, temperature=0.7)),
        replace(cell, note=not cell.note),
    ]
    others += [replace(cell, limits=replace(cell.limits, memory_mb=99)), replace(cell, agent="critic")]
    assert len({cell.key, *(other.key for other in others)}) == len(others) + 1


def test_a_cell_killed_before_its_parquet_was_written_is_finished_without_running(small, tmp_path):
    cell, run = small
    run(cell)
    ledger = Ledger(tmp_path / "r")
    records = ledger.records(cell.key)
    (ledger.folder(cell.key) / "records.parquet").unlink()
    ledger.append(cell, records)
    assert [outcome.status for outcome in run(cell)] == [RAN]
    assert (ledger.folder(cell.key) / "records.parquet").exists()
    assert [to_json(record) for record in ledger.records(cell.key)] == [to_json(record) for record in records]


def test_two_sweeps_that_start_in_one_second_have_folders_of_their_own(small, tmp_path):
    cell, _ = small
    folders = {write_manifest(Plan((cell,), ()), tmp_path, "title") for _ in range(5)}
    assert len(folders) == 5
