"""The cache: what is stored is never bought again, by any process, and no fault of the file is silent."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai_server import Scripted, fail, say, serving

from evaluators.items import Task
from generators.asking import Completion, Message, Messages, Unanswered
from runner.models import Decoding, LiteSpec, missing, open_model
from runner.models.cache import CacheFault, CompletionCache, cached
from runner.models.request import key, request

ROOT = Path(__file__).parents[3]
Make = Callable[..., LiteSpec]
QUIET = Decoding(None, None, None)


def ask(
    spec: LiteSpec, decoding: Decoding, folder: Path, task: Task, *asked: tuple[Messages, int]
) -> list[Completion]:
    """Opens the model as the runner does, asks everything at once, closes it."""

    async def all_of() -> list[Completion]:
        model = open_model(spec, decoding, folder)
        try:
            return await asyncio.gather(*(model.bind(task, sample)(messages) for messages, sample in asked))
        finally:
            await model.close()

    return asyncio.run(all_of())


def test_a_stored_reply_is_given_again_without_a_request(
    spec: Make, task: Task, question: Messages, tmp_path: Path
) -> None:
    with serving(say("first", reasoning="hm", usage=(120, 30)), say("second")) as server:
        (bought,) = ask(spec(server.url), QUIET, tmp_path, task, (question, 0))
        (again,) = ask(spec(server.url), QUIET, tmp_path, task, (question, 0))
        assert len(server.asked) == 1
    assert not bought.cached
    assert again == replace(bought, cached=True)


def test_whatever_fixes_a_reply_is_in_the_key(
    spec: Make, task: Task, question: Messages, tmp_path: Path
) -> None:
    other = (Message("user", "Another question?"),)
    with serving(say("x")) as server, serving(say("y")) as elsewhere:
        known = spec(server.url)
        variants = [
            (known, QUIET, question, 0),
            (known, QUIET, question, 1),
            (known, QUIET, other, 0),
            (known, QUIET, (Message("system", "Be brief."), *question), 0),
            (known, replace(QUIET, temperature=0.7), question, 0),
            (known, replace(QUIET, top_p=0.5), question, 0),
            (known, replace(QUIET, max_tokens=9), question, 0),
            (known, replace(QUIET, seed=1), question, 0),
            (replace(known, name="openai/other"), QUIET, question, 0),
            (replace(known, api_base=elsewhere.url), QUIET, question, 0),
            (replace(known, headers=(("X-A", "b"),)), QUIET, question, 0),
            (replace(known, extra_body='{"top_k": 1}'), QUIET, question, 0),
        ]
        for chosen, decoding, messages, sample in variants:
            ask(chosen, decoding, tmp_path, task, (messages, sample))
        bought = len(server.asked) + len(elsewhere.asked)
        for chosen, decoding, messages, sample in variants:
            ask(chosen, decoding, tmp_path, task, (messages, sample))
        assert bought == len(variants) == len(server.asked) + len(elsewhere.asked)


def test_what_fixes_no_reply_is_not_in_the_key(
    spec: Make, task: Task, question: Messages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "sk-one")
    with serving(say("x")) as server:
        known = spec(server.url)
        ask(known, replace(QUIET, temperature=0.0), tmp_path, task, (question, 0))
        patient = replace(
            known, concurrency=2, api_key_env="MY_KEY", patience=replace(known.patience, cap_s=77)
        )
        ask(patient, replace(QUIET, temperature=0), tmp_path, replace(task, id="another"), (question, 0))
        ask(
            replace(known, api_base=server.url + "/"),
            replace(QUIET, temperature=0.0),
            tmp_path,
            task,
            (question, 0),
        )
        assert len(server.asked) == 1


def test_an_unanswered_question_is_asked_again_next_time(
    spec: Make, task: Task, question: Messages, tmp_path: Path
) -> None:
    with serving(fail(400), say("x")) as server:
        with pytest.raises(Unanswered):
            ask(spec(server.url), QUIET, tmp_path, task, (question, 0))
        assert missing(spec(server.url), QUIET, [(question, 0)], tmp_path) == 1
        assert ask(spec(server.url), QUIET, tmp_path, task, (question, 0))[0].text == "x"


def test_one_question_asked_at_the_same_time_is_bought_once(
    spec: Make, task: Task, question: Messages, tmp_path: Path
) -> None:
    with serving(say("x", delay_s=0.2)) as server:
        replies = ask(spec(server.url), QUIET, tmp_path, task, *[(question, 0)] * 5, (question, 1))
        assert len(server.asked) == 2
    assert sum(reply.cached for reply in replies) == 4


def test_when_the_first_of_them_fails_the_next_one_asks(
    spec: Make, task: Task, question: Messages, tmp_path: Path
) -> None:
    async def both(server: Scripted) -> list[Completion | BaseException]:
        model = open_model(spec(server.url), QUIET, tmp_path)
        try:
            asked = [model.bind(task, 0)(question) for _ in range(2)]
            return await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await model.close()

    with serving(fail(400), say("x")) as server:
        first, second = asyncio.run(both(server))
    assert isinstance(first, Unanswered)
    assert isinstance(second, Completion)


def test_a_dry_run_counts_what_is_missing_and_makes_no_file(
    spec: Make, task: Task, question: Messages, tmp_path: Path
) -> None:
    folder = tmp_path / "cache"
    with serving(say("x")) as server:
        asked = [(question, sample) for sample in (0, 1, 2, 2)]
        assert missing(spec(server.url), QUIET, asked, folder) == 3
        assert not folder.exists()
        ask(spec(server.url), QUIET, folder, task, (question, 1))
        assert missing(spec(server.url), QUIET, asked, folder) == 2


WRITER = """
    import sys
    from pathlib import Path
    from generators.asking import Completion
    from runner.models.cache import CompletionCache
    from runner.models.request import key
    path, name, total = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    cache = CompletionCache(path)
    for index in range(total):
        asked = {"model": "m", "messages": [index]}
        kept = cache.put(key(asked, 0), asked, 0, Completion(f"{name} {index}"))
        assert kept == cache.get(key(asked, 0)) or not kept.cached
        own = {"model": name, "messages": [index]}
        assert cache.put(key(own, 0), own, 0, Completion(name)) == Completion(name)
    cache.close()
