"""What is special about SMT-LIB: sorts of leaves, the comments that mark parts, what is refused."""

import json
import re

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Limits, Objective, Status, accepts, conflict, run, second
from solvent.solvers.engines.questions import ask
from solvent.solvers.engines.smtlib import s_expressions, z3_session
from solvent.solvers.frameworks import smtlib
from solvent.solvers.programs.marked_file import UnbalancedError
from solvent.solvers.programs.term_formulas import TRUE, Compare, Not

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
    assert (await accepts(program, {**ANSWER, "price": 2.5, "bits": 240.0}, pool=pool)).status is Status.SATISFIED
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
        ('{"x": "root"}', Status.BAD_ANSWER, "irrational"),
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
        assert s_expressions.unquote(s_expressions.quote(text)) == text
        assert s_expressions.quote(text).isascii()
    assert s_expressions.unquote(r'"\x41\n\u{41}\u0042\u{30000}\u{}"') == r"\x41\nAB\u{30000}\u{}"
    assert s_expressions.quote("\U000e0001") is None


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
        return [(form.start, form.end, form.text, form.command) for form in s_expressions.forms(text)]
    except UnbalancedError as error:
        return error.at


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_what_is_read_at_one_go_is_what_is_read_token_by_token(text):
    quick = _spans(text), s_expressions.is_term(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(s_expressions, "_BALANCED", re.compile(r"(?!)"))
        patch.setattr(s_expressions, "_HEAD", re.compile(r"(?!)"))
        assert quick == (_spans(text), s_expressions.is_term(text))


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


PIECES = [
    "\\",
    "\\x41",
    "\\u{41}",
    "\\u0041",
    "u{5c}",
    '"',
    "\\n",
    "\u2028",
    "\x85",
    "\x0c",
    "\u00e9",
    "|",
    ";",
    "(",
    "\U0002ffff",
]
texts = st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=["Cs"], max_codepoint=0x2FFFF), max_size=6)


