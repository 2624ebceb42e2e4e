"""The ledger: what a crash leaves behind is read, what is written is whole."""

from dataclasses import replace

import pytest

from evaluators.items import Verdict
from evaluators.records import CaseResult, Record, to_json
from runner.errors import UserError
from runner.ledger import Ledger, read_parquet, write_parquet

CASE = CaseResult(0, "worst", Verdict.WRONG_ANSWER, 0.1, 0.2, 12.5, "vertices 4 and 9 share a colour", "")
RECORD = Record(
    cell="k",
    source="family",
    family="coloring",
    twin="npc",
    stratum="s1",
    n=6,
    m=14,
    seed=0,
    item=0,
    sample=0,
    version=0,
    lineage=0,
    depth=0,
    release="",
    task="t",
    suite="d",
    model="m",
    agent="single",
    prompt="p é\r\n",
    completion="c\u2028\x00",
    reasoning="r",
    finish_reason="stop",
    prompt_tokens=None,
    completion_tokens=7,
    cost_usd=None,
    latency_s=0.5,
    cached=False,
    rule="fence",
    program="print()",
    outcome="wrong_answer",
    by_limit={"2": "wrong_answer", "10": "wrong_answer"},
    cases=(CASE, replace(CASE, index=1)),
    sandbox="x",
)


@pytest.mark.parametrize(
    "records",
    [[RECORD], [RECORD, replace(RECORD, item=1, cases=(), by_limit={}, tags={"a": "b"}, cost_usd=0.25)]],
)
def test_parquet_gives_back_the_same_records(tmp_path, records):
    write_parquet(records, tmp_path / "r.parquet")
    assert [to_json(r) for r in read_parquet(tmp_path / "r.parquet")] == [to_json(r) for r in records]
    assert [path.name for path in tmp_path.iterdir()] == ["r.parquet"]


def test_parquet_has_plain_columns_for_other_tools(tmp_path):
    import pyarrow.parquet as pq

    write_parquet([RECORD], tmp_path / "r.parquet")
    row = pq.read_table(tmp_path / "r.parquet").to_pylist()[0]
    assert (row["family"], row["completion_tokens"], row["cost_usd"]) == ("coloring", 7, None)
    assert row["cases"][1]["message"] == "vertices 4 and 9 share a colour"


@pytest.mark.parametrize("name", ["records.parquet", "records.jsonl"])
def test_damaged_records_are_named_and_never_taken_for_none(tmp_path, name):
    folder = tmp_path / "cells" / "k"
    folder.mkdir(parents=True)
    (folder / name).write_bytes(b"no records\nat all\n")
    with pytest.raises(UserError, match=f"{name}: .*remove its folder"):
        Ledger(tmp_path).records("k")


def test_a_line_that_a_killed_process_left_unfinished_is_passed_over(tmp_path):
    folder = tmp_path / "cells" / "k"
    folder.mkdir(parents=True)
    line = to_json(RECORD)
    (folder / "records.jsonl").write_text(f"{line}\n{line[:50]}")
    assert [to_json(record) for record in Ledger(tmp_path).records("k")] == [line]


def test_a_parquet_file_of_before_there_were_some_fields_is_still_read(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "records.parquet"
    write_parquet([RECORD], path)
    (row,) = pq.read_table(path).to_pylist()
    for case in row["cases"]:
        del case["line"], case["borderline"]
    kept = [column for column in pq.read_schema(path) if column.name not in ("speed", "cases")]
    schema = pa.schema([*kept, ("cases", pa.array([row["cases"]]).type)])
    pq.write_table(pa.Table.from_pylist([row], schema=schema), path)
    assert read_parquet(path) == [RECORD]
