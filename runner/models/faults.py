"""What LiteLLM raises, as one line for people and a decision whether to ask again.

LiteLLM maps the errors of all providers to its own classes, which bear a `status_code`. Some statuses are its own
invention: a lost connection is a 500, a time-out a 408, and so is a missing key where the client finds it missing.
"""

from __future__ import annotations

import os
import re

from runner.models.insisting import Fault, Kind, retry_after

_PASSING = {408, 409, 425, 429}  # and every 5xx
_LONGEST = 300
_NAMES = re.compile(r"^(?:(?:litellm\.)?\w+(?:Error|Exception|Timeout)(?:: | - )|Timeout Error: )+")
_SECRETS = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)$")


def fault_of(error: Exception, model: str, api_base: str, key_env: str) -> Fault:
    """The fault behind LiteLLM's `error`; `key_env` names the key's environment variable, "" the usual one."""
    status: int | None = getattr(error, "status_code", None)
    kind = type(error).__name__
    said = _said(error)
    line = f"{model}: {said}" if _is_invented(kind, said) or status is None else f"{model}: HTTP {status}: {said}"
    if status in (401, 403) or "Missing credentials" in said:
        name = key_env or f"{model.split('/')[0].upper() if '/' in model else 'OPENAI'}_API_KEY"
        return Fault(Kind.FINAL, f"{line}; check the key in the environment variable {name}")
    if kind == "UnsupportedParamsError":
        return Fault(Kind.FINAL, f"{line}; set that decoding parameter to null")
    if status == 429 and _code(error) == "insufficient_quota":
        return Fault(Kind.FINAL, f"{line}; the account has no credit left")
    wait_s = retry_after(_header(error, "retry-after"))
    if status == 429:
        return Fault(Kind.THROTTLED, line, wait_s)
    if status is None or status in _PASSING or status >= 500:
        return Fault(Kind.PASSING, f"{line} (from {api_base})" if api_base else line, wait_s)
    return Fault(Kind.FINAL, line)


def _said(error: Exception) -> str:
    """The message in one line, without LiteLLM's class names, cut, and free of secrets."""
    text = _NAMES.sub("", " ".join(str(error).split()))
    if text == "Connection error.":
        text = f"Connection error: {' '.join(str(_root(error)).split())}"
    for name, value in os.environ.items():
        if len(value) >= 8 and _SECRETS.search(name.upper()):
            text = text.replace(value, f"<{name}>")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _is_invented(kind: str, said: str) -> bool:
    """Whether the status stands for no HTTP reply."""
    return kind == "Timeout" or said.startswith(("Connection error", "Missing credentials"))


def _root(error: BaseException) -> BaseException:
    """What was raised first."""
    seen = {id(error)}
    while (before := error.__cause__ or error.__context__) is not None and id(before) not in seen:
        seen.add(id(before))
        error = before
    return error


def _code(error: Exception) -> str:
    """The provider's own code of an error, as "insufficient_quota"."""
    body = getattr(error, "body", None)
    return str(body.get("code", "")) if isinstance(body, dict) else ""


def _header(error: Exception, name: str) -> str | None:
    """A header of the failed reply; LiteLLM keeps them in one place or another."""
    for headers in (
        getattr(error, "litellm_response_headers", None),
        getattr(getattr(error, "response", None), "headers", None),
    ):
        if headers is not None and (value := headers.get(name)) is not None:
            return str(value)
    return None
