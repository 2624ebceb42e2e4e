"""The solver's prompt: what a model is told, and what it is not."""

from __future__ import annotations

import pytest

import generators.solving as solving
from evaluators.items import Limits, Task

PAPER = Limits((1.0, 2.0, 5.0, 10.0), memory_mb=256)


def text(**changed: object) -> str:
    given = {
        "id": "t",
        "family": "f",
        "twin": "p",
        "statement": "Add {{two}} numbers.\n",
        "limits": Limits((2.0,)),
    }
    (message,) = solving.messages(Task(**(given | changed)))  # type: ignore[arg-type]
    assert message.role == "user"
    return message.content


def test_the_statement_comes_first_and_verbatim() -> None:
    assert text().startswith("Add {{two}} numbers.\n\nWrite a program")
    assert "{% x %} <b> &" in text(statement="{% x %} <b> &")


def test_four_limits_are_disclosed_where_the_task_says_so() -> None:
    told = text(limits=PAPER, note=True)
    assert (
        "Your program is judged at four time limits: 1, 2, 5 and 10 seconds of CPU time "
        "(the interpreter's start isn't counted); all are reported." in told
    )


def test_without_the_note_only_the_last_limit_is_told() -> None:
    told = text(limits=PAPER)
    assert "It may take 10 seconds of CPU time on each input" in told
    assert "5" not in told.replace("256", "")


@pytest.mark.parametrize(
    ("seconds", "told"), [(1.0, "1 second of"), (0.5, "0.5 seconds of"), (2.0, "2 seconds of")]
)
def test_a_single_limit_is_told_as_one_even_with_the_note(seconds: float, told: str) -> None:
    assert f"It may take {told} CPU time" in text(limits=Limits((seconds,)), note=True)


def test_memory_is_told() -> None:
    assert "It may use 256 MB of memory." in text(limits=PAPER)


def test_a_program_reads_its_input_unless_the_statement_tells_the_instance() -> None:
    assert "reads one input from standard input" in text()
    for data in ("3 2\n", ""):
        told = text(data=data)
        assert "reads nothing" in told
        assert "standard input" not in told
        assert "on each input" not in told


def test_the_data_of_an_instance_is_not_told() -> None:
    assert "SECRET" not in text(data="SECRET")


def test_the_modules_that_may_be_imported_are_named() -> None:
    assert "imports nothing but the standard library." in text()
    science = Limits((2.0,), modules=("numpy", "scipy"))
    assert "imports nothing but the standard library, numpy and scipy." in text(limits=science)


def test_one_fenced_block_is_asked_for_last() -> None:
    assert text().endswith("in one fenced block that begins with ```python.\n")
    assert "\n\n\n" not in text(limits=PAPER, note=True)


def test_family_and_class_are_not_told() -> None:
    assert text(family="coloring", twin="npc", id="coloring/npc") == text(family="sat", twin="p", id="sat/p")


def test_the_prompt_hash_is_stable() -> None:
    assert len(solving.prompt_hash()) == 16
    assert solving.prompt_hash() == solving.prompt_hash()
