"""The report on runs made by hand: its figures, its forms, and that it depends on nothing but the records."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from console import solvent_here
from made_runs import AUTHOR, RIGHT, record, write_grid, write_run

from solvent.agents import Settings
from solvent.agents.settings import ModelChoice
from solvent.agents.state import Usage
from solvent.benchmarks import BenchmarkError
from solvent.benchmarks.analysis import extra
from solvent.benchmarks.analysis.report import write
from solvent.benchmarks.records import Fingerprint

for library in ("matplotlib", "pyarrow", "scipy"):
    pytest.importorskip(library)


def table(markdown, question):
    """The table under a heading, as a list of dictionaries."""
    part = markdown.split(f"### {question}\n")[1].split("\n### ")[0]
    lines = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:]]


def left_out(markdown):
    return [line for line in markdown.splitlines() if line.startswith(("- Table: ", "- Figure: "))]


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    """The report on a grid of 2 x 2 x 2 runs, and its folder."""
    root = tmp_path_factory.mktemp("grid")
    runs = write_grid(root / "runs")
    write([runs], root / "out")
    return root


@pytest.fixture(scope="module")
def markdown(grid):
    return (grid / "out" / "report.md").read_text(encoding="utf-8")


def test_accuracy_of_each_run_with_its_interval(markdown):
    rows = table(markdown, "How many answers are right, and how many of those that are verified?")
    assert [row["n"] for row in rows] == ["40"] * 8
    found = {row["run"]: row["right (%)"] for row in rows}
    assert found["cpmpy, level 1, 1 sample"] == "50.0 [35.2, 64.8]"
    shares = [float(row["right (%)"].split()[0]) for row in rows]
    assert shares == [100 * right / 40 for right in RIGHT.values()]
    assert rows[0]["n verified"] == "20"
    assert rows[0]["right if verified (%)"].startswith("100.0 [83.9")


def test_framework_by_level(markdown):
    rows = table(markdown, "Which framework and level of guidance give the most right answers?")
    assert [(row["framework"], row["other settings"], row["n"]) for row in rows] == [
        (framework, samples, "40") for framework in ("cpmpy", "minizinc") for samples in ("1 sample", "10 samples")
    ]
    assert rows[1]["level 1"].startswith("60.0 [")
    assert rows[1]["level 3"].startswith("75.0 [")


def test_only_runs_that_differ_in_one_setting_are_compared(markdown):
    rows = table(markdown, "Which differences between runs are more than chance?")
    assert len(rows) == 12
    assert "12 comparisons: the pairs of runs that differ in one setting" in markdown
    row = next(row for row in rows if row["first → second"] == "cpmpy, level 1, 1 sample → minizinc, level 1, 1 sample")
    assert (row["n"], row["first (%)"], row["second (%)"], row["better / worse"]) == ("40", "50.0", "25.0", "0 / 10")
    assert (row["p"], row["test"]) == ("0.002", "McNemar")
    assert row["p (Holm)"] == "0.020"  # 10 * 2 / 2 ** 10: two of the twelve have smaller p-values
    assert row["second - first (points)"].startswith("-25.0 [-")


def test_errors_are_counted_by_type(markdown):
    row = table(markdown, "What kinds of errors are left?")[0]
    assert row["right"] == "20 (50.0 %)"
    kinds = ("execution", "parse", "timeout", "tokens", "unsatisfiable", "wrong")
    counts = [int(row[kind].split()[0]) for kind in kinds]
    assert counts == [3, 3, 4, 4, 3, 3]


def test_costs_and_confidence(markdown):
    rows = table(markdown, "What does a case cost?")
    assert [row["US dollars"] for row in rows[:2]] == ["0.0100", "0.1000"]
    assert rows[0]["prompt tokens"] == "800"
    rows = table(markdown, "How often is an answer wrong that is given with at least this confidence?")
    assert [row["n"] for row in rows[:5]] == ["6", "12", "18", "24", "30"]
    assert rows[4]["coverage (%)"] == "100.0"
    assert rows[4]["wrong (%)"].startswith("50.0 [")
    assert "left out (cpmpy, level 1, 1 sample: 10 of 40; " in markdown


def test_every_figure_is_drawn_and_parses(grid, markdown):
    files = {file.stem: file for file in (grid / "out" / "figures").glob("*.svg")}
    assert set(files) == {f"echo-{name}" for name in ("levels", "errors", "methods", "samples", "cost", "confidence")}
    for name, file in files.items():
        root = ET.parse(file).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert not root.findall(".//{http://www.w3.org/2000/svg}metadata")  # it would hold a date
        assert f"(figures/{name}.svg)" in markdown
    assert left_out(markdown) == []


class Page(HTMLParser):
    """Collects what a page refers to, its ids, its headings and the elements that are left open."""

    def __init__(self):
        super().__init__()
        self.references, self.ids, self.open, self.tags = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)
        for name, value in attributes:
            if name in ("href", "xlink:href", "src", "srcset", "data", "action", "poster"):
                self.references.append(value)
            if name == "id":
                self.ids.append(value)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_and_loads_nothing(grid):
    text = (grid / "out" / "report.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    page.close()
    assert page.open == []
    assert page.tags.count("svg") == 6
    assert not {"script", "link", "img", "iframe", "object", "image"} & set(page.tags)
    assert all(reference.startswith("#") for reference in page.references)
    assert {reference[1:] for reference in page.references} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    addresses = set(re.findall(r"""(?:https?:)?//[^"'\s)<]+""", text))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, never loaded
    assert "@import" not in text
    assert set(re.findall(r"url\(([^)])", text)) == {"#"}


