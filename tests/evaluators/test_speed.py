"""The machine's speed: measured once, kept, and used where limits are calibrated."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from test_timing import Scripted
from toys import item

from evaluators.items import Item, Verdict
from evaluators.judge import judge
from evaluators.sandbox import Pace, Sandbox, speed
from evaluators.sandbox.speed import REFERENCE_S, machine_speed, measured


def never() -> float:
    raise AssertionError("it was measured again")


def test_this_machine_has_a_speed() -> None:
    assert REFERENCE_S / 50 < measured() < REFERENCE_S * 50


def test_it_is_measured_once(tmp_path: Path) -> None:
    assert machine_speed(tmp_path, lambda: 2 * REFERENCE_S) == 0.5
    assert machine_speed(tmp_path, never) == 0.5
    (path,) = tmp_path.iterdir()
    assert set(json.loads(path.read_text())) == {"processor", "python", "workload", "cpu_s"}


def test_measured_again_the_faster_figure_is_kept(tmp_path: Path) -> None:
    machine_speed(tmp_path, lambda: 2 * REFERENCE_S)
    assert machine_speed(tmp_path, lambda: REFERENCE_S, again=True) == 1.0
    assert machine_speed(tmp_path, lambda: 3 * REFERENCE_S, again=True) == 1.0
    assert machine_speed(tmp_path, never) == 1.0


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-5])


def _set(**values: object) -> Callable[[Path], None]:
    return lambda path: path.write_text(json.dumps({**json.loads(path.read_text()), **values}))  # type: ignore[func-returns-value]


@pytest.mark.parametrize(
    "damage",
    [
        _cut,
        lambda path: path.write_bytes(b"\xff\x00"),
        lambda path: path.write_text("[1]"),
        _set(cpu_s=0),
        _set(cpu_s="x"),
        _set(cpu_s=float("nan")),
        _set(cpu_s=-1),
        _set(cpu_s=1e-9),
        _set(cpu_s=59),
        _set(python="2.7"),
        _set(more=1),
    ],
)
def test_a_damaged_file_is_measured_again(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    machine_speed(tmp_path, lambda: 1.0)
    (path,) = tmp_path.iterdir()
    damage(path)
    assert machine_speed(tmp_path, lambda: REFERENCE_S) == 1.0
    assert machine_speed(tmp_path, never) == 1.0


def test_another_processor_or_workload_is_another_measure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine_speed(tmp_path, lambda: 1.0)
    monkeypatch.setattr(speed, "_processor", lambda: "another")
    assert machine_speed(tmp_path, lambda: REFERENCE_S) == 1.0
    monkeypatch.setattr(speed, "_digest", lambda: "another")
    assert machine_speed(tmp_path, lambda: REFERENCE_S / 2) == 2.0
    assert len(list(tmp_path.iterdir())) == 3


def _calibrated(made: Item, calibrate: bool) -> Item:
    return replace(made, task=replace(made.task, limits=replace(made.task.limits, calibrate=calibrate)))


@pytest.mark.parametrize("machine", [0.5, 1.0, 2.0])
def test_a_program_near_a_limit_flips_between_machines_only_without_calibration(machine: float) -> None:
    needs = 0.8 / machine  # seconds of this machine for work that takes 0.8 of the reference machine
    made = item("1", seconds=(0.5, 1.0))
    plain, scaled = Scripted(_1_=[needs] * 3), Scripted(_1_=[needs] * 3)
    plain.workload_s = scaled.workload_s = REFERENCE_S / machine  # as usual on it
    without = judge("x", _calibrated(made, False), "full", plain, pace=Pace(machine))  # type: ignore[arg-type]
    with_it = judge("x", _calibrated(made, True), "full", scaled, pace=Pace(machine))  # type: ignore[arg-type]
    verdicts = {0.5: ("time_limit", "time_limit"), 1.0: ("time_limit", "accepted"), 2.0: ("accepted",) * 2}
    assert tuple(without.by_limit.values()) == verdicts[machine]
    assert tuple(with_it.by_limit.values()) == verdicts[1.0]
    assert with_it.cases[0].cpu_s == pytest.approx(0.8)
    assert plain.asked[0][1] == pytest.approx(1.3)
    assert scaled.asked[0][1] == pytest.approx(1.3 / machine)  # ended at seconds of this machine


def test_a_real_loop_gets_reference_seconds(sandbox: Sandbox) -> None:
    made = _calibrated(item("1", seconds=(2.0,)), True)
    (case,) = judge("while True: pass", made, "full", sandbox, pace=Pace(4.0)).cases
    assert case.verdict is Verdict.TIME_LIMIT
    assert 2.6 <= case.cpu_s < 6 and case.wall_s < 10  # a fast machine: it got 0.65 s of its own
