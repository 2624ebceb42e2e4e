"""Curves: the pass rate against the stratum (calibration), and against the time limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator
from matplotlib.transforms import ScaledTranslation, Transform

from evaluators.metrics import Rate
from runner.report.look import MUTED, Pen, pens, short
from runner.report.panels import Panels, Plan, count, label_strata, limit, name_panel
from runner.report.rows import Row
from runner.report.series import in_order

Line = Sequence[tuple[float, Rate | None]]
"""Rates at positions on the x axis; None where there is no record, so that the line is broken there."""


def calibration(rows: Sequence[Row]) -> Figure:
    """pass@1 against the stratum, one line a series. `rows` are those of `summary`."""
    plan, pen = _plan(
        rows,
        "Calibration: pass@1 against the size of the problem",
        "Share of programs with every case of their suite accepted, at the largest time limit. "
        "Bars: 95 % Wilson intervals. Equal lines are set a little apart.",
        below=0.62,
    )
    panels = plan.draw(rows)
    for side, axes in panels.axes.items():
        here = [row for row in rows if row.place.side == side]
        places = list(dict.fromkeys(row.place for row in here))
        rates = {(row.place, row.series): row.rate for row in here}
        lines = {
            series: [(float(x), rates.get((place, series))) for x, place in enumerate(places)]
            for series in in_order(row.series for row in here)
        }
        _draw_lines(panels, axes, lines, pen, room=72 * plan.width(rows) / len(places))
        _frame(axes, labelled=side in panels.lefts)
        label_strata(axes, places)
        name_panel(axes, side, f"{limit(here)}{count(here)} per point")
    return panels.figure


def limits(rows: Sequence[Row]) -> Figure | None:
    """pass@1 against the time limit, strata pooled (`rows` of `pooled`); None when no row has two limits."""
    if all(len(row.at) < 2 for row in rows):
        return None
    plan, pen = _plan(
        rows,
        "pass@1 against the time limit",
        "Strata pooled. Every limit is read off the same runs: points of one line are paired. "
        "Bars: 95 % Wilson intervals.",
        below=0.32,
    )
    panels = plan.draw(rows)
    seconds = sorted({float(at) for row in rows for at in row.at})
    for side, axes in panels.axes.items():
        here = [row for row in rows if row.place.side == side]
        lines = {row.series: [(float(at), rate) for at, rate in row.at.items()] for row in here if row.at}
        axes.set_xscale("log")
        _draw_lines(panels, axes, lines, pen, room=72 * plan.width(rows) / (len(seconds) + 1))
        _frame(axes, labelled=side in panels.lefts)
        axes.xaxis.set_major_locator(FixedLocator(seconds))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xticklabels([f"{at:g} s" for at in seconds])
        axes.set_xlim(seconds[0] / 1.5, seconds[-1] * 1.5)
        name_panel(axes, side, f"{count(here)} per point")
    return panels.figure


def _plan(rows: Sequence[Row], title: str, subtitle: str, below: float) -> tuple[Plan, dict[str, Pen]]:
    names = in_order(row.series for row in rows)
    pen = pens(names)
    handles = [Line2D([], [], **pen[name].traits()) for name in names]
    labels = [short(name, 48) for name in names]
    if any(row.unanswered for row in rows):
        handles.append(Line2D([], [], color=MUTED, linewidth=5, alpha=0.3, solid_capstyle="butt"))
        labels.append("unanswered: all wrong … all right")
    heights = {row.place.family: 1.75 for row in rows}
    return Plan(title, subtitle, handles, labels, left=0.72, below=below, heights=heights), pen


def _draw_lines(
    panels: Panels, axes: Axes, lines: Mapping[str, Line], pen: Mapping[str, Pen], room: float
) -> None:
    """Draw lines with `room` points of the page from one position to the next.

    Each is moved by a few points, always the same for a line, so that equal lines are seen side by side.
    """
    if not lines:
        return
    single = len({x for line in lines.values() for x, _ in line}) == 1
    across = min(26.0 if single else 7.0, 0.6 * room / len(lines)) / 72
    up = min(1.2, 5.0 / len(lines)) / 72
    middle = (len(lines) - 1) / 2
    inches = panels.figure.dpi_scale_trans
    for k, (series, line) in enumerate(lines.items()):
        moved = ScaledTranslation((k - middle) * across, (middle - k) * up, inches)
        _draw_line(axes, line, pen[series], axes.transData + moved)


def _draw_line(axes: Axes, line: Line, pen: Pen, where: Transform) -> None:
    for x, rate in line:
        if rate is None:
            continue
        if rate.total:
            axes.vlines(x, rate.low, rate.high, color=pen.colour, alpha=0.35, linewidth=1.1, transform=where)
        if rate.unanswered:
            axes.vlines(x, *rate.bounds, color=pen.colour, alpha=0.22, linewidth=5, transform=where)
    shares = [nan if rate is None or rate.share is None else rate.share for _, rate in line]
    axes.plot([x for x, _ in line], shares, transform=where, clip_on=False, zorder=3, **pen.traits())


def _frame(axes: Axes, labelled: bool) -> None:
    axes.set_ylim(-0.06, 1.06)
    axes.yaxis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
    axes.set_yticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"] if labelled else [])
