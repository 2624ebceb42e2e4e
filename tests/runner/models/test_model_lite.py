"""LiteLLM over real HTTP to a scripted server: replies, faults, retries, and what leaves the machine."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from openai_server import Reply, Scripted, drop, fail, garble, hang, say, serving

from evaluators.items import Task
from generators.asking import Completion, Message, Messages, Unanswered
from runner.models import Decoding, LiteSpec, Patience
from runner.models.lite import Lite

Make = Callable[..., LiteSpec]
ROOT = Path(__file__).parents[3]
QUIET = Decoding(temperature=None, top_p=None, max_tokens=None)


def once(
    spec: LiteSpec, task: Task, messages: Messages, decoding: Decoding = QUIET, sample: int = 0
) -> Completion:
    """One completion, from opening the model to closing it."""

    async def asking() -> Completion:
        model = Lite(spec, decoding)
        try:
            return await model.bind(task, sample)(messages)
        finally:
            await model.close()

    return asyncio.run(asking())


def refused(spec: LiteSpec, task: Task, messages: Messages) -> str:
    """The message of the `Unanswered` that asking must end with: one line, of readable length."""
    with pytest.raises(Unanswered) as caught:
        once(spec, task, messages)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 600
    return text


def test_a_reply_comes_with_its_usage_reasoning_and_finish_reason(
    spec: Make, task: Task, question: Messages
) -> None:
    with serving(say("42", finish_reason="length", reasoning="hm", usage=(120, 30), delay_s=0.2)) as server:
        reply = once(spec(server.url), task, question)
    assert (reply.text, reply.reasoning, reply.finish_reason) == ("42", "hm", "length")
    assert (reply.prompt_tokens, reply.completion_tokens) == (120, 30)
    assert '"prompt_tokens": 120' in reply.usage
    assert reply.latency_s >= 0.2
    assert not reply.cached


def test_cost_is_told_for_a_model_with_a_price_and_unknown_otherwise(
    spec: Make, task: Task, question: Messages
) -> None:
    with serving(say("42", usage=(1_000_000, 0))) as server:
        priced = once(spec(server.url, name="openai/gpt-4o"), task, question)
        unpriced = once(spec(server.url), task, question)
    assert priced.cost_usd is not None
    assert 0.5 < priced.cost_usd < 50
    assert unpriced.cost_usd is None


@pytest.mark.parametrize("text", ["", None])
def test_an_empty_reply_is_a_reply(spec: Make, task: Task, question: Messages, text: str | None) -> None:
    with serving(say(text, usage=None)) as server:
        reply = once(spec(server.url), task, question)
        assert len(server.asked) == 1
    assert reply.text == ""
    assert reply.prompt_tokens is reply.completion_tokens is reply.cost_usd is None


def test_the_text_arrives_verbatim(spec: Make, task: Task, question: Messages) -> None:
    text = "  <think>é\r\n</think>\n~~~py\nprint('\u2028𝄞')\n~~~\n\n "
    with serving(say(text)) as server:
        assert once(spec(server.url), task, question).text == text


def test_the_decoding_is_sent_as_it_is_and_nothing_else(spec: Make, task: Task, question: Messages) -> None:
    with serving(say("x")) as server:
        once(spec(server.url), task, question, Decoding(0.5, 0.9, 77, seed=3), sample=4)
        once(spec(server.url), task, question, QUIET)
        full, bare = (asked.body for asked in server.asked)
    assert {name: full[name] for name in ("temperature", "top_p", "max_tokens")} == {
        "temperature": 0.5,
        "top_p": 0.9,
        "max_tokens": 77,
    }
    assert 0 <= full["seed"] < 2**31
    assert set(bare) == {"model", "messages"}
    assert bare["messages"] == [{"role": "user", "content": "What is the sum?"}]


def test_a_seed_gives_each_sample_its_own(spec: Make, task: Task, question: Messages) -> None:
    with serving(say("x")) as server:
        for sample in (0, 1, 0):
            once(spec(server.url), task, question, replace(QUIET, seed=3), sample)
        first, second, again = (asked.body["seed"] for asked in server.asked)
    assert first == again != second


def test_reasoning_effort_reaches_a_model_that_knows_it(spec: Make, task: Task, question: Messages) -> None:
    decoding = replace(QUIET, reasoning="native", reasoning_effort="low")
    with serving(say("x")) as server:
        once(spec(server.url, name="openai/gpt-5"), task, question, decoding)
        assert server.asked[0].body["reasoning_effort"] == "low"


def test_a_reasoning_budget_reaches_a_model_that_knows_it(task: Task, question: Messages) -> None:
    reply = (
        b'{"id":"m","type":"message","role":"assistant","model":"c","stop_reason":"end_turn","content":'
        b'[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"42"}],'
        b'"usage":{"input_tokens":9,"output_tokens":4}}'
    )
    decoding = Decoding(None, None, 4000, reasoning="capped", reasoning_budget=2000)
    with serving(Reply(body=reply)) as server:
        spec = LiteSpec("anthropic/claude-sonnet-4-5", api_base=server.url.removesuffix("/v1"))

        async def asking() -> Completion:
            model = Lite(spec, decoding, "sk-ant-test")
            try:
                return await model.bind(task, 0)(question)
            finally:
                await model.close()

        said = asyncio.run(asking())
        body = server.asked[0].body
    assert body["thinking"] == {"type": "enabled", "budget_tokens": 2000}
    assert body["max_tokens"] == 4000
    assert (said.text, said.reasoning, said.completion_tokens) == ("42", "hm", 4)


def test_extra_body_and_headers_are_sent_and_secrets_come_from_the_environment(
    spec: Make, task: Task, question: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SERVER_KEY", "sk-mine")
    monkeypatch.setenv("MY_TOKEN", "t0ken")
    with serving(say("x")) as server:
        chosen = spec(
            server.url,
            api_key_env="MY_SERVER_KEY",
            headers=(("X-Plain", "yes"), ("X-Token", "env:MY_TOKEN")),
            extra_body='{"top_k": 5}',
        )
        once(chosen, task, question)
        asked = server.asked[0]
    assert asked.body["top_k"] == 5
    assert asked.headers["authorization"] == "Bearer sk-mine"
    assert (asked.headers["x-plain"], asked.headers["x-token"]) == ("yes", "t0ken")
    assert "t0ken" not in repr(chosen.identity())


def test_after_429_it_waits_as_told_and_asks_exactly_once_more(
    spec: Make, task: Task, question: Messages
) -> None:
    with serving(fail(429, "slow down", retry_after="1"), say("42")) as server:
        assert once(spec(server.url), task, question).text == "42"
        first, second = server.asked
    assert second.at - first.at >= 1.0
    assert first.body == second.body


def test_retry_after_may_be_a_date(spec: Make, task: Task, question: Messages) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=3), usegmt=True)
    with serving(fail(503, retry_after=date), say("42")) as server:
        asked_at = time.monotonic()
        assert once(spec(server.url), task, question).text == "42"
        assert len(server.asked) == 2
        assert server.asked[1].at - asked_at >= 1.5  # dates have whole seconds, and LiteLLM may load first


@pytest.mark.parametrize(
    "fault",
    [fail(500), fail(502), fail(503), fail(504), fail(529), fail(408), drop(), garble(), Reply()],
    ids=["500", "502", "503", "504", "529", "408", "drop", "garble", "no body"],
)
def test_a_passing_fault_is_asked_again(spec: Make, task: Task, question: Messages, fault: Reply) -> None:
    with serving(fault, say("42")) as server:
        assert once(spec(server.url), task, question).text == "42"
        assert len(server.asked) == 2


def test_a_reply_without_choices_is_asked_again(spec: Make, task: Task, question: Messages) -> None:
    empty = Reply(body=b'{"id": "x", "object": "chat.completion", "choices": []}')
    with serving(empty, say("42")) as server:
        assert once(spec(server.url), task, question).text == "42"
        assert len(server.asked) == 2


def test_endless_faults_end_unanswered_after_the_attempts(spec: Make, task: Task, question: Messages) -> None:
    with serving(fail(500, "disk on fire")) as server:
        text = refused(spec(server.url), task, question)
        assert len(server.asked) == 4
    assert text.startswith(
        "no reply after 4 requests; the last: openai/scripted: HTTP 500: disk on fire (from"
    )


def test_endless_429_ends_unanswered_at_the_cap(spec: Make, task: Task, question: Messages) -> None:
    patience = Patience(request_s=20, cap_s=2, pause_s=0.1, longest_pause_s=0.1)
    once_warm(spec, task, question)
    with serving(fail(429, "slow down")) as server:
        text = refused(spec(server.url, patience=patience), task, question)
        assert len(server.asked) > 4
    assert text.startswith("no reply within 2 s, after")
    assert "HTTP 429: slow down" in text


def once_warm(spec: Make, task: Task, question: Messages) -> None:
    """Has LiteLLM loaded, so that a test may count seconds."""
    with serving(say("x")) as server:
        once(spec(server.url), task, question)


def test_a_request_that_hangs_times_out_and_is_asked_again(
    spec: Make, task: Task, question: Messages
) -> None:
    once_warm(spec, task, question)
    patience = Patience(request_s=1, cap_s=60, pause_s=0.01)
    with serving(hang(), say("42")) as server:
        began = time.monotonic()
        assert once(spec(server.url, patience=patience), task, question).text == "42"
        assert 0.9 < time.monotonic() - began < 20
        assert len(server.asked) == 2


def test_a_server_that_only_hangs_ends_unanswered_at_the_cap(
    spec: Make, task: Task, question: Messages
) -> None:
    once_warm(spec, task, question)
    patience = Patience(request_s=600, cap_s=1)
    with serving(hang()) as server:
        began = time.monotonic()
        text = refused(spec(server.url, patience=patience), task, question)
        assert time.monotonic() - began < 20
    assert text == "no reply within 1 s, after 1 request; the last: no reply yet"


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (fail(400, "bad field"), "HTTP 400: bad field"),
        (fail(404, "no model scripted"), "HTTP 404: no model scripted"),
        (fail(403, "not in your country"), "HTTP 403: not in your country; check the key in the environment"),
        (fail(422, "what"), "HTTP 422: what"),
        (fail(413, "too long"), "HTTP 413: too long"),
        (fail(400, "maximum context length is 4096 tokens", code="context_length_exceeded"), "4096 tokens"),
        (fail(429, "no credit", code="insufficient_quota"), "the account has no credit left"),
        (fail(429, "come back", retry_after="7200"), "asks to wait 7200 s"),
    ],
    ids=["400", "404", "403", "422", "413", "context", "quota", "long pause"],
)
def test_what_would_fail_again_is_asked_once(
    spec: Make, task: Task, question: Messages, fault: Reply, told: str
) -> None:
    with serving(fault) as server:
        assert told in refused(spec(server.url), task, question)
        assert len(server.asked) == 1


def test_a_refused_key_names_its_variable_and_is_never_shown(
    spec: Make, task: Task, question: Messages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCRIPTED_API_KEY", "sk-verysecret-123")
    with serving(fail(401, "Incorrect API key provided: sk-verysecret-123")) as server:
        text = refused(spec(server.url, api_key_env="SCRIPTED_API_KEY"), task, question)
        assert len(server.asked) == 1
    assert text.endswith("check the key in the environment variable SCRIPTED_API_KEY")
    assert "sk-verysecret" not in text


def test_a_missing_key_is_told_at_once(task: Task, question: Messages) -> None:
    began = time.monotonic()
    text = refused(LiteSpec("openai/gpt-4o", patience=Patience(cap_s=300)), task, question)
    assert text == "openai/gpt-4o: no API key; set the environment variable OPENAI_API_KEY"
    assert time.monotonic() - began < 60


def test_an_unreachable_server_is_named(spec: Make, task: Task, question: Messages) -> None:
    with serving(say("x")) as server:
        url = server.url
    text = refused(spec(url), task, question)
    assert text.startswith("no reply after 4 requests; the last: openai/scripted: the connection failed: ")
    assert f"(from {url})" in text


def test_a_parameter_that_the_model_lacks_is_an_error_not_dropped(
    task: Task, question: Messages, spec: Make
) -> None:
    with serving(say("x")) as server:
        with pytest.raises(Unanswered, match=r"temperature.*; set that decoding parameter to null") as caught:
            once(spec(server.url, name="openai/gpt-5"), task, question, replace(QUIET, temperature=0.0))
        assert "drop" not in str(caught.value)
        assert server.asked == []


def test_at_most_so_many_requests_are_under_way(spec: Make, task: Task, question: Messages) -> None:
    async def many(server: Scripted) -> None:
        model = Lite(spec(server.url, concurrency=3), QUIET)
        try:
            await asyncio.gather(*(model.bind(task, sample)(question) for sample in range(12)))
        finally:
            await model.close()

    with serving(say("x", delay_s=0.15)) as server:
        asyncio.run(many(server))
        assert len(server.asked) == 12
        assert server.peak == 3


def test_one_slow_completion_holds_up_no_other(spec: Make, task: Task) -> None:
    async def both(server: Scripted) -> list[str]:
        model = Lite(spec(server.url), QUIET)
        ended: list[str] = []

        async def ask(text: str) -> None:
            await model.bind(task, 0)((Message("user", text),))
            ended.append(text)

        try:
            await asyncio.gather(ask("slow"), ask("fast"))
        finally:
            await model.close()
        return ended

    with serving(script=lambda asked: say("x", delay_s=3.0 if asked.prompt == "slow" else 0.0)) as server:
        assert asyncio.run(both(server)) == ["fast", "slow"]


def test_a_closed_model_can_be_asked_again_and_leaves_no_connection(
    spec: Make, task: Task, question: Messages
) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    async def twice(server: Scripted) -> None:
        model = Lite(spec(server.url), QUIET)
        for _ in range(2):
            await asyncio.gather(*(model.bind(task, sample)(question) for sample in range(6)))
            await model.close()

    with serving(say("x", delay_s=0.05)) as server:
        asyncio.run(twice(server))
        before = open_files()
        for _ in range(4):
            asyncio.run(twice(server))
        time.sleep(0.5)  # the server's side of the connections
        assert open_files() <= before + 6


def test_closing_one_model_loses_no_reply_of_another(spec: Make, task: Task, question: Messages) -> None:
    async def both(server: Scripted) -> str:
        staying, leaving = Lite(spec(server.url), QUIET), Lite(spec(server.url), QUIET)
        await leaving.bind(task, 0)(question)
        under_way = asyncio.create_task(staying.bind(task, 1)(question))
        await asyncio.sleep(0.3)
        await leaving.close()
        after = await staying.bind(task, 2)(question)
        reply = await under_way
        await staying.close()
        return reply.text + after.text

    with serving(say("a"), say("b", delay_s=0.8), say("c"), say("d")) as server:
        assert set(asyncio.run(both(server))) <= set("bcd")


def test_nothing_is_printed_and_no_network_is_sought(task: Task) -> None:
    program = """
    import asyncio, sys
    sys.path.insert(0, "tests")
    import runner.models
    from openai_server import fail, say, serving
    heavy = [m for m in ("litellm", "openai", "xllamacpp", "mlflow", "httpx") if m in sys.modules]
    assert not heavy, heavy
    from evaluators.items import Limits, Task
    from generators.asking import Message, Unanswered
    from runner.models import Decoding, LiteSpec, Patience
    from runner.models.lite import Lite
    import os, socket
    real = socket.socket.connect
    def connect(self, address):
        assert self.family != socket.AF_INET or address[0] == "127.0.0.1", address
        return real(self, address)
    socket.socket.connect = connect
    def getaddrinfo(host, *rest, resolve=socket.getaddrinfo, **more):
        assert host in ("127.0.0.1", "localhost"), host
        return resolve(host, *rest, **more)
    socket.getaddrinfo = getaddrinfo
    async def main(url, name):
        model = Lite(LiteSpec(name, api_base=url, patience=Patience(attempts=2, pause_s=0)), Decoding())
        try:
            await model.bind(Task("t", "f", "p", "s", Limits((1.0,))), 0)((Message("user", "q"),))
        except Unanswered as fault:
            print(fault, file=sys.stderr)
        await model.close()
    with serving(fail(500), fail(500), fail(401), say("x")) as server:
        for name in ("openai/a", "openai/a", "openai/a", "nosuchprovider/b", "c"):
            asyncio.run(main(server.url, name))
    assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"
    """
    run = subprocess.run(
        [sys.executable, "-X", "dev", "-c", textwrap.dedent(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == ""
    assert "unclosed" not in run.stderr, run.stderr
    told = [
        line for line in run.stderr.splitlines() if line.startswith(("openai/", "nosuch", "no reply", "c:"))
    ]
    assert len(told) == 4, run.stderr
