"""Cells: one point of a sweep each, everything that fixes a result, with a key made from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
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
    """One point of a sweep. Two cells with one key give the same records, times and ids apart."""

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
        whole = {name: value for name, value in _plain(self).items() if name != "key"}
        source = dict(whole["source"])
        source.pop("path", None)  # the digest says what was read, wherever it lies
        if "stratum" in source:
            source["stratum"] = {"n": source["stratum"]["n"], "m": source["stratum"]["m"]}
        model = self.model.identity()
        return {**whole, "source": source, "model": model}

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
        """The whole config as dotted names and texts, for tracking."""
        return dict(sorted(_flatten("", _plain(self)).items()))

    def wanted(self) -> list[tuple[int, int]]:
        """Every (item, sample) of the cell."""
        return [(item, sample) for item in range(self.select.items) for sample in range(self.select.samples)]


def _plain(cell: Cell) -> dict[str, dict[str, dict[str, object]]]:
    return {**asdict(cell), "model": {"kind": type(cell.model).__name__, **asdict(cell.model)}}


def _flatten(prefix: str, value: object) -> dict[str, str]:
    if isinstance(value, Mapping):
        flat: dict[str, str] = {}
        for key, inner in value.items():
            flat |= _flatten(f"{prefix}.{key}" if prefix else str(key), inner)
        return flat
    return {prefix: ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)}
