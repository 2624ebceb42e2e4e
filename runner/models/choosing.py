"""From the config node `model` to a spec, wholly checked: what is missing is told before anything runs."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from runner.errors import UserError
from runner.models.local import engine, fingerprint, weights
from runner.models.recording import recording
from runner.models.specs import LiteSpec, LocalSpec, ModelSpec, Patience, ProgramSpec, ReplaySpec
from runner.settings import one_of, typed

_KINDS = ("program", "replay", "litellm", "local")


@dataclass
class ProgramSettings:
    """Schema of `model=program`."""

    kind: str
    name: str


@dataclass
class ReplaySettings:
    """Schema of `model=replay`."""

    kind: str
    path: str
    name: str | None = None
    recorded: str | None = None


@dataclass
class LiteSettings:
    """Schema of `model=litellm`."""

    kind: str
    name: str
    api_base: str | None = None
    api_key_env: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    extra_body: dict[str, Any] = field(default_factory=dict)
    timeout_s: float = 600.0
    cap_s: float = 1800.0
    concurrency: int = 8


@dataclass
class LocalSettings:
    """Schema of `model=local`."""

    kind: str
    name: str = "local"
    path: str | None = None
    n_ctx: int = 4096
    threads: int = 1
    max_tokens: int = 400
    timeout_s: float = 300.0
    cap_s: float = 1800.0


def spec_of(node: Any) -> ModelSpec:
    """The spec of a composed `model` node; raises `UserError` for wrong keys, missing files and weights."""
    kind = one_of(str(node.get("kind")), _KINDS, "model.kind")
    if kind == "program":
        return ProgramSpec(typed(ProgramSettings, node, "model").name)
    if kind == "replay":
        return _replay(typed(ReplaySettings, node, "model"))
    if kind == "litellm":
        return _lite(typed(LiteSettings, node, "model"))
    return _local(typed(LocalSettings, node, "model"))


def _replay(chosen: ReplaySettings) -> ReplaySpec:
    path = Path(chosen.path).expanduser().resolve()
    digest = recording(path, chosen.recorded or "").digest
    name = chosen.name or (f"{chosen.recorded} (replayed)" if chosen.recorded else "replay")
    return ReplaySpec(str(path), digest, name, chosen.recorded or "")


def _lite(chosen: LiteSettings) -> LiteSpec:
    _load_dotenv()
    secret_names = [chosen.api_key_env, *(v[4:] for v in chosen.headers.values() if v.startswith("env:"))]
    for name in filter(None, secret_names):
        if not os.environ.get(name):
            raise UserError(
                f"model={chosen.name}: the environment variable {name} is not set; set it, or put it in .env"
            )
    return LiteSpec(
        name=chosen.name,
        api_base=chosen.api_base or _usual_base(chosen.name),
        api_key_env=chosen.api_key_env or "",
        headers=tuple(sorted(chosen.headers.items())),
        extra_body=json.dumps(chosen.extra_body, sort_keys=True) if chosen.extra_body else "",
        concurrency=chosen.concurrency,
        patience=Patience(chosen.timeout_s, chosen.cap_s),
    )


def _local(chosen: LocalSettings) -> LocalSpec:
    file = weights(chosen.path)
    return LocalSpec(
        path=str(file),
        weights=fingerprint(file),
        engine=engine(),
        name=chosen.name,
        n_ctx=chosen.n_ctx,
        threads=chosen.threads,
        max_tokens=chosen.max_tokens,
        patience=Patience(chosen.timeout_s, chosen.cap_s),
    )


def _usual_base(name: str) -> str:
    """The address that LiteLLM would take from the environment, made part of the request's identity."""
    provider = name.split("/")[0].upper() if "/" in name else "OPENAI"
    variables = (f"{provider}_BASE_URL", f"{provider}_API_BASE")
    return next((os.environ[variable] for variable in variables if os.environ.get(variable)), "")


def _load_dotenv() -> None:
    """Take what the nearest `.env` from the working folder upwards sets and the environment does not."""
    from dotenv import find_dotenv, load_dotenv

    load_dotenv(find_dotenv(usecwd=True))
