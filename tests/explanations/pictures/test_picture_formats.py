"""The formats: well-formed whatever the values, everything escaped, nothing loaded, columns aligned."""

import re
from io import StringIO
from xml.etree import ElementTree as ET

import pytest
from hand_made_steps import PUZZLES, in_order, steps_to, subject_of
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from solvent.explanations.facts import Explanation, Step
from solvent.explanations.pictures import FORMATS, render
from solvent.explanations.pictures.formats.text import Document
from solvent.explanations.pictures.lettering import folded, width
from solvent.explanations.visible import shown

NASTY = ["<script>alert(1)</script>", "a|b*_`c", "]]>&amp;\"'", "\x1b[31m\u202e\ufffe", "猫", "é" * 40]
ODD = st.text(st.characters(codec=None), min_size=1, max_size=12)


@pytest.fixture(scope="module")
def subjects(solve):
    """The puzzles of PUZZLES, solved."""
    return {name: solve(text).subject for name, text in PUZZLES.items()}


def parsed(page):
    """A page as XML."""
    return ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


def named(tree, tag):
    """The elements with a tag, in whatever namespace."""
    return [element for element in tree.iter() if element.tag.rpartition("}")[2] == tag]


def test_these_are_the_formats():
    assert FORMATS == ("html", "md", "svg", "text")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_document_has_the_start_each_step_and_the_answer(subjects, puzzle, name):
    explanation = steps_to(subjects[puzzle])
    page = render(name, subjects[puzzle], explanation)
    steps = [f"Step {n} of {len(explanation.steps)}<" for n in (1, 2, len(explanation.steps))]
    if name in {"md", "text"}:
        steps = [step.replace("<", "\n") for step in steps]
    assert in_order(page.partition("</desc>")[2] if name == "svg" else page, "The start", *steps, "The answer")
    assert "difficulty: easy" in page
    if name in {"html", "svg"}:
        parsed(page)


@pytest.mark.parametrize("name", ["html", "svg"])
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_pages_load_nothing_and_run_nothing(subjects, puzzle, name):
    tree = parsed(render(name, subjects[puzzle], steps_to(subjects[puzzle])))
    assert not {"script", "link", "img", "image", "use", "iframe"} & {e.tag.rpartition("}")[2] for e in tree.iter()}
    assert not {key for e in tree.iter() for key in e.attrib if key.startswith("on") or key in {"href", "src"}}
    assert all(re.search(r"url\(|@import", e.text or "") is None for e in named(tree, "style"))


def test_pages_are_told_to_those_who_cannot_see_them(subjects):
    page = parsed(render("html", subjects["sudoku"], steps_to(subjects["sudoku"]), 2))
    (drawing,) = named(page, "svg")
    assert drawing.get("role") == "img"
    assert "Row 1: 1, " in named(drawing, "desc")[0].text
    page = parsed(render("html", subjects["grid"], steps_to(subjects["grid"]), 2))
    assert {head.get("scope") for head in named(page, "th")} == {"col", "row", "colgroup"}
    assert {mark.get("aria-label") for mark in named(page, "span")} >= {"yes", "no"}
    drawing = parsed(render("svg", subjects["grid"], steps_to(subjects["grid"]), 2))
    assert named(drawing, "title")[0].text.startswith("Step 2")
    assert "1 place is known" in named(drawing, "desc")[0].text


def test_what_is_new_and_what_is_used_is_marked_without_colours(subjects):
    about, explanation = subjects["grid"], steps_to(subjects["grid"])
    text = render("text", about, explanation, 2)
    assert "[✓]" in text
    assert text.count("(✗)") == 2
    page = render("md", about, explanation, 2)
    assert "**✓**" in page
    assert page.count("(✗)") == 2
    tree = parsed(render("html", about, explanation, 2))
    looks = [cell.get("class").split()[0] for cell in named(tree, "td") if cell.get("class") not in {None, "corner"}]
    assert (looks.count("new"), looks.count("used")) == (2, 2)  # one in the grid, one in the answer so far


