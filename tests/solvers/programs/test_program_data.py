"""Data that stand apart from a program: stated in its file, bound before its code, exchanged for others."""

import json
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Program, Status, bearing, run, used_data

PACKING = {
    "cpmpy": """\
# expects: optimal
import cpmpy as cp

data = {"weights": [3, 4], "capacity": 5}

packed = cp.boolvar(shape=len(weights))
total = sum(w * p for w, p in zip(weights, packed))
with clue(1):
    model += total <= capacity
objectives = [maximize(total)]
answer = {"packed": list(packed)}
""",
    "ortools": """\
from ortools.sat.python import cp_model

data = {"weights": [3, 4], "capacity": 5}
packed = [model.new_bool_var("") for _ in weights]
total = sum(w * p for w, p in zip(weights, packed))
with clue(1):
    model.add(total <= capacity)
objectives = [maximize(total)]
answer = {"packed": packed}
""",
    "minizinc": """\
% data
% {"weights": [3, 4], "capacity": 5}
int: capacity;
array[int] of int: weights;
array[index_set(weights)] of var bool: packed;
% clue 1
constraint sum(i in index_set(weights))(weights[i] * packed[i]) <= capacity;
% maximize sum(i in index_set(weights))(weights[i] * packed[i])
% answer
% {"packed": "packed"}
""",
}
parametrised = pytest.mark.parametrize(
    "framework", ["cpmpy", "ortools", pytest.param("minizinc", marks=pytest.mark.needs("minizinc"))]
)


def parse(framework, text):
    return solvers.load(framework).parse(text)


# Files

NAMES = st.from_regex(r"[a-z]\w{0,5}", fullmatch=True)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
PLAIN = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3),
    max_leaves=8,
)
DATA = st.dictionaries(NAMES, VALUES, min_size=1, max_size=4)
FILES = {
    "cpmpy": [PACKING["cpmpy"], "answer = 1\n", "import cpmpy as cp\nanswer = 1\n", "with clue(1):\n    pass\n"],
    "ortools": [
        '"""A docstring,\nof two lines."""\nimport json; x = 1\ny = 2\n',
        "# a comment\n\nx = (\n  1)\nanswer = x\n",
    ],
    "minizinc": [
        PACKING["minizinc"],
        "% expects: any\nvar 0..9: x;\n% answer\n% {}\n",
        "% clue 1\n% clue\n% answer\n% 1\n",
    ],
    "smtlib": ["; expects: any\n(declare-const x Int)\n; clue 1\n(assert (> x 1))\n; answer\n; 1\n"],
}


@pytest.mark.parametrize("framework", FILES)
@given(data=DATA, place=st.integers(0, 9))
def test_files_keep_data(framework, data, place):
    """Equal as JSON: in Python, 1 and True are equal."""
    assume(all(map(_encodes, json.dumps(data))))
    texts = FILES[framework]
    program = parse(framework, texts[place % len(texts)]).model_copy(update={"data": data})
    text = solvers.load(framework).render(program)
    again = parse(framework, text)
    assert again == program
    assert json.dumps(again.data) == json.dumps(data)
    assert solvers.load(framework).render(again) == text


def _encodes(letter):
    return not "\ud800" <= letter <= "\udfff"


@pytest.mark.parametrize("framework", PACKING)
def test_a_file_is_read_and_written_as_it_is(framework):
    program = parse(framework, PACKING[framework])
    assert program.data == {"weights": [3, 4], "capacity": 5}
    assert solvers.load(framework).render(program) == PACKING[framework]
    assert hash(program) == hash(parse(framework, PACKING[framework]))
    assert program != program.model_copy(update={"data": {}})


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\ndata = {'n': 1}\n",
        "data = {1: 'tea'}\n",
        "data = {'n': (1, 2)}\n",
        "data = {'n': x}\n",
        "data = {'n': 1e999}\n",
        "data = {}\n",
        "data = {'n': 1}; x = 2\n",
        "data = other = {'n': 1}\n",
    ],
)
def test_other_variables_called_data_stay(text):
    program = parse("cpmpy", text)
    assert (program.data, program.preamble) == ({}, text.rstrip())


def test_a_comment_called_data_stays():
    text = "% Data\n% {tea, milk}\nvar 0..9: x;\n% answer\n% {}\n"
    assert parse("minizinc", text).data == {}
    assert parse("minizinc", text).preamble.startswith("% Data")
    spread = parse("minizinc", '% data: {\n%  "n": 3\n% }\n% more\nint: n;\n')
    assert (spread.data, spread.preamble) == ({"n": 3}, "% more\nint: n;")


