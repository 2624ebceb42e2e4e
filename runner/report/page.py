"""The page: one HTML file that needs nothing else, with everything from models and users escaped."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evaluators.metrics import Rate
from runner.report.facts import Overview
from runner.report.failures import Failures
from runner.report.rows import OUTCOMES, SIDES, Place, Row, Side
from runner.report.series import in_order


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure in the page: `name` is its anchor and file name."""

    name: str
    heading: str
    note: str
    png: bytes

    @property
    def uri(self) -> str:
        """The image as a data URI."""
        return "data:image/png;base64," + base64.b64encode(self.png).decode("ascii")

    @property
    def width(self) -> int:
        """CSS pixels: half of the image's own, so that it is sharp on dense screens and in print."""
        return int.from_bytes(self.png[16:20]) // 2


@dataclass(frozen=True, slots=True)
class Matrix:
    """pass@1 of one side: a line for each series, a column for each stratum and one for all of them."""

    name: str
    places: tuple[Place, ...]
    lines: tuple[tuple[str, tuple[Row | None, ...]], ...]


def render(
    title: str,
    overview: Overview,
    pictures: Sequence[Picture],
    rows: Sequence[Row],
    pooled: Sequence[Row],
    failures: Failures,
    colours: dict[str, str],
) -> str:
    """The whole page as text; raises `jinja2.UndefinedError` if the template asks for what is not there."""
    here = Path(__file__).parent
    environment = Environment(
        loader=FileSystemLoader(here),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": percent, "interval": interval, "bounds": bounds, "seconds": seconds}
    limits = sorted({limit for row in rows for limit in row.at}, key=float)
    return environment.get_template("report.html").render(
        title=title,
        overview=overview,
        pictures=pictures,
        matrices=matrices(rows, pooled),
        rows=rows,
        failures=failures,
        limits=limits if len(limits) > 1 else [],
        outcomes=OUTCOMES,
        colours=colours,
        sides=SIDES,
        stratified=any(row.place.stratum for row in rows),
    )


def matrices(rows: Sequence[Row], pooled: Sequence[Row]) -> tuple[Matrix, ...]:
    """One for each side, in the order of the rows."""
    sides = list(dict.fromkeys(row.place.side for row in rows))
    return tuple(_matrix(side, rows, pooled) for side in sides)


def _matrix(side: Side, rows: Sequence[Row], pooled: Sequence[Row]) -> Matrix:
    here = [row for row in rows if row.place.side == side]
    places = list(dict.fromkeys(row.place for row in here))
    columns = [*places, *(row.place for row in pooled if row.place.side == side)][: len(places) + 1]
    held = {(row.place, row.series): row for row in (*here, *pooled)}
    if len(places) == 1:
        columns = places  # one stratum is all strata
    lines = [
        (series, tuple(held.get((place, series)) for place in columns))
        for series in in_order(row.series for row in here)
    ]
    name = " · ".join(part for part in (side[0], SIDES.get(side[1], side[1])) if part)
    return Matrix(name, tuple(columns), tuple(lines))


def percent(share: float | None) -> str:
    """ "92 %"; never rounded to 0 or 100 when it is neither."""
    if share is None:
        return "–"
    whole = round(100 * share)
    if (whole == 0 and share > 0) or (whole == 100 and share < 1):
        return "<\u00a01\u00a0%" if whole == 0 else ">\u00a099\u00a0%"
    return f"{whole}\u00a0%"


def interval(rate: Rate) -> str:
    """ "80–97", the Wilson interval in percent; "" when nothing was counted."""
    return f"{100 * rate.low:.0f}–{100 * rate.high:.0f}" if rate.total else ""


def bounds(rate: Rate) -> str:
    """ "78 … 91 %" for unanswered all wrong and all right; "" when all were answered."""
    if not rate.unanswered:
        return ""
    least, most = (100 * bound for bound in rate.bounds)
    digits = 0 if round(least) != round(most) else 1
    return f"{least:.{digits}f} … {most:.{digits}f} %"


def seconds(value: float | None) -> str:
    """ "0.042" or "1.8": two digits that matter."""
    return "–" if value is None else f"{value:.2g}" if value < 10 else f"{value:.1f}"