def test_results_read_back(grid):
    import pyarrow.parquet as pq

    rows = pq.read_table(grid / "out" / "results.parquet").to_pylist()
    assert len(rows) == 320
    assert sum(row["right"] for row in rows) == sum(RIGHT.values())
    row = next(row for row in rows if row["run"] == "minizinc-3-10" and row["id"] == "case_39")
    assert (row["settings.level"], row["settings.samples"], row["settings.frameworks"]) == (3, 10, "minizinc")
    assert (row["settings.models.author.name"], row["benchmark"], row["group"]) == ("made-up", "echo", "group_1")
    assert (row["status"], row["right"], row["error"], row["answer"]) == ("unverified", False, "tokens", None)
    assert (row["usd"], row["completion_tokens"], row["seconds"], row["confidence"]) == (0.1, 200, 1.5, 0.6)
    assert row["gold"] == '{"x": 39}'


def test_the_same_records_give_the_same_files(grid, tmp_path):
    other = write_grid(tmp_path / "again")
    for file in other.rglob("cases.jsonl"):  # cases end in another order on another day
        file.write_text("".join(reversed(file.read_text().splitlines(keepends=True))))
        (file.parent / "results.json").write_text("not looked at")
    write([other], tmp_path / "out")
    for name in ("report.md", "report.html", *(f"figures/{file.name}" for file in (grid / "out/figures").iterdir())):
        assert (tmp_path / "out" / name).read_bytes() == (grid / "out" / name).read_bytes()


def test_the_command_writes_into_the_first_folder(tmp_path, capsys):
    runs = write_run(tmp_path / "run", [record(number, right=number % 3 > 0) for number in range(9)], cases=12)
    (runs / "figures").mkdir()
    for name in ("echo-methods.svg", "own.svg"):
        (runs / "figures" / name).write_text("old")
    done = solvent_here(capsys, "report", runs)
    assert done.returncode == 0
    assert "echo: 1 run, 9 records." in done.stdout
    text = (runs / "report.md").read_text()
    assert table(text, "What was run?")[0]["records"] == "9 of 12"
    assert "Unfinished, so their figures are preliminary: made-up: 9 of 12." in text
    assert [file.name for file in (runs / "figures").iterdir()] == ["own.svg"]
    assert len(left_out(text)) == 7
    assert "- Figure: How accurate is each method? There are fewer than two runs with records." in text
    # Once more, over its own files.
    assert solvent_here(capsys, "report", runs).returncode == 0
    assert (runs / "report.md").read_text() == text


