"""Answers as people meet them in Python: `print`, the prompt, notebooks, plain data."""

import json

import pytest

from solvent.agents import Answer, Verdict
from solvent.explanations.values import value_text

ROWS = [{"friend": "Nora", "herb": "mint"}, {"friend": "Al", "herb": "dill & <b>"}]


def answer(value, status=Verdict.VERIFIED):
    return Answer(status=status, answer=value, reason="It is <so>.", seconds=0.25)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ROWS, "friend  herb\nNora    mint\nAl      dill & <b>"),
        ([[1, 2], [30, None]], "1   2\n30"),
        ([{"name": "李雷", "n": 1}, {"name": "Bo", "n": 2}], "name  n\n李雷  1\nBo    2"),
        ({"text": "HI", "mapping": {"A": "H"}}, "HI\n\nA=H"),
        ({"x": 1}, '{\n  "x": 1\n}'),
        ([], "[]"),
        (["a"], '[\n  "a"\n]'),
    ],
)
def test_values(value, text):
    assert value_text(value) == text


def test_an_answer_as_text():
    assert str(answer(ROWS)).endswith("\n\nverified: It is <so>.")
    assert str(answer(ROWS)).startswith("friend  herb\n")
    assert str(answer(None, Verdict.FAILED)) == "failed: It is <so>."


def test_a_representation_is_short():
    shown = repr(answer([{"a": "x" * 5000}]))
    assert "status='verified'" in shown
    assert len(shown) < 600
    assert len(shown.splitlines()) == 4


def test_a_notebook_shows_a_table_and_escapes():
    shown = answer(ROWS)._repr_html_()
    assert "<th>friend</th>" in shown
    assert "<td>dill &amp; &lt;b&gt;</td>" in shown
    assert "It is &lt;so&gt;." in shown
    assert "<pre>" in answer({"x": 1})._repr_html_()
    assert "<table>" not in answer(None, Verdict.FAILED)._repr_html_()


def test_nothing_hidden_is_shown():
    bad = answer([{"a\x1b[2J": "b\u202e"}])
    for shown in (str(bad), repr(bad), bad._repr_html_()):
        assert "\x1b" not in shown
        assert "\u202e" not in shown


def test_plain_data_is_json():
    found = answer(ROWS).to_dict()
    assert json.loads(json.dumps(found)) == found
    assert found["answer"] == ROWS
