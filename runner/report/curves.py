"""Curves: the pass rate against the stratum (calibration), and against the time limit."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator
from matplotlib.transforms import ScaledTranslation

from evaluators.metrics import Rate
from runner.report.look import MUTED, Pen, pens, short
from runner.report.panels import Plan, count, limit, name
from runner.report.rows import Place, Row, Side
from runner.report.series import in_order

Point = tuple[float, Rate]
"""A rate at a position on the x axis."""


def calibration(rows: Sequence[Row]) -> Figure:
    """pass@1 against the stratum, one line a series. `rows` are those of `summary`."""
    plan, pen = _plan(
        rows,
        "Calibration: pass@1 against the size of the problem",
        "Share of programs with every case of their suite accepted, at the largest time limit; "
        "bars: 95 % Wilson intervals",
        below=0.62,
    )
    panels = plan.draw(sides(rows))
    for side, axes in panels.axes.items():
        here = [row for row in rows if row.place.side == side]
        places = list(dict.fromkeys(row.place for row in here))
        at = {place: float(x) for x, place in enumerate(places)}
        room = 72 * plan.width / max(len(places), 1)
        lines = {
            name: [(at[row.place], row.rate) for row in here if row.series == name] for name in _names(here)
        }
        _draw(axes, lines, pen, room)
        _frame(axes, side, here)
        label_strata(axes, places)
    _label_rates(panels.lefts)
    return panels.figure


def limits(rows: Sequence[Row]) -> Figure | None:
    """pass@1 against the time limit, strata pooled (`rows` of `pooled`); None when no row has two limits."""
    if all(len(row.at) < 2 for row in rows):
        return None
    plan, pen = _plan(
        rows,
        "pass@1 against the time limit",
        "All strata pooled; every limit is read off the same runs, so points of one line are paired; "
        "bars: 95 % Wilson intervals",
        below=0.5,
    )
    panels = plan.draw(sides(rows))
    ticks = sorted({float(limit) for row in rows for limit in row.at})
    for side, axes in panels.axes.items():
        here = [row for row in rows if row.place.side == side]
        lines = {
            row.series: [(float(limit), rate) for limit, rate in row.at.items()] for row in here if row.at
        }
        axes.set_xscale("log")
        _draw(axes, lines, pen, 72 * plan.width / (len(ticks) + 1))
        _frame(axes, side, here)
        axes.xaxis.set_major_locator(FixedLocator(ticks))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xticklabels([f"{tick:g} s" for tick in ticks])
        axes.set_xlim(ticks[0] / 1.5, ticks[-1] * 1.5)
    _label_rates(panels.lefts)
    return panels.figure


def _plan(rows: Sequence[Row], title: str, subtitle: str, below: float) -> tuple[Plan, dict[str, Pen]]:
    names = in_order(row.series for row in rows)
    pen = pens(names)
    handles = [_handle(pen[name]) for name in names]
    labels = [short(name, 48) for name in names]
    if any(row.unanswered for row in rows):
        handles.append(Line2D([], [], color=MUTED, linewidth=5, alpha=0.3, solid_capstyle="butt"))
        labels.append("unanswered: all wrong … all right")
    heights = {row.place.family: 1.75 for row in rows}
    return Plan(title, subtitle, handles, labels, left=0.72, below=below, heights=heights), pen


def _handle(pen: Pen) -> Line2D:
    return Line2D(
        [], [], color=pen.colour, marker=pen.marker, linestyle=pen.dash, markeredgecolor="white", markersize=6
    )


def _draw(axes: Axes, lines: dict[str, list[Point]], pen: dict[str, Pen], room: float) -> None:
    """The lines, each moved by a few points of the page, so that equal ones are seen side by side."""
    middle = (len(lines) - 1) / 2
    single = len({x for points in lines.values() for x, _ in points}) == 1
    across, up = min(26.0 if single else 7.0, 0.6 * room / len(lines)), min(1.2, 5.0 / len(lines))
    scale = axes.figure.dpi_scale_trans
    for k, (name, points) in enumerate(lines.items()):
        shift = ScaledTranslation((k - middle) * across / 72, (middle - k) * up / 72, scale)
        _draw_line(axes, points, pen[name], axes.transData + shift)


def _draw_line(axes: Axes, points: list[Point], pen: Pen, transform: object) -> None:
    for x, rate in points:
        axes.vlines(x, rate.low, rate.high, color=pen.colour, alpha=0.35, linewidth=1.1, transform=transform)
        if rate.unanswered:
            least, most = rate.bounds
            axes.vlines(x, least, most, color=pen.colour, alpha=0.22, linewidth=5, transform=transform)
    xs = [x for x, rate in points if rate.share is not None]
    axes.plot(
        xs,
        [rate.share for _, rate in points if rate.share is not None],
        color=pen.colour,
        marker=pen.marker,
        linestyle=pen.dash,
        markeredgecolor="white",
        markeredgewidth=0.6,
        transform=transform,
        clip_on=False,
        zorder=3,
    )


def _frame(axes: Axes, side: Side, rows: Sequence[Row]) -> None:
    axes.set_ylim(-0.06, 1.06)
    axes.yaxis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
    axes.set_yticklabels([])
    axes.set_title(side_name(side), fontweight="bold", color=INK)
    axes.set_title(scale(rows), loc="right", fontsize=8, color=MUTED)


def _label_rates(axes: Sequence[Axes]) -> None:
    for panel in axes:
        panel.set_yticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"])


def label_strata(axes: Axes, places: Sequence[Place]) -> None:
    """Under each position the level, n and m, one below the other; ticks must have their final length."""
    axes.set_xlim(-0.5, len(places) - 0.5)
    axes.xaxis.set_major_locator(FixedLocator(range(len(places))))
    sized = any(place.size for place in places)
    texts = []
    for place in places:
        name = place.stratum if place.stratum != f"{place.n}x{place.m}" else ""
        texts.append(f"{name}\n{place.n}\n{place.m}" if sized else place.stratum or "all items")
    axes.set_xticklabels(texts, linespacing=1.25)
    drop = axes.xaxis.get_major_ticks()[0].get_tick_padding() + 3.5  # where tick labels begin
    if sized:
        axes.annotate(
            "\nn\nm",
            (0, 0),
            xytext=(-6, -drop),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="right",
            va="top",
            fontsize=8,
            fontstyle="italic",
            color=MUTED,
            linespacing=1.25,
        )


def _names(rows: Sequence[Row]) -> list[str]:
    return in_order(row.series for row in rows)


def sides(rows: Sequence[Row]) -> list[Side]:
    """Each family and twin once, in the order of the rows."""
    return list(dict.fromkeys(row.place.side for row in rows))
