"""A program beside a verifier: sets are lists in some order, and counts have a bound."""

import pytest
from scripted_formulator import BACKGROUND, CONSTRAINTS, PROGRAM, TRAVERSAL, VERIFIER

from solvent.agents import formulating
from solvent.benchmarks.formulation import counting
from solvent.benchmarks.formulation.author import Stated
from solvent.benchmarks.formulation.comparing import allowed_by, compare
from solvent.benchmarks.formulation.counting import count_by_program, only_clues
from solvent.benchmarks.formulation.crossing import crossed
from solvent.benchmarks.verifiers.editing import kept
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.traversal import traverse
from solvent.benchmarks.verifiers.verifier import Verifier
from solvent.solvers import load

TEAMS = OpenPuzzle(
    id="teams",
    background="Four rowers, Wim, Ada, Zoe and Bo, are in two boats, red and blue, two in each.",
    constraints=("Ada is in the red boat.", "Wim and Zoe are in different boats."),
    format="A dict with the keys red and blue, whose values are sets of two names.",
    example="{'blue': {'Ada', 'Bo'}, 'red': {'Wim', 'Zoe'}}",
    code=Verifier(
        Inputs_Check_code="""
NAMES = {"Wim", "Ada", "Zoe", "Bo"}

def inputs_check(inputs):
    return set(inputs) == {"red", "blue"} and inputs["red"] | inputs["blue"] == NAMES and len(inputs["red"]) == 2
""",
        Constraint_List_code="""
def constraint_1(inputs):
    return "Ada" in inputs["red"]

def constraint_2(inputs):
    return ("Wim" in inputs["red"]) != ("Zoe" in inputs["red"])

constraint_list = [constraint_1, constraint_2]
""",
        Traverse_code="""
import itertools

def count_valid_arrangements():
    valid = total = 0
    for red in itertools.combinations(sorted(NAMES), 2):
        total += 1
        inputs = {"red": set(red), "blue": NAMES - set(red)}
        valid += verify_function(inputs, inputs_check, constraint_list)
    return valid, total
""",
    ),
)
LISTED = """
import cpmpy as cp
names = ["Wim", "Ada", "Zoe", "Bo"]
red = cp.boolvar(shape=4)
model += cp.sum(red) == 2
with clue(1):
    model += red[1]
with clue(2):
    model += red[0] != red[2]
answer = {
    "red": [where(red[i], names[i]) for i in range(4)],
    "blue": [where(~red[i], names[i]) for i in range(4)],
}
"""
SEATED = """
import cpmpy as cp
names = ["Wim", "Ada", "Zoe", "Bo"]
seat = cp.intvar(0, 3, shape=4)
model += cp.AllDifferent(seat)
with clue(1):
    model += (seat[0] == 1) | (seat[1] == 1)
with clue(2):
    model += ((seat[0] == 0) | (seat[1] == 0)) != ((seat[0] == 2) | (seat[1] == 2))
told = [labelled(seat[i], dict(enumerate(names))) for i in range(4)]
answer = {"red": told[:2], "blue": told[2:]}
"""
KILN = OpenPuzzle(
    id="kiln",
    background=BACKGROUND,
    constraints=tuple(CONSTRAINTS),
    format="A list of the loads.",
    example="['jugs', 'plates', 'cups', 'bowls']",
    code=Verifier(
        Inputs_Check_code=formulating.read_verifier(VERIFIER).inputs_check,
        Constraint_List_code=formulating.read_verifier(VERIFIER).constraint_list,
        Traverse_code=TRAVERSAL,
    ),
)


def program(code):
    return load("cpmpy").parse(code)


@pytest.fixture
def against(in_pool):
    """Compare a program with a puzzle, of which a traversal gives solutions and others."""

    def run(puzzle, code):
        async def with_pool(pool):
            found = crossed(await traverse(puzzle.code, puzzle.example, pool=pool))
            known = puzzle.model_copy(update={"space": found.space, "solutions": found.solutions})
            return await compare(known, found.wrong, program(code), pool)

        return in_pool(with_pool)

    return run


@pytest.mark.parametrize("code", [LISTED, SEATED])
def test_the_order_of_sets_does_not_matter(against, in_pool, code):
    assert against(TEAMS, code).agrees is True
    texts = ["{'blue': {'Bo', 'Zoe'}, 'red': {'Ada', 'Wim'}}", "{'blue': {'Ada', 'Bo'}, 'red': {'Wim', 'Zoe'}}"]
    own = [{"red": ["Wim", "Ada"], "blue": ["Zoe", "Bo"]}]
    example = {"red": {""}, "blue": {""}}
    assert in_pool(lambda pool: allowed_by(program(code), texts, own, example, pool)) == [True, False]


