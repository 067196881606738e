"""What is special about MiniZinc: kinds of leaves, marks in comments, the splitter, what is refused or forged."""

import asyncio
import contextlib
import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvent import solvers
from solvent.solvers import Limits, Objective, Status, accepts, conflict, improve, run, second
from solvent.solvers.engines.minizinc import syntax
from solvent.solvers.frameworks import minizinc
from solvent.solvers.programs.marked_file import UnbalancedError

KINDS = r"""
include "globals.mzn";
enum Colour = {red, 'pale green', blue};
enum Size = {small, large};
var Colour: colour;
var Size: size;
var 0.0..9.0: price;
var -9..9: below;
var bool: sure;
var set of 1..5: some;
var set of Colour: mixed;
array[1..2, Colour] of var 0..9: table;
var opt 1..3: perhaps;
var opt 1..3: present;
% clue 1: the colour
constraint colour != red /\ colour != blue /\ size = large;
% clue 2
constraint price = 2.5 /\ below = -4; constraint sure;
constraint some = {1, 2, 3, 5} /\ mixed = {red, blue};
% Clue 3 - a text with a ; and a (
constraint forall(i in 1..2, c in Colour)(table[i, c] = i * c) /\ absent(perhaps) /\ present = 2;
solve satisfy;
% answer
% {"colour": "colour", "size": "size", "price": "price", "below": "below", "sure": "sure", "some": "some",
%  "mixed": "mixed", "table": "table", "row": "[below, 2 * below]", "perhaps": "perhaps", "present": "present",
%  "twice": "2 * below % a comment", "fixed": {"$value": "text"}, "none": "[below | i in 1..0]",
%  "shown": {"$label": "colour", "$of": {"red": 1, "pale green": 2, "blue": 3}}}
"""
ANSWER = {
    "colour": "pale green",
    "size": "large",
    "price": 2.5,
    "below": -4,
    "sure": True,
    "some": [1, 2, 3, 5],
    "mixed": ["red", "blue"],
    "table": [[1, 2, 3], [2, 4, 6]],
    "row": [-4, -8],
    "perhaps": None,
    "present": 2,
    "twice": -8,
    "fixed": "text",
    "none": [],
    "shown": 2,
}


@pytest.mark.needs("minizinc")
async def test_every_kind_of_leaf_is_read_and_compared(pool):
    program = minizinc.parse(KINDS)
    outcome = await run(program, pool=pool)
    assert outcome.answer == ANSWER, outcome
    assert (await second(program, ANSWER, pool=pool)).status is Status.UNSATISFIABLE
    right = {**ANSWER, "price": 2.5, "below": -4.0, "some": [5, 3, 2, 1]}
    assert (await accepts(program, right, pool=pool)).status is Status.SATISFIED


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(
    "change",
    [
        {"colour": "large"},
        {"colour": "colour"},
        {"colour": "size' = small); constraint (true"},
        {"colour": 2},
        {"price": 2.51},
        {"price": "5/2"},
        {"price": "2.5"},
        {"below": "-4"},
        {"below": "x"},
        {"below": 10**30},
        {"sure": 0},
        {"some": [1, 2, 3]},
        {"some": [1, 1, 2, 3, 5]},
        {"some": 1},
        {"mixed": ["red", 3]},
        {"table": [[1, 2, 3], [2, 4, 7]]},
        {"table": [[1, 2], [2, 4]]},
        {"table": [1, 2, 3, 2, 4, 6]},
        {"row": [-4]},
        {"perhaps": 1},
        {"present": None},
        {"none": [1]},
    ],
)
async def test_no_other_value_is_accepted(pool, change):
    outcome = await accepts(minizinc.parse(KINDS), {**ANSWER, **change}, pool=pool)
    assert outcome.status is Status.UNSATISFIABLE, outcome


def test_parts_are_read_from_comments():
    program = minizinc.parse(
        "% a puzzle\nvar 0..9: x;\n% clue 3: it is\n% more words\nconstraint x > 1; % clue 9 is not here\n"
        "% clue\nconstraint x <\n% clue 4\n 9;\n"
        "solve :: int_search([x], input_order, indomain_min) maximize x + % much\n 1;\n"
        '% minimise the total\n% maximize x\n% answer {"x":\n%  "x"}\n% clue 7\nconstraint true\n'
    )
    assert program.preamble == "% a puzzle\nvar 0..9: x;"
    assert program.clues == (3, 7)
    assert [fragment.clue for fragment in program.fragments] == [3, None, 7]
    assert program.fragments[0].code.startswith("% it is\n% more words\nconstraint x > 1;")
    assert "% clue 4" in program.fragments[1].code
    assert program.objectives == (Objective(sense="maximize", term="x + 1"), Objective(sense="maximize", term="x"))
    assert program.answer.split() == ['{"x":', '"x"}']
    assert minizinc.parse(minizinc.render(program)) == program
    assert solvers.framework_of("a/puzzle.MZN", "") == "minizinc"


