"""What a set of records is: facts for the head of a report, and warnings that a reader must not miss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from evaluators.items import Verdict
from evaluators.metrics import UNANSWERED
from evaluators.records import Record
from runner.errors import counted
from runner.report.rows import SIDES, distinct
from runner.report.series import in_order, labeller, natural, simulated

_TIERS = {
    "weak": "Host files were readable to the programs (sandbox tier weak)",
    "uncontained": "Programs ran without containment (sandbox tier uncontained)",
}


@dataclass(frozen=True, slots=True)
class Overview:
    """Facts as (name, value) and warnings as sentences, the gravest first."""

    facts: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]


def overview(records: Sequence[Record]) -> Overview:
    """Facts and warnings about records; O(records)."""
    kept = distinct(records)
    facts = (
        ("Records", _records(kept)),
        ("When", _when(kept)),
        ("Models", _listed(in_order(map(labeller(kept), kept)))),
        ("Suites", counted(len({record.suite for record in kept if record.suite}), "distinct digest")),
        ("Statements", _statements(kept)),
        ("Seeds", _listed(_sorted(str(record.seed) for record in kept))),
        ("CPU time limits", _limits(kept)),
        ("Sandbox", _listed(_sorted(record.sandbox for record in kept if record.sandbox))),
        ("Machine speed", _speed(kept)),
        ("Clocks", _clocks(kept)),
        ("Tokens", _tokens(kept)),
        ("Cost", _cost(kept)),
    )
    return Overview(tuple(fact for fact in facts if fact[1]), _warnings(records, kept))


def _records(records: Sequence[Record]) -> str:
    cells = counted(len({record.cell for record in records}), "cell")
    cached = sum(record.cached for record in records)
    stored = f"; {counted(cached, 'reply', 'replies')} from the cache" if cached else ""
    return f"{len(records):,} in {cells}{stored}"


def _when(records: Sequence[Record]) -> str:
    times = sorted(record.started_at[:16].replace("T", " ") for record in records if record.started_at)
    if not times:
        return ""
    return times[0] if times[0] == times[-1] else f"{times[0]} – {times[-1]}"


def _statements(records: Sequence[Record]) -> str:
    named: tuple[tuple[str, Callable[[Record], str]], ...] = (
        ("source", lambda record: record.source),
        ("release", lambda record: record.release),
        ("version", lambda record: str(record.version)),
        ("lineage", lambda record: str(record.lineage)),
        ("depth", lambda record: str(record.depth)),
    )
    found = ((name, _sorted(value for value in map(get, records) if value)) for name, get in named)
    return "; ".join(f"{name} {_listed(values)}" for name, values in found if values)


def _limits(records: Sequence[Record]) -> str:
    by_twin: dict[str, set[str]] = {}
    for record in records:
        by_twin.setdefault(record.twin, set()).update(record.by_limit)
    parts = [
        f"{SIDES.get(twin, twin)} {', '.join(sorted(limits, key=float))} s".strip()
        for twin, limits in sorted(by_twin.items(), key=lambda entry: (entry[0] != "p", entry[0]))
        if limits
    ]
    return "; ".join(parts)


def _speed(records: Sequence[Record]) -> str:
    known = sorted({f"{record.speed:.2f}" for record in records if record.speed}, key=float)
    if not known:
        return ""
    return f"{' … '.join(dict.fromkeys((known[0], known[-1])))} of the reference machine"


def _clocks(records: Sequence[Record]) -> str:
    names = Counter(record.tags["clock"] for record in records if record.tags.get("clock"))
    if not names:
        return ""
    told = "1 program reads" if names.total() == 1 else f"{names.total():,} programs read"
    which = ", ".join(f"{name} {count:,}" for name, count in sorted(names.items()))
    return f"{told} one ({which}): what such a program does depends on how busy the machine is"


def _tokens(records: Sequence[Record]) -> str:
    read = [record.prompt_tokens for record in records if record.prompt_tokens is not None]
    written = [record.completion_tokens for record in records if record.completion_tokens is not None]
    return f"{sum(read):,} read, {sum(written):,} written" if read or written else ""


def _cost(records: Sequence[Record]) -> str:
    known = [record.cost_usd for record in records if record.cost_usd is not None]
    if not known:
        return ""
    unknown, total = len(records) - len(known), sum(known)
    if not total and not unknown:
        return ""  # programs cost nothing, which goes without saying
    told = "less than 0.01 USD" if 0 < total < 0.01 else f"{total:,.2f} USD"
    return told + (f", unknown for {counted(unknown, 'record')}" if unknown else "")


def _warnings(records: Sequence[Record], kept: Sequence[Record]) -> tuple[str, ...]:
    outcomes = Counter(record.outcome for record in kept)
    made = []
    if faults := outcomes[Verdict.JUDGE_ERROR]:
        made.append(
            f"{_share(faults, kept)} ended in a judge error, a fault of judge or certified answer: "
            f"{_where(kept, Verdict.JUDGE_ERROR)}. They count in no rate. Look at them first."
        )
    if missing := outcomes[UNANSWERED]:
        made.append(
            f"{_share(missing, kept)} got no reply from the model: "
            f"{_where(kept, UNANSWERED)}. They are not scored as wrong; rates are given with both bounds "
            "(all wrong … all right)."
        )
    made += [text + "." for tier, text in _TIERS.items() if any(record.sandbox == tier for record in kept)]
    stand_ins = _sorted(record.model for record in kept if simulated(record))
    if stand_ins:
        made.append(f"Simulated, not a language model: {_listed(stand_ins)}.")
    mixed = _mixed(kept)
    if mixed:
        made.append(f"Runs with different largest time limits are pooled: {_listed(mixed)}. {_LARGEST}")
    if len(kept) < len(records):
        more = counted(len(records) - len(kept), "repeated record")
        made.append(f"Left out: {more}. One is kept for each sample of a cell.")
    return tuple(made)


_LARGEST = "Their pass@1 counts only the runs with the largest of them."


def _share(count: int, kept: Sequence[Record]) -> str:
    return f"{count:,} of {len(kept):,} records"


def _where(records: Sequence[Record], outcome: str) -> str:
    counts = Counter((r.family, SIDES.get(r.twin, r.twin)) for r in records if r.outcome == outcome)
    parts = [f"{' '.join(side).strip()} {count:,}" for side, count in sorted(counts.items())]
    return ", ".join(parts)


def _mixed(records: Sequence[Record]) -> list[str]:
    largest: dict[tuple[str, str, str], set[float]] = {}
    for record in records:
        if record.by_limit:
            group = (record.family, record.twin, record.model)
            largest.setdefault(group, set()).add(max(map(float, record.by_limit)))
    return [" ".join(filter(None, group)) for group, found in sorted(largest.items()) if len(found) > 1]


def _sorted(words: Iterable[str]) -> list[str]:
    return sorted(set(words), key=natural)


def _listed(words: Sequence[str], most: int = 12) -> str:
    shown = ", ".join(words[:most])
    return f"{shown} and {len(words) - most} more" if len(words) > most else shown
