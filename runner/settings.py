"""The typed form of a composed config. Types and unknown keys are checked by OmegaConf, the rest here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from omegaconf import MISSING, DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException

from runner.errors import UserError, nearest
from runner.explaining import explain_value, parts_wanted
from runner.help import conf_folder
from runner.vocabulary import Vocabulary

T = TypeVar("T")
_MOST = 1_000_000  # of anything counted, and seconds: beyond it nobody means what was typed


@dataclass
class Named:
    """A group whose choice is only a name."""

    name: str = MISSING


@dataclass
class StratumSettings:
    """A level of the family's ladder, or a size beside it."""

    level: str = MISSING
    n: int | None = None
    m: int | None = None


@dataclass
class LimitSettings:
    """CPU seconds by class and whose they are, which statements disclose them all, and the other bounds."""

    p: list[float] = MISSING
    npc: list[float] = MISSING
    note: str = MISSING
    memory_mb: int = MISSING
    output_mb: float = MISSING
    modules: list[str] | None = None
    calibrate: bool = MISSING


@dataclass
class DecodingSettings:
    """How a model samples; None leaves a parameter to the provider."""

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = MISSING
    reasoning: str = MISSING
    reasoning_budget: int | None = None
    reasoning_effort: str | None = None
    seed: int | None = None


@dataclass
class JudgeSettings:
    """`full` grades every case, `verdict` stops when every limit is decided."""

    mode: str = MISSING


@dataclass
class SandboxSettings:
    """How many programs run at once, and what may run without containment."""

    slots: int | None = None
    allow_weak: bool = False
    allow_uncontained: bool = False


@dataclass
class TrackingSettings:
    """Where runs are logged."""

    name: str = MISSING
    uri: str | None = None
    experiment: str = "hardtwin"


@dataclass
class SuiteSettings:
    """Cases of a suite by tier."""

    anchor: int = MISSING
    corner: int = MISSING
    worst: int = MISSING


@dataclass
class Settings:
    """One composed config. `task`, `source`, `family` and `model` have a schema a choice."""

    task: Any = MISSING
    source: Any = MISSING
    family: Any = MISSING
    twin: Named = field(default_factory=Named)
    stratum: StratumSettings = field(default_factory=StratumSettings)
    model: Any = MISSING
    agent: Named = field(default_factory=Named)
    decoding: DecodingSettings = field(default_factory=DecodingSettings)
    limits: LimitSettings = field(default_factory=LimitSettings)
    judge: JudgeSettings = field(default_factory=JudgeSettings)
    sandbox: SandboxSettings = field(default_factory=SandboxSettings)
    tracking: TrackingSettings = field(default_factory=TrackingSettings)
    seed: int = MISSING
    items: int | None = None
    instances: int = MISSING
    samples: int = MISSING
    version: int = MISSING
    lineage: int = MISSING
    depth: int = MISSING
    release: str | None = None
    suite: SuiteSettings = field(default_factory=SuiteSettings)
    program: str | None = None
    results: str = MISSING
    jobs: int | None = None
    output: str = MISSING
    dry_run: bool = MISSING
    experiment: Any = None


def typed(schema: type[T], node: Any, where: str = "") -> T:
    """The config node as an instance of the dataclass `schema`; raises `UserError` naming the key."""
    try:
        merged = OmegaConf.merge(OmegaConf.structured(schema), node)
        missing = sorted(OmegaConf.missing_keys(merged))
        if missing:
            raise UserError(f"{_join(where, missing[0])} is not set: give {_join(where, missing[0])}=…")
        made = OmegaConf.to_object(merged)
    except OmegaConfBaseException as error:
        raise UserError(_told(error, schema, where)) from None
    assert isinstance(made, schema)
    return made


def _told(error: OmegaConfBaseException, schema: type[T], where: str) -> str:
    words = Vocabulary(conf_folder())
    complaint = str(error.msg or error).splitlines()[0]
    if match := re.match(r"Merge error: .* is not a subclass of (\w+)\. value: (.*)", complaint):
        key = next(f.name for f in fields(schema) if f.type == match[1])  # type: ignore[arg-type]
        return parts_wanted(_join(where, key), match[2], words)
    return explain_value(_join(where, str(error.full_key or error.key or "")), complaint, words)


def read(config: DictConfig) -> Settings:
    """The settings of a composed config (its `hydra` node apart), wholly checked."""
    plain = OmegaConf.masked_copy(config, [str(key) for key in config if key != "hydra"])
    settings = typed(Settings, plain)
    _check(settings)
    return settings


def one_of(value: str, known: tuple[str, ...], where: str) -> str:
    """`value` when it is known, else a `UserError` with the nearest right word."""
    if value not in known:
        raise UserError(f"{where}={value}: no such choice{nearest(value, known)}")
    return value


def _check(settings: Settings) -> None:
    one_of(settings.output, ("text", "json"), "output")
    one_of(settings.judge.mode, ("full", "verdict"), "judge.mode")
    one_of(settings.limits.note, ("npc", "both", "none"), "limits.note")
    one_of(settings.decoding.reasoning, ("default", "native", "capped"), "decoding.reasoning")
    least: dict[str, tuple[float | None, float]] = {
        "items": (settings.items, 1),
        "instances": (settings.instances, 1),
        "samples": (settings.samples, 1),
        "version": (settings.version, 0),
        "lineage": (settings.lineage, 0),
        "depth": (settings.depth, 0),
        "jobs": (settings.jobs, 1),
        "sandbox.slots": (settings.sandbox.slots, 1),
        "decoding.max_tokens": (settings.decoding.max_tokens, 1),
        "limits.memory_mb": (settings.limits.memory_mb, 32),
        "limits.output_mb": (settings.limits.output_mb, 0.001),
        "suite.anchor": (settings.suite.anchor, 0),
        "suite.corner": (settings.suite.corner, 0),
        "suite.worst": (settings.suite.worst, 1),
    }
    for key, (value, low) in least.items():
        if value is not None and not low <= value <= _MOST:
            raise UserError(f"{key}={value}: at least {low} and at most {_MOST}")
    for key, seed in (("seed", settings.seed), ("decoding.seed", settings.decoding.seed)):
        if seed is not None and not 0 <= seed < 1 << 63:
            raise UserError(f"{key}={seed}: at least 0 and less than 2^63")
    if not settings.tracking.experiment.strip():
        raise UserError("tracking.experiment is empty: give tracking.experiment=<a name>")
    for key, seconds in (("limits.p", settings.limits.p), ("limits.npc", settings.limits.npc)):
        if not seconds or seconds != sorted(set(seconds)) or not 0 < seconds[0] <= seconds[-1] <= _MOST:
            raise UserError(f"{key}={seconds}: one or more positive CPU seconds, ascending")


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where and key else where or key
