"""What the page shows, as HTML: everything that a puzzle says is text in it."""

from html.parser import HTMLParser

import pytest
from console import ROOT
from hypothesis import given
from hypothesis import strategies as st

from solvent.agents import Answer, Evidence
from solvent.agents.walk import Walk
from solvent.translators import Clue
from solvent.translators.puzzle import Passage
from solvent.web import sharing, views

HOSTILE = '<img src=x onerror="alert(1)"></script><b>{{ 7*7 }}</b> ${x} `'
OURS = {
    "body", "button", "caption", "del", "details", "div", "head", "html", "main", "meta", "style", "title",
    "h1", "h2", "li", "mark", "ol", "option", "p", "pre", "q", "section", "select", "span", "summary", "table", "tbody",
    "td", "textarea", "th", "thead", "tr", "ul",
}  # fmt: skip
MADE = ["b", "i", "script", "img", "svg", "iframe", "a", "input", "form", "style"]


class Page(HTMLParser):
    """The tags, the attributes and the text of a piece of HTML."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.open: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def shown(*parts: str) -> Page:
    return Page(f"<div>{''.join(parts)}</div>")


@pytest.fixture(scope="module")
def solved(solve):
    """An example with its text."""

    def of(name):
        text = (ROOT / "examples" / f"{name}.txt").read_text("utf-8")
        return text, solve(text)

    return of


@given(st.text() | st.sampled_from(MADE).map(lambda tag: f'</pre><{tag} onload="x">'), st.text())
def test_whatever_a_puzzle_says_is_text(said, other):
    clue = Clue(id=1, text=said, understood=False, reason=other, guesses=(said,))
    answer = Answer(
        status="contradictory",
        answer=[{said: other, f"{said}2": said}],
        conflict=(1,),
        clues=(clue,),
        evidence=(Evidence(check=said, passed=None, detail=other),),
        reason=said,
        text=(Passage(text=other, role="unread", reason=said),),
        guesses=(other,),
        question=said,
        reply=other,
    )
    whole = f"{other} {said}"
    page = shown(
        views.answer(answer, answer), views.text(whole, answer), views.clues(whole, answer),
        views.replies([(said, other)], answer),
    )  # fmt: skip
    assert page.tags <= OURS - {"style"}
    assert not {name for name in page.attributes if name.startswith("on") or name in ("src", "href")}


def test_a_hostile_grid_is_shown_as_it_is(solve):
    text = f"friends: Ada, Bo\npets: cat, dog\n1. Ada has the cat.\n2. {HOSTILE}\n"
    answer = solve(text)
    page = shown(views.answer(answer), views.text(text, answer), views.clues(text, answer))
    assert HOSTILE in page.text
    assert "img" not in page.tags


def test_the_text_is_shown_whole_with_its_parts(solved):
    text, answer = solved("zebra")
    page = Page(views.text(text, answer))
    assert text.strip() in page.text
    assert {"clue", "category"} <= {part.role for part in views._parts(text, answer)}


def test_clues_that_contradict_each_other_are_marked_in_the_text(solved):
    text, answer = solved("contradictory")
    marked = [(part.clue, part.text) for part in views._parts(text, answer) if part.conflict]
    assert marked == [(2, "The baker drinks tea."), (4, "Maud drinks coffee."), (7, "Maud is the baker.")]
    assert views.text(text, answer).count("<mark") == 3


def test_an_edit_replaces_the_clue_and_nothing_else(solved):
    text, answer = solved("small")
    new = views.edited(text, answer, 3, " Otis grows basil. ")
    assert new == text.replace("Otis does not grow thyme.", "Otis grows basil.")
    assert views.edited(text, answer, 9, "x") is None


def test_a_change_is_told_and_the_cells_that_differ_say_what_they_were(solved, solve):
    text, before = solved("small")
    clues = {"1. Nora grows mint": "1. Nora grows thyme", "3. Otis does not grow thyme": "3. Otis does not grow mint"}
    for old, new in clues.items():
        text = text.replace(old, new)
    after = solve(text)
    assert views.changes(before, before) == "verified, as before; the same answer."
    assert views.changes(after, before).startswith("verified, as before; the answers differ in friends Nora's herbs")
    assert '<del><span class="unseen">was </span>mint</del>' in views.answer(after, before)


def test_what_an_ambiguous_puzzle_leaves_open_stands_in_its_cells(solved):
    _, answer = solved("ambiguous")
    page = Page(f"<div>{views.answer(answer)}</div>").text
    assert "drum or kite" in page
    assert "kite or drum" in page


def test_the_reply_to_a_question_stands_beside_the_grid_that_it_is_from(solved):
    _, answer = solved("riddle")
    shown_too = Page(f"<div>{views.answer(answer)}</div>")
    assert "Who has the rabbit? Dutchman" in shown_too.text
    assert "table" in shown_too.tags
    assert "pre" not in Page(f"<div>{views.answer(solved('queue')[1])}</div>").tags


def test_a_clue_is_not_looked_for_in_a_comment_with_the_same_words(solve):
    text = "# First draft: Ada has the cat.\nfriends: Ada, Bo\npets: cat, dog\n1. Ada has the cat.\n"
    assert views.edited(text, solve(text), 1, "Bo has the cat.") == text.replace("1. Ada", "1. Bo")


def test_a_hidden_character_is_seen_in_a_clue_and_kept_in_its_field(solve):
    text = "friends: Ada, Bo\npets: cat, dog\n1. Ada has the c\u00adat.\n"
    page = views.clues(text, solve(text))
    assert r"<q>Ada has the c\xadat.</q>" in page
    assert ">Ada has the c\u00adat.</textarea>" in page


def test_what_did_not_change_is_not_marked():
    same = Answer(status="verified", answer={"order": ["a", "b"], "crowns": 22})
    assert "<del>" not in views.answer(same, same)
    rows = [[{"city": city} for city in order] for order in (("Rome", "Bern"), ("Bern", "Rome"))]
    before, after = (Answer(status="verified", answer=each) for each in rows)
    assert views.answer(after, before).count("<del>") == 2


def test_lists_in_an_answer_stand_in_one_cell():
    answer = Answer(status="verified", answer={"order": ["menus", "posters"], "crowns": 22})
    assert [
        line.split() for line in Page(f"<div>{views.answer(answer)}</div>").text.splitlines() if "menus" in line
    ] == [["ordermenus,", "posters"]]


@pytest.mark.parametrize(
    "name", ["small", "zebra", "sudoku", "coins", "queue", "islanders", "money", "ranks", "riddle"]
)
def test_every_kind_of_answer_has_a_picture(solved, name):
    text, answer = solved(name)
    page = shown(views.answer(answer), views.text(text, answer), views.clues(text, answer), views.marks_grid(answer))
    assert page.tags <= OURS
    assert str(answer.status) in page.text


def test_a_grid_to_fill_in_is_offered_where_the_values_are_known(solved):
    _, grid = solved("small")
    assert views.marks_grid(grid).count("<select") == 6
    assert views.marks_grid(solved("sudoku")[1]) == ""
    assert views.marks_grid(Answer(status="failed")) == ""


def test_a_walk_says_in_words_what_its_lights_show(solve):
    taken = Walk()
    solve("friends: Ada, Bo\npets: cat, dog\n1. Ada has the cat.\n", on_event=taken.take)
    page = Page(views.walk(taken))
    assert "decompose: done" in page.text
    assert "repair: idle" in page.text
    attempts = list(taken.attempts.values())
    assert "there is no other answer" in Page(f"<div>{views.attempt(attempts[0], attempts)}</div>").text


def test_a_shared_page_loads_nothing(solved):
    text, answer = solved("small")
    page = sharing.page(text, answer, answer.explain())
    found = Page(page.removeprefix("<!DOCTYPE html>"))
    assert not found.attributes & {"src", "href", "onclick"}
    assert "script" not in found.tags
    assert "url(" not in page
    assert "@import" not in page
    assert all(said in found.text for said in (text.strip(), "verified", "Nora goes with mint", "Step 1 of 7"))
