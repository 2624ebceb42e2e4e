"""A scripted OpenAI-compatible server on loopback: real HTTP for tests, with every fault a provider shows.

    with serving(say("hello")) as server:
        ...  # talk to server.url
        assert len(server.asked) == 1

A script is a list of replies, given in the order of the requests (the last one repeats), or a function of the
request. Behaviours that take time end at once when the server closes.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request as it arrived; `at` is in seconds of the monotonic clock."""

    path: str
    headers: Mapping[str, str]  # names in lower case
    body: dict[str, Any]
    at: float

    @property
    def prompt(self) -> str:
        """The last message's text."""
        return str(self.body["messages"][-1]["content"])


@dataclass(frozen=True)
class Reply:
    """What the server does with one request: waits `delay_s`, then sends `body`, or drops the line."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    drop: bool = False


Script = Callable[[Asked], Reply]


def say(
    text: str | None,
    *,
    finish_reason: str = "stop",
    reasoning: str | None = None,
    usage: tuple[int, int] | None = (11, 7),
    delay_s: float = 0.0,
) -> Reply:
    """A completion; `usage` are prompt and completion tokens, None leaves them out."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if reasoning is not None:
        message["reasoning_content"] = reasoning
    body: dict[str, Any] = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
    }
    if usage is not None:
        body["usage"] = {
            "prompt_tokens": usage[0],
            "completion_tokens": usage[1],
            "total_tokens": sum(usage),
        }
    return Reply(body=json.dumps(body).encode(), delay_s=delay_s)


def fail(status: int, message: str = "scripted fault", *, code: str = "", retry_after: str = "") -> Reply:
    """An error in OpenAI's form; `retry_after` is the header's text, seconds or an HTTP date."""
    body = {"error": {"message": message, "type": "scripted", "code": code or None}}
    headers = {"Retry-After": retry_after} if retry_after else {}
    return Reply(status, json.dumps(body).encode(), headers)


def hang(seconds: float = 600.0) -> Reply:
    """Nothing for a long time, then the line is dropped."""
    return Reply(delay_s=seconds, drop=True)


def drop() -> Reply:
    """The connection closes without a byte."""
    return Reply(drop=True)


def garble() -> Reply:
    """Status 200 with a body that is no JSON."""
    return Reply(body=b"<html>Bad gateway</html>")


class Scripted(ThreadingHTTPServer):
    """The server of one test; `asked` are its requests so far, `peak` the most it had in hand at once."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script
        self.asked: list[Asked] = []
        self.peak = 0
        self.closing = threading.Event()
        self._in_hand = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """The base address for clients, without a slash at the end."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def take(self, asked: Asked) -> Reply:
        """Note a request and choose its reply; one at a time, so that scripts need no lock."""
        with self._lock:
            self.asked.append(asked)
            self._in_hand += 1
            self.peak = max(self.peak, self._in_hand)
            return self.script(asked)

    def done(self) -> None:
        """One request less in hand."""
        with self._lock:
            self._in_hand -= 1


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Scripted

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        body = json.loads(self.rfile.read(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.take(Asked(self.path, headers, body, time.monotonic()))
        try:
            self._answer(reply)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # the client gave up first, as time-outs do
        finally:
            self.server.done()

    def _answer(self, reply: Reply) -> None:
        if reply.delay_s:
            self.server.closing.wait(reply.delay_s)
        if reply.drop:
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet: pytest shows what failed."""


@contextmanager
def serving(*replies: Reply, script: Script | None = None) -> Iterator[Scripted]:
    """A server that gives `replies` in turn, the last one for ever, or whatever `script` returns."""
    if (script is None) == (not replies):
        raise ValueError("give replies or a script")
    given = iter(replies)
    last = [Reply()]

    def in_turn(_: Asked) -> Reply:
        last[0] = next(given, last[0])
        return last[0]

    server = Scripted(script or in_turn)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
