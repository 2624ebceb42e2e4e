"""Stand-alone programs as replies, with the instance's data in them where the statement tells it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import families
from evaluators.items import Limits, Task
from runner.errors import UserError
from runner.models import Decoding, NoSuchProgram, ProgramSpec, open_model
from runner.models.program import exists, fenced, find, with_data

LIMITS = Limits((2.0,))
READERS = {
    "sys.stdin": "import sys\nprint(sys.stdin.read(), end='')\n",
    "lines": "import sys\nfor line in sys.stdin:\n    print(line, end='')\n",
    "input": "while True:\n    try:\n        print(input())\n    except EOFError:\n        break\n",
    "input, then the rest": "import sys\nprint(input())\nprint(sys.stdin.read(), end='')\n",
    "buffer": "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n",
    "buffer lines": "import sys\nfor line in sys.stdin.buffer:\n    print(line.decode(), end='')\n",
    "readline": (
        "from sys import stdin\nread = stdin.readline\nwhile line := read():\n    print(line, end='')\n"
    ),
    "docstring and future": (
        '"""What it does,\nin two lines."""\n\n'
        "from __future__ import annotations\nfrom __future__ import division\n"
        "import sys\nprint(sys.stdin.read(), end='')\n"
    ),
    "comment first": "# wrong_answer from s2\n\nimport sys\nprint(sys.stdin.read(), end='')\n",
    "decorated first": (
        "@(lambda f: f)\ndef main():\n    import sys\n    print(sys.stdin.read(), end='')\n\n\nmain()\n"
    ),
    "form feed": '"""A page \x0c break."""\nimport sys\nprint(sys.stdin.read(), end="")\n',
    "own names": "import io as sys\nfrom sys import stdin as io\nprint(io.read(), end='')\n",
}


def output(program: str, stdin: str = "") -> str:
    run = subprocess.run(
        [sys.executable, "-c", program], input=stdin, capture_output=True, text=True, timeout=60, check=True
    )
    return run.stdout


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
def test_a_program_reads_its_data_as_it_would_read_standard_input(reader: str) -> None:
    data = "3 2\n1 -2 0\n\n'\"\\ é 2\n"
    assert output(with_data(reader, data)) == output(reader, data) == data


@pytest.mark.parametrize("data", ["", "\n", "7", "1 2\n3", "a\x0cb\u2028c\n"])
def test_data_of_any_shape_arrives(data: str) -> None:
    assert output(with_data(READERS["sys.stdin"], data)) == data


@settings(max_examples=300)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\r")))
def test_any_data_is_a_literal_of_the_program(data: str) -> None:
    scope: dict[str, object] = {}
    exec(
        with_data("import sys; REAL = sys.stdin; TEXT = REAL.read(); sys.stdin = sys.__stdin__", data), scope
    )
    assert scope["TEXT"] == data


def test_a_program_of_a_docstring_alone_stays_one() -> None:
    assert output(with_data('"""Nothing to do."""', "1\n")) == ""


@pytest.mark.parametrize(
    "program", ["print(1)\n", 'x = """\n```\n"""\n', 'x = """\n  `````python\n"""\n', "print(2)"]
)
def test_the_fence_is_never_closed_by_the_program(program: str) -> None:
    first, *body, last = fenced(program).splitlines()
    fence = first.removesuffix("python")
    assert set(fence) == {"`"}
    assert last == fence
    assert "\n".join(body) == program.rstrip()
    assert not any(line.strip().startswith(fence) for line in body)


def known_programs() -> list[tuple[str, str, str]]:
    return [
        (name, twin, program)
        for name in families.names()
        for twin in ("p", "npc")
        for program in families.programs(name, twin)
    ]


@pytest.mark.parametrize(("family", "twin", "program"), known_programs())
def test_every_stand_alone_program_is_replied_verbatim_and_takes_data(
    family: str, twin: str, program: str
) -> None:
    text = families.programs(family, twin)[program].read_text()
    task = Task("t", family, twin, "Solve it.", LIMITS)
    model = open_model(ProgramSpec(program), Decoding(), Path("unused"))
    reply = asyncio.run(model.bind(task, 0)(()))
    assert reply.text == fenced(text)
    assert reply.cost_usd == 0
    compile(with_data(text, "1 1\n1\n"), program, "exec")
    assert (model.label, model.asks) == (program, False)


def test_a_misspelt_program_is_told_with_the_nearest_names() -> None:
    family, twin, name = next(place for place in known_programs() if place[2] == "reference")
    model = open_model(ProgramSpec("referense"), Decoding(), Path("unused"))
    with pytest.raises(
        NoSuchProgram, match=f"{family}/{twin} has no program referense: did you mean reference"
    ) as told:
        model.bind(Task("t", family, twin, "Solve it.", LIMITS), 0)
    assert told.value.near[0] == name
    assert isinstance(told.value, UserError)


def test_a_name_like_nothing_is_told_with_what_there_is() -> None:
    with pytest.raises(NoSuchProgram, match=r"sat/q has no program zzz: it has none"):
        find("sat", "q", "zzz")


def test_existence_is_known_without_reading() -> None:
    family, twin, name = known_programs()[0]
    assert exists(family, twin, name)
    assert not exists(family, twin, name + "x")
    assert not exists("no_such_family", twin, name)
