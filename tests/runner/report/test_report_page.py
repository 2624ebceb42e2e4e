"""The page: self-contained, escaped, complete; and what `write` leaves in a folder."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import invented
import pytest

from evaluators.metrics import rate
from runner.report import summary, write
from runner.report.page import bounds, interval, percent, seconds


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a sweep of models, in a folder that did not exist."""
    return write(invented.models(), tmp_path_factory.mktemp("report") / "new" / "folder", "A sweep")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the demo's shape."""
    return write(invented.demo(), tmp_path_factory.mktemp("report"), "A demo")


VOID = {"meta", "img", "br", "link", "input", "hr"}


class Reader(HTMLParser):
    """Reads a page strictly: tags must close in order; keeps counts, attributes and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text += data


def read(path: Path) -> Reader:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    assert reader.open == []
    return reader


def test_a_report_is_a_page_and_its_pictures(models: Path) -> None:
    names = sorted(path.name for path in models.parent.iterdir())
    assert names == ["calibration.png", "limits.png", "report.html", "verdicts.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in models.parent.glob("*.png"))


def test_the_page_needs_nothing_else(models: Path) -> None:
    """Nothing is loaded: images are data, no style sheet, script, font or frame comes from elsewhere."""
    page = read(models)
    assert page.tags["link"] == page.tags["iframe"] == 0
    sources = [value for _, name, value in page.attributes if name in ("src", "srcset", "data", "action")]
    assert len(sources) == 3
    assert all(source.startswith("data:image/png;base64,") for source in sources)
    assert all(value.startswith("#") for _, name, value in page.attributes if name == "href")
    assert "url(" not in models.read_text()


def test_links_lead_somewhere(demo: Path) -> None:
    page = read(demo)
    anchors = {value for _, name, value in page.attributes if name == "id"}
    assert {value[1:] for _, name, value in page.attributes if name == "href"} == anchors


def test_what_comes_from_models_and_users_is_escaped(tmp_path: Path) -> None:
    page = read(write(invented.strange(), tmp_path, "<img src=x onerror=alert(2)>"))
    assert page.tags["script"] == 1
    assert page.tags["b"] == 0
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    assert "<script>alert(1)</script>" in page.text
    assert "{{ 7 * 7 }}" in page.text
    assert "<img src=x onerror=alert(2)>" in page.text


def test_every_row_stands_in_the_page(models: Path) -> None:
    cells = models.read_text().split('<table class="cells">')[1].split("<tbody>")[1]
    assert cells.count("<tr>") == len(summary(invented.models())) == 160
    assert re.search(r'<td class="left" data-sort="npc">NP-complete</td>', cells)


def test_the_table_has_a_column_for_each_limit_where_there_are_several(models: Path, demo: Path) -> None:
    heads = '<button type="button">10 s</button>'
    assert heads in models.read_text()
    assert heads not in demo.read_text()


def test_every_row_of_a_table_has_as_many_cells_as_its_head(tmp_path: Path, models: Path) -> None:
    for page in (
        models,
        write(invented.questions(), tmp_path, "x"),
        write(invented.strange(), tmp_path, "x"),
    ):
        text = page.read_text()
        for table in re.findall(r"<table.*?</table>", text, re.DOTALL):
            head, *rows = re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
            assert {len(re.findall("<t[hd][ >]", row)) for row in rows} == {len(re.findall("<th[ >]", head))}


def test_without_several_limits_there_is_no_curve_over_them_and_an_old_picture_goes(tmp_path: Path) -> None:
    several = write([invented.judged("accepted", ("1", "2"), 0.1)], tmp_path, "two limits").read_text()
    assert (tmp_path / "limits.png").exists() and 'href="#limits"' in several and 'id="limits"' in several
    one = write([invented.record()], tmp_path, "one limit").read_text()
    assert not (tmp_path / "limits.png").exists()
    assert "#limits" not in one and 'id="limits"' not in one


def test_warnings_stand_in_the_page(tmp_path: Path) -> None:
    text = read(write(invented.strange(), tmp_path, "x")).text
    assert "ended in a judge error" in text
    assert "got no reply from the model" in text
    assert "without containment" in text


def test_the_same_records_give_the_same_page(tmp_path: Path, demo: Path) -> None:
    assert write(invented.demo()[::-1], tmp_path, "A demo").read_bytes() == demo.read_bytes()


def test_no_records_leave_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^no records: "):
        write([], tmp_path / "report", "empty")
    assert not (tmp_path / "report").exists()


def test_shares_are_never_rounded_to_none_or_all() -> None:
    plain = {0.0: "0 %", 1.0: "100 %", 0.001: "< 1 %", 0.999: "> 99 %", 0.125: "12 %", None: "–"}
    assert {share: percent(share).replace("\u00a0", " ") for share in plain} == plain


def test_numbers_are_written_for_people() -> None:
    assert interval(rate(["accepted"] * 4)) == "51–100"
    assert interval(rate(["unanswered"])) == ""
    assert bounds(rate(["accepted", "unanswered"])) == "50 … 100 %"
    assert bounds(rate(["accepted"] * 400 + ["wrong_answer"] * 400 + ["unanswered"])) == "49.9 … 50.1 %"
    assert bounds(rate(["accepted"])) == ""
    assert [seconds(value) for value in (None, 0.0123, 1.84, 12.34)] == ["–", "0.012", "1.8", "12.3"]


def test_rows_load_without_drawing_libraries() -> None:
    """A terminal table needs rows, not Matplotlib or Jinja."""
    code = "import sys, runner.report; print({'matplotlib', 'jinja2'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
