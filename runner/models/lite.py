"""Any model that LiteLLM reaches. LiteLLM is imported with the first completion asked for, and only here."""

from __future__ import annotations

import asyncio
import json
import os
import time
from types import ModuleType
from typing import Any

from evaluators.items import Task
from generators.asking import Ask, Completion, Messages
from runner.models.faults import fault_of
from runner.models.insisting import Fault, Kind, insist
from runner.models.request import params
from runner.models.specs import Decoding, LiteSpec


class Lite:
    """The model `model=litellm`. Retries are ours: LiteLLM's and the provider client's are off."""

    def __init__(self, spec: LiteSpec, decoding: Decoding, api_key: str = "") -> None:
        """`api_key` stands for what the environment would say, for servers of our own."""
        self.spec, self.decoding = spec, decoding
        self._api_key = api_key
        self._slots = asyncio.Semaphore(spec.concurrency)
        self._asked = False

    @property
    def label(self) -> str:
        """How tables call it."""
        return self.spec.label

    @property
    def asks(self) -> bool:
        """True: each reply is a completion of a provider."""
        return self.spec.asks

    def bind(self, task: Task, sample: int) -> Ask:
        """Each call is one completion; waiting for a free slot counts for no time-out."""

        async def ask(messages: Messages) -> Completion:
            async with self._slots:
                self._asked = True
                litellm = await asyncio.to_thread(_litellm)
                sent = self._sent(messages, sample)
                return await insist(lambda: self._send(litellm, sent), self.spec.patience)

        return ask

    async def close(self) -> None:
        """Close LiteLLM's connections. It keeps them for the process: requests under way are sent again."""
        if self._asked:
            litellm = _litellm()
            await litellm.close_litellm_async_clients()
            litellm.in_memory_llm_clients_cache.flush_cache()

    async def _send(self, litellm: ModuleType, sent: dict[str, Any]) -> Completion:
        spec, started = self.spec, time.monotonic()
        try:
            response = await litellm.acompletion(**sent)
        except Exception as error:  # whatever LiteLLM raises is a reply that did not come
            raise fault_of(error, spec.name, spec.api_base, spec.api_key_env) from error
        if not response.choices:
            raise Fault(Kind.PASSING, f"{spec.name}: a reply without choices")
        return _completion(response, time.monotonic() - started)

    def _sent(self, messages: Messages, sample: int) -> dict[str, Any]:
        """The arguments for LiteLLM, with the secrets that the request's identity leaves out."""
        spec = self.spec
        sent: dict[str, Any] = {
            "api_base": spec.api_base.rstrip("/"),
            "api_key": self._key(),
            "extra_headers": {name: _filled(value) for name, value in spec.headers},
            "extra_body": json.loads(spec.extra_body or "{}"),
        }
        return {
            "model": spec.name,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            **params(self.decoding, sample),
            "timeout": spec.patience.request_s,
            "num_retries": 0,
            "max_retries": 0,
            **{name: value for name, value in sent.items() if value},
        }

    def _key(self) -> str:
        if self._api_key:
            return self._api_key
        if self.spec.api_key_env:
            return os.environ.get(self.spec.api_key_env, "")
        # Servers of one's own mostly want no key, but OpenAI's client refuses to start without one.
        own = self.spec.api_base and self.spec.name.startswith("openai/")
        return "none" if own and not os.environ.get("OPENAI_API_KEY") else ""


def _filled(header: str) -> str:
    return os.environ.get(header[4:], "") if header.startswith("env:") else header


def _litellm() -> ModuleType:
    """LiteLLM, told to be quiet and to reach for nothing; importing it takes seconds, once."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # else the import asks the network for prices
    import litellm

    litellm.suppress_debug_info = True
    litellm.drop_params = False  # dropped silently, a parameter would make the recorded decoding untrue
    module: ModuleType = litellm
    return module


def _completion(response: Any, latency_s: float) -> Completion:
    choice, usage = response.choices[0], response.usage
    told = usage.total_tokens > 0  # LiteLLM fills in zeros where the provider tells nothing
    return Completion(
        text=choice.message.content or "",
        finish_reason=choice.finish_reason or "unknown",
        prompt_tokens=usage.prompt_tokens if told else None,
        completion_tokens=usage.completion_tokens if told else None,
        cost_usd=response._hidden_params.get("response_cost") if told else None,
        latency_s=latency_s,
        reasoning=getattr(choice.message, "reasoning_content", None) or "",
        usage=json.dumps(usage.model_dump(exclude_none=True)) if told else "",
    )