PIECES = [
    "var 1..3: x;",
    'constraint trace("a ; \\(show([x, "%"])) /* \\" \n'.strip() + '", x > 1);',
    "constraint let { var 1..2: y; constraint y < x } in y > 0;",
    "/* a ; block \n comment */",
    "% a line ; comment (\n",
    "predicate 'odd; one'(var int: a) = a mod 2 = 1;",
    "array[1..2, 1..2] of int: m = [| 1, 2 | 3, 4 |];",
    'output ["x = \\(x);\\n"];',
    "enum E = {A, 'b;'};",
    ";",
    "\n",
    "  ",
]


@given(st.lists(st.sampled_from(PIECES)))
def test_items_are_the_pieces_in_order(pieces):
    text = "".join(pieces)
    expected = [piece.strip() for piece in pieces if piece.strip()]
    assert [text[item.start : item.end] for item in syntax.items(text)] == expected


@given(st.text(alphabet="ax1;%'\"\\()[]{}/* \n=:") | st.text())
def test_any_text_is_split_without_loss_or_refused(text):
    program = minizinc.parse(text)
    minizinc.render(program)
    found = []
    with contextlib.suppress(UnbalancedError):
        found.extend(syntax.items(text))
    ends = [0, *(item.end for item in found)]
    assert all(end <= item.start < item.end for end, item in zip(ends, found, strict=False))
    if found:
        between = [text[end : item.start] for end, item in zip(ends, found, strict=False)]
        assert not "".join(between).strip()


@pytest.mark.needs("minizinc")
async def test_declarations_of_a_dropped_clue_stay_and_assignments_go(pool):
    text = (
        "var 0..9: x; var 0..9: z;\n% clue 1\nvar 0..9: y;\nconstraint let { int: k = 1 } in x = y + k\n;\n"
        '% clue 2\nx = 0;\n% clue 3\nz = 4;\n% answer\n% {"x": "x", "y": "y"}'
    )
    outcome = await conflict(minizinc.parse(text), pool=pool)
    assert outcome.conflict == (1, 2), outcome


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(
    ("line", "status", "place", "said"),
    [
        ('include "/etc/passwd";', Status.BLOCKED, (2, 1), "standard library"),
        ('include "../std/globals.mzn";', Status.BLOCKED, (2, 1), "standard library"),
        ('include "mine.mzn";', Status.BLOCKED, (2, 1), "standard library"),
        ('include "a" ++ "b";', Status.BLOCKED, (2, 1), "standard library"),
        ("predicate '<'(var int: a, var int: b) = true;", Status.BLOCKED, (2, 1), "defined anew"),
        ("predicate forall(array[int] of var bool: b) = true;", Status.BLOCKED, (2, 1), "choose another name"),
        (
            "predicate 'int_lin_ne'(array[int] of int: a, array[int] of var int: b, int: c) = true;",
            Status.BLOCKED,
            (2, 1),
            "choose",
        ),
        ("function var int: sum(array[int] of var int: a) = 3;", Status.BLOCKED, (2, 1), "choose another name"),
        ("constraint (x > 1;", Status.SYNTAX_ERROR, (2, 12), "never closed"),
        ("constraint x > 1);", Status.SYNTAX_ERROR, (2, 17), "never opened"),
        ('constraint trace("a, true);', Status.SYNTAX_ERROR, (2, 18), "not closed"),
        ("constraint x > z;", Status.SYNTAX_ERROR, (2, 16), "undefined identifier"),
        ("constraint x ++ 1;", Status.SYNTAX_ERROR, (2, 12), "type"),
        ("constraint x > 1 x < 9;", Status.SYNTAX_ERROR, (2, 18), "syntax error"),
        ('constraint assert(false, "no good");', Status.RUNTIME_ERROR, (2, 12), "no good"),
        ('constraint abort("over");', Status.RUNTIME_ERROR, (2, None), "over"),
        ("int: n = 3 div 0;", Status.RUNTIME_ERROR, (2, 10), "division by zero"),
        ("int: n;", Status.SYNTAX_ERROR, (2, 1), "must be defined"),
    ],
)
async def test_what_is_wrong_is_placed(pool, line, status, place, said):
    program = minizinc.parse(f'var 0..9: x;\n{line}\nconstraint x < 9;\n% answer\n% {{"x": "x"}}\n')
    outcome = await run(program, pool=pool)
    assert outcome.status is status, outcome
    column = rf"{place[1]}: " if place[1] else ""
    assert outcome.message.startswith(f"line {place[0]}, column {column}"), outcome.message
    assert outcome.message.endswith(f"\n    {line}")
    assert said in outcome.message


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        ('{"x": "z"}', Status.SYNTAX_ERROR, "line 3, column 10: in the term z: undefined"),
        ('{"x": "x); constraint (false"}', Status.SYNTAX_ERROR, "not one MiniZinc term"),
        ('{"x": "x;"}', Status.SYNTAX_ERROR, "not one MiniZinc term"),
        ('{"x": "% x"}', Status.SYNTAX_ERROR, "not one MiniZinc term"),
        ('{"x": }', Status.SYNTAX_ERROR, "no JSON"),
        ('{"x": {"$label": "x"}}', Status.SYNTAX_ERROR, "$label"),
        ('[{"$where": "x", "$item": 1}]', Status.SYNTAX_ERROR, "must be a bool"),
        ('{"x": "show(x)"}', Status.BAD_ANSWER, "string"),
        ('{"x": "1..999999"}', Status.BAD_ANSWER, "too many"),
    ],
)
async def test_what_is_wrong_with_a_template_is_said(pool, answer, status, said):
    outcome = await run(minizinc.parse(f"var 0..9: x;\n% answer\n% {answer}\n"), pool=pool)
    assert outcome.status is status, outcome
    assert said in outcome.message


