"""A request as it is kept and hashed: all that fixes a reply, and no secret."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from random import Random
from typing import Any

from generators.asking import Messages
from runner.models.specs import Decoding, LiteSpec, LocalSpec

Request = Mapping[str, Any]
"""The model's identity, `messages` and `params`; JSON values only."""


def request(spec: LiteSpec | LocalSpec, decoding: Decoding, messages: Messages, sample: int) -> Request:
    """What is asked for one sample. It needs no open model, so that a dry run can look up its replies."""
    return {
        **spec.identity(),
        "messages": [{"role": message.role, "content": message.content} for message in messages],
        "params": params(decoding, sample),
    }


def params(decoding: Decoding, sample: int) -> dict[str, Any]:
    """The decoding as LiteLLM takes it, without what is left to the provider.

    Numbers have one form each (0 and 0.0 are one temperature), since requests are compared by their hash.
    """
    said: dict[str, Any] = {
        "temperature": None if decoding.temperature is None else float(decoding.temperature),
        "top_p": None if decoding.top_p is None else float(decoding.top_p),
        "max_tokens": decoding.max_tokens,
        "seed": None if decoding.seed is None else _seed(decoding.seed, sample),
    }
    if decoding.reasoning == "native":
        said["reasoning_effort"] = decoding.reasoning_effort
    if decoding.reasoning == "capped":
        said["thinking"] = {"type": "enabled", "budget_tokens": decoding.reasoning_budget}
    return {name: value for name, value in said.items() if value is not None}


def key(request: Request, sample: int) -> str:
    """SHA-256 of the request and the sample's index, in hex."""
    text = json.dumps([request, sample], sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _seed(seed: int, sample: int) -> int:
    """31 bits, which every provider takes."""
    return Random(f"decoding/{seed}/{sample}").getrandbits(31)
