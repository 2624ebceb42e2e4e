"""Verdict shares: one tile for each series and stratum, divided by what became of the programs."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator

from runner.report.look import INK, OUTCOME_COLOURS, short
from runner.report.panels import Plan, count, label_strata, limit, name_panel
from runner.report.rows import OUTCOMES, Row
from runner.report.series import in_order

_LONGEST = 34  # letters of a series' name
_LINE = 0.255  # inches for each series
_GAP = 2.5  # points of the page between two tiles
_ON_LIGHT = ("accepted", "time_limit", "unanswered")


def verdicts(rows: Sequence[Row]) -> Figure:
    """What became of the programs at the largest limit. `rows` are those of `summary`."""
    names = {
        family: in_order(row.series for row in rows if row.place.family == family)
        for family in {row.place.family: None for row in rows}
    }
    plan = _plan(rows, names)
    panels = plan.draw(rows)
    for side, axes in panels.axes.items():
        here = [row for row in rows if row.place.side == side]
        places = list(dict.fromkeys(row.place for row in here))
        series = names[side[0]]
        _frame(axes, series, labelled=side in panels.lefts)
        label_strata(axes, places)
        name_panel(axes, side, f"{limit(here)}{count(here)} per tile")
        room = 72 * plan.width(rows) / len(places)
        _draw_tiles(axes, [(row, places.index(row.place), series.index(row.series)) for row in here], room)
    return panels.figure


def _plan(rows: Sequence[Row], names: dict[str, list[str]]) -> Plan:
    seen = [outcome for outcome in OUTCOMES if any(row.shares.get(outcome) for row in rows)]
    widest = max(len(short(name, _LONGEST)) for series in names.values() for name in series)
    return Plan(
        "Verdicts: what became of the programs",
        "Shares of items × samples at the largest time limit, one tile a stratum.",
        [Patch(facecolor=OUTCOME_COLOURS[outcome]) for outcome in seen],
        [f"{outcome.replace('_', ' ')} ({OUTCOMES[outcome]})" for outcome in seen],
        left=0.35 + 0.07 * widest,
        below=0.62,
        heights={family: max(0.3, _LINE * len(series)) for family, series in names.items()},
    )


def _frame(axes: Axes, series: Sequence[str], labelled: bool) -> None:
    axes.set_ylim(len(series) - 0.5, -0.5)
    axes.yaxis.set_major_locator(FixedLocator(range(len(series))))
    axes.set_yticklabels([short(name, _LONGEST) for name in series] if labelled else [])
    axes.grid(False)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(length=0)


def _draw_tiles(axes: Axes, tiles: Sequence[tuple[Row, int, int]], room: float) -> None:
    """Draw a row's tile at each (x, y), within `room` points; a share gets its short form where that fits."""
    tile = 1 - _GAP / room
    ends = [x - tile / 2 for _, x, _ in tiles]  # where the next share of each tile begins
    for outcome, code in OUTCOMES.items():
        wide = [tile * row.shares.get(outcome, 0.0) for row, _, _ in tiles]
        if not any(wide):
            continue
        held = [k for k, share in enumerate(wide) if share]
        heights, widths, lefts = [tiles[k][2] for k in held], [wide[k] for k in held], [ends[k] for k in held]
        axes.barh(heights, widths, 0.8, lefts, color=OUTCOME_COLOURS[outcome], linewidth=0)
        ink = INK if outcome in _ON_LIGHT else "white"
        for y, width, left in zip(heights, widths, lefts, strict=True):
            if width * room > 4.6 * len(code) + 3:
                middle = left + width / 2
                axes.text(middle, y, code, ha="center", va="center_baseline", fontsize=6.5, color=ink)
        ends = [end + share for end, share in zip(ends, wide, strict=True)]
