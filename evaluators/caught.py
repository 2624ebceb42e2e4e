"""Which cases of a suite have caught programs so far: these come first where the first failure decides."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from evaluators.items import Case, Verdict
from evaluators.records import CaseResult

_MOST_BYTES = 1 << 16  # thousands of programs: by then it is known which cases catch


@dataclass(frozen=True, slots=True)
class Caught:
    """A file with a line for each program that failed: the indices of the cases that it failed.

    It is shared by all processes and only ever appended to. It changes what a judgement costs, never whether
    a program passes: whatever is damaged in it, or can't be written, is left out.
    """

    path: Path

    def order(self, cases: Sequence[Case]) -> list[int]:
        """Indices of `cases`: what caught most first, of equals the shortest stdin."""
        counts = self._counts()
        ranked = sorted(cases, key=lambda case: (-counts[case.index], len(case.stdin), case.index))
        return [case.index for case in ranked]

    def note(self, results: Sequence[CaseResult]) -> None:
        """Add what a program that compiles failed; nothing once the file has its size."""
        failed = [r.index for r in results if r.verdict not in (Verdict.ACCEPTED, Verdict.JUDGE_ERROR)]
        if not failed:
            return
        line = f"{' '.join(map(str, failed))}\n".encode()
        with suppress(OSError):
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                if os.fstat(file).st_size + len(line) <= _MOST_BYTES:
                    os.write(file, line)  # in one piece, so that lines of several processes don't mix
            finally:
                os.close(file)

    def _counts(self) -> Counter[int]:
        try:
            with self.path.open("rb") as file:
                lines = file.read(_MOST_BYTES).split(b"\n")
        except OSError:
            return Counter()
        lines.pop()  # empty, or a line without its end
        return Counter(int(word) for line in lines if _whole(line) for word in set(line.split()))


def _whole(line: bytes) -> bool:
    return all(word.isdigit() and len(word) < 7 for word in line.split())