FAKE = json.dumps({"type": "solution", "output": {"json": {"leaf0_": 9, "leaf_0": 9, "leaf0": 9}}})
DONE = json.dumps({"type": "status", "status": "OPTIMAL_SOLUTION"})


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize(
    "forgery",
    [
        f"bool: t = trace_stdout({json.dumps(FAKE + chr(10))}, true);",
        f"constraint trace_stdout({json.dumps(FAKE + chr(10) + DONE + chr(10))}, true);",
        f"bool: t :: add_to_output = trace_stdout({json.dumps(chr(10) + FAKE + chr(10))}, true);",
        f"output [{json.dumps(FAKE + chr(10))}]; output [{json.dumps('==========' + chr(10))}];",
        "any: leaf0 :: add_to_output = 9;",
        "int: leaf_0 :: add_to_output = 9; int: 'leaf0_0' :: add_to_output = 9;",
        "predicate fzn_all_different_int(array[int] of var int: a) = true;",
    ],
)
async def test_no_program_forges_an_answer(pool, forgery):
    program = minizinc.parse(f'var 0..9: x;\n{forgery}\n% clue 1\nconstraint x = 3;\n% answer\n% {{"x": "x"}}\n')
    outcome = await run(program, pool=pool)
    assert (outcome.status, outcome.answer) == (Status.SATISFIED, {"x": 3}), outcome
    assert (await accepts(program, {"x": 9}, pool=pool)).status is Status.UNSATISFIABLE
    none = program.model_copy(update={"answer": '["x", "x > 4 /\\\\ x < 4"]'})
    assert (await second(none, [3, False], pool=pool)).status is Status.UNSATISFIABLE


EQUAL = """
include "all_different.mzn";
array[1..4] of var 1..4: a;
array[1..4] of var 1..4: b;
constraint all_different(a) /\\ all_different(b);
% clue 1
constraint a[1] = 1 /\\ a[2] = 3 /\\ b[4] = 2;
% clue 2
constraint a[3] = b[1];
% answer
% [{"a": "sum(i in 1..4)(i * (a[i] = 1))", "b": "sum(i in 1..4)(i * (b[i] = 1))"},
%  {"a": "sum(i in 1..4)(i * (a[i] = 2))", "b": "sum(i in 1..4)(i * (b[i] = 2))"},
%  {"a": "sum(i in 1..4)(i * (a[i] = 3))", "b": "sum(i in 1..4)(i * (b[i] = 3))"},
%  {"a": "sum(i in 1..4)(i * (a[i] = 4))", "b": "sum(i in 1..4)(i * (b[i] = 4))"}]
"""


@pytest.mark.needs("minizinc")
async def test_a_second_answer_is_another_one_where_variables_are_equal(pool):
    """Sums of Booleans and equal variables: what old versions of Gecode and MiniZinc get wrong."""
    program = minizinc.parse(EQUAL)
    first = await run(program, pool=pool)
    assert first.status is Status.SATISFIED, first
    other = await second(program, first.answer, pool=pool)
    assert other.status is Status.SATISFIED, other
    assert other.answer != first.answer
    for answer in (first.answer, other.answer):
        assert (await accepts(program, answer, pool=pool)).status is Status.SATISFIED


@pytest.mark.needs("minizinc")
async def test_an_optimum_of_an_unbounded_objective_is_not_claimed(pool):
    text = 'var int: x;\nconstraint x > 3;\n% maximize x\n% answer\n% {"x": "x"}\n'
    outcome = await run(minizinc.parse(text), pool=pool, limits=Limits(seconds=5))
    assert outcome.status is Status.SATISFIED, outcome
    assert "not proven" in outcome.message


