"""What LiteLLM raises, as one line for people and a decision whether to ask again.

LiteLLM maps the errors of all providers to its own classes, which bear a `status_code`. Some statuses are its
own invention: a lost connection is a 500, a time-out a 408, a key that is not there a 401 or a 500.
"""

from __future__ import annotations

import os
import re

from runner.models.insisting import Fault, Kind, retry_after

_PASSING = {408, 409, 425, 429}  # and every 5xx
_LONGEST = 300
_NAMES = re.compile(r"^(?:(?:litellm\.)?\w*(?:Error|Exception|Timeout)(?:: | - )|Timeout Error: )+")
_TAIL = re.compile(r"\.? *(?:To drop these, set|To drop unsupported|Traceback \(most recent).*")
_NO_KEY = re.compile(r"(?i)missing (?:\w+ )?(?:api key|credentials)|unable to locate credentials")
_SECRETS = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD)$")
_PLAIN = (  # what happened, where LiteLLM's words hide it; no HTTP status stands behind any of these
    (re.compile(r"^Connection error\.?$"), "the connection failed: {root}"),
    (re.compile(r"Request timed out"), "the request timed out"),
    (re.compile(r"^Expecting value: |^Unable to get json response"), "the reply is not JSON"),
    (
        re.compile(r"^LLM Provider NOT provided"),
        "LiteLLM knows no such provider; write provider/model, as openai/gpt-4o",
    ),
)


def fault_of(error: Exception, model: str, api_base: str, key_env: str) -> Fault:
    """The fault behind LiteLLM's `error`; `key_env` names the key's variable, "" the usual one."""
    status: int | None = getattr(error, "status_code", None)
    said = _NAMES.sub("", " ".join(str(error).split()))
    if _NO_KEY.search(said):
        return Fault(
            Kind.FINAL, f"{model}: no API key; set the environment variable {key_env or _usual(model)}"
        )
    line = f"{model}: {_told(error, said, status)}"
    if status in (401, 403):
        return Fault(
            Kind.FINAL, f"{line}; check the key in the environment variable {key_env or _usual(model)}"
        )
    if type(error).__name__ == "UnsupportedParamsError":
        return Fault(Kind.FINAL, f"{line}; set that decoding parameter to null")
    if status == 429 and _code(error) == "insufficient_quota":
        return Fault(Kind.FINAL, f"{line}; the account has no credit left")
    wait_s = retry_after(_header(error, "retry-after"))
    if status == 429:
        return Fault(Kind.THROTTLED, line, wait_s)
    if status is None or status in _PASSING or status >= 500:
        return Fault(Kind.PASSING, f"{line} (from {api_base})" if api_base else line, wait_s)
    return Fault(Kind.FINAL, line)


def _told(error: Exception, said: str, status: int | None) -> str:
    """What happened in one line, cut, and free of secrets."""
    for pattern, plain in _PLAIN:
        if pattern.search(said):
            return _clean(plain.format(root=" ".join(str(_root(error)).split())))
    said = _TAIL.sub("", said)
    invented = status is None or type(error).__name__ == "UnsupportedParamsError"
    return _clean(said if invented else f"HTTP {status}: {said}")


def _clean(text: str) -> str:
    for name, value in os.environ.items():
        if len(value) >= 8 and _SECRETS.search(name.upper()):
            text = text.replace(value, f"<{name}>")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _usual(model: str) -> str:
    """The variable in which LiteLLM mostly looks for a provider's key."""
    return f"{model.split('/')[0].upper() if '/' in model else 'OPENAI'}_API_KEY"


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