@pytest.mark.parametrize(
    ("change", "agrees", "words"),
    [
        (("model += red[1]", "model += ~red[1]"), False, "it breaks constraint 1"),
        (("model += red[0] != red[2]", "pass"), False, "it breaks constraint 2"),
        (("model += red[1]", "model += red[1] & red[0]"), False, "it is a solution"),
        (("model += red[1]", "model += red[1] & ~red[1]"), False, "it is a solution"),
        (("== 2", "== 3"), False, "inputs_check refuses it"),
        (('"red": [', '"Red": ['), None, "another shape"),
        (("model += red[1]", "model += reds[1]"), None, "gives no answer"),
    ],
)
def test_where_they_differ_it_is_said(against, change, agrees, words):
    found = against(TEAMS, LISTED.replace(*change))
    assert found.agrees is agrees
    assert words in found.verifier + found.reason
    assert (found.arrangement != "") is (agrees is False)


def test_a_program_counts_what_the_traversal_counts(in_pool):
    counted = in_pool(lambda pool: count_by_program(TEAMS, Stated(program=program(LISTED)), pool))
    traversed = in_pool(lambda pool: traverse(TEAMS.code, TEAMS.example, pool=pool))
    assert (counted.puzzle.space.valid, counted.puzzle.space.total) == (traversed.valid, traversed.total) == (2, 6)
    assert not counted.large
    assert set(counted.puzzle.solutions) == set(traversed.solutions)
    assert set(counted.wrong) <= set(traversed.wrong)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (SEATED, "are one arrangement"),
        (LISTED.replace("with clue(2)", "with clue(3)"), "clues (1, 3)"),
        (LISTED.replace("== 2", "<= 2"), "without its clues"),
        (
            LISTED.replace("model += cp.sum(red) == 2", "model += (cp.sum(red) == 2) & ~red[3]"),
            "which inputs_check accepts",
        ),
        (LISTED.replace("red[0] != red[2]", "red[0] != red[3]"), "breaks constraint 2"),
        (LISTED + "objectives = [minimize(red[0])]\n", "objective"),
    ],
)
def test_a_program_that_says_something_else_is_refused(in_pool, code, words):
    counted = in_pool(lambda pool: count_by_program(TEAMS, Stated(program=program(code)), pool))
    assert counted.puzzle is None
    assert words in counted.problem


def test_counts_have_a_bound(in_pool, monkeypatch):
    monkeypatch.setattr(counting, "MOST", 3)
    monkeypatch.setattr(counting, "_DOUBTED", 3)
    counted = in_pool(lambda pool: count_by_program(KILN, Stated(program=program(PROGRAM), total=24), pool))
    space = counted.puzzle.space
    assert (space.valid, space.total, space.exact, space.told, space.share) == (3, 24, False, True, None)
    assert counted.large
    for total in (None, 2):  # there are more than two: it is not believed
        counted = in_pool(lambda pool, t=total: count_by_program(KILN, Stated(program=program(PROGRAM), total=t), pool))
        assert (counted.puzzle.space.total, counted.large) == (None, True)


@pytest.mark.parametrize("numbers", [(1, 3), (2,)])
@pytest.mark.parametrize("code", [PROGRAM, PROGRAM.replace("model += cp.All", "with clue(4):\n    model += cp.All")])
def test_the_rest_of_a_program_belongs_to_the_rest_of_a_puzzle(against, numbers, code):
    constraints = tuple(KILN.constraints[number - 1] for number in numbers)
    verifier = KILN.code.model_copy(update={"constraint_list": kept(KILN.code.constraint_list, numbers)})
    left = only_clues(program(code), numbers, len(KILN.constraints))
    assert left.clues == tuple(range(1, len(numbers) + 1))
    rest = KILN.model_copy(update={"code": verifier, "constraints": constraints})
    assert against(rest, load("cpmpy").render(left)).agrees is True


def test_arrangements_that_a_traversal_leaves_out_are_found(in_pool):
    def missed(old, new, part="traverse"):
        code = TEAMS.code.model_copy(update={part: getattr(TEAMS.code, part).replace(old, new)})
        return in_pool(lambda pool: traverse(code, pool=pool)).missed

    assert missed("total += 1", "total += 1") == ""
    assert missed("        total += 1", "        if 'Bo' in red:\n            continue\n        total += 1")
    # inputs_check accepts what is impossible.
    assert missed('== NAMES and len(inputs["red"]) == 2', "<= NAMES", part="inputs_check")


def test_arrangements_that_break_one_constraint_alone_are_searched_for(in_pool, monkeypatch):
    async def unlucky(*_):  # random arrangements of a large domain break several
        return "", ()

    monkeypatch.setattr(counting, "_clue_by_clue", unlucky)
    counted = in_pool(lambda pool: count_by_program(KILN, Stated(program=program(PROGRAM)), pool))
    assert sorted(broken for _, broken in counted.wrong) == [(1,), (2,), (3,)]
