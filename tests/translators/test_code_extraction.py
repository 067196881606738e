"""Programs in replies, as models really write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent.translators.code_extraction import ReplyError, code, has_block

PYTHON = (("python", "py"), ("answer =",))
WHOLE = 'x = 1\nanswer = {"x": x}\n'


@pytest.mark.parametrize(
    "reply",
    [
        f"```python\n{WHOLE}```",
        f"First I think.\n\n```python\n{WHOLE}```\nDone.",
        f"~~~py\n{WHOLE}~~~",
        f"```\n{WHOLE}```",
        f"```python\n{WHOLE}",
        f"```Python\n{WHOLE}```",
        f"  ```python\n{WHOLE}  ```",
        f"```json\n{{}}\n```\n```python\n{WHOLE}```",
        f"A piece:\n```python\nx = 2\n```\nAll of it:\n```python\n{WHOLE}```",
        f"A first try:\n```python\nx = 3\nanswer = 3\n```\nBetter:\n```python\n{WHOLE}```",
        f"```python\n{WHOLE}```\nand how to run it\n```python\nprint(1)\n```",
    ],
)
def test_the_program_is_found(reply):
    assert code(reply, *PYTHON).strip() == WHOLE.strip()


@pytest.mark.parametrize("rest", ["```", "```\n", "~~~\n\n", "```\nThat is all.", "```\nRun it:\n```\nx.py\n```"])
def test_a_closing_fence_alone_ends_it(rest):
    assert code(WHOLE + rest, *PYTHON) == WHOLE


@pytest.mark.parametrize("said", ["expects: unique", "  expects:all "])
def test_what_is_said_of_the_text_is_no_code(said):
    assert code(f"```python\n{said}\n{WHOLE}```", *PYTHON) == f"\n{WHOLE}"
    assert code(f"```python\nexpects = 3\n{WHOLE}```", *PYTHON) == f"expects = 3\n{WHOLE}"


def test_parts_are_joined():
    reply = "Variables:\n```python\nx = 1\n```\nConstraints:\n```python\ny = 2\n```\n"
    assert code(reply, *PYTHON) == "x = 1\ny = 2\n"


def test_a_program_without_a_fence_is_read():
    assert code(WHOLE, *PYTHON) == WHOLE


@pytest.mark.parametrize("reply", ["", "The answer is 4.", "```json\n{}\n```", "[[OK]]"])
def test_what_is_no_program_is_told(reply):
    with pytest.raises(ReplyError, match="python"):
        code(reply, *PYTHON)


def test_a_block_is_known_by_its_language():
    reply = f"Here it is:\n\n~~~Python\n{WHOLE}~~~\n"
    assert has_block(reply, ("python",))
    assert not has_block(reply, ("smt2",))
    assert not has_block("I would write ```python here, but will not.", ("python",))


@given(st.text(), st.text())
def test_any_prose_around_a_block_leaves_it_whole(before, after):
    before, after = before.replace("`", "").replace("~", ""), after.replace("`", "").replace("~", "")
    assert code(f"{before}\n```python\n{WHOLE}```\n{after}", *PYTHON) == WHOLE
