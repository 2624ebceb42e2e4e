"""Records: one line of results per sample of an item. They are the truth; all else is rebuilt from them."""

from __future__ import annotations

from dataclasses import dataclass, field

from evaluators.items import Verdict


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What became of a program on one case, at the largest limit."""

    index: int
    tier: str
    verdict: Verdict
    cpu_s: float
    wall_s: float
    memory_mb: float
    message: str = ""
    error: str = ""  # exception class of a runtime error, as the program reported it


@dataclass(frozen=True, slots=True)
class Judgement:
    """A program's verdicts on a suite.

    `by_limit` maps each limit in seconds (as text, "1", "0.5") to the suite's verdict at it: accepted when
    every case is, else the verdict of the first failing case judged.
    """

    by_limit: dict[str, Verdict]
    cases: tuple[CaseResult, ...]
    sandbox: str  # the tier of containment


@dataclass(frozen=True, slots=True)
class Record:
    """One sample of one item in one cell, with everything that was said and judged."""

    # which
    cell: str
    source: str
    family: str
    twin: str
    stratum: str
    n: int
    m: int
    seed: int
    item: int
    sample: int
    version: int
    lineage: int
    depth: int
    release: str
    task: str
    suite: str  # digest
    # who
    model: str
    agent: str
    # said
    prompt: str
    completion: str
    finish_reason: str
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: float | None
    latency_s: float
    cached: bool
    # judged
    rule: str  # how the program was taken out of the completion
    program: str
    outcome: str  # a verdict at the largest limit, or "no_program", or "unanswered"
    by_limit: dict[str, str]
    cases: tuple[CaseResult, ...]
    sandbox: str
    error: str = ""
    started_at: str = ""
    tags: dict[str, str] = field(default_factory=dict)
