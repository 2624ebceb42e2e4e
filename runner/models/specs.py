"""What a model is made from: plain frozen values that cells carry; their identity fixes the results."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from math import inf
from typing import Any, ClassVar

from runner.errors import UserError


@dataclass(frozen=True, slots=True)
class Decoding:
    """How a model samples; what is None is not sent and left to the provider.

    Reasoning is `native` (the model's own mode, at `reasoning_effort` where one is given), `capped` (at most
    `reasoning_budget` tokens of it) or `default` (nothing is said about it). From `seed` comes one seed a
    sample, so that samples differ and can be drawn again.
    """

    temperature: float | None = 0.0
    top_p: float | None = 1.0
    max_tokens: int | None = 32_768
    reasoning: str = "default"
    reasoning_budget: int | None = None
    reasoning_effort: str | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.reasoning not in ("native", "capped", "default"):
            raise UserError(f"decoding.reasoning={self.reasoning}: native, capped or default")
        if self.temperature is not None and not 0 <= self.temperature < inf:
            raise UserError(f"decoding.temperature={self.temperature}: at least 0 and finite")
        if self.top_p is not None and not 0 < self.top_p <= 1:
            raise UserError(f"decoding.top_p={self.top_p}: above 0 and at most 1")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise UserError(f"decoding.max_tokens={self.max_tokens}: at least 1")
        if self.reasoning == "capped" and not 0 < (self.reasoning_budget or 0) < (self.max_tokens or 1 << 62):
            raise UserError(
                f"decoding.reasoning_budget={self.reasoning_budget}: decoding.reasoning=capped wants "
                "at least 1 and less than decoding.max_tokens"
            )


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one completion is waited for, in seconds, and how often it is asked for again.

    A request is given up after `request_s`, a completion with all its requests and pauses after `cap_s`. A
    provider that says "too many requests" is asked until the cap, one that fails otherwise `attempts` times.
    Pauses are drawn between 0 and `pause_s` doubled after each request, at most `longest_pause_s`.
    """

    request_s: float = 600.0
    cap_s: float = 1800.0
    attempts: int = 8
    pause_s: float = 1.0
    longest_pause_s: float = 60.0

    def __post_init__(self) -> None:
        if not 0 < self.request_s < inf:
            raise UserError(f"model.timeout_s={self.request_s}: above 0 and finite")
        if not 0 < self.cap_s < inf:
            raise UserError(f"model.cap_s={self.cap_s}: above 0 and finite")


@dataclass(frozen=True, slots=True)
class ProgramSpec:
    """Replies with the stand-alone program `name` of the task's twin: `reference`, `greedy`, …"""

    name: str
    asks: ClassVar[bool] = False

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.name

    def identity(self) -> dict[str, Any]:
        """What fixes its replies; the program's text is the cell's to hash."""
        return {"kind": "program", "name": self.name}


@dataclass(frozen=True, slots=True)
class ReplaySpec:
    """Replies from a file of recorded completions, or from every `records.jsonl` below a folder.

    `recorded` takes the lines of one recorded model only, "" all; `digest` fixes the replies taken.
    """

    path: str
    digest: str
    name: str = "replay"
    recorded: str = ""
    asks: ClassVar[bool] = False

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.name

    def identity(self) -> dict[str, Any]:
        """What fixes its replies: the recorded text, wherever it lies."""
        return {"kind": "replay", "name": self.name, "digest": self.digest, "recorded": self.recorded}


@dataclass(frozen=True, slots=True)
class LiteSpec:
    """Any model that LiteLLM reaches, by LiteLLM's name for it.

    `api_base` is where requests go, "" the provider's own address. Keys stay in the environment:
    `api_key_env` names the variable, "" leaves it to LiteLLM, and a header whose value is "env:NAME" is
    filled in when it is sent. `extra_body` is a JSON object for the provider, sent as it is.
    """

    name: str
    api_base: str = ""
    api_key_env: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    extra_body: str = ""
    concurrency: int = 8
    patience: Patience = field(default_factory=Patience)
    asks: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise UserError("model.name is empty: give LiteLLM's name, as openai/gpt-4o")
        if self.concurrency < 1:
            raise UserError(f"model.concurrency={self.concurrency}: at least 1")

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.name

    def identity(self) -> dict[str, Any]:
        """What fixes its replies: not how long they are waited for, nor who pays."""
        return {
            "kind": "litellm",
            "model": self.name,
            "api_base": self.api_base.rstrip("/"),
            "headers": dict(self.headers),
            "extra_body": self.extra_body,
        }


@dataclass(frozen=True, slots=True)
class LocalSpec:
    """A real model on this machine: a GGUF file served on loopback by the process that asks.

    `weights` is a fingerprint of the file and `engine` the version of what runs it. Replies end after
    `max_tokens` whatever the decoding allows, since small models loop.
    """

    path: str
    weights: str
    engine: str
    name: str = "local"
    n_ctx: int = 4096
    threads: int = 1
    max_tokens: int = 400
    patience: Patience = field(default_factory=Patience)
    asks: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for key in ("n_ctx", "threads", "max_tokens"):
            if getattr(self, key) < 1:
                raise UserError(f"model.{key}={getattr(self, key)}: at least 1")

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.name

    def identity(self) -> dict[str, Any]:
        """What fixes its replies: weights, engine and room, wherever the file lies."""
        kept = asdict(self)
        return {"kind": "local"} | {name: kept[name] for name in ("weights", "engine", "n_ctx", "max_tokens")}


ModelSpec = ProgramSpec | ReplaySpec | LiteSpec | LocalSpec
