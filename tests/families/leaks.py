"""How well a shallow decision tree guesses answers from simple features of the input text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.float64]


def features(text: str) -> list[float]:
    """Numbers that can be read off an instance's text without understanding it, the header left out."""
    lines = [[int(token) for token in re.findall(r"-?\d+", line)] for line in text.splitlines()[1:]]
    numbers = [number for line in lines for number in line]
    often = Counter(map(abs, numbers))
    balance = Counter(number > 0 for number in numbers)
    signed = [abs(sum(np.sign(number) for number in numbers if abs(number) == v)) for v in often]
    pairs = Counter(frozenset(map(abs, line)) for line in lines)
    counts = list(often.values())
    return [
        len(text), len(often), sum(numbers), balance[True], max(counts), min(counts), float(np.std(counts)),
        sum(count == 1 for count in counts), sum(count > 5 for count in counts), float(np.mean(signed)),
        max(signed), numbers[0], numbers[-1], often[1], often[2], max(pairs.values()),
        sum(line[0] < line[-1] for line in lines), sum(abs(line[0] - line[-1]) for line in lines),
    ]  # fmt: skip


def guessed(rows: Sequence[Sequence[float]], answers: Sequence[bool], folds: int = 10) -> float:
    """The share of answers that a tree of depth 2 guesses, by cross-validation."""
    x, y = np.array(rows, dtype=float), np.array(answers)
    fold = np.arange(len(y)) // 2 % folds  # neighbours have opposite answers: keep both in one fold
    right = sum(
        int((_predict(_tree(x[fold != k], y[fold != k], 2), x[fold == k]) == y[fold == k]).sum())
        for k in range(folds)
    )
    return right / len(y)


Tree = bool | tuple[int, float, "Tree", "Tree"]


def _tree(x: Table, y: NDArray[np.bool_], depth: int) -> Tree:
    majority = bool(y.mean() >= 0.5) if len(y) else True
    if not depth or y.all() or not y.any():
        return majority
    best = (max(y.sum(), (~y).sum()), -1, 0.0)
    for column in range(x.shape[1]):
        for cut in np.unique(np.quantile(x[:, column], np.linspace(0.05, 0.95, 19))):
            low = x[:, column] <= cut
            score = sum(max(y[part].sum(), (~y[part]).sum()) for part in (low, ~low))
            best = max(best, (score, column, float(cut)))
    _, column, cut = best
    if column < 0:
        return majority
    low = x[:, column] <= cut
    return column, cut, _tree(x[low], y[low], depth - 1), _tree(x[~low], y[~low], depth - 1)


def _predict(tree: Tree, x: Table) -> NDArray[np.bool_]:
    if isinstance(tree, bool):
        return np.full(len(x), tree)
    column, cut, low, high = tree
    return np.where(x[:, column] <= cut, _predict(low, x), _predict(high, x))