def test_unusable_input_is_a_message(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    done = solvent_here(capsys, "report", tmp_path / "empty")
    assert done.returncode == 2
    assert "contains no run" in done.stderr
    run = write_run(tmp_path / "run", [record(1, right=True)])
    (tmp_path / "file").write_text("")
    done = solvent_here(capsys, "report", run, "--out", tmp_path / "file")
    assert done.returncode == 2
    assert "choose another --out" in done.stderr
    with (run / "cases.jsonl").open("a") as cases:
        cases.write("{}\n")
    done = solvent_here(capsys, "report", run)
    assert done.returncode == 2
    assert "line 2" in done.stderr


def test_a_missing_library_is_named():
    with pytest.raises(BenchmarkError, match=r"a report needs no_such_library: pip install 'solvent\[bench\]'"):
        extra.require("a report", "json", "no_such_library")


def test_several_sets_get_a_section_each(tmp_path):
    records = [record(number, right=True) for number in range(3)]
    write_run(tmp_path / "a", records, data="a" * 64)
    write_run(tmp_path / "b", records, data="b" * 64)
    write_run(tmp_path / "c", records, benchmark="never-heard-of")
    report = write([tmp_path, tmp_path / "a"], tmp_path / "out")
    assert [section.title for section in report.sections] == ["echo-aaaaaaaa", "echo-bbbbbbbb", "never-heard-of"]
    assert all(section.notes == ("1 run, 3 records.",) for section in report.sections)
    # Over other data, so not compared.
    assert "more than chance" not in (tmp_path / "out" / "report.md").read_text()


def test_hostile_names_empty_runs_and_unknown_prices(tmp_path):
    name = "<script>alert(1)</script>|$x_1$ [a](http://example.org) \u202e & " + "long " * 30
    hostile = Settings(models={"author": ModelChoice(name=name)})
    write_run(tmp_path / "hostile", [record(n, right=n > 4, usd=None, confidence=n / 9) for n in range(9)],
              settings=hostile)  # fmt: skip
    write_run(tmp_path / "none", [], cases=12)
    write_run(tmp_path / "rules", [record(n, right=n > 2, usage=Usage()) for n in range(9)], settings=Settings())
    odd = {"answer": "\ud800", "reason": "\ud800 | \x1b[31m"}
    write_run(tmp_path / "epochs", [record(n, right=n % 2 > 0, epoch=e, **odd) for n in range(4) for e in (1, 2)],
              cases=4, epochs=2, settings=Settings(models=AUTHOR, level=1))  # fmt: skip
    report = write([tmp_path], tmp_path / "out")
    text = (tmp_path / "out" / "report.html").read_text()
    assert "<script" not in text
    assert "\u202e" not in text
    markdown = (tmp_path / "out" / "report.md").read_text()
    assert not re.search(r"(?<!\\)<script", markdown)
    assert "](http" not in markdown
    costs = table(markdown.replace(r"\|", "/"), "What does a case cost?")
    assert {row["US dollars"] for row in costs} == {"unknown", "-", "0.0000", "0.0100"}
    assert "Tokens, because the price of some calls is unknown." in markdown
    for figure in report.figures:
        ET.fromstring(figure.svg)
    accuracy = {row["run"]: row for row in table(markdown.replace(r"\|", "/"), "How many answers are right, and how "
                "many of those that are verified?")}  # fmt: skip
    # Two epochs of four cases: the interval is that of two of four, not of four of eight.
    assert accuracy["made-up, level 1"]["right (%)"] == "50.0 [15.0, 85.0]"
    assert accuracy["made-up, level 1"]["n"] == "8"
    assert accuracy["made-up, level 3"]["right (%)"] == "-"


def test_what_makes_runs_hard_to_compare_is_said(tmp_path):
    records = [record(number, right=number > 3, usd=0.001, broken="no gold" * (number == 2)) for number in range(9)]
    write_run(tmp_path / "a", records, notes=("left out 3 cases",))
    dear = [record(number, right=number > 1, usd=0.1) for number in range(12)]
    newer = Fingerprint(prompts="", code="newer")
    write_run(tmp_path / "b", dear, settings=Settings(models=AUTHOR, samples=2), fingerprint=newer, epochs=2)
    report = write([tmp_path], tmp_path / "out")
    (section,) = report.sections
    assert section.parts[0].notes == (
        "Unfinished, so their figures are preliminary: 2 samples: 12 of 24.",
        "The runs were made with different versions of the code.",
        "Without a usable gold answer, counted as wrong: case_2.",
        "left out 3 cases",
    )
    text = (tmp_path / "out" / "report.md").read_text()
    (row,) = table(text, "Which differences between runs are more than chance?")
    assert (row["n"], row["better / worse"], row["p"]) == ("9", "2 / 0", "0.500")
    # On a logarithmic axis, ticks are numbers, not formulas.
    cost = next(figure.svg for figure in report.figures if figure.name == "echo-cost")
    assert "<!-- 0.01 -->" in cost
    assert "mathdefault" not in cost
