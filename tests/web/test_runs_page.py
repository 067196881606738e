"""The page on recorded runs: what it lists, how one gets to a case's story, and what it makes of hostile names."""

import os
import re
import shutil
from itertools import pairwise

import pytest
from console import environment
from playwright.sync_api import expect, sync_playwright
from runs_site import HOSTILE, MANY, get, get_at, serving, write_runs

MOST = 100  # rows of cases on a page
READY = 60_000  # milliseconds in which a report is made


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def address(folder):
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="module")
def visitor():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(visitor):
    page = visitor.new_page()
    faults = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    yield page
    page.close()
    assert not faults


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ({"run": "../../../etc"}, "run"),
        ({"run": "/etc/passwd"}, "run"),
        ({"run": "one/../one"}, "run"),
        ({"run": "one\0"}, "run"),
        ({"run": "x" * 5000}, "run"),
        ({"run": ""}, "run"),
        ({"run": HOSTILE}, "run"),
        ({"run": "damaged"}, "run"),
        ({"run": "one", "case": "../run.json"}, "case"),
        ({"run": "one", "case": "x\0" * 2000}, "case"),
        ({"run": "one", "case": ""}, "case"),
        ({"run": "one", "case": "train/puzzle_1", "epoch": "2"}, "epoch"),
        ({"run": "one", "status": "proven"}, "status"),
        ({"case": "train/puzzle_1"}, "run"),
        ({"benchmark": "../one"}, "benchmark"),
    ],
)
def test_names_that_are_not_there_are_said_to_be_missing(address, query, what):
    status, source = get(address, **query)
    assert status == 404
    assert f"There is no {what}" in source
    assert "Traceback" not in source
    assert "root:" not in source
    assert "x" * 200 not in source
    assert "<script>window.hurt" not in source


@pytest.mark.parametrize("rest", ["/one", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "?run=%ff%fe", "?run=%00"])
def test_no_other_address_leads_to_a_file(address, rest):
    status, source = get_at(f"{address}/runs{rest}")
    assert status == 404
    assert "root:" not in source
    assert "Traceback" not in source


@pytest.mark.parametrize("number", ["0", "-1", "999999999999999999999", "x", "٣", "1e3"])
def test_a_page_of_the_table_that_is_not_there_gives_another(address, number):
    assert get(address, run="many", page=number)[0] == 200


def test_what_cannot_be_read_is_named_and_the_rest_is_shown(address):
    status, source = get(address)
    assert status == 200
    assert "line 1, is damaged" in source
    assert "Traceback" not in source


@pytest.mark.parametrize("kind", ["empty", "removed"])
def test_a_folder_without_runs_is_said_to_be_one(tmp_path, kind):
    (tmp_path / "runs").mkdir()
    with serving(tmp_path / "runs") as address:
        if kind == "removed":
            (tmp_path / "runs").rmdir()
        status, source = get(address)
    assert status == 200
    assert "contains no run" in source


@pytest.mark.needs("chromium")
def test_from_all_runs_to_the_story_of_a_wrong_answer(address, page):
    page.goto(f"{address}/runs")
    runs = page.get_by_role("table", name="All runs")
    expect(runs.get_by_role("row")).to_have_count(6)
    expect(runs.get_by_role("row").filter(has_text="two")).to_contain_text(
        re.compile(r"0\.0.*unknown.*2\.50.*echo", re.DOTALL)
    )
    runs.get_by_role("link", name="two").click()
    page.get_by_label("answers").select_option("only wrong")
    page.get_by_role("button", name="Show").press("Enter")
    page.get_by_role("link", name="train/puzzle_1").click()
    for heading in ("Text", "What was tried", "Evidence", "Answer and gold answer", "Score and cost"):
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    for text in ("Ann, Bob and Cy sit down.", "Clues 1 and 2 contradict <each>.", "It changed the declarations",
                 "one program alone", "? open", "2 model calls, 300 + 40 tokens, price unknown; 2.5 s"):  # fmt: skip
        expect(page.locator(".runs")).to_contain_text(text)
    program = page.get_by_text("(declare-const b Int)").last
    expect(program).to_be_hidden()
    page.get_by_text("Program 2 in smtlib").click()
    expect(program).to_be_visible()
    places = page.get_by_role("table", name="Where they differ")
    expect(places.get_by_role("row").nth(1)).to_have_text(re.compile(r"Ann: chair\s*2\s*1"))
    page.reload()
    page.get_by_text("The same case in 1 other run").click()
    page.get_by_role("link", name="one").click()
    expect(page.locator(".runs")).to_contain_text("The answer does not differ from the gold answer.")


