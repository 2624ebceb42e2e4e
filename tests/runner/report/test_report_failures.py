"""The table of why programs fail."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import invented

from evaluators.items import Verdict
from evaluators.records import CaseResult, Record
from runner.report import write
from runner.report.failures import failing


def of(number: int, case: CaseResult, cases: int = 1, **changed: object) -> Record:
    return invented.record(item=number, outcome=case.verdict.value, cases=(case,) * cases, **changed)


OK = CaseResult(0, "worst", Verdict.ACCEPTED, 0.1, 0.1, 9.0)
WRONG = replace(OK, verdict=Verdict.WRONG_ANSWER)
SYNTAX = replace(OK, verdict=Verdict.RUNTIME_ERROR, error="SyntaxError")
MISREAD = replace(SYNTAX, error="IndexError", line=1)
NEAR = replace(OK, verdict=Verdict.TIME_LIMIT, borderline=True)
RECORDS = [
    of(0, OK),
    of(1, WRONG, cases=50),
    of(2, SYNTAX),
    of(3, MISREAD, program="print(input().split()[7])"),
    of(4, NEAR),
    of(0, WRONG, twin="p"),
]


def test_programs_are_counted_once_by_class_family_and_model() -> None:
    table = failing(RECORDS)
    assert table.kinds == ("accepted", "wrong answer", "syntax", "input misread", "time ~")
    assert table.lines == (
        ("P", "sat", "reference", (0, 1, 0, 0, 0)),
        ("NP-complete", "sat", "reference", (1, 1, 1, 1, 1)),
    )


def test_every_record_is_counted_whatever_became_of_it() -> None:
    for records in (invented.models(), invented.strange()):
        counted = sum(sum(counts) for *_, counts in failing(records).lines)
        assert counted == len(
            {(r.cell, r.family, r.twin, r.stratum, r.n, r.model, r.item, r.sample) for r in records}
        )


def test_the_table_stands_in_the_page(tmp_path: Path) -> None:
    text = write(RECORDS, tmp_path, "x").read_text()
    table = text.split('<table class="failures">')[1].split("</table>")[0]
    assert re.findall(r"<th scope=\"col\">(.*?)</th>", table)[-2:] == ["input misread", "time ~"]
    assert table.count("<tr>") == 3