# Runs


@parametrised
async def test_data_are_bound_and_exchanged(pool, framework):
    program = parse(framework, PACKING[framework])
    first = await run(program, pool=pool)
    assert (first.status, first.answer) == (Status.OPTIMAL, {"packed": [False, True]}), first.message
    other = program.model_copy(update={"data": {"weights": [5, 6, 7], "capacity": 13}})
    assert (await run(other, pool=pool)).answer == {"packed": [False, True, True]}
    assert (await run(program, pool=pool)).answer == first.answer
    assert (await bearing(program, first.answer, pool=pool)).stated == (1,)


async def test_a_model_with_other_data_is_another_one(pool):
    """1, 1.0 and True are equal in Python, and still not the same data."""
    program = parse("cpmpy", "data = {'n': 1}\nanswer = [n]\n")
    for value in (1, True, 2.5, None, "a", {"b": [1]}):
        asked = program.model_copy(update={"data": {"n": value}})
        assert repr((await run(asked, pool=pool)).answer) == repr([value])


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(
    ("declared", "value", "term", "expected"),
    [
        ("array[0..1] of int: w", [3, 4], "w[0]", 3),
        ("array[1..2, 1..2] of int: w", [[3, 4], [5, 6]], "w[2, 1]", 5),
        ("array[0..1, 0..1] of int: w", [[3, 4], [5, 6]], "w[1, 0]", 5),
        ("array[int, int] of int: w", [[3, 4], [5, 6]], "w[1, 2]", 4),
        ("array[1..2, 1..1, 1..2] of int: w", [[[3, 4]], [[5, 6]]], "w[2, 1, 2]", 6),
        ("array[int] of bool: w", [True, False], "bool2int(w[1])", 1),
        ("array[int] of string: w", ["a", 'é"\n'], "length(w)", 2),
        ("array[int] of int: w", [], "length(w)", 0),
        ("float: w", 1e-7, "bool2int(w > 0.0)", 1),
        ("float: w", 1e20, "bool2int(w > 1000.0)", 1),
        ("set of int: w", {"set": [2, 5]}, "max(w)", 5),
        ("array[int] of set of int: w", [{"set": [2]}, {"set": []}], "card(w[1])", 1),
    ],
)
async def test_minizinc_takes(pool, declared, value, term, expected):
    text = f'{declared};\nvar 0..9: x;\n% clue 1\nconstraint x = {term};\n% answer\n% {{"x": "x"}}\n'
    outcome = await run(parse("minizinc", text).model_copy(update={"data": {"w": value}}), pool=pool)
    assert (outcome.status, outcome.answer) == (Status.SATISFIED, {"x": expected}), outcome.message


# Errors


async def check(pool, framework, text, message):
    outcome = await run(parse(framework, text), pool=pool)
    assert outcome.status in (Status.SYNTAX_ERROR, Status.RUNTIME_ERROR)
    assert re.search(message, outcome.message), outcome.message


