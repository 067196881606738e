"""What notebooks show of answers, checks, replies and repairs: any text as text, well-formed, nothing loaded."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.agents import Answer, Verdict
from solvent.explanations.checking.checking import Checked
from solvent.explanations.questions import Reply
from solvent.explanations.repairs.repairing import Addition, Correction, Repairs
from solvent.explanations.visible import shown

SMALL = """\
friends: Nora, Otis, Petra
herbs: basil, mint, thyme
1. Nora grows mint.
2. Otis does not grow thyme.
"""
TAGS = {"div", "b", "p", "ol", "li", "pre", "style", "table", "thead", "tbody", "tr", "th", "td", "details", "summary"}
ANY = st.text(st.characters(codec=None), max_size=30) | st.sampled_from(
    ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</div></pre>", "]]>&amp;\"'", "</style><b>", "a\rb"]
)


def texts_of(page):
    """The texts of a page, which has to be well-formed, of known elements, and without links or handlers."""
    tree = ET.fromstring(page)
    for element in tree.iter():
        assert element.tag in TAGS
        assert set(element.attrib) <= {"style", "class", "value"}
        assert "url" not in element.get("style", "")
    return "".join(tree.itertext())


@given(ANY, ANY)
def test_any_text_is_shown_as_text(one, other):
    witness = [{one: other, "other": one}]
    reply = Reply(reply=True, kind="must", clues=(1,), text=one, witness=witness).quoting({1: other, 2: "not this"})
    added = Addition(clues=(one,), kinds=("fact",), text=f"text {other}")
    repairs = Repairs(status="x", corrections=(Correction(drop=(1,), text=f"text {one}"),), additions=(added,))
    assert "not this" not in reply._repr_html_()
    for each, parts in (
        (Answer(status=Verdict.VERIFIED, answer=witness, reason=one), (one, other)),
        (Answer(status=Verdict.VERIFIED, answer=one, question=other, reply=one), (other,)),
        (Checked(accepted=False, text=one), one.split("\n")),
        (reply, (*one.split("\n"), other)),
        (repairs, (one, other)),
    ):
        told = texts_of(each._repr_html_())
        assert all(shown(part) in told for part in parts)


def test_a_check_says_at_once_whether_it_is_right(solve, in_pool):
    answer = solve(SMALL)
    right, wrong = (
        in_pool(lambda pool, marks=marks: answer.acheck(marks, pool=pool))._repr_html_()
        for marks in ("Nora: mint", "Otis: thyme")
    )
    assert "<b>✓ Right" in right
    assert "<b>✗ Wrong" in wrong
    assert "Otis does not grow thyme." in wrong


def test_a_reply_quotes_the_clues_that_it_rests_on(solve, in_pool):
    answer = solve(SMALL)
    told = in_pool(lambda pool: answer.aask("who grows thyme?", pool=pool))._repr_html_()
    assert "<b>Petra: " in told
    assert '<li value="1">Nora grows mint.</li><li value="2">Otis does not grow thyme.</li>' in told
    told = in_pool(lambda pool: answer.aask("what if clue 2 were dropped?", pool=pool))._repr_html_()
    assert "<td>Otis</td>" in told


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (SMALL.replace("2. Otis does not grow thyme.\n", ""), "The puzzle with “"),
        (f"{SMALL}3. Nora does not grow mint.\n", "The puzzle without clue 1"),
    ],
)
def test_repairs_have_the_repaired_texts_folded_away(solve, in_pool, text, title):
    answer = solve(text)
    told = in_pool(lambda pool: answer.arepairs(pool=pool))._repr_html_()
    assert f"<details><summary>{title}" in told
    assert "friends: Nora, Otis, Petra" in texts_of(told)
