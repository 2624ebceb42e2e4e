"""Invented records of known shape, as a sweep would leave them: nothing here was run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from evaluators.items import Verdict
from evaluators.records import CaseResult, Record

LADDERS = {
    "sat": ((6, 25), (15, 64), (30, 128), (60, 256), (90, 384), (120, 512), (150, 640), (180, 768)),
    "coloring": ((6, 14), (15, 34), (40, 92), (80, 185), (140, 324), (200, 464), (260, 600), (320, 742)),
    "linear_program": ((2, 3), (4, 6), (8, 8), (12, 16), (20, 16), (24, 24), (32, 40), (40, 40)),
}
SIDES = (("sat", "p"), ("sat", "npc"), ("coloring", "p"), ("coloring", "npc"), ("linear_program", "p"))


def record(**changed: object) -> Record:
    """One record, accepted at 2 s, with the given fields changed."""
    fields: dict[str, object] = {
        "cell": "c0ffee",
        "source": "family",
        "family": "sat",
        "twin": "npc",
        "stratum": "s1",
        "n": 6,
        "m": 25,
        "seed": 0,
        "item": 0,
        "sample": 0,
        "version": 0,
        "lineage": 0,
        "depth": 0,
        "release": "",
        "task": "sat/npc/s1/seed0/item0",
        "suite": "9f86d081884c7d65",
        "model": "reference",
        "agent": "single",
        "prompt": "Is there an assignment?",
        "completion": "```python\nprint('NO')\n```",
        "reasoning": "",
        "finish_reason": "stop",
        "prompt_tokens": None,
        "completion_tokens": None,
        "cost_usd": None,
        "latency_s": 0.01,
        "cached": False,
        "rule": "last fence",
        "program": "print('NO')",
        "outcome": "accepted",
        "by_limit": {"2": "accepted"},
        "cases": (CaseResult(0, "worst", Verdict.ACCEPTED, 0.04, 0.05, 11.0),),
        "sandbox": "userns",
        "started_at": "2031-05-04T10:20:30+00:00",
    }
    if unknown := set(changed) - set(fields) - {"error", "tags", "speed"}:
        raise TypeError(f"no such field: {unknown}")
    return Record(**{**fields, **changed})  # type: ignore[arg-type]


def strange() -> list[Record]:
    """Names that attack the page and the plots, sizes beside the ladder, a model that never answers."""
    names = ("<script>alert(1)</script>", "_hidden", "$x^2_{", "a\nb\t c", "x" * 300, "&amp;{{ 7 * 7 }}", "")
    sizes = ({"stratum": "40x40", "n": 40, "m": 40}, {"stratum": "s10", "n": 500, "m": 9}, {"stratum": "s2"})
    made = [record(model=name, family="<b>f</b>", twin="p", **size) for name in names for size in sizes]
    made += [judged("unanswered", ("2",), 0, model="silent", item=item) for item in range(3)]
    return [*made, judged("judge_error", ("2",), 0, model="disputed", sandbox="uncontained")]


def judged(verdict: str, limits: Sequence[str], needs: float, **changed: object) -> Record:
    """A record whose program takes `needs` CPU seconds and then earns `verdict`."""
    if verdict in ("no_program", "unanswered"):
        return record(outcome=verdict, by_limit={}, cases=(), program="", **changed)
    by_limit = {limit: verdict if needs <= float(limit) else "time_limit" for limit in limits}
    outcome = by_limit[limits[-1]]
    spent = min(needs, float(limits[-1]))
    cases = (CaseResult(0, "worst", Verdict(outcome), spent, spent * 1.1, 14.0),)
    return record(outcome=outcome, by_limit=by_limit, cases=cases, **changed)


def places(levels: int) -> list[dict[str, object]]:
    """Family, twin and stratum fields of every side on the first `levels` strata."""
    return [
        {"family": family, "twin": twin, "stratum": f"s{k}", "n": n, "m": m}
        for family, twin in SIDES
        for k, (n, m) in enumerate(LADDERS[family][:levels], start=1)
    ]


def demo() -> list[Record]:
    """Five programs on three families, both twins, six strata: the shape that the demo makes."""

    def fate(program: str, family: str, twin: str, level: int) -> tuple[str, float]:
        if program == "reference":
            return "accepted", 0.02 * level
        if program == "brute_force":
            return "accepted", 0.01 * 6.0 ** (level - 1)
        if program == "greedy":
            return ("accepted", 0.02) if level == 1 and twin == "p" else ("wrong_answer", 0.02)
        if program == "p_algorithm":
            return ("accepted", 0.03) if twin == "p" else ("wrong_answer", 0.03)
        return ("runtime_error", 0.02) if level % 2 else ("wrong_answer", 0.02)

    programs = ("reference", "brute_force", "greedy", "p_algorithm", "swapped_header")
    return [
        judged(verdict, ("2",), needs, model=program, item=item, **_keys(place, program), **place)
        for place in places(6)
        for program in programs
        if not (program == "p_algorithm" and place["family"] == "linear_program")
        for verdict, needs in (fate(program, str(place["family"]), str(place["twin"]), _level(place)),)
        for item in range(4)
    ]


MODELS = ("openai/gpt-9-mini", "anthropic/claude-opus-9-20310101", "ollama/qwen9:72b", "recall")


def models() -> list[Record]:
    """Four language models, eight strata, four limits for NPC, 32 samples, and all that goes wrong."""

    def draw(random: Random, skill: float, level: int, twin: str) -> tuple[str, float]:
        hardness = level if twin == "p" else 1.7 * level
        roll = random.random()
        if roll < 0.03:
            return random.choice(("unanswered", "no_program", "judge_error")), 0.0
        if random.random() < 1 / (1 + 2.0 ** (hardness - skill)):
            return "accepted", 10 ** random.uniform(-1.5, 0.25 + 0.1 * level)
        bad = ("wrong_answer", "wrong_answer", "runtime_error", "memory_limit", "output_limit", "time_limit")
        return random.choice(bad), 0.1

    return _drawn(draw, dict(zip(MODELS, (6.0, 9.0, 3.0, 5.0), strict=True)), samples=32)


def questions() -> list[Record]:
    """A list of problems with numeric answers: no twin, no stratum, two models, some replies missing."""
    random = Random("questions")
    outcomes = ("accepted", "accepted", "wrong_answer", "no_program", "unanswered", "runtime_error")
    place = {"source": "jsonl", "family": "nl4opt", "twin": "", "stratum": "", "n": 0, "m": 0}
    return [
        judged(random.choice(outcomes), ("10",), 0.1, model=model, item=item, task=f"nl4opt/{item}", **place)
        for model in ("local/SmolLM2-135M-Instruct", "openai/gpt-9-mini")
        for item in range(40)
    ]


def _drawn(
    draw: Callable[[Random, float, int, str], tuple[str, float]], skills: dict[str, float], samples: int
) -> list[Record]:
    made = []
    for place in places(8):
        limits = ("2",) if place["twin"] == "p" else ("1", "2", "5", "10")
        for model, skill in skills.items():
            random = Random(f"{model}/{sorted(place.items())}")
            for sample in range(samples):
                verdict, needs = draw(random, skill, _level(place), str(place["twin"]))
                at = {"sample": sample, "model": model, "cost_usd": 0.0004}
                made.append(judged(verdict, limits, needs, **place, **at, **_keys(place, model)))
    return made


def _level(place: dict[str, object]) -> int:
    return int(str(place["stratum"])[1:])


def _keys(place: dict[str, object], model: str) -> dict[str, object]:
    suite = f"{place['family']}-{place['twin']}-{place['stratum']}"
    return {"suite": suite, "cell": f"{suite}-{model}"}
