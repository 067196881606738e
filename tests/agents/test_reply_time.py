"""Reading a model's reply takes a time that grows with its length and no faster, whatever the reply is made of."""

import gc
import time
from contextlib import suppress

import pytest

from solvent import solvers
from solvent.agents.models.json_reply import extract, mismatches
from solvent.translators.code_extraction import LONGEST, ReplyError
from solvent.translators.framework import load
from solvent.translators.slips import slips

FACTOR = 3.5  # of the time for a text of twice the length: two if it is linear, four if it is quadratic
SHORT = 0.04  # what takes less than that at the greater length says nothing
SCHEMA = {"type": "object", "properties": {"n": {"type": "array", "items": {"type": "string"}}}, "required": ["n"]}
# Who reads it, what stands before, what is repeated, what stands behind.
REPLIES = {
    "objectives": ("cpmpy", "```python\nobjectives=[", "minimize(a), ", "]\nanswer=1\n```"),
    "objectives on lines": ("cpmpy", "```python\nobjectives=[", "minimize(a),\n", "]\nanswer=1\n```"),
    "clues": ("cpmpy", "```python\n", "with clue(1):\n    y=a\n", "answer=[1]\n```"),
    "moved texts": ("cpmpy", "```python\n", 'with clue(1):\n    y="""\n  a"""\n', "answer=[1]\n```"),
    "fences": ("cpmpy", "", "```python\na\n```\n", ""), "open fences": ("cpmpy", "", "```\n", ""),
    "a fence": ("cpmpy", "", "`", ""), "a language": ("cpmpy", "```", "a", ""), "tabs": ("cpmpy", "```\n", " \t", "x"),
    "template": ("smtlib", "(declare-const x Int)\n; answer\n", ";\n", ";[1]"),
    "terms": ("smtlib", "; clue 1\n(assert ", "(a ", ")"), "forms": ("smtlib", "; clue 1\n", "(a)", "\n; answer\n;[1]"),
    "marks": ("smtlib", "; clue 1\n", "; clue 1 - x\n", "\n; answer\n;[1]"),
    "strings": ("smtlib", '; clue 1\n(assert "', '""\\', "\n; answer\n;[1]"),
    "aims": ("smtlib", "; clue 1\n", "; minimize (a)\n", "\n; answer\n;[1]"),
    "terms in strings": ("minizinc", "x = ", '"\\(a)" ', ";\n% answer\n%[1]"),
    "nested strings": ("minizinc", "x = ", '"\\(', ";\n% answer\n%[1]"),
    "comments": ("minizinc", "constraint x", "% a\n", "; % answer\n%[1]"),
    "quotes in a text": ("json", '{"a":"', '\\"', ""), "quotes behind brackets": ("json", "[[", '\\"', ""),
    "objects": ("json", "[" + "1, " * 9000 + "1] ", "{} ", ""), "broken": ("json", "x", '{"a":1 ', ""),
    "misfits": ("json", '{"n":[1', ",1", "]}"), "blocks": ("json", "", "```json\n[1]\n```\n", ""),
    "open": ("json", "", '{"a\n', ""), "keys": ("json", "", "{'", ""), "backslashes": ("json", "", '"\\', ""),
}  # fmt: skip


def read(reader: str, text: str) -> None:
    if reader == "json":
        extract(text, lambda value: not mismatches(value, SCHEMA))
        return
    with suppress(ReplyError):
        program = load(reader).read(text)
        solvers.load(reader).render(program)
        slips(program)


def seconds(kind: str, length: int) -> float:
    reader, before, unit, behind = REPLIES[kind]
    text = before + unit * (length // len(unit)) + behind
    gc.disable()
    try:
        started = time.process_time()
        read(reader, text)
        return time.process_time() - started
    finally:
        gc.enable()


def grows_too_fast(kind: str, length: int) -> bool:
    double = seconds(kind, 2 * length)
    return double > SHORT and double > FACTOR * seconds(kind, length)


@pytest.mark.parametrize("kind", REPLIES)
def test_twice_the_reply_takes_about_twice_the_time(kind):
    # A second and a third look, since somebody else may have been using the machine.
    assert not all(grows_too_fast(kind, 30_000) for _ in range(3))


def test_a_program_longer_than_any_is_refused():
    with pytest.raises(ReplyError, match="characters"):
        load("cpmpy").read("```python\n" + "x = 1\n" * LONGEST + "answer = 1\n```")


@pytest.mark.parametrize("levels", [150, 300, 900, 20_000])
@pytest.mark.parametrize(
    "opening", ["[]", ("{1:", "}"), ("-", ""), ("not ", ""), ("(", ")"), ("a.", ""), ("(+ 1 ", ")")]
)
@pytest.mark.parametrize("reader", ["cpmpy", "smtlib", "minizinc"])
def test_a_program_that_nests_deep_is_no_fault_of_ours(reader, opening, levels):
    nested = opening[0] * levels + "1" + opening[1] * levels
    read(reader, f'with clue(1):\n    a = """\n x"""\n    b = {nested}\nanswer = [{nested}]\n')
    read(reader, f"; clue 1\n(assert {nested})\n; answer\n; [{nested}]\n")
    read(reader, f"% clue 1\nconstraint {nested};\n% answer\n% [{nested}]\n")


@pytest.mark.parametrize(
    "text", ["x = 1\ry = 2\rwith clue(1): z = 3\nanswer = 1\n", "; clue " + "9" * 5000 + "\n; answer\n; 1"]
)
def test_odd_lines_and_numbers(text):
    for reader in ("cpmpy", "smtlib", "minizinc"):
        read(reader, text)
