"""What is special about SMT-LIB: sorts of leaves, the comments that mark parts, what is refused."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Objective, Status, accepts, conflict, run, second, sexpr, smtlib
from solvent.solvers.formula import TRUE, Compare, Not

SORTS = """
(set-logic ALL)
(declare-datatypes ((Colour 0)) (((red) (|pale green|) (blue))))
(declare-datatype Size ((small) (large)))
(declare-const colour Colour)
(declare-const size Size)
(declare-const price Real)
(declare-const third Real)
(declare-const below Int)
(declare-const bits (_ BitVec 8))
(declare-const name String)
(declare-const sure Bool)
; clue 1: the colour
(assert (and (not (= colour red)) (not (= colour blue)) (= size large)))
; clue 2
(assert (and (= price 2.5) (= (* 3 third) (- 1)) (= below (- 4))))
(assert (= bits #xf0))
; Clue 3 - a text with a ; and a (
(assert (and (= name "caf\u00e9 ""x"";(") sure))
(check-sat)
(get-model)
; answer
; {"colour": "colour", "size": "size", "price": "price", "third": "third", "below": "below",
;  "bits": "bits", "name": "name", "sure": "sure", "twice": "(* 2 below)", "fixed": {"$value": "text"},
;  "shown": {"$label": "colour", "$of": {"red": 1, "pale green": 2, "blue": 3}}}
"""
ANSWER = {
    "colour": "pale green",
    "size": "large",
    "price": 2.5,
    "third": "-1/3",
    "below": -4,
    "bits": 240,
    "name": 'caf\u00e9 "x";(',
    "sure": True,
    "twice": -8,
    "fixed": "text",
    "shown": 2,
}


async def test_every_sort_of_leaf_is_read_and_compared(pool):
    program = smtlib.parse(SORTS)
    outcome = await run(program, pool=pool)
    assert outcome.answer == ANSWER, outcome
    assert (await accepts(program, ANSWER, pool=pool)).status is Status.SATISFIED
    assert (await second(program, ANSWER, pool=pool)).status is Status.UNSATISFIABLE
    assert (await accepts(program, {**ANSWER, "price": "5/2", "bits": 240.0}, pool=pool)).status is Status.SATISFIED
    wrong = {"colour": "large", "price": 2.51, "third": -0.3333, "bits": 300, "name": "cafe", "sure": 0, "below": "x"}
    for key, value in wrong.items():
        outcome = await accepts(program, {**ANSWER, key: value}, pool=pool)
        assert outcome.status is Status.UNSATISFIABLE, (key, outcome)


async def test_a_constant_of_the_program_is_no_value(pool):
    """An answer is data: it may name a declared constant, and still is no term."""
    text = '(declare-datatype C ((r) (g)))(declare-const x C)(declare-const y C)(assert (= x y r))\n; answer\n; "x"'
    program = smtlib.parse(text)
    for answer in ("y", "r)) (assert (= r r", "x"):
        assert (await accepts(program, answer, pool=pool)).status is Status.UNSATISFIABLE
    assert (await accepts(program, "r", pool=pool)).status is Status.SATISFIED


def test_parts_are_read_from_comments():
    program = smtlib.parse(
        "; a puzzle\n(declare-const x Int)\n; clue 3: it is\n; more words\n(assert (> x 1)) ; clue 9 is not here\n"
        "; clue\n(assert (< x\n; clue 4\n 9))\n(minimize (+ x ; much\n 1))\n; minimise the total\n; maximize x\n"
        '; answer {"x":\n;  "x"}\n; clue 7\n(assert true)\n'
    )
    assert program.preamble == "; a puzzle\n(declare-const x Int)"
    assert program.clues == (3, 7)
    assert [fragment.clue for fragment in program.fragments] == [3, None, 7]
    assert program.fragments[0].code.startswith("; it is\n; more words\n(assert (> x 1))")
    assert "; clue 4" in program.fragments[1].code
    assert program.objectives == (
        Objective(sense="minimize", term="( + x 1 )"),
        Objective(sense="maximize", term="x"),
    )
    assert program.answer.split() == ['{"x":', '"x"}']


async def test_declarations_of_a_dropped_clue_stay(pool):
    text = (
        "(declare-const x Int)\n; clue 1\n(declare-const y Int)\n(assert (= x y 1))\n"
        '; clue 2\n(assert (= x y 2))\n; answer\n; {"x": "x"}\n'
    )
    outcome = await conflict(smtlib.parse(text), pool=pool)
    assert outcome.conflict == (1, 2), outcome


@pytest.mark.parametrize(
    ("line", "status", "place", "said"),
    [
        ('(include "/etc/passwd")', Status.BLOCKED, (2, 1), "include"),
        ("(reset)", Status.BLOCKED, (2, 1), "reset"),
        ('(|include| "/etc/passwd")', Status.BLOCKED, (2, 1), "what is no command is not allowed"),
        ("(assert (> x 1)", Status.SYNTAX_ERROR, (2, 1), "never closed"),
        ("(assert (> x 1)))", Status.SYNTAX_ERROR, (2, 17), "never opened"),
        ("(assert (= x |a))", Status.SYNTAX_ERROR, (2, 14), "never closed"),
        ("(assert (> z 1))", Status.SYNTAX_ERROR, (2, 11), "unknown constant z"),
        ("stray", Status.BLOCKED, (2, 1), "not allowed"),
        ("(assert-soft (> x 1))", Status.BLOCKED, (2, 1), "minimize"),
    ],
)
async def test_what_is_wrong_is_placed(pool, line, status, place, said):
    program = smtlib.parse(f'(declare-const x Int)\n{line}\n; answer\n; {{"x": "x"}}\n')
    outcome = await run(program, pool=pool)
    assert outcome.status is status, outcome
    assert outcome.message.startswith(f"line {place[0]}, column {place[1]}: "), outcome.message
    assert said in outcome.message


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        ('{"x": "z"}', Status.SYNTAX_ERROR, "unknown constant z"),
        ('{"x": "x) (assert false"}', Status.SYNTAX_ERROR, "not one SMT-LIB term"),
        ('{"x": }', Status.SYNTAX_ERROR, "no JSON"),
        ('{"x": {"$label": "x"}}', Status.SYNTAX_ERROR, "$label"),
        ('[{"$where": "x", "$item": 1}]', Status.SYNTAX_ERROR, "must be Bool"),
        ('{"x": "root"}', Status.BAD_ANSWER, "no number"),
        ('{"x": "thing"}', Status.BAD_ANSWER, "no number"),
    ],
)
async def test_what_is_wrong_with_a_template_is_said(pool, answer, status, said):
    text = "(declare-const x Int)(declare-const root Real)(assert (= (* root root) 2.0))"
    text += "(declare-sort T)(declare-const thing T)"
    outcome = await run(smtlib.parse(f"{text}\n; answer\n; {answer}\n"), pool=pool)
    assert outcome.status is status, outcome
    assert said in outcome.message


@pytest.mark.parametrize(("aim", "bound"), [("minimize x", ""), ("minimize r", "(assert (> r 2.0))")])
async def test_an_optimum_that_is_not_there_is_not_claimed(pool, aim, bound):
    text = f'(declare-const x Int)(declare-const r Real){bound}\n; {aim}\n; answer\n; ["x", "r"]\n'
    outcome = await run(smtlib.parse(text), pool=pool)
    assert outcome.status is Status.SATISFIED
    assert "not proven" in outcome.message


def test_unknown_frameworks_are_named():
    with pytest.raises(solvers.SolventError, match=r"cpmpy.*smtlib"):
        solvers.load("prolog")
    with pytest.raises(solvers.UnknownFrameworkError, match="smt2"):
        solvers.framework_of("puzzle.pl", "")
    assert solvers.framework_of("a/puzzle.SMT2", "") == "smtlib"
    assert solvers.framework_of("puzzle.py", "from cpmpy import *") == "cpmpy"


def test_strings_survive_quoting():
    for text in ("", 'a"b', "\\u{41}", "caf\u00e9 \U0001f600", "new\nline"):
        assert sexpr.unquote(sexpr.quote(text)) == text
        assert sexpr.quote(text).isascii()


async def test_recursive_functions_are_defined_anew_for_each_question(pool):
    """z3 keeps them through a reset."""
    text = (
        "(define-fun-rec half ((n Int)) Int (ite (< n 2) 0 (+ 1 (half (- n 2)))))\n(declare-const x Int)\n"
        '; clue 1\n(assert (= x (half 7)))\n; clue 2\n(assert (> x {}))\n; answer\n; {{"x": "x"}}\n'
    )
    program = smtlib.parse(text.format(2))
    outcome = await run(program, pool=pool)
    assert outcome.answer == {"x": 3}, outcome
    assert (await second(program, outcome.answer, pool=pool)).status is Status.UNSATISFIABLE
    assert (await conflict(smtlib.parse(text.format(3)), pool=pool)).conflict == (1, 2)


_PIECES = st.sampled_from(
    ["(", ")", "(a", " b)", " ", "\n", '"', '""', "|", "#", "\\", ";", "x", "(= |p q| 1)", ":k", '"s"', "\0"]
)


def _spans(text):
    """The forms, or where the text is out of balance."""
    try:
        return [(form.start, form.end, form.text, form.command) for form in sexpr.forms(text)]
    except sexpr.UnbalancedError as error:
        return error.at


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_what_is_read_at_one_go_is_what_is_read_token_by_token(text):
    quick = _spans(text), sexpr.is_term(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sexpr, "_BALANCED", re.compile(r"(?!)"))
        patch.setattr(sexpr, "_HEAD", re.compile(r"(?!)"))
        assert quick == (_spans(text), sexpr.is_term(text))


def test_questions_in_any_order_to_one_engine():
    """The second search goes on from the first, and leaves nothing behind for the next question."""
    program = smtlib.parse(
        '(declare-const x Int)\n; clue 1\n(assert (< 0 x 3))\n; clue 2\n(assert (< x 2))\n; answer\n; "x"'
    )
    engine = smtlib.engine(program)
    one, two = (Compare("x", "==", value) for value in (1, 2))

    def solve(extra, keep=None):
        return engine.solve(extra, keep=keep, goal=None, seconds=5)

    for _ in range(2):
        assert solve(TRUE) is Status.SATISFIED
        assert solve(Not(one)) is Status.UNSATISFIABLE
        assert solve(Not(one)) is Status.UNSATISFIABLE
        assert solve(TRUE) is Status.SATISFIED
        assert solve(Not(two)) is Status.SATISFIED
        assert engine.read(["x"]) == [1]
        assert solve(two, frozenset({1})) is Status.SATISFIED
        assert solve(two) is Status.UNSATISFIABLE
        assert solve(TRUE) is Status.SATISFIED
        assert solve(two, frozenset({1})) is Status.SATISFIED
        assert solve(one) is Status.SATISFIED
