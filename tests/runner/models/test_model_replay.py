"""Recorded replies: from lines, from records of earlier runs, and what is refused with file and line."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evaluators.items import Task
from generators.asking import Completion, Unanswered
from runner.errors import UserError
from runner.models import Decoding, ModelSpec, open_model, spec_of


def lines(path: Path, *rows: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows))
    return path


def row(completion: str = "x", sample: int = 0, **more: Any) -> dict[str, Any]:
    return {"task": "toy/p/s1/item0", "sample": sample, "completion": completion, **more}


def spec(path: Path, **more: Any) -> ModelSpec:
    return spec_of({"kind": "replay", "path": str(path), **more})


def reply(chosen: ModelSpec, task: Task, sample: int = 0) -> Completion:
    async def asking() -> Completion:
        model = open_model(chosen, Decoding(), Path("unused"))
        try:
            return await model.bind(task, sample)(())
        finally:
            await model.close()

    return asyncio.run(asking())


def test_each_sample_of_a_task_has_its_reply(tmp_path: Path, task: Task) -> None:
    chosen = spec(lines(tmp_path / "r.jsonl", row("zero"), "", row("one", 1), row("other") | {"task": "t"}))
    assert [reply(chosen, task, sample).text for sample in (0, 1)] == ["zero", "one"]
    assert reply(chosen, task).cached


def test_a_line_needs_only_a_task_and_a_completion(tmp_path: Path, task: Task) -> None:
    path = lines(tmp_path / "r.jsonl", {"task": task.id, "completion": "  é\r\n```\n"})
    assert reply(spec(path), task) == Completion("  é\r\n```\n", cached=True)


def test_what_a_record_tells_of_a_reply_is_kept(tmp_path: Path, task: Task) -> None:
    told = {
        "finish_reason": "length",
        "prompt_tokens": 5,
        "completion_tokens": None,
        "cost_usd": 0.5,
        "latency_s": 2,
        "reasoning": "hm",
    }
    path = lines(tmp_path / "r.jsonl", row(**told, outcome="wrong_answer", cases=[{"index": 0}], model="m"))
    said = reply(spec(path), task)
    assert said == Completion("x", "length", 5, None, 0.5, 2, True, reasoning="hm")


def test_usage_as_providers_tell_it_is_understood(tmp_path: Path, task: Task) -> None:
    path = lines(
        tmp_path / "r.jsonl", row(usage={"prompt_tokens": 5, "completion_tokens": 7, "total_tokens": 12})
    )
    said = reply(spec(path), task)
    assert (said.prompt_tokens, said.completion_tokens) == (5, 7)
    assert json.loads(said.usage)["total_tokens"] == 12


def test_a_missing_reply_is_unanswered(tmp_path: Path, task: Task) -> None:
    path = lines(tmp_path / "r.jsonl", row(), row("", 2, outcome="unanswered"))
    for sample in (1, 2):
        with pytest.raises(Unanswered, match=f"no recorded reply for toy/p/s1/item0, sample {sample}"):
            reply(spec(path), task, sample)


def test_a_results_folder_is_replayed_whole_done_cells_and_running_ones(tmp_path: Path, task: Task) -> None:
    lines(tmp_path / "cells/a/records.jsonl", row("from lines"))
    lines(tmp_path / "cells/a/other.jsonl", "not read")
    done = [row("from parquet", 1, model="m", outcome="accepted", cost_usd=0.1, cases=[{"index": 0}])]
    (tmp_path / "cells/b").mkdir()
    pq.write_table(pa.Table.from_pylist(done), tmp_path / "cells/b/records.parquet")
    assert reply(spec(tmp_path), task, 0).text == "from lines"
    said = reply(spec(tmp_path), task, 1)
    assert (said.text, said.cost_usd, said.finish_reason) == ("from parquet", 0.1, "stop")


def test_of_two_models_one_is_chosen_by_its_name(tmp_path: Path, task: Task) -> None:
    path = lines(tmp_path / "r.jsonl", row("by a", model="a"), row("by b", model="b"))
    assert reply(spec(path, recorded="b"), task).text == "by b"
    with pytest.raises(
        UserError, match=r"r\.jsonl:2: not the reply to toy/p/s1/item0, sample 0, of .*:1.*recorded"
    ):
        reply(spec(path), task)


def test_a_misspelt_recorded_model_is_told_with_the_nearest(tmp_path: Path, task: Task) -> None:
    path = lines(tmp_path / "r.jsonl", row(model="openai/gpt-4o"))
    with pytest.raises(UserError, match=r"no recorded reply of openai/gpt-4; did you mean openai/gpt-4o\?"):
        reply(spec(path, recorded="openai/gpt-4"), task)


def test_the_same_reply_twice_is_one(tmp_path: Path, task: Task) -> None:
    assert reply(spec(lines(tmp_path / "r.jsonl", row(), row(cell="b"))), task).text == "x"


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ("{", "not a JSON object"),
        ("[1]", "not a JSON object"),
        ({"sample": 0, "completion": "x"}, "task must be the task's id"),
        ({"task": 3, "completion": "x"}, "task must be the task's id"),
        ({"task": "t"}, "completion must be the reply's text"),
        ({"task": "t", "completion": None}, "completion must be the reply's text"),
        ({"task": "t", "completion": "x", "sample": -1}, "sample must be an index from 0, not -1"),
        ({"task": "t", "completion": "x", "sample": "0"}, "sample must be an index from 0, not '0'"),
        ({"task": "t", "completion": "x", "sample": True}, "sample must be an index from 0, not True"),
        ({"task": "t", "completion": "x", "cost_usd": "free"}, "cost_usd must be a float, not 'free'"),
        ({"task": "t", "completion": "x", "prompt_tokens": 1.5}, "prompt_tokens must be a int, not 1.5"),
    ],
)
def test_a_bad_line_is_told_with_its_file_and_number(tmp_path: Path, task: Task, bad: Any, told: str) -> None:
    path = lines(tmp_path / "r.jsonl", row(), "", bad)
    with pytest.raises(UserError) as caught:
        reply(spec(path), task)
    assert f"{path}:3: " in str(caught.value)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", [b"", b"\n\n", b'{"task": "\xff\xfe"}\n', b"PK\x03\x04\x00\xff"])
def test_a_file_without_replies_is_told(tmp_path: Path, task: Task, text: bytes) -> None:
    (tmp_path / "r.jsonl").write_bytes(text)
    with pytest.raises(
        UserError, match=r"r\.jsonl(:1)?: (no recorded reply|not UTF-8 text|not a JSON object)"
    ):
        reply(spec(tmp_path / "r.jsonl"), task)


def test_a_broken_parquet_file_is_told(tmp_path: Path, task: Task) -> None:
    (tmp_path / "records.parquet").write_bytes(b"PAR1 or not")
    with pytest.raises(UserError, match=r"records\.parquet: not a Parquet file"):
        reply(spec(tmp_path / "records.parquet"), task)


def test_a_missing_file_or_an_empty_folder_is_told_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no\.jsonl: there is no such file"):
        spec(tmp_path / "no.jsonl")
    with pytest.raises(UserError, match=r"no records\.jsonl or records\.parquet in this folder"):
        spec(tmp_path)


def test_a_recording_that_changed_since_is_refused(tmp_path: Path, task: Task) -> None:
    chosen = spec(lines(tmp_path / "r.jsonl", row("before")))
    lines(tmp_path / "r.jsonl", row("after"))
    with pytest.raises(UserError, match="have changed since the run began"):
        reply(chosen, task)


def test_the_identity_is_the_text_wherever_it_lies(tmp_path: Path) -> None:
    here = spec(lines(tmp_path / "a/r.jsonl", row()))
    there = spec(lines(tmp_path / "b/s.jsonl", row()))
    other = spec(lines(tmp_path / "c/r.jsonl", row("y")))
    assert here.identity() == there.identity() != other.identity()


def test_the_identity_is_what_is_replayed_not_what_lies_beside_it(tmp_path: Path) -> None:
    path = lines(tmp_path / "r.jsonl", row(model="a"))
    before = spec(path, recorded="a").identity()
    lines(path, row(model="a", latency_s=3.0), row("y", model="b"))
    assert spec(path, recorded="a").identity() == before
    lines(path, row(model="a"), row(sample=1, model="a"))
    assert spec(path, recorded="a").identity() != before
