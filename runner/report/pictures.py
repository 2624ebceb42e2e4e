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


def draw(rows: Sequence[Row], pooled: Sequence[Row]) -> tuple[Picture, ...]:
    """Calibration curve, verdict shares, and pass@1 against the limit where there are several limits."""
    with look.style():
        calibration = look.png(curves.calibration(rows))
        verdicts = look.png(shares.verdicts(rows))
        by_limit = curves.limits(pooled)
        limits = look.png(by_limit) if by_limit is not None else None
    return (
        Picture("calibration", "Calibration", _CALIBRATION, calibration),
        Picture("verdicts", "Verdicts", _VERDICTS, verdicts),
        Picture("limits", "Time limits", _LIMITS if limits else _only(rows), limits),
    )


def _only(rows: Sequence[Row]) -> str:
    limits = sorted({limit for row in rows for limit in row.at}, key=float)
    if not limits:
        return "No program was judged, so there is no time limit to compare."
    named = " s or ".join(limits)
    return f"Every program was judged at one time limit ({named} s), so there is no curve to draw."
