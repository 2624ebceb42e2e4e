"""From a config node to a spec: what is wrong is told in one line, before anything runs."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from runner.errors import UserError
from runner.models import Decoding, LiteSpec, ProgramSpec, spec_of

LITE = {"kind": "litellm", "name": "openai/gpt-4o"}


def test_the_shortest_node_of_each_kind_makes_a_spec() -> None:
    assert spec_of({"kind": "program", "name": "greedy"}) == ProgramSpec("greedy")
    assert spec_of(LITE) == LiteSpec("openai/gpt-4o")


def test_every_setting_arrives() -> None:
    chosen = spec_of(
        LITE
        | {"api_base": "http://h/v1", "timeout_s": 9, "cap_s": 99, "concurrency": 2}
        | {"headers": {"X-B": "2", "X-A": "1"}, "extra_body": {"b": [1], "a": None}}
    )
    assert isinstance(chosen, LiteSpec)
    assert (chosen.api_base, chosen.concurrency) == ("http://h/v1", 2)
    assert (chosen.patience.request_s, chosen.patience.cap_s) == (9, 99)
    assert chosen.headers == (("X-A", "1"), ("X-B", "2"))
    assert chosen.extra_body == '{"a": null, "b": [1]}'


def test_specs_are_values_that_workers_can_be_sent() -> None:
    chosen = spec_of(LITE | {"headers": {"X-A": "1"}})
    assert pickle.loads(pickle.dumps(chosen)) == chosen
    assert hash(chosen) == hash(spec_of(LITE | {"headers": {"X-A": "1"}}))


@pytest.mark.parametrize(
    ("node", "told"),
    [
        ({"kind": "lite"}, "model.kind=lite: .*did you mean litellm"),
        ({"kind": "program"}, "model.name is not set"),
        ({"kind": "program", "name": "x", "nam": 1}, "model.nam"),
        (LITE | {"name": " "}, "model.name is empty"),
        (LITE | {"concurrency": 0}, "model.concurrency=0: at least 1"),
        (LITE | {"concurrency": "many"}, "model.concurrency"),
        (LITE | {"timeout_s": 0}, "model.timeout_s=0.0: above 0"),
        (LITE | {"cap_s": -1}, "model.cap_s=-1.0: above 0"),
        (LITE | {"api_key_env": "NO_SUCH_KEY"}, "environment variable NO_SUCH_KEY is not set"),
        (LITE | {"headers": {"X": "env:NO_SUCH"}}, "environment variable NO_SUCH is not set"),
        ({"kind": "replay"}, "model.path is not set"),
        ({"kind": "local", "path": "/no/such.gguf"}, "model.path=/no/such.gguf: there is no such file"),
    ],
)
def test_a_wrong_node_is_told_in_one_line(node: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told) as caught:
        spec_of(node)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"temperature": -0.1}, "decoding.temperature=-0.1: at least 0"),
        ({"temperature": float("nan")}, "decoding.temperature=nan"),
        ({"top_p": 0.0}, "decoding.top_p=0.0: above 0"),
        ({"top_p": 1.1}, "decoding.top_p=1.1"),
        ({"max_tokens": 0}, "decoding.max_tokens=0: at least 1"),
        ({"reasoning": "capt"}, "decoding.reasoning=capt"),
        ({"reasoning": "capped"}, "decoding.reasoning_budget=None"),
        (
            {"reasoning": "capped", "reasoning_budget": 100, "max_tokens": 100},
            "less than decoding.max_tokens",
        ),
    ],
)
def test_an_impossible_decoding_is_told(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(UserError, match=told):
        Decoding(**wrong)


def test_an_address_from_the_environment_is_part_of_the_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = spec_of(LITE)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert spec_of(LITE).identity() != usual.identity()
    assert spec_of(LITE | {"name": "mistral/m"}).identity()["api_base"] == ""
    assert spec_of(LITE | {"name": "gpt-4o"}).identity()["api_base"] == "http://127.0.0.1:1/v1"


def test_keys_may_stand_in_a_dotenv_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("MY_DOTENV_API_KEY=sk-1\n")
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    monkeypatch.setenv("MY_DOTENV_API_KEY", "")  # so that monkeypatch takes it away again
    monkeypatch.delenv("MY_DOTENV_API_KEY")
    assert spec_of(LITE | {"api_key_env": "MY_DOTENV_API_KEY"})
