"""Cells: one point of a sweep each, everything that fixes a result, with a key made from it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from evaluators.items import Limits
from evaluators.judge import Mode
from evaluators.suites import Shape
from families.twin import Stratum
from runner.models import Decoding, ModelSpec


@dataclass(frozen=True, slots=True)
class FamilySource:
    """Problems of one twin at one stratum."""

    family: str
    options: tuple[tuple[str, object], ...]
    twin: str
    stratum: Stratum

    @property
    def name(self) -> str:
        """The choice of the group `source`."""
        return "family"


@dataclass(frozen=True, slots=True)
class JsonlSource:
    """Word problems of a file, known by its content."""

    path: str
    digest: str
    question: str
    answer: str
    tolerance: float

    @property
    def name(self) -> str:
        """The choice of the group `source`."""
        return "jsonl"

    @property
    def family(self) -> str:
        """What tables call it: the file's folder and name, as `lp_nl4opt/items`."""
        path = Path(self.path)
        return f"{path.parent.name}/{path.stem}" if path.parent.name else path.stem

    def task(self, problem: str) -> str:
        """How the task of the problem with this id is called in records."""
        return f"{self.family}/{problem}"

    @property
    def twin(self) -> str:
        """None: the class of a word problem is not told."""
        return ""

    @property
    def stratum(self) -> Stratum:
        """None: word problems have no size."""
        return Stratum(0, 0, "-")


@dataclass(frozen=True, slots=True)
class Selectors:
    """Which statements, and how many samples of each."""

    seed: int
    items: int
    samples: int
    version: int
    lineage: int
    depth: int
    release: str | None


@dataclass(frozen=True, slots=True)
class Cell:
    """One point of a sweep. Two cells with one key give the same records, times and ids apart.

    With `judge=verdict`, which failing case ends a judgement also depends on what was judged before; what
    passes does not.
    """

    source: FamilySource | JsonlSource
    select: Selectors
    shape: Shape
    model: ModelSpec
    agent: str
    decoding: Decoding
    limits: Limits
    note: bool
    mode: Mode
    code: str  # hash of the code and prompts that fix a result
    key: str = field(init=False, default="")

    def __post_init__(self) -> None:
        text = json.dumps(self._identity(), sort_keys=True, default=str)
        object.__setattr__(self, "key", hashlib.sha256(text.encode()).hexdigest()[:16])

    def _identity(self) -> dict[str, object]:
        whole: dict[str, object] = {name: value for name, value in asdict(self).items() if name != "key"}
        source = asdict(self.source)
        source.pop("path", None)  # the digest says what was read, wherever it lies
        if isinstance(self.source, FamilySource):
            source["stratum"] = {"n": self.source.stratum.n, "m": self.source.stratum.m}
        return {**whole, "source": source, "model": self.model.identity()}

    @property
    def label(self) -> str:
        """How people recognise it: `sat npc s4 greedy`, with what differs from the defaults appended."""
        source = self.source
        words = [source.family, source.twin, source.stratum.name if source.twin else "", self.model.label]
        if self.select.seed:
            words.append(f"seed={self.select.seed}")
        if self.select.version:
            words.append(f"version={self.select.version}")
        return " ".join(word for word in words if word)

    def flat(self) -> dict[str, str]:
        """The cell by the keys of the config, for people and tracking; what is not set is left out."""
        source, model = self.source, self.model.identity()
        whole: dict[str, object] = {
            "source": source.name,
            **_source_keys(source),
            **asdict(self.select),
            **{f"suite.{name}": value for name, value in asdict(self.shape).items()},
            "model": model.pop("kind"),
            "model.name": self.model.label,
            # A header may hold a secret: its name is enough to recognise it.
            **{f"model.{name}": value for name, value in model.items() if name not in ("name", "model")},
            "agent": self.agent,
            **{f"decoding.{name}": value for name, value in asdict(self.decoding).items()},
            f"limits.{source.twin or 'p'}": self.limits.seconds,
            "limits.disclosed": self.note,
            "limits.memory_mb": self.limits.memory_mb,
            "limits.output_mb": self.limits.output_mb,
            "limits.modules": self.limits.modules,
            "limits.calibrate": self.limits.calibrate,
            "judge": self.mode,
            "code": self.code,
        }
        return {name: _text(value) for name, value in whole.items() if _text(value)}

    def wanted(self) -> list[tuple[int, int]]:
        """Every (item, sample) of the cell."""
        return [(item, sample) for item in range(self.select.items) for sample in range(self.select.samples)]


def _source_keys(source: FamilySource | JsonlSource) -> dict[str, object]:
    if isinstance(source, JsonlSource):
        return {f"source.{name}": value for name, value in asdict(source).items()}
    level = source.stratum
    sizes = {"stratum": level.name, "stratum.n": level.n, "stratum.m": level.m}
    options = {f"family.{name}": value for name, value in source.options}
    return {"family": source.family, **options, "twin": source.twin, **sizes}


def _text(value: object) -> str:
    """As one line: a list by its members, a mapping by its names, and nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple, dict)) else str(value)
