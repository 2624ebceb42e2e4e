"""What may stand on the command line, read from the config folder: groups, choices and keys."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from runner.errors import nearest

_OURS = {"hydra/launcher": ["cells"], "hydra/sweeper": ["cells"]}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of the config folder `conf`, and how a wrong one is told."""

    conf: Path

    def groups(self) -> list[str]:
        """Folders with choices, and Hydra's groups that are ours."""
        return [*sorted(path.parent.name for path in self.conf.glob("*/*.yaml")), *_OURS]

    def choices(self, group: str) -> list[str]:
        """The choices of a group; none for a word that is no group."""
        if group not in self.groups():
            return []
        return _OURS.get(group) or sorted(path.stem for path in (self.conf / group).glob("*.yaml"))

    def keys(self) -> list[str]:
        """Every group, key and dotted key."""
        found = {*self.groups(), *_yaml_keys(self.conf / "config.yaml", "")}
        return sorted((found | set(self._owners())) - {"defaults"})

    def parts(self, key: str) -> list[str]:
        """The keys below a key, as `suite.anchor` below `suite`."""
        return [each for each in self.keys() if each.startswith(f"{key}.")]

    def no_choice(self, group: str, choice: str) -> str:
        """One line for a choice that a group does not have."""
        return f"{group}={choice}: no such choice{nearest(choice, self.choices(group))}"

    def no_key(self, key: str) -> str:
        """One line for a key that is not there, or is there with other choices only."""
        owners, known = self._owners().get(key), self.keys()
        if owners:
            return f"{key}: only {' and '.join(owners)} has it"
        if key in known:
            return f"{key}: it cannot be set in this way; see hardtwin --help"
        parent = key.rpartition(".")[0]
        hint = nearest(key, self.parts(parent) if parent in known else known)
        return f"{key}: no such key{hint or '; see hardtwin --help'}"

    def _owners(self) -> dict[str, list[str]]:
        """The choices, as `family=linear_program`, in which a key of a group stands."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.conf.glob("*/*.yaml")):
            group = path.parent.name
            if group != "experiment":
                for key in _yaml_keys(path, f"{group}."):
                    found.setdefault(key, []).append(f"{group}={path.stem}")
        return found


def _yaml_keys(path: Path, prefix: str) -> Iterable[str]:
    parents: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := re.match(r"^( *)([A-Za-z_]\w*):", line):
            depth = len(match[1]) // 2
            parents = [*parents[:depth], match[2]]
            yield prefix + ".".join(parents)
