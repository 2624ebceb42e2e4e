"""Word problems from JSONL: what is read, and what each bad line says."""

import json

import pytest

from runner.errors import UserError
from runner.planning import drawn
from runner.problems import read_problems


def written(tmp_path, *lines):
    path = tmp_path / "p.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return path


def test_fields_are_found_by_their_usual_names(tmp_path):
    path = written(tmp_path, {"id": "a", "en_question": "How many?", "answer_x": "12.5"}, "")
    found = read_problems(path, None, None)
    assert (found.question, found.answer) == ("en_question", "answer_x")
    assert [(row.id, row.answer) for row in found.rows] == [("a", "12.5")]


def test_a_text_that_is_no_number_is_left_out_and_a_missing_optimum_is_kept(tmp_path):
    rows = [
        {"question": "q", "answer": value} for value in (3, "No Best Solution", "about five", [7.0], True)
    ]
    found = read_problems(written(tmp_path, *rows), None, None)
    assert [row.answer for row in found.rows] == ["3", "No Best Solution", "7.0"]
    assert found.left_out == (3, 5)


@pytest.mark.parametrize(
    "lines, hint",
    [
        ([{"question": "q", "answer": 1}, "{"], "line 2: not JSON"),
        ([{"question": "q", "answer": 1}, "[1]"], "line 2: not a JSON object"),
        ([{"question": "q", "answer": 1}, {"question": "q"}], "line 2: it has no field answer"),
        ([{"question": " ", "answer": 1}], "line 1: question is not a text"),
        ([{"text": "q", "answer": 1}], "source.question"),
        ([{"question": "q", "answer": "soon"}], "no line has a number"),
        ([""], "no lines"),
        (
            [{"id": 1, "question": "q", "answer": 1}, {"id": "1", "question": "r", "answer": 2}],
            "line 2: the id 1",
        ),
        (["[" * 100_000], "line 1: not JSON"),
    ],
)
def test_a_bad_line_is_named(tmp_path, lines, hint):
    with pytest.raises(UserError, match=hint):
        read_problems(written(tmp_path, *lines), None, None)


def test_a_subsample_is_seeded_and_no_prefix():
    first = drawn(0, "d", 245, 5)
    assert first == drawn(0, "d", 245, 5) == sorted(set(first))
    assert first != list(range(5)) and first != drawn(1, "d", 245, 5)
    assert drawn(0, "d", 3, 3) == [0, 1, 2]
