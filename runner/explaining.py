"""Hydra's and OmegaConf's complaints as one line that names the key and the nearest right word."""

from __future__ import annotations

import re
from collections.abc import Iterable

from runner.vocabulary import Vocabulary

_KINDS = {
    "Integer": "a whole number",
    "int": "a whole number",
    "Float": "a number",
    "float": "a number",
    "bool": "true or false",
    "str": "a text",
}


def explain(error: BaseException, words: Vocabulary) -> str:
    """One line for an error that was raised while a config was composed."""
    text = "\n".join(str(part) for part in _chain(error))
    if match := re.search(r"Could not find '([^']+)/([^']+)'", text):
        return words.no_choice(match[1], match[2])
    if match := re.search(r"In '[^']*': Could not find '([^']+)'", text):
        group, _, choice = match[1].rpartition("/")
        return words.no_choice(group, choice)
    if match := re.search(r"Could not override '([^']+)'", text):
        return words.no_key(match[1])
    if match := re.search(r"Key '([^']+)' is not in struct(?:\s+full_key: (\S+))?", text):
        return words.no_key(match[2] or match[1])
    if match := re.search(r"Could not append to config\. An item is already at '([^']+)'", text):
        return f"+{match[1]}: the key is there already; write {match[1]}=… without the +"
    if match := re.search(r"Could not delete from config\. (?:The value of )?'?([^'\s]+)'?", text):
        return f"~{match[1]}: no such key to leave out"
    if match := re.search(r"(\S+) appears more than once in the final defaults list", text):
        return f"+{match[1]}: the group is there already; write {match[1]}=… without the +"
    if match := re.search(r"Error merging override ([^=\s]+)=(\S*)", text):
        return parts_wanted(match[1], match[2], words)
    if match := re.search(r"Primary config|Missing mandatory value: (\S+)", text):
        return f"{match[1] or 'config'} is not set: give {match[1] or 'config'}=…"
    first = next((line for line in text.splitlines() if line.strip()), repr(error))
    return f"{first.strip()} (see hardtwin --help)"


def explain_value(key: str, complaint: str, words: Vocabulary) -> str:
    """One line for a value that is not of its key's type; `complaint` is OmegaConf's."""
    if match := re.match(r"Key '(.*)' not in", complaint):
        return words.no_key(key if key.endswith(match[1]) else f"{key}.{match[1]}".lstrip("."))
    if match := re.match(r"Value '(.*)' of type '\w+' could not be converted to (\w+)", complaint):
        return f"{key}={match[1]}: give {_KINDS.get(match[2], match[2])}"
    if match := re.match(r"Value '(.*)' is not a valid (\w+)", complaint):
        return f"{key}={match[1]}: give {_KINDS.get(match[2], match[2])}"
    if match := re.match(r"Incompatible value 'None' for field of type '(\w+)'", complaint):
        return f"{key}=null: give {_KINDS.get(match[1], match[1])}"
    if "is not Optional" in complaint:
        return f"{key}=null: give a value"
    if match := re.match(r"Cannot convert '\w+' to string", complaint):
        return f"{key}: give a text, no list"
    if "is not a ListConfig, list or tuple" in complaint:
        return f"{key}: give a list, as '{key}=[…]'"
    return f"{key}: {complaint}"


def parts_wanted(key: str, value: str, words: Vocabulary) -> str:
    """One line for a plain value given to a key that has keys of its own."""
    parts = words.parts(key)
    hint = f"give its parts, {', '.join(parts)}" if parts else "not a value for it"
    return f"{key}={value}: {hint}"


def _chain(error: BaseException) -> Iterable[BaseException]:
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__
