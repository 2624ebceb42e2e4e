"""Which cases caught programs: counted beside the suite, and run first."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

from test_records import CASE
from toys import item

from evaluators.caught import Caught
from evaluators.items import Verdict
from evaluators.records import CaseResult

CASES = item("a long one", "short", "the longest one", "mid one").suite.cases


def failed(*indices: int) -> list[CaseResult]:
    return [replace(CASE, index=index, verdict=Verdict.WRONG_ANSWER) for index in indices]


def test_what_caught_most_comes_first_then_the_shortest(tmp_path: Path) -> None:
    caught = Caught(tmp_path / "x.caught")
    assert caught.order(CASES) == [1, 3, 0, 2]
    caught.note(failed(2))
    caught.note([*failed(2, 0), replace(CASE, index=3, verdict=Verdict.ACCEPTED)])
    assert caught.order(CASES) == [2, 0, 1, 3]
    assert caught.path.read_text() == "2\n2 0\n"


def test_what_passed_and_what_is_our_fault_caught_nothing(tmp_path: Path) -> None:
    caught = Caught(tmp_path / "x.caught")
    caught.note([replace(CASE, verdict=Verdict.ACCEPTED), replace(CASE, verdict=Verdict.JUDGE_ERROR)])
    assert not caught.path.exists()


def test_damaged_lines_are_left_out(tmp_path: Path) -> None:
    caught = Caught(tmp_path / "x.caught")
    caught.path.write_bytes(b"3\nx 2\n\n\xff\x00\n-1\n2.5\n3 3 3\n99\n" + b"1" * 500 + b"\n2")
    assert caught.order(CASES) == [3, 1, 0, 2]
    assert caught._counts() == {3: 2, 99: 1}


def test_it_does_not_grow_without_end(tmp_path: Path) -> None:
    caught = Caught(tmp_path / "x.caught")
    caught.path.write_bytes(b"3\n" * ((1 << 15) - 1))
    caught.note(failed(1))
    full = caught.path.read_bytes()
    caught.note(failed(0))
    assert caught.path.read_bytes() == full and len(full) == 1 << 16
    assert caught.order(CASES)[:2] == [3, 1]


def test_where_nothing_can_be_kept_nothing_is(tmp_path: Path) -> None:
    caught = Caught(tmp_path / "none" / "x.caught")
    caught.note(failed(0))
    assert caught.order(CASES) == [1, 3, 0, 2]


def test_lines_of_many_writers_do_not_mix(tmp_path: Path) -> None:
    def work(index: int) -> None:
        for _ in range(200):
            Caught(tmp_path / "x.caught").note(failed(*[index] * 20))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Caught(tmp_path / "x.caught")._counts() == dict.fromkeys(range(4), 200)
