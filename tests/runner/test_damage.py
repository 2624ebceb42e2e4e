"""Files of a results folder that something else has damaged: one line that names them, or made anew."""

import json
import shutil

import pytest

WORDS = ("-m", "family=linear_program", "twin=p", "stratum=s1", "items=4", "limits=quick")


@pytest.fixture(scope="module")
def finished(tmp_path_factory, hardtwin_in):
    folder = tmp_path_factory.mktemp("finished")
    hardtwin_in(folder)(*WORDS)
    return folder


@pytest.fixture
def damaged(finished, hardtwin_in, tmp_path):
    shutil.copytree(finished, tmp_path / "copy")
    command = hardtwin_in(tmp_path / "copy")
    (cell,) = (command.folder / "multirun" / "cells").iterdir()
    return command, cell


def flipped(path):
    data = bytearray(path.read_bytes())
    data[200:203] = bytes(255 - byte for byte in data[200:203])
    path.write_bytes(data)


def other_columns(path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"a": [1]}), path)


DAMAGES = {
    "bytes": flipped,
    "columns": other_columns,
    "end": lambda path: path.write_bytes(path.read_bytes()[:-50]),
    "nothing": lambda path: path.write_bytes(b""),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("how", DAMAGES)
def test_damaged_records_are_named_and_kept(damaged, how):
    command, cell = damaged
    DAMAGES[how](cell / "records.parquet")
    done = command(*WORDS, code=2)
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    assert f"{cell.name}/records.parquet: " in done.stderr and "remove its folder" in done.stderr
    assert (cell / "records.parquet").exists()


@pytest.mark.parametrize("text", ['{"a": 1}\n{bad\n', "\0\1\xff\n\n"])
def test_damaged_lines_are_named(damaged, text):
    command, cell = damaged
    (cell / "records.parquet").unlink()
    (cell / "records.jsonl").write_text(text, encoding="latin-1")
    done = command(*WORDS, code=2)
    assert done.stderr.count("\n") == 1 and f"{cell.name}/records.jsonl" in done.stderr


@pytest.mark.parametrize("text", ["junk", "[]", "null", ""])
def test_what_is_not_known_to_be_logged_is_logged_again(damaged, text):
    command, cell = damaged
    (cell / "tracked.json").write_text(text)
    command(*WORDS)
    assert json.loads((cell / "tracked.json").read_text())["series"] is True


def test_a_damaged_sweep_is_named(damaged):
    command, _ = damaged
    (sweep,) = (command.folder / "multirun" / "sweeps").iterdir()
    (sweep / "sweep.json").write_text("{")
    done = command("task=report", code=2)
    assert done.stderr.count("\n") == 1 and "sweep.json: damaged" in done.stderr
