"""Records as lines of JSON."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.items import Verdict
from evaluators.records import BadRecord, CaseResult, Record, from_json, limit_name, read_jsonl, to_json

CASE = CaseResult(
    0,
    "worst",
    Verdict.RUNTIME_ERROR,
    0.5,
    0.6,
    12.5,
    "line 1: ZeroDivisionError: division by zero",
    "ZeroDivisionError",
)
RECORD = Record(
    cell="c0ffee",
    source="family",
    family="sat",
    twin="npc",
    stratum="s4",
    n=60,
    m=255,
    seed=0,
    item=2,
    sample=0,
    version=0,
    lineage=0,
    depth=0,
    release="",
    task="sat/npc/s4/seed0/item2",
    suite="0123456789abcdef",
    model="program/reference",
    agent="single",
    prompt="Solve it.",
    completion="```python\nprint('é')\n```\u2028",
    reasoning="",
    finish_reason="stop",
    prompt_tokens=None,
    completion_tokens=7,
    cost_usd=0.25,
    latency_s=1.5,
    cached=False,
    rule="fence",
    program="print('é')\n",
    outcome="runtime_error",
    by_limit={"1": "runtime_error", "2": "runtime_error"},
    cases=(CASE,),
    sandbox="uncontained",
)


def row() -> dict[str, object]:
    return dict(json.loads(to_json(RECORD)))


@given(
    st.builds(
        Record,
        **{f.name: st.just(getattr(RECORD, f.name)) for f in fields(Record)}
        | {
            "completion": st.text(),
            "cost_usd": st.none() | st.floats(allow_nan=False, allow_infinity=False),
            "n": st.integers(),
            "tags": st.dictionaries(st.text(), st.text()),
            "cases": st.lists(
                st.builds(CaseResult, *map(st.just, (1, "worst", Verdict.ACCEPTED, 0.1, 0.1, 9.0)))
            ).map(tuple),
        },
    )
)
def test_reading_what_was_written_gives_the_same_record(record: Record) -> None:
    line = to_json(record)
    assert "\n" not in line
    assert from_json(line) == record


def test_keys_stand_in_the_order_of_the_fields() -> None:
    assert list(row()) == [f.name for f in fields(Record)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda row: row.pop("seed"), "record: missing field seed"),
        (lambda row: row.update(sed=1), "record: unknown field sed"),
        (lambda row: row.update(seed="1"), "record: seed = '1' is not"),
        (lambda row: row.update(n=True), "record: n = 'True' is not"),
        (lambda row: row.update(cost_usd="a"), "record: cost_usd = 'a' is not"),
        (lambda row: row.update(by_limit={"1": 1}), "record: by_limit"),
        (lambda row: row.update(cases={}), "record: cases is not a list"),
        (lambda row: row["cases"][0].pop("tier"), r"cases\[0\]: missing field tier"),
        (lambda row: row["cases"][0].update(verdict="fine"), r"cases\[0\]: unknown verdict 'fine'"),
        (lambda row: row["cases"].append(1), r"cases\[1\]: not an object"),
    ],
)
def test_a_wrong_field_is_named(change: object, says: str) -> None:
    wrong = row()
    change(wrong)  # type: ignore[operator]
    with pytest.raises(BadRecord, match=says):
        from_json(json.dumps(wrong))


def test_a_file_of_before_there_were_some_fields_is_still_read() -> None:
    old = row()
    for name in ("speed", "tags"):
        del old[name]
    for name in ("line", "borderline"):
        del old["cases"][0][name]  # type: ignore[index]
    assert from_json(json.dumps(old)) == RECORD
    assert RECORD.speed == 0.0 and not CASE.borderline and CASE.line == 0


def test_a_new_field_of_a_wrong_type_is_named_all_the_same() -> None:
    for name, wrong in (("line", "3"), ("borderline", 1)):
        bad = row()
        bad["cases"][0][name] = wrong  # type: ignore[index]
        with pytest.raises(BadRecord, match=rf"cases\[0\]: {name} = "):
            from_json(json.dumps(bad))


@pytest.mark.parametrize("line", ["", "{", "[]", "1", '"x"', "[" * 100_000])
def test_what_is_no_object_is_refused(line: str) -> None:
    with pytest.raises(BadRecord):
        from_json(line)


def test_a_line_cut_off_by_a_kill_is_ignored_at_the_end_only(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    line = to_json(RECORD)
    path.write_text(f"{line}\n{line}\n{line[:50]}", encoding="utf-8")
    assert read_jsonl(path) == [RECORD, RECORD]
    path.write_text(f"{line}\n{line[:50]}\n{line}\n", encoding="utf-8")
    with pytest.raises(BadRecord, match=r"records.jsonl, line 2: not JSON"):
        read_jsonl(path)
    path.write_text(f"{line}\n{line[:50]}\n", encoding="utf-8")
    with pytest.raises(BadRecord, match="line 2"):
        read_jsonl(path)


def test_a_cut_in_the_middle_of_a_letter_is_ignored_too(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    line = to_json(replace(RECORD, program="x"))
    path.write_bytes(line.encode() + b'\n{"cell": "\xc3')
    assert len(read_jsonl(path)) == 1


def test_a_whole_last_line_counts_without_its_end(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(f"{to_json(RECORD)}\n\n{to_json(RECORD)}", encoding="utf-8")
    assert read_jsonl(path) == [RECORD, RECORD]
    path.write_text("")
    assert read_jsonl(path) == []


def test_limits_are_named_as_people_write_them() -> None:
    assert [limit_name(seconds) for seconds in (1.0, 0.5, 10, 2.25)] == ["1", "0.5", "10", "2.25"]
