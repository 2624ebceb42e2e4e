"""How figures look: style, colours, markers, names."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import matplotlib.style
from matplotlib.figure import Figure

from runner.report.rows import SIDES, Side

INK, MUTED = "#22262B", "#69727D"

# Okabe and Ito's colour-blind-safe palette, its yellow replaced, which is too faint for lines on white.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#4D4D4D", "#7A5C1E")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p", "<", ">", "h")
_DASHES = ("-", (0, (4, 1.6)), (0, (1.2, 1.4)))

OUTCOME_COLOURS = {
    "accepted": "#5BB593",
    "wrong_answer": "#B5364F",
    "runtime_error": "#7A5BA6",
    "time_limit": "#F0B646",
    "memory_limit": "#D07F2C",
    "output_limit": "#8A6552",
    "no_program": "#566272",
    "unanswered": "#D5DAE0",
    "judge_error": "#16191D",
}
"""Fixed for every verdict; light and dark differ too, and figures write the short forms in."""

_STYLE = Path(__file__).with_name("hardtwin.mplstyle")


@dataclass(frozen=True, slots=True)
class Pen:
    """How one series is drawn, in every figure alike."""

    colour: str
    marker: str
    dash: str | tuple[float, tuple[float, ...]]

    def traits(self) -> dict[str, Any]:
        """Line and marker as Matplotlib's keywords."""
        return {
            "color": self.colour,
            "marker": self.marker,
            "linestyle": self.dash,
            "markeredgecolor": "white",
            "markeredgewidth": 0.6,
        }


def pens(labels: Sequence[str]) -> dict[str, Pen]:
    """A pen for each label: 264 that differ before the first repeats."""
    return {
        label: Pen(_COLOURS[k % 8], _MARKERS[k % 11], _DASHES[k // 8 % 3]) for k, label in enumerate(labels)
    }


@contextmanager
def style() -> Iterator[None]:
    """Matplotlib with our style and nothing of the user's own, for the time of a `with`."""
    with matplotlib.style.context(_STYLE, after_reset=True):
        yield


def png(figure: Figure) -> bytes:
    """The figure as PNG, the same bytes for the same content."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()


def short(text: str, most: int) -> str:
    """`text` with its middle left out when it is longer than `most` characters.

    A leading underscore, by which Matplotlib would hide it from a legend, gets a thin space before it.
    """
    kept = text if len(text) <= most else f"{text[: ceil(most / 2) - 1]}…{text[-(most // 2) :]}"
    return f"\u2009{kept}" if kept.startswith("_") else kept


def side_name(side: Side) -> str:
    """ "sat · NP-complete", or the bare name of a problem source."""
    family, twin = side
    return " · ".join(part for part in (family, SIDES.get(twin, twin)) if part)