@pytest.mark.parametrize(
    ("framework", "text", "message"),
    [
        ("cpmpy", "import cpmpy as cp\ndata = {'model': 3}\nanswer = 1", "line 3, column 9: the data have 'model'"),
        ("cpmpy", "data = {'n': 1, 'cp': 3}\nanswer = 1", "line 1, column 17: the data have 'cp'"),
        ("cpmpy", "data = {'class': 3}\nanswer = 1", "line 1, column 9: the data have 'class'"),
        ("cpmpy", "data = {'Ada Smith': 3}\nanswer = 1", "'Ada Smith', which cannot be the name of a variable"),
        ("ortools", "import numpy as np\ndata = {'np': 3}\nanswer = 1", "the data have 'np'"),
        (
            "ortools",
            "x = 1\ndata = {'n': 3}\nanswer = n",
            r"line 3, column 10: NameError.* only as the first statement",
        ),
        ("ortools", "import math\ndata = {'n': 3}\n\nanswer = 1 / 0", "line 4, column 10: ZeroDivisionError"),
        ("smtlib", '; data\n; {"n": 3}\n; answer\n; 1', "no data apart from the program in smtlib"),
        ("smtlib", '; data\n; {"n": 3\n; answer\n; 1', "line 1, column 1: the data cannot be read"),
    ],
)
async def test_errors(pool, framework, text, message):
    await check(pool, framework, text, message)


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('% data\n% {"n": 3\nint: n;', "line 1, column 1: the data cannot be read: what follows is no JSON object"),
        (
            '% data\n% {"n": 3}\n% data\n% {"m": 3}\nint: n;',
            "line 3, column 1: the data cannot be read: they are stated",
        ),
        ('% clue 1\n% data\n% {"n": 3}\nint: n;', "line 2, column 1: the data cannot be read: they are stated once"),
        ('% data\n% {"x": 3}', "line 2, column 4: 'x' is a decision variable"),
        ('% data\n% {"n": 3, "m": 4}\nint: n;', "line 2, column 12: the data have 'm', but the model does not declare"),
        ('% data\n% {"n": 3}\nint: n = 3;', "line 2, column 4: 'n' has a value in the data and another one"),
        ('% data\n% {"n": 3}\nint: n; n = 3;', "line 2, column 4: 'n' has a value in the data and another one"),
        ('% data\n% {"E": ["a"]}\nenum E;', "line 2, column 4: 'E' is an enum"),
        ('% data\n% {"var": 3}', "line 2, column 4: the data have 'var'"),
        ('% data\n% {"n": 3000000000}\nint: n;', "line 2, column 4: .* integers reach up to 2147483647"),
        ('% data\n% {"n": [[1, 2], [3]]}\narray[int, int] of int: n;', "the rows of an array have the same length"),
        ('% data\n% {"n": {"a": 3}}\nint: n;', "the only objects are sets"),
        ('% data\n% {"n": "three"}\nint: n;', "in the data: .*string"),
        ('% data\n% {"n": [1, 2, 3]}\narray[1..2] of int: n;', "line 3, column 1: .*array dimensions"),
        ('% data\n% {"n": 3}\nint: n;\nconstraint x > y;', "line 4, column 16: undefined identifier"),
        ('% data\n% {"n": 3}\nint: n;\n% clue 1\nconstraint x > y;', "line 5, column 16: undefined identifier"),
    ],
)
async def test_errors_in_minizinc(pool, text, message):
    await check(pool, "minizinc", f'{text}\nvar 0..9: x;\n% answer\n% {{"x": "x"}}\n', message)


async def test_values_that_are_not_json(pool):
    for value in ((1, 2), {3}, float("nan"), 10**2000, "\ud800", {1: 2}):
        outcome = await run(Program(framework="cpmpy", preamble="answer = 1", data={"n": value}), pool=pool)
        assert outcome.status is Status.SYNTAX_ERROR
        assert "'n' in the data is no JSON value" in outcome.message


async def test_scripts_and_word_puzzles_have_none(pool):
    script = Program(framework="cpmpy", preamble="print({})", contract="script", data={"n": 1})
    words = Program(framework="wordplay", preamble="{}", data={"n": 1})
    for program in (script, words):
        assert (await run(program, pool=pool)).status is Status.SYNTAX_ERROR


# Use


@parametrised
def test_used_data(framework):
    assert used_data(parse(framework, PACKING[framework])) == {"weights", "capacity"}


@pytest.mark.parametrize(
    ("framework", "text", "used"),
    [
        ("cpmpy", "data = {'n': 1, 'm': 2}\nidle = n\nmodel += x > m\nanswer = n\n", {"m"}),
        ("cpmpy", "data = {'n': 1, 'm': 2}\nmodel += x > data['n']\nanswer = x\n", {"n", "m"}),
        ("cpmpy", "data = {'n': 1, 'm': 2}\nk = n\ndef f():\n    return k\nmodel = Model(x > f())\n", {"n"}),
        ("cpmpy", "data = {'n': 1, 'm': 2}\nobjectives = [minimize(n * x)]\nanswer = m\n", {"n"}),
        ("ortools", "data = {'n': 1}\nc = model.add(x > n)\nanswer = x\n", {"n"}),
        ("minizinc", '% data\n% {"n": 1, "m": 2}\nint: n; int: m; int: k = n;\nvar 0..k: x;\n', {"n"}),
        ("minizinc", '% data\n% {"n": 1, "m": 2}\nint: n; int: m;\nvar 0..9: x;\n% minimize x * m\n', {"m"}),
    ],
)
def test_unused_data(framework, text, used):
    assert used_data(parse(framework, text)) == used
