"""Pictures: they show the rows' numbers, whole, and the same for the same records."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import invented
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from evaluators.records import Record
from runner.report import look, pooled, summary
from runner.report.curves import calibration, limits
from runner.report.look import pens, short
from runner.report.shares import verdicts

SETS: dict[str, Callable[[], list[Record]]] = {
    "demo": invented.demo,
    "models": invented.models,
    "questions": invented.questions,
    "one": lambda: [invented.record()],
    "strange": invented.strange,
    "crowd": lambda: [
        replace(each, model=f"vendor/model-{k}") for k in range(19) for each in invented.demo()[:4]
    ],
    "all": lambda: [*invented.models(), *invented.demo(), *invented.questions()],
    "npc only": lambda: [each for each in invented.demo() if each.twin == "npc"],
}


def figures(records: list[Record]) -> dict[str, Figure]:
    rows = summary(records)
    with look.style():
        made = {
            "calibration": calibration(rows),
            "verdicts": verdicts(rows),
            "limits": limits(pooled(records)),
        }
        return {name: figure for name, figure in made.items() if figure is not None}


Figures = dict[str, Figure]


@pytest.fixture(scope="module")
def demo() -> Figures:
    return figures(invented.demo())


@pytest.fixture(scope="module")
def models() -> Figures:
    return figures(invented.models())


@pytest.mark.parametrize("name", SETS)
def test_no_text_is_cut_off_and_none_overlaps_a_title(name: str) -> None:
    """Every text lies within its figure, and the two titles of a panel apart, whatever the names."""
    for kind, figure in figures(SETS[name]()).items():
        with look.style(), warnings.catch_warnings():
            warnings.simplefilter("error")
            canvas = FigureCanvasAgg(figure)
            canvas.draw()
        frame = figure.bbox
        for text in figure.findobj(Text):
            if text.get_text().strip() and text.get_visible():
                box = text.get_window_extent(canvas.get_renderer())
                inside = box.x0 >= -1 and box.x1 <= frame.x1 + 1 and box.y0 >= -1 and box.y1 <= frame.y1 + 1
                assert inside, f"{kind}: {text.get_text()!r} leaves the figure"
        for axes in figure.axes:
            left, right = (getattr(axes, side).get_window_extent() for side in ("title", "_right_title"))
            assert left.x1 < right.x0, f"{kind}: {axes.get_title('left')!r} runs into its note"


def test_a_row_for_each_family_p_beside_np_complete(demo: Figures) -> None:
    titles = [axes.get_title("left") for axes in demo["calibration"].axes]
    assert titles == [
        "coloring · P",
        "coloring · NP-complete",
        "sat · P",
        "sat · NP-complete",
        "linear_program · P",
    ]


def test_an_absent_twin_leaves_its_place_empty_and_says_so(demo: Figures) -> None:
    texts = [text.get_text() for text in demo["calibration"].texts]
    assert "no NP-complete twin of linear_program in these records" in texts


def test_a_panel_says_its_limit_and_how_many_records_a_point_has(models: Figures) -> None:
    notes = {axes.get_title("left"): axes.get_title("right") for axes in models["calibration"].axes}
    assert notes["sat · P"] == "limit 2 s · 32 per point"
    assert notes["sat · NP-complete"] == "limit 10 s · 32 per point"


def test_lines_show_the_rates_of_the_rows(models: Figures) -> None:
    rows = summary(invented.models())
    axes = next(a for a in models["calibration"].axes if a.get_title("left") == "sat · P")
    drawn = sorted(tuple(np.asarray(line.get_ydata(), float)) for line in axes.get_lines())
    sides = [row for row in rows if row.place.side == ("sat", "p")]
    told = sorted(
        tuple(row.rate.share for row in sides if row.series == name) for name in {r.series for r in sides}
    )
    assert drawn == told


def test_equal_lines_are_drawn_apart_but_by_at_most_three_percent_of_the_scale(demo: Figures) -> None:
    axes = demo["calibration"].axes[0]
    starts = [line.get_transform().transform((0, 1)) for line in axes.get_lines()]
    assert len({tuple(start) for start in starts}) == len(starts) == 5
    scale = axes.transData.transform((0, 1))[1] - axes.transData.transform((0, 0))[1]
    true = axes.transData.transform((0, 1))[1]
    assert all(abs(start[1] - true) <= 0.03 * scale for start in starts)


def test_a_line_is_broken_where_a_stratum_was_not_run() -> None:
    records = [each for each in invented.demo() if (each.model, each.stratum) != ("reference", "s3")]
    line = figures(records)["calibration"].axes[0].get_lines()[0]
    assert [bool(np.isnan(y)) for y in line.get_ydata()] == [False, False, True, False, False, False]


def test_a_model_has_one_pen_in_all_panels_and_figures(models: Figures) -> None:
    made = models
    colours = {
        tuple(line.get_color() for line in axes.get_lines())
        for kind in ("calibration", "limits")
        for axes in made[kind].axes
    }
    assert len(colours) == 1


def test_two_hundred_models_have_different_pens() -> None:
    labels = [f"m{k}" for k in range(264)]
    assert len(set(pens(labels).values())) == 264


def test_the_limit_curve_is_skipped_where_there_is_one_limit(demo: Figures, models: Figures) -> None:
    assert "limits" not in demo
    assert "limits" in models


def test_tiles_are_as_wide_as_their_shares() -> None:
    records = [
        invented.judged("accepted" if k < 3 else "wrong_answer", ("2",), 0.1, item=k) for k in range(4)
    ]
    axes = figures(records)["verdicts"].axes[0]
    widths = [patch.get_width() for patch in axes.patches]
    assert widths[0] == pytest.approx(3 * widths[1])
    assert [text.get_text() for text in axes.texts if text.get_text() in ("AC", "WA")] == ["AC", "WA"]


def test_short_names_are_kept_and_long_ones_lose_their_middle() -> None:
    assert short("abc", 10) == "abc"
    assert short("a" * 30 + "z", 11) == "aaaaa…aaaaz"
    assert len(short("a" * 300, 34)) == 34


SCRIPT = """
import hashlib, sys
sys.path.insert(0, {tests!r})
import invented
from runner.report import pictures, pooled, summary
records = invented.models()[:1500][::{step}]
for each in pictures.draw(summary(records), pooled(records)):
    print(each.name, hashlib.sha256(each.png).hexdigest())
"""


def test_the_same_records_give_the_same_bytes() -> None:
    """Whatever the order of records and PYTHONHASHSEED."""
    prints = set()
    for step, seed in ((1, "0"), (-1, "1234")):
        script = SCRIPT.format(tests=str(Path(__file__).parent), step=step)
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        prints.add(hashlib.sha256(done.stdout.encode()).hexdigest())
        assert done.stdout.count("\n") == 3
    assert len(prints) == 1


def test_the_users_own_style_changes_nothing() -> None:
    import matplotlib as mpl

    rows = summary([invented.record()])
    with look.style():
        plain = look.png(calibration(rows))
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red"}), look.style():
        assert look.png(calibration(rows)) == plain
    assert mpl.rcParams["font.size"] != 8.5