"""


def write(path: Path, name: str, total: int) -> subprocess.Popen[str]:
    program = [sys.executable, "-c", textwrap.dedent(WRITER), str(path), name, str(total)]
    return subprocess.Popen(program, cwd=ROOT, stderr=subprocess.PIPE, text=True)


def test_processes_that_write_at_once_lose_nothing_and_agree(tmp_path: Path) -> None:
    path, total = tmp_path / "completions.sqlite", 40
    writers = [write(path, name, total) for name in ("a", "b", "c")]
    for writer in writers:
        _, said = writer.communicate(timeout=120)
        assert writer.returncode == 0, said
    cache = CompletionCache(path)
    for index in range(total):
        kept = cache.get(key({"model": "m", "messages": [index]}, 0))
        assert kept is not None
        assert kept.text in {f"{name} {index}" for name in "abc"}
        for name in "abc":
            assert cache.get(key({"model": name, "messages": [index]}, 0)) == Completion(name, cached=True)
    cache.close()


def test_a_process_that_is_killed_leaves_what_it_stored(tmp_path: Path) -> None:
    path = tmp_path / "completions.sqlite"
    writer = write(path, "a", 10**6)
    cache = CompletionCache(path)
    asked = {"model": "a", "messages": [20]}
    while writer.poll() is None and (not path.exists() or cache.missing([key(asked, 0)])):
        threading.Event().wait(0.02)
    writer.kill()
    writer.communicate()
    assert cache.get(key(asked, 0)) == Completion("a", cached=True)
    assert cache.put("new", asked, 1, Completion("b")).text == "b"
    cache.close()


def test_threads_share_one_cache(tmp_path: Path) -> None:
    cache = CompletionCache(tmp_path / "completions.sqlite")
    faults: list[BaseException] = []

    def work(name: int) -> None:
        try:
            for index in range(25):
                cache.put(f"{name}/{index}", {}, 0, Completion(str(name)))
                assert cache.get(f"{name}/{index}") == Completion(str(name), cached=True)
        except BaseException as fault:  # noqa: BLE001  shown by the assertion below
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    cache.close()


def test_the_first_reply_of_a_key_stays(tmp_path: Path) -> None:
    cache = CompletionCache(tmp_path / "completions.sqlite")
    assert cache.put("k", {}, 0, Completion("first")) == Completion("first")
    assert cache.put("k", {}, 0, Completion("second")) == Completion("first", cached=True)
    cache.close()


@given(st.text(), st.text(), st.none() | st.floats(0, 10), st.none() | st.integers(0, 10**6))
def test_any_reply_comes_back_as_it_was(
    text: str, reasoning: str, cost: float | None, tokens: int | None
) -> None:
    cache = CompletionCache(Path(":memory:"))
    reply = Completion(text, "length", tokens, tokens, cost, 0.25, reasoning=reasoning, usage='{"a": 1}')
    assert cache.put("k", {"text": text}, 0, reply) == reply
    assert cache.get("k") == replace(reply, cached=True)
    cache.close()


@given(st.dictionaries(st.text(), st.integers() | st.text()), st.integers(0, 99), st.integers(0, 99))
def test_keys_depend_on_content_and_sample_not_on_order(
    asked: dict[str, int | str], one: int, other: int
) -> None:
    turned = dict(reversed(asked.items()))
    assert key(asked, one) == key(turned, one)
    assert (key(asked, one) == key(asked, other)) == (one == other)


def test_the_key_of_a_request_is_the_same_for_ever(question: Messages) -> None:
    asked = request(LiteSpec("openai/gpt-4o"), Decoding(seed=1), question, 0)
    assert key(asked, 0) == "35f527a8b168835b310c9d7d560083029df1047ab31a0f398d8c502f19818fe7"


def test_a_file_that_is_no_database_is_told_before_anything_is_asked(
    spec: Make, task: Task, question: Messages, tmp_path: Path
) -> None:
    (tmp_path / "completions.sqlite").write_bytes(b"not a database, just some text " * 400)
    with serving(say("x")) as server:
        with pytest.raises(CacheFault, match=r"completions\.sqlite: .*not a database.*move the file away"):
            ask(spec(server.url), QUIET, tmp_path, task, (question, 0))
        assert server.asked == []


def test_a_folder_in_the_file_s_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "completions.sqlite").mkdir()
    with pytest.raises(CacheFault, match=r"completions\.sqlite: cannot read stored completions"):
        CompletionCache(tmp_path / "completions.sqlite").get("k")


def test_a_file_of_another_format_is_refused_not_changed(tmp_path: Path) -> None:
    path = tmp_path / "completions.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(CacheFault, match="format 99"):
        CompletionCache(path).put("k", {}, 0, Completion("x"))


def test_a_lock_held_too_long_is_told(tmp_path: Path) -> None:
    path = tmp_path / "completions.sqlite"
    cache = CompletionCache(path, wait_s=0.2)
    cache.put("k", {}, 0, Completion("x"))
    holder = sqlite3.connect(path)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(CacheFault, match=r"locked.*another process has kept it for 0\.2 s"):
        cache.put("l", {}, 0, Completion("y"))
    assert cache.get("k") is not None
    holder.close()
    assert cache.put("l", {}, 0, Completion("y")).text == "y"
    cache.close()


FULL_DISK = """
    import asyncio, resource, signal, sys
    from pathlib import Path
    from generators.asking import Completion, Message
    from runner.models.cache import CacheFault, CompletionCache, cached
    path = Path(sys.argv[1])
    cache = CompletionCache(path)
    cache.put("k", {}, 0, Completion("x"))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    bought = 0
    async def ask(messages):
        global bought
        bought += 1
        return Completion("y" * 200_000)
    async def main():
        kept = cached(ask, lambda messages: {"q": messages[0].content}, 0, cache)
        assert len((await kept((Message("user", "first"),))).text) == 200_000
        try:
            await kept((Message("user", "second"),))
        except CacheFault as fault:
            print(fault)
    asyncio.run(main())
    assert bought == 1, bought
    assert cache.get("k") == Completion("x", cached=True)
