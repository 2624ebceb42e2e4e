"""MLflow: what people find there after a sweep, and after a crash."""

import pytest

from runner.help import conf_folder
from runner.vocabulary import Vocabulary

SWEEP = (
    "-m",
    "family=linear_program",
    "twin=p",
    "stratum=s1,s2",
    "model.name=reference,tight_rows",
    "items=3",
)


@pytest.fixture(scope="module")
def tracked(tmp_path_factory, hardtwin_in):
    from mlflow import MlflowClient

    folder = tmp_path_factory.mktemp("tracked")
    command = hardtwin_in(folder)
    command(*SWEEP)
    client = MlflowClient(tracking_uri=f"sqlite:///{folder}/multirun/mlflow.db")
    return command, client, client.get_experiment_by_name("hardtwin").experiment_id


def runs(client, experiment, kind):
    return client.search_runs([experiment], f"tags.`hardtwin.kind` = '{kind}'")


def test_each_cell_is_a_run_below_its_sweep(tracked):
    _, client, experiment = tracked
    (sweep,) = runs(client, experiment, "sweep")
    cells = runs(client, experiment, "cell")
    assert len(cells) == 4
    assert {run.data.tags["mlflow.parentRunId"] for run in cells} == {sweep.info.run_id}
    assert {run.info.status for run in [sweep, *cells]} == {"FINISHED"}
    rates = {(r.data.tags["stratum"], r.data.tags["model"]): r.data.metrics["pass_at_1/2s"] for r in cells}
    assert rates == {
        (s, m): float(m == "reference") for s in ("s1", "s2") for m in ("reference", "tight_rows")
    }
    one = cells[0]
    assert one.data.tags["sandbox"]
    assert float(one.data.tags["speed"]) > 0
    assert one.data.metrics["reading_a_clock"] == 0 and "borderline" in one.data.metrics
    named = {
        name: one.data.params[name] for name in ("family", "twin", "seed", "judge", "limits.p", "samples")
    }
    assert named == {
        "family": "linear_program",
        "twin": "p",
        "seed": "0",
        "judge": "full",
        "limits.p": "2.0",
        "samples": "1",
    }
    known = {
        *Vocabulary(conf_folder()).keys(),
        "limits.disclosed",
        "code",
    }  # the last two are made from others
    assert set(one.data.params) <= known
    names = {artifact.path for artifact in client.list_artifacts(one.info.run_id)}
    assert {"records.parquet", "cell.json"} <= names


def test_programs_that_failed_are_artifacts(tracked):
    _, client, experiment = tracked
    (run,) = [
        r for r in runs(client, experiment, "cell") if r.info.run_name == "linear_program p s1 tight_rows"
    ]
    failed = client.list_artifacts(run.info.run_id, "failed")
    assert [f.path for f in failed] == [f"failed/item{i}-sample0-wrong_answer.py" for i in range(3)]


def test_a_series_run_is_the_curve_with_the_level_as_step(tracked):
    _, client, experiment = tracked
    series = runs(client, experiment, "series")
    assert {run.data.tags["model"] for run in series} == {"reference", "tight_rows"}
    points = client.get_metric_history(series[0].info.run_id, "pass_at_1/2s")
    assert sorted(point.step for point in points) == [1, 2]


def test_a_sweep_that_has_nothing_to_run_logs_nothing(tracked):
    command, client, experiment = tracked
    before = len(client.search_runs([experiment]))
    command(*SWEEP)
    assert len(client.search_runs([experiment])) == before


def test_runs_of_a_killed_process_are_marked_at_the_next_start(tracked):
    import socket

    command, client, experiment = tracked
    tags = {"hardtwin.host": socket.gethostname(), "hardtwin.pid": "4194305"}  # above the kernel's largest
    orphan = client.create_run(experiment, tags=tags).info.run_id
    other = client.create_run(experiment, tags={**tags, "hardtwin.host": "elsewhere"}).info.run_id
    command(*SWEEP, "seed=1")
    assert client.get_run(orphan).info.status == "KILLED"
    assert client.get_run(other).info.status == "RUNNING"


def test_cells_recorded_without_tracking_can_be_logged_later(tracked):
    command, client, experiment = tracked
    command(*SWEEP, "seed=2", "tracking=none")
    before = len(runs(client, experiment, "cell"))
    assert "4 cells logged" in command("task=track").stdout
    assert len(runs(client, experiment, "cell")) == before + 4
    assert "0 cells logged" in command("task=track").stdout


def test_what_a_killed_sweep_did_not_log_is_logged_by_the_same_command(tracked):
    command, client, experiment = tracked
    words = (*SWEEP, "seed=3")
    command(*words)
    cells, series = (len(runs(client, experiment, kind)) for kind in ("cell", "series"))
    noted = sorted((command.folder / "multirun" / "cells").glob("*/tracked.json"))
    mine = [path for path in noted if '"seed": "3"' in (path.parent / "cell.json").read_text()]
    mine[0].unlink()
    command(*words)
    assert len(runs(client, experiment, "cell")) == cells + 1
    again = runs(client, experiment, "series")
    assert len(again) == series + 1
    newest = max(again, key=lambda run: run.info.start_time)
    points = client.get_metric_history(newest.info.run_id, "pass_at_1/2s")
    assert sorted(point.step for point in points) == [1, 2]  # the whole curve, not the new point alone


def test_another_store_gets_everything(tracked):
    command, _, _ = tracked
    uri = f"tracking.uri=sqlite:///{command.folder}/other.db"
    first = command("task=track", uri).stdout
    assert not first.startswith("0 cells") and "0 were there already" in first
    assert command("task=track", uri).stdout.startswith("0 cells logged")
    assert "nowhere to log" in command("task=track", "tracking=none", code=2).stderr
