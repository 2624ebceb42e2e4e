"""What programs of the benchmark spend their time on, in fixed amounts: the measure of a machine's speed.

It is run as a program in the sandbox (see `speed`), never imported. A changed letter is another measure.
"""

from __future__ import annotations


def integers(rounds: int) -> int:
    """A loop over small integers with branches."""
    total = 1
    for k in range(rounds):
        total = (total * 31 + k) % 1_000_003
        if total & 1:
            total ^= 5
    return total


def tables(rounds: int) -> int:
    """Lists, dicts, sets and tuples made, filled and looked up."""
    neighbours: dict[int, list[int]] = {}
    for k in range(rounds):
        neighbours.setdefault(k * 7919 % 997, []).append(k)
    seen = {(node % 13, len(found)) for node, found in neighbours.items()}
    ranked = sorted(neighbours, key=lambda node: (-len(neighbours[node]), node))
    return len(seen) + sum(neighbours[node][0] for node in ranked[:100])


def texts(rounds: int) -> int:
    """Lines written and read."""
    lines = "\n".join(f"{k} {-k} {k * k % 101}" for k in range(rounds))
    return sum(a * c + b for a, b, c in (map(int, line.split()) for line in lines.split("\n")))


def great(rounds: int) -> int:
    """Exact arithmetic with integers of many digits."""
    numerator, denominator = 1, 1
    for k in range(1, rounds):
        numerator, denominator = numerator * (k + 1) + denominator, denominator * k
    return numerator % 1_000_000_007


def main() -> None:
    """About equal times for each kind of work."""
    print(integers(800_000), tables(340_000), texts(85_000), great(12_500))


main()