@pytest.mark.parametrize("name", FORMATS)
def test_values_are_only_text(name):
    rows = [{"<b>who</b>": f"{n}{value}", "what": value} for n, value in enumerate(NASTY)]
    about = subject_of(rows)
    for number in (1, None):
        page = render(name, about, steps_to(about), number)
        assert "\x1b" not in page
        assert "\u202e" not in page
        if name in {"html", "svg"}:
            tree = parsed(page)
            assert not named(tree, "script")
            assert "<script>alert(1)</script>" in "".join(tree.itertext()).replace("\n", "")
        if name == "md":
            assert not re.search(r"(?<!\\)<", page)


def test_a_block_of_text_in_markdown_ends_where_it_should():
    about = subject_of([["```", "a"], ["b", "````"]])
    page = render("md", about, steps_to(about), 8)
    assert page.count("`````") == 2
    assert "│" in page.partition("`````text")[2].partition("`````")[0]


def test_wide_boards_are_not_cut():
    about = subject_of([[f"value {n}" for n in range(30)]])
    page = render("text", about, steps_to(about))
    assert "│value 28│value 29│" in page.partition("The answer")[2]


def test_pictures_are_in_ascii_where_a_console_knows_no_more(subjects):
    for about in subjects.values():
        page = StringIO()
        console = Console(file=page, width=90, legacy_windows=False)
        console._file = type("Ascii", (StringIO,), {"encoding": "ascii"})()
        console.print(Document(about, steps_to(about)))
        found = console.file.getvalue()
        assert found.isascii()
        assert "Step 2" in found


def test_a_terminal_gets_colours(subjects):
    console = Console(file=StringIO(), force_terminal=True, color_system="standard", width=90)
    console.print(Document(subjects["grid"], steps_to(subjects["grid"])))
    assert "\x1b[1;32m[✓]" in console.file.getvalue()


@settings(max_examples=25)
@given(st.lists(ODD, min_size=2, max_size=4, unique_by=lambda text: " ".join(text.split())), ODD)
def test_any_values_and_texts_give_pages_that_can_be_read(values, told):
    for answer in ([{"k": str(n), told: value} for n, value in enumerate(values)], [values], {told: values}):
        about = subject_of(answer)
        steps = (Step(text=told, derives=steps_to(about).steps[-1].derives), *steps_to(about).steps)
        explanation = Explanation(status="verified", steps=steps)
        for name in ("html", "svg"):
            parsed(render(name, about, explanation))
        for line in render("text", about, explanation).splitlines():
            assert shown(line) == line
        tables = [line for line in render("text", about, explanation, 1).splitlines() if line[:1] in "┃│"]
        assert answer is not list or len({*map(cell_len, tables)}) <= 2
        render("md", about, explanation)


@given(
    st.lists(
        st.lists(st.sampled_from(["猫", "a", "é", "12", "e\u0301", "\uff57ide"]), min_size=3, max_size=3), min_size=1
    )
)
@settings(max_examples=25)
def test_the_lines_of_a_board_are_equally_wide(rows):
    about = subject_of(rows)
    drawn = [line for line in render("text", about, steps_to(about), 1).splitlines() if line[:1] in tuple("┌├└│")]
    assert len(drawn) == 2 * len(rows) + 1
    assert len({cell_len(line) for line in drawn}) == 1


@given(st.text(max_size=60), st.integers(2, 20))
def test_folding_keeps_every_letter(text, room):
    lines = folded(text, room)
    assert all(width(line) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert len(folded(text, room, 2)) <= 2


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_colour_of_a_page_can_be_chosen_by_those_who_embed_it(subjects, puzzle):
    """Colours of its styles are what CSS variables fall back to; those of a drawing are restyled by these."""
    page = render("html", subjects[puzzle], steps_to(subjects[puzzle]))
    styles = "".join(re.findall(r"<style>(.*?)</style>", page, re.DOTALL))
    fixed = re.sub(r"var\(--solvent-[a-z]+, #[0-9a-f]{3,6}\)", "", styles)
    assert not re.findall(r"[\s:]#[0-9a-f]{3,6}\b", fixed)
    colour = r'(?:fill|stroke)="#[0-9a-f]{6}"'
    assert {*re.findall(f" ({colour})", page)} <= {*re.findall(rf"\[({colour})\]", styles)}