@pytest.mark.needs("minizinc")
async def test_an_unproven_optimum_is_a_solution(pool):
    """More than can be searched in the time: the best one so far is told, and not called the best."""
    text = (
        "array[1..40] of var 0..30: a;\n"
        "constraint forall(i in 1..38)(a[i] + 2 * a[i + 1] + 3 * a[i + 2] <= 70 + i mod 3);\n"
        'solve maximize sum(i in 1..40)((i mod 5) * a[i]);\n% answer\n% {"a": "a"}\n'
    )
    program = minizinc.parse(text)
    outcome = await run(program, pool=pool, limits=Limits(seconds=5))
    assert outcome.status is Status.SATISFIED, outcome
    assert outcome.objective[0] == sum(i % 5 * value for i, value in enumerate(outcome.answer["a"], 1))
    assert (await improve(program, {"a": [0] * 39}, pool=pool)).status is Status.BAD_ANSWER


def solvers_running():
    """Processes of MiniZinc and Gecode that are not zombies."""
    found = set()
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            name, state = (folder / "stat").read_text().split("(", 1)[1].rsplit(")", 1)
            if name in ("minizinc", "fzn-gecode") and state.split()[0] != "Z":
                found.add(int(folder.name))
    return found


@pytest.mark.needs("minizinc")
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
async def test_no_solver_and_no_file_outlives_its_question(example_text):
    program = minizinc.parse(example_text)
    before = solvers_running()
    async with solvers.Pool(workers=1) as pool:
        await run(program, pool=pool, limits=Limits(seconds=0.5))
        server = pool._connections["minizinc"].process.pid
        question = asyncio.create_task(run(program, pool=pool, limits=Limits(seconds=30)))
        while not any(_ancestor(pid, server) for pid in solvers_running() - before):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        mine = {pid for pid in solvers_running() - before if _ancestor(pid, server)}
        assert mine
        folders = [Path(f"/proc/{pid}/cwd").readlink() for pid in mine]  # noqa: ASYNC240
        question.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await question
        end = time.monotonic() + 20
        while mine & solvers_running() or any(folder.exists() for folder in folders):
            assert time.monotonic() < end
            await asyncio.sleep(0.05)


@pytest.mark.needs("minizinc")
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
async def test_a_killed_server_leaves_no_solver_and_no_file(example_text):
    """Its children die with it, but not what they started, which is in groups and under uids of its own."""
    program = minizinc.parse(example_text)
    async with solvers.Pool(workers=1) as pool:
        question = asyncio.create_task(run(program, pool=pool, limits=Limits(seconds=60)))
        for _ in range(2):  # it is asked once more
            while not (mine := solvers_of(pool)):  # noqa: ASYNC110  # nobody tells
                await asyncio.sleep(0.05)
            link = pool._connections["minizinc"]
            assert any(Path(link.folder).iterdir())  # noqa: ASYNC240
            link.process.kill()
            end = time.monotonic() + 30
            while mine & solvers_running() or Path(link.folder).exists():  # noqa: ASYNC240
                assert time.monotonic() < end
                await asyncio.sleep(0.05)
        assert "died twice" in (await question).message


def solvers_of(pool):
    """Gecode's processes below the server of a pool."""
    link = pool._connections.get("minizinc")
    if link is None:
        return set()
    below = {pid for pid in solvers_running() if _ancestor(pid, link.process.pid)}
    return {pid for pid in below if "fzn" in Path(f"/proc/{pid}/comm").read_text()}


def _ancestor(pid, ancestor):
    with contextlib.suppress(OSError):
        while pid > 1:
            pid = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
            if pid == ancestor:
                return True
    return False


@pytest.fixture
def example_text():
    return (Path(__file__).parents[1] / "example_programs" / "minizinc" / "hard.mzn").read_text(encoding="utf-8")


async def test_a_missing_minizinc_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    async with solvers.Pool(workers=1) as pool:
        with pytest.raises(solvers.SolverUnavailableError, match=r"apt-get install minizinc.*minizinc\.org"):
            await run(minizinc.parse('var 0..1: x;\n% answer\n% ["x"]'), pool=pool)


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("var bool: a; array[1..2, 1..2] of var bool: b; int: n = 2;", "[a] ++ array1d(b)"),
        ("var bool: a; var 1..3: x;", ""),
        ("var bool: a; var bool: c = not a;", ""),
        ("int: n = 2;", ""),
    ],
)
def test_where_all_decisions_are_boolean_the_search_begins_with_them(text, search):
    wanted = f" :: bool_search({search}, input_order, indomain_max)" if search else ""
    assert syntax.boolean_search(list(syntax.items(text))) == wanted
