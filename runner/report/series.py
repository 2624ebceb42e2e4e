"""Series: which records make one line of a plot, and what that line is called."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from evaluators.records import Record

_SIMULATIONS = re.compile(r"(recall|noisy)\b")

_PARTS: tuple[Callable[[Record], str], ...] = (
    lambda record: record.agent or "no agent",
    lambda record: f"from {record.source}",
    lambda record: f"release {record.release}" if record.release else "unreleased",
    lambda record: f"depth {record.depth}",
)


def simulated(record: Record) -> bool:
    """Whether the replies were computed by a stand-in for a model: `recall`, `noisy`, or tagged as such."""
    tagged = record.tags.get("simulated", "").lower() in {"true", "yes", "1"}
    return tagged or _SIMULATIONS.match(record.model) is not None


def labeller(records: Sequence[Record]) -> Callable[[Record], str]:
    """The name of a record's series: its model, marked when simulated, and whatever else must not be mixed.

    Agent, source, release and depth are named only where one model meets several of them on one side of
    a family, so that the usual report reads just the models' names. O(records).
    """
    met: dict[tuple[str, str, str], list[set[str]]] = defaultdict(lambda: [set() for _ in _PARTS])
    for record in records:
        for seen, part in zip(met[record.family, record.twin, record.model], _PARTS, strict=True):
            seen.add(part(record))
    varying = [part for k, part in enumerate(_PARTS) if any(len(seen[k]) > 1 for seen in met.values())]

    def label(record: Record) -> str:
        name = " ".join(record.model.split()) or "(unnamed)"
        marked = f"{name} (simulated)" if simulated(record) else name
        return " · ".join([marked, *(part(record) for part in varying)])

    return label


def in_order(labels: Iterable[str]) -> list[str]:
    """Distinct labels as every table and legend lists them: the reference first, numbers by value."""
    return sorted(set(labels), key=lambda label: (not label.startswith("reference"), natural(label)))


def natural(text: str) -> tuple[list[tuple[int, str]], str]:
    """A sorting key under which s2 comes before s10."""
    pieces = re.findall(r"\d+|\D+", text.casefold())
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in pieces], text
