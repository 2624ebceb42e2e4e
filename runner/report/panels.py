"""The grid of panels that every figure is: a row for each family, P left and NP-complete right."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator

from runner.report.look import INK, MUTED, side_name
from runner.report.rows import SIDES, Place, Row, Side

# Inches. Measured from the top: title, subtitle, legend, then the rows with room for their titles.
_TITLE, _SUBTITLE, _LINE = 0.12, 0.36, 0.17
_LEGEND_LINE, _ABOVE, _BETWEEN = 0.21, 0.42, 0.34
_EDGE, _RIGHT = 0.15, 0.2
_LETTER = 0.072  # the mean width of one in the legend

_Row = tuple[str, tuple[Side | None, ...]]
"""A family and what stands in its row; None for a twin without records."""


@dataclass(frozen=True, slots=True)
class Panels:
    """A figure, its panels by side, and the leftmost panel of every row."""

    figure: Figure
    axes: dict[Side, Axes]
    lefts: dict[Side, Axes]


@dataclass(frozen=True, slots=True)
class Plan:
    """Title, legend and measures (inches) of a figure of panels."""

    title: str
    subtitle: str
    handles: Sequence[Artist]
    labels: Sequence[str]
    left: float  # room for what stands left of a row
    below: float  # room for what stands under a panel
    heights: dict[str, float]  # of the panels, by family
    gap: float = 0.35  # between two panels of a row

    def draw(self, rows: Sequence[Row]) -> Panels:
        """The figure with empty panels. An absent twin leaves its place empty and says so."""
        grid = _grid(rows)
        columns, width = self._columns(grid), self.width(rows)
        total = self.left + columns * width + (columns - 1) * self.gap + _RIGHT
        subtitle = textwrap.wrap(self.subtitle, int(total / 0.064))
        legend_top = _SUBTITLE + _LINE * len(subtitle) + 0.09
        lines, ncols = self._legend_shape(total)
        head = legend_top + _LEGEND_LINE * lines + _ABOVE
        tall = head + sum(self.heights[family] + self.below + _BETWEEN for family, _ in grid) - _BETWEEN
        figure = Figure(figsize=(total, tall))
        x = _EDGE / total
        figure.text(x, 1 - _TITLE / tall, self.title, va="top", fontsize=12.5, fontweight="bold")
        figure.text(x, 1 - _SUBTITLE / tall, "\n".join(subtitle), va="top", color=MUTED, linespacing=1.35)
        place = (x, 1 - legend_top / tall)
        figure.legend(self.handles, self.labels, ncols=ncols, loc="upper left", bbox_to_anchor=place)
        return self._fill(figure, grid, rows, tall - head)

    def width(self, rows: Sequence[Row]) -> float:
        """Inches across one panel: a single column is given more."""
        return 4.3 if self._columns(_grid(rows)) > 1 else 6.2

    def _columns(self, grid: Sequence[_Row]) -> int:
        return max(len(sides) for _, sides in grid)

    def _legend_shape(self, total: float) -> tuple[int, int]:
        """Lines and columns of the legend, from the length of its longest label."""
        widest = 0.55 + _LETTER * max(map(len, self.labels))
        columns = max(1, min(len(self.labels), int((total - 2 * _EDGE) / widest)))
        return ceil(len(self.labels) / columns), columns

    def _fill(self, figure: Figure, grid: Sequence[_Row], rows: Sequence[Row], top: float) -> Panels:
        total, tall = figure.get_size_inches()
        wide = self.width(rows)
        made = Panels(figure, {}, {})
        for family, sides in grid:
            high = self.heights[family]
            for column, side in enumerate(sides):
                x = (self.left + column * (wide + self.gap)) / total
                y = (top - high) / tall
                if side is None:
                    note = f"no {list(SIDES.values())[column]} twin of {family} in these records"
                    middle = (x + wide / total / 2, y + high / tall / 2)
                    figure.text(*middle, note, color=MUTED, fontsize=8, ha="center", va="center")
                else:
                    made.axes[side] = figure.add_axes((x, y, wide / total, high / tall))
            first = next(side for side in sides if side is not None)
            made.lefts[first] = made.axes[first]
            top -= high + self.below + _BETWEEN
        return made


def _grid(rows: Sequence[Row]) -> list[_Row]:
    """What stands where; a side that is neither P nor NP-complete has a row of its own."""
    sides = list(dict.fromkeys(row.place.side for row in rows))
    twins = [twin for twin in SIDES if any(side[1] == twin for side in sides)]
    grid: dict[_Row, None] = {}
    for family, twin in sides:
        pair = tuple((family, each) if (family, each) in sides else None for each in twins)
        grid[family, pair if twin in twins else ((family, twin),)] = None
    return list(grid)


def name_panel(axes: Axes, side: Side, note: str) -> None:
    """Title a panel: its side at the left, a quiet note at the right."""
    axes.set_title(side_name(side), fontweight="bold", color=INK)
    axes.set_title(note, loc="right", fontsize=8, color=MUTED)


def count(rows: Sequence[Row]) -> str:
    """How many records stand behind one row: "4", or "3–4"."""
    totals = sorted({row.total for row in rows})
    return f"{totals[0]}" if len(totals) == 1 else f"{totals[0]}–{totals[-1]}"


def limit(rows: Sequence[Row]) -> str:
    """The largest time limit of the rows, "limit 10 s · ", or "" when nothing was judged."""
    limits = sorted({row.limit for row in rows if row.limit}, key=float)
    return f"limit {' and '.join(limits)} s · " if limits else ""


def label_strata(axes: Axes, places: Sequence[Place]) -> None:
    """Under each position the level, n and m, one below the other; ticks must have their final length."""
    axes.set_xlim(-0.5, len(places) - 0.5)
    axes.xaxis.set_major_locator(FixedLocator(range(len(places))))
    sized = any(place.size for place in places)
    names = [place.stratum if place.stratum != f"{place.n}x{place.m}" else "" for place in places]
    texts = (
        [f"{name}\n{place.n}\n{place.m}" for name, place in zip(names, places, strict=True)]
        if sized
        else [place.stratum or "all items" for place in places]
    )
    axes.set_xticklabels(texts, linespacing=1.25)
    if sized:
        drop = axes.xaxis.get_major_ticks()[0].get_tick_padding() + 3.5  # where tick labels begin
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
