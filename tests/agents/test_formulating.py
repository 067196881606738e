"""How replies about puzzles with verifiers are read, and what is said to one that cannot be used."""

import warnings
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvent.agents import formulating
from solvent.translators.code_extraction import ReplyError

CODE = """\
import itertools

FORMAT = "A list of two names."
EXAMPLE = ["Ann", "Bo"]
NAMES = {"Ann", "Bo"}


def inputs_check(inputs):
    return set(inputs) == NAMES


def helper(inputs):
    return inputs[0]


def constraint_1(inputs):
    return helper(inputs) == "Ann" and inputs[0] != "\\d"


constraint_list = [constraint_1]
"""


def fenced(code):
    return f"I thought about it.\n\n```python\n{code}```\n\nThat is all."


def test_a_verifier_is_divided_into_its_parts():
    found = formulating.read_verifier(fenced(CODE))
    assert (found.format, found.example) == ("A list of two names.", "['Ann', 'Bo']")
    assert "NAMES" in found.inputs_check
    assert "helper" not in found.inputs_check
    assert "def helper" in found.constraint_list
    assert "EXAMPLE" not in found.inputs_check + found.constraint_list
    names = {}
    with warnings.catch_warnings(action="ignore"):  # of the escape, which was read without a warning
        exec(f"{found.inputs_check}\n{found.constraint_list}", names)
    assert names["inputs_check"](["Ann", "Bo"])
    assert [check(["Bo", "Ann"]) for check in names["constraint_list"]] == [False]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (CODE.replace("FORMAT", "SHAPE"), "no FORMAT"),
        (CODE.replace("EXAMPLE", "SAMPLE"), "no EXAMPLE"),
        (CODE.replace("inputs_check(inputs)", "check(inputs)"), "no inputs_check"),
        (CODE.replace("return inputs[0]", "return inputs[0"), "no Python"),
    ],
)
def test_what_a_verifier_lacks_is_said(code, words):
    with pytest.raises(ReplyError, match=words):
        formulating.read_verifier(fenced(code))


def test_an_added_constraint_needs_its_sentence_and_its_predicate():
    code = 'CONSTRAINT = "Ann  is not\\nlast."\n\n\ndef constraint_2(inputs):\n    return inputs[-1] != "Ann"\n'
    sentence, predicate = formulating.read_addition(fenced(code), "constraint_2")
    assert sentence == "Ann is not last."
    assert predicate.startswith("def constraint_2(inputs):\n")
    with pytest.raises(ReplyError, match="constraint_3"):
        formulating.read_addition(fenced(code), "constraint_3")
    with pytest.raises(ReplyError, match="CONSTRAINT"):
        formulating.read_addition(fenced(code.replace("CONSTRAINT", "TEXT")), "constraint_2")


PROGRAM = 'import cpmpy as cp\nx = cp.intvar(1, 9)\nwith clue(1):\n    model += x > 3\nanswer = {"x": x}\n'


@pytest.mark.parametrize(
    ("said", "total"),
    [
        ("factorial(9) * 3**4", 362880 * 81),
        ("math.comb(6, 3) * 2", 40),
        ("12 // 5 + 1", 3),
        ("10**40", None),
        ("2**9999999999", None),
        ("factorial(10**9)", None),
        ("9.5 * 2", None),
        ("__import__('os')", None),
        ("1 // 0", None),
        ("3 - 5", None),
    ],
)
def test_the_number_of_arrangements_is_arithmetic_of_whole_numbers(said, total):
    program, found = formulating.read_program(fenced(f"# expects: any\n# total: {said}\n{PROGRAM}"))
    assert (program.clues, found) == ((1,), total)


@settings(max_examples=40)
@given(st.text(max_size=200))
def test_no_reply_breaks_the_readers(text):
    for read in (formulating.read_verifier, formulating.read_traversal, formulating.read_program):
        for reply in (text, fenced(text)):
            with suppress(ReplyError):
                assert read(reply)


def test_an_empty_reply_is_not_sent_back_as_it_is():
    opening = formulating.about_text("Three boats are moored in a row.")
    for reply in ("", "{}"):
        first, said, told = formulating.again(opening, reply, "a field is missing")
        assert first == opening[0]
        assert (said["role"], bool(said["content"])) == ("assistant", True)
        assert "a field is missing" in told["content"]
