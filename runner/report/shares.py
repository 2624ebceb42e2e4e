"""Verdict shares: one tile for each series and stratum, divided by what became of the programs."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator

from runner.report.curves import label_strata, sides
from runner.report.look import INK, MUTED, OUTCOME_COLOURS, Plan, scale, short, side_name
from runner.report.rows import OUTCOMES, Place, Row
from runner.report.series import in_order

_TILE = 0.93  # of the room of a stratum
_LINE = 0.255  # inches for each series


def verdicts(rows: Sequence[Row]) -> Figure:
    """What became of the programs at the largest limit. `rows` are those of `summary`."""
    names = {
        row.place.family: in_order(r.series for r in rows if r.place.family == row.place.family)
        for row in rows
    }
    seen = [outcome for outcome in OUTCOMES if any(row.shares.get(outcome) for row in rows)]
    widest = max(len(short(name, 34)) for row in names.values() for name in row)
    plan = Plan(
        "Verdicts: what became of the programs",
        "Shares of items × samples at the largest time limit, one tile a stratum",
        [Patch(facecolor=OUTCOME_COLOURS[outcome]) for outcome in seen],
        [f"{outcome.replace('_', ' ')} ({OUTCOMES[outcome]})" for outcome in seen],
        left=0.3 + 0.072 * widest,
        below=0.62,
        heights={family: max(0.3, _LINE * len(series)) for family, series in names.items()},
    )
    panels = plan.draw(sides(rows))
    for side, axes in panels.axes.items():
        here = [row for row in rows if row.place.side == side]
        places = list(dict.fromkeys(row.place for row in here))
        _frame(axes, names[side[0]], places)
        axes.set_title(side_name(side), fontweight="bold", color=INK)
        axes.set_title(scale(here), loc="right", fontsize=8, color=MUTED)
        for row in here:
            room = 72 * plan.width / len(places)
            _tile(axes, row, places.index(row.place), names[side[0]].index(row.series), room)
    for axes, side in ((axes, side) for side, axes in panels.axes.items() if axes in panels.lefts):
        axes.set_yticklabels([short(name, 34) for name in names[side[0]]])
    return panels.figure


def _frame(axes: Axes, names: Sequence[str], places: Sequence[Place]) -> None:
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.yaxis.set_major_locator(FixedLocator(range(len(names))))
    axes.set_yticklabels([])
    axes.grid(False)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)
    label_strata(axes, places)


def _tile(axes: Axes, row: Row, x: int, y: int, room: float) -> None:
    """One tile, `room` points wide; a share gets its short form where that fits."""
    left = x - _TILE / 2
    for outcome, code in OUTCOMES.items():
        wide = _TILE * row.shares.get(outcome, 0.0)
        if not wide:
            continue
        axes.barh(y, wide, 0.8, left, color=OUTCOME_COLOURS[outcome], linewidth=0)
        if wide * room > 4.6 * len(code) + 3:
            dark = outcome in ("accepted", "time_limit", "unanswered")
            axes.text(
                left + wide / 2,
                y,
                code,
                ha="center",
                va="center_baseline",
                fontsize=6.5,
                color=INK if dark else "white",
            )
        left += wide
