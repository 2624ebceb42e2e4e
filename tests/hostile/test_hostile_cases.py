"""Cases learn nothing from another program's, from their own earlier ones, nor from those beside them.

The programs in `between/` leave a word when they are told "leave WORD", and print what they find when told
"look". Those in `alongside/` run two at a time: one is told "tell", the other prints "heard" if it hears it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest
from where import AGAIN, LIMITS, contained

from evaluators.items import Limits
from evaluators.sandbox import Sandbox, Tier, physical_cores
from evaluators.sandbox import slots as machine

HERE = Path(__file__).parent
LONGER = Limits((1.0,), memory_mb=128, output_mb=1.0)  # and 5 s by the wall clock


def programs(folder: str) -> list[pytest.param]:
    """The programs of a folder in every tier; those that are known to get through must do so.

    What runs beside others takes seconds: it runs in the first tier only unless exhaustive.
    """
    found = []
    for path in sorted((HERE / folder).glob("*.py")):
        text = path.read_text()
        head = dict(re.findall(r"^# ([\w ]+): (.+)$", text, re.MULTILINE))
        assert "what" in head, path
        always, at_times = head.get("gets through"), head.get("gets through at times")
        reason = always or at_times
        known = [pytest.mark.xfail(reason=reason, strict=bool(always))] if reason else []
        for tier in contained():
            slow = folder == "alongside" and (tier != contained()[0] or AGAIN)
            rare = [pytest.mark.exhaustive] if slow else []
            if tier in head.get("only where", tier):
                found.append(pytest.param(tier, text, marks=known + rare, id=f"{tier}-{path.stem}"))
    return found


@pytest.mark.parametrize("tier, text", programs("between"))
def test_a_case_leaves_nothing_for_the_next(tier: str, text: str, box: Callable[[str], Sandbox]) -> None:
    box(tier)  # so that no other one holds a keeper
    word = uuid4().hex[:8]
    leaving, looking = text, text.replace("WORD", word)  # another program, as a rule with another keeper
    with Sandbox(1, Tier(tier)) as one:
        first = one.run(looking, f"leave {word}".encode(), LONGER)
        assert first.compiled
        found = [one.run(looking, b"look", LONGER) for _ in range(2)]
        one.run(leaving, f"leave {word}".encode(), LONGER)
        found.append(one.run(looking, b"look", LONGER))
    for each in found:
        assert word not in each.stdout.decode(errors="replace"), each
        assert word not in each.stderr, each
        assert each.stop == "no", each


@pytest.mark.skipif(physical_cores() < 2, reason="one core runs one program at a time")
@pytest.mark.parametrize("tier, text", programs("alongside"))
def test_a_case_hears_nothing_of_one_beside_it(
    tier: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "runtime_folder", lambda: tmp_path)  # slots that nobody else holds
    text = text.replace("WORD", uuid4().hex[:8])
    with Sandbox(2, Tier(tier)) as two, ThreadPoolExecutor(2) as both:
        told = both.submit(two.run, text, b"tell", LONGER)
        heard = both.submit(two.run, text, b"hear", LONGER).result()
        assert told.result().compiled
    assert heard.compiled
    assert b"heard" not in heard.stdout


DRAWS = "import random, os, uuid\nprint(random.random(), random.getrandbits(64), os.urandom(4), uuid.uuid4())"


@pytest.mark.parametrize("tier", contained())
def test_random_numbers_do_not_repeat_from_case_to_case(tier: str, box: Callable[[str], Sandbox]) -> None:
    drawn = [box(tier).run(DRAWS, b"", LIMITS).stdout for _ in range(4)]
    words = [set(each.split()) for each in drawn]
    assert all(len(each) >= 4 for each in words)
    assert len(set.union(*words)) == sum(map(len, words))


def test_random_numbers_of_packages_do_not_repeat_either() -> None:
    """They are imported before the cases are forked, and so would all start from the same state."""
    draws = "import random\nfrom numpy import random as other\n"
    draws += "print(random.random(), other.random(), other.default_rng().random())"
    allowed = Limits((10.0,), memory_mb=1024, modules=("numpy",))
    with Sandbox(1, Tier(contained()[0])) as one:
        words = [one.run(draws, b"", allowed).stdout.split() for _ in range(4)]
    assert all(len(each) == 3 for each in words)
    assert len({word for each in words for word in each}) == 12


@pytest.mark.parametrize("tier", contained())
def test_two_programs_do_not_tell_each_other_their_input(tier: str, box: Callable[[str], Sandbox]) -> None:
    """A program that prints all it can read gets its own input and nothing else, whatever ran before it."""
    greedy = "import os, sys\ngot = sys.stdin.read()\nprint([os.pread(k, 9999, 0) for k in range(3)], got)"
    words = [uuid4().hex for _ in range(6)]
    for number, word in enumerate(words):
        done = box(tier).run(f"# {number % 2}\n{greedy}", word.encode(), LIMITS)
        assert [each for each in words if each in done.stdout.decode()] == [word]
