"""The report: pictures, tables and one self-contained HTML page, a pure function of records."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evaluators.records import Record
from evaluators.whole_files import write_whole
from runner.report.facts import Overview, overview
from runner.report.failures import failing
from runner.report.rows import ALL, OUTCOMES, Place, Row, pooled, summary

__all__ = ["ALL", "OUTCOMES", "Overview", "Place", "Row", "overview", "pooled", "summary", "write"]


def write(records: Sequence[Record], folder: Path, title: str) -> Path:
    """Write `report.html` and its pictures as PNG into `folder`; returns the path of the page.

    The same records give the same bytes. `limits.png` exists only where some program was judged at several
    limits. Raises `ValueError` without records, `OSError` where the folder can't be written. About 2 s.
    """
    rows, over_strata = summary(records), pooled(records)
    from runner.report import look, page, pictures

    drawn = pictures.draw(rows, over_strata)
    text = page.render(
        title, overview(records), drawn, rows, over_strata, failing(records), look.OUTCOME_COLOURS
    )
    folder.mkdir(parents=True, exist_ok=True)
    for picture in drawn:
        write_whole(folder / f"{picture.name}.png", picture.png)
    for name in set(pictures.NAMES) - {picture.name for picture in drawn}:
        (folder / f"{name}.png").unlink(missing_ok=True)  # of an earlier report, and no longer true
    write_whole(folder / "report.html", text.encode())
    return folder / "report.html"