@pytest.mark.needs("chromium")
def test_many_cases_are_shown_in_parts_and_can_be_filtered(address, page):
    page.goto(f"{address}/runs?run=many")
    rows = page.get_by_role("table").locator("tbody tr")
    expect(rows).to_have_count(MOST)
    for count in (MOST, MANY + 1 - 2 * MOST):
        page.get_by_role("link", name="Next").click()
        expect(page.get_by_role("table")).to_be_visible()
        expect(rows).to_have_count(count)
    page.get_by_label("status").select_option("unverified")
    page.get_by_role("button", name="Show").click()
    expect(rows).to_have_count(1)
    page.goto(f"{address}/runs?run=many&find=MANY/24&only=right")
    expect(rows).to_have_count(10)
    page.goto(f"{address}/runs?run=many&find=none")
    expect(page.locator(".runs")).to_contain_text("No case is like that.")
    page.goto(f"{address}/runs?run=empty")
    expect(page.locator(".runs")).to_contain_text("No case has been recorded yet.")


@pytest.mark.needs("chromium")
def test_each_epoch_of_a_case_has_an_address(address, page):
    page.goto(f"{address}/runs?run=twice")
    page.get_by_role("row").filter(has_text="right").get_by_role("link", name="again").click()
    expect(page.locator(".runs")).to_contain_text("✓ right; group -, epoch 2, answered by rules")
    page.get_by_role("navigation", name="Epochs").get_by_role("link", name="1").click()
    expect(page.locator(".runs")).to_contain_text("✗ wrong; group -, epoch 1")


@pytest.mark.needs("chromium")
def test_hostile_texts_stay_texts(address, page):
    page.goto(f"{address}/runs?run=many&status=unverified")
    page.get_by_role("link", name="<script>").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE)
    expect(page.get_by_role("table", name="Where they differ")).to_contain_text(f"<b>{HOSTILE}</b>")
    assert page.get_by_text(HOSTILE).count() >= 6
    assert page.evaluate("window.hurt") is None
    assert page.locator(".runs img, .runs script").count() == 0


@pytest.mark.needs("chromium")
def test_the_report_is_made_while_the_page_is_there_and_again_when_records_change(tmp_path, page):
    folder = write_runs(tmp_path)
    with serving(folder) as address:
        page.goto(f"{address}/runs?benchmark=echo")
        expect(page.get_by_role("status")).to_have_text("", timeout=READY)
        question = "How many answers are right, and how many of those that are verified?"
        expect(page.get_by_role("table", name=question).get_by_role("row")).to_have_count(3)
        expect(page.get_by_role("img", name="How accurate is each method?")).to_be_visible()
        assert page.get_by_role("heading", name="toy").count() == 0
        page.reload()
        expect(page.get_by_role("table", name=question)).to_be_visible()
        assert page.get_by_role("status").count() == 0
        (folder / "two" / "cases.jsonl").write_bytes((folder / "one" / "cases.jsonl").read_bytes())
        page.wait_for_timeout(1100)
        page.reload()
        again = page.get_by_role("table", name=question).get_by_role("row").filter(has_text="two")
        expect(again).to_contain_text("50.0", timeout=READY)


@pytest.mark.needs("chromium")
def test_a_page_says_that_runs_are_being_read(tmp_path, page):
    folder = write_runs(tmp_path)
    cases, pipe = folder / "one" / "cases.jsonl", tmp_path / "pipe"
    lines = cases.read_bytes()
    os.mkfifo(pipe)
    pipe.replace(cases)  # whoever reads it waits for what is written below
    with serving(folder) as address:
        page.goto(f"{address}/runs?run=one&case=train/puzzle_1")
        expect(page.get_by_role("status")).to_contain_text("The runs are being read")
        with cases.open("wb") as file:
            pipe.write_bytes(lines)
            pipe.replace(cases)
            file.write(lines)
        expect(page.get_by_role("heading", level=1, name="train/puzzle_1")).to_be_visible()


@pytest.mark.needs("chromium")
def test_without_the_extra_it_says_what_to_install_and_shows_the_runs(folder, page, tmp_path):
    (tmp_path / "matplotlib.py").write_text("raise ImportError('not here', name='matplotlib')\n")
    path = f"{tmp_path}:{environment()['PYTHONPATH']}"
    with serving(folder, PYTHONPATH=path) as address:
        page.goto(f"{address}/runs")
        expect(page.get_by_role("status")).to_contain_text("needs matplotlib: pip install 'solvent[bench]'")
        expect(page.get_by_role("table", name="All runs").get_by_role("row")).to_have_count(6)


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("query", ["", "?run=many", "?run=two&case=train/puzzle_1", "?run=nobody"])
def test_a_phone_scrolls_tables_and_not_the_page(address, visitor, query):
    page = visitor.new_page(viewport={"width": 390, "height": 800})
    page.goto(f"{address}/runs{query}")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    page.wait_for_function("!document.querySelector('.making')?.textContent", timeout=READY)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    levels = page.evaluate("[...document.querySelectorAll('.runs :is(h1,h2,h3)')].map(each => +each.tagName[1])")
    assert all(after <= before + 1 for before, after in pairwise(levels))
    page.close()