def asked_here(text):
    """An engine in this process, with a context of its own."""
    program = smtlib.parse(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(z3_session, "_CONTEXT", z3.Context())
        engine = smtlib.engine(smtlib.parse(smtlib.render(program)))
    return lambda question, answer=None: next(ask(lambda: engine, question, answer, Limits(seconds=60)))


@given(texts.map("".join), texts.map("".join))
def test_any_text_survives_as_constant_label_and_value(text, other):
    literal = s_expressions.quote(text)
    template = {"s": "s", "c": {"$value": text}, "l": {"$label": "b", "$of": {"true": text, "false": "no"}}}
    raw = json.dumps(template, ensure_ascii=False)
    code = f"(declare-const s String)(declare-const b Bool)(assert (= s {literal}))(assert b)\n; answer\n; {raw}\n"
    told = asked_here(code)
    answer = {"s": text, "c": text, "l": text}
    assert told("run").answer == answer
    assert told("accepts", answer).status is Status.SATISFIED
    assert told("second", answer).status is Status.UNSATISFIABLE
    expected = Status.SATISFIED if text == other else Status.UNSATISFIABLE
    for key in answer:
        assert told("accepts", {**answer, key: other}).status is expected


@given(texts.map("".join))
def test_a_raw_literal_is_read_as_the_standard_says(text):
    """As a program spells it, not as `quote` does: quotes are doubled, and the escapes are two."""
    body = "".join(c for c in text if c not in "\0\r")
    expected = re.sub(
        r"\\u(?:\{([0-9a-fA-F]{1,5})\}|([0-9a-fA-F]{4}))",
        lambda found: chr(code) if (code := int(found[1] or found[2], 16)) <= 0x2FFFF else found[0],
        body,
    )
    doubled = body.replace('"', '""')
    told = asked_here(f'(declare-const s String)(assert (= s "{doubled}"))\n; answer\n; "s"\n')
    assert told("run").answer == expected


async def test_a_character_that_no_string_holds_is_refused_or_no_value(pool):
    code = '(declare-const s String)(assert (= (str.len s) {}))\n; answer\n; "s"\n'
    outcome = await run(smtlib.parse(code.format('(str.len "\U000e0001")')), pool=pool)
    assert outcome.status is Status.SYNTAX_ERROR
    assert outcome.message.startswith("line 1, column ")
    one = smtlib.parse(code.format(1))
    assert (await accepts(one, "\U000e0001", pool=pool)).status is Status.UNSATISFIABLE
    half = smtlib.parse('(declare-const s String)(assert (= s "\\ud83d"))\n; answer\n; "s"\n')
    assert (await run(half, pool=pool)).status is Status.BAD_ANSWER


SHADOWS = [
    "(declare-const x Int)",
    "(declare-const x Bool)",
    "(declare-const |x| Bool)",
    "(declare-fun x (Int) Int)",
    "(define-fun x () Bool true)",
    "(define-fun x ((a Int)) Int 3)",
    "(define-const x Int 3)",
    "(define-fun-rec x ((n Int)) Int n)",
    "(define-funs-rec ((f ((n Int)) Int) (x ((n Int)) Int)) (n n))",
    "(declare-datatype C ((x) (y)))",
    "(declare-datatypes ((C 0)) (((y) (x))))",
    "(declare-datatypes () ((C y x)))",
    "(declare-datatype C ((mk (x Int))))",
    "(declare-datatypes ((C 1)) ((par (T) ((mk (x T))))))",
    "(assert (! (> 2 1) :named x))",
    "(assert (! (> 2 1) :named |x|))",
    "(assert (> (! 5 :pattern 3 :named ; here\n x) 1))",
    "(define-fun g () Bool (! true :named x))",
    "(assert (! (> 2 1) :named f)) (assert (! (> 3 1) :named f))",
]


@pytest.mark.parametrize("line", SHADOWS)
async def test_no_name_is_given_a_second_meaning(pool, line):
    """A clue that renames what the template speaks of would answer in its place."""
    program = smtlib.parse(f'(declare-const x Int)\n(assert (= x 1))\n; clue 1\n{line}\n; answer\n; {{"x": "x"}}\n')
    outcome = await run(program, pool=pool)
    assert outcome.status is Status.SYNTAX_ERROR, outcome
    assert "taken already" in outcome.message
    assert re.match(r"line [45], column \d+: the name ", outcome.message), outcome.message


async def test_names_of_their_own_are_fine_but_not_in_the_template(pool):
    code = "(declare-const x Int)\n(assert (! (= x 1) :named first))\n(assert (let ((x 5)) (= x 5)))\n; answer\n; {}\n"
    assert (await run(smtlib.parse(code.format('{"x": "x"}')), pool=pool)).answer == {"x": 1}
    outcome = await run(smtlib.parse(code.format('{"p": "(! true :named x)"}')), pool=pool)
    assert outcome.status is Status.SYNTAX_ERROR, outcome


@pytest.mark.parametrize(
    ("term", "x", "has"),
    [
        ("(div 10 x)", 0, False),
        ("(+ 1 (mod 10 x))", 0, False),
        ("(div 10 (- 2))", 0, True),
        ("(ite (= x 0) 7 (div 10 x))", 0, True),
        ("(let ((y (- x 1))) (div 10 y))", 1, False),
        ("(let ((y (- x 1))) (div 10 y))", 0, True),
        ("(and (distinct x 0) (= (div 10 x) 5))", 0, True),
        ("(and (= x 0) (= (div 10 x) 5))", 0, False),
        ("(=> (distinct x 0) (= (div 10 x) 5))", 0, True),
        ("(or (= (div 10 x) 5) (< x 3))", 0, True),
        ("(/ 1.0 (to_real x))", 0, False),
    ],
)
async def test_which_quotients_have_a_value(pool, term, x, has):
    outcome = await run(smtlib.parse(f'(declare-const x Int)\n(assert (= x {x}))\n; answer\n; ["{term}"]\n'), pool=pool)
    assert outcome.status is (Status.SATISFIED if has else Status.BAD_ANSWER), outcome
