"""The pictures of a report, drawn. Imported only where a report is written: Matplotlib loads slowly."""

from __future__ import annotations

from collections.abc import Sequence

from runner.report import curves, look, shares
from runner.report.page import Picture
from runner.report.rows import Row

_CALIBRATION = (
    "pass@1 against the stratum, one line a model, P beside NP-complete. "
    "A line is broken where nothing was run."
)
_VERDICTS = (
    "What became of the programs, by model and stratum. "
    "In a tile, shares run from accepted at the left to failures at the right."
)
_LIMITS = "pass@1 against the CPU time limit, all strata pooled."


NAMES = ("calibration", "verdicts", "limits")


def draw(rows: Sequence[Row], pooled: Sequence[Row]) -> tuple[Picture, ...]:
    """Calibration curve, verdict shares, and pass@1 against the limit where there are several limits."""
    with look.style():
        drawn = [
            Picture("calibration", "Calibration", _CALIBRATION, look.png(curves.calibration(rows))),
            Picture("verdicts", "Verdicts", _VERDICTS, look.png(shares.verdicts(rows))),
        ]
        by_limit = curves.limits(pooled)
        if by_limit is not None:
            drawn.append(Picture("limits", "Time limits", _LIMITS, look.png(by_limit)))
    return tuple(drawn)