"""


def test_on_a_full_disk_the_paid_reply_is_returned_and_no_other_bought(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(FULL_DISK), str(tmp_path / "completions.sqlite")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "cannot write stored completions" in run.stdout
    assert "make room on the disk" in run.stdout
    assert "cannot write stored completions" in run.stderr  # the log, at once


def test_no_secret_is_in_the_file(
    spec: Make, task: Task, question: Messages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SERVER_KEY", "sk-verysecret-1")
    monkeypatch.setenv("MY_TOKEN", "verysecret-2")
    with serving(say("x")) as server:
        secretive = spec(server.url, api_key_env="MY_SERVER_KEY", headers=(("X-Token", "env:MY_TOKEN"),))
        ask(secretive, QUIET, tmp_path, task, (question, 0))
        assert server.asked[0].headers["x-token"] == "verysecret-2"
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"What is the sum?" in stored
    assert b"verysecret" not in stored


def test_a_fake_is_an_async_function(question: Messages, tmp_path: Path) -> None:
    async def fake(messages: Messages) -> Completion:
        return Completion(messages[0].content.upper())

    cache = CompletionCache(tmp_path / "completions.sqlite")
    kept = cached(fake, lambda messages: {"said": messages[0].content}, 0, cache)
    first, second = (asyncio.run(kept(question)) for _ in range(2))  # type: ignore[arg-type]
    assert (first.text, first.cached, second.cached) == ("WHAT IS THE SUM?", False, True)
    cache.close()
