"""Parts of a program that speak of nothing that their clue names: found, and nothing else called out."""

import pytest

from solvent import solvers
from solvent.translators import Clue, Puzzle, load, names
from solvent.translators.grounding import declared_data, restates, ungrounded, unreached

# What the worked example of every framework is about, in the words of the prompt that shows it.
DRINKS = Puzzle(
    text="",
    clues=(
        Clue(id=1, text="1. Ben drinks neither tea nor milk."),
        Clue(id=2, text="2. Whoever drinks milk paid 2 more than Cy."),
    ),
    entities={"people": ("Ada", "Ben", "Cy"), "drinks": ("tea", "milk", "cocoa")},
)
LAMPS = Puzzle(
    text="",
    clues=(
        Clue(id=1, text="Each burns a whole number of hours, from 1 to 9."),
        Clue(id=2, text="The red lamp burns longer than the blue one."),
        Clue(id=3, text="Together they burn 11 hours."),
        Clue(id=4, text="The green lamp burns an odd number of hours."),
    ),
    entities={"lamps": ("red", "blue", "green")},
)
CPMPY = """\
import cpmpy as cp
red, blue, green = cp.intvar(1, 9, shape=3)
shorter = blue
with clue(1):
    {one}
with clue(2):
    {two}
with clue(3):
    {three}
with clue(4):
    {four}
answer = {{"red": red, "blue": blue, "green": green}}
"""
GOOD = {
    "one": "model += red <= 9",
    "two": "model += red > blue",
    "three": "model += red + blue == 11",
    "four": "model += green % 2 == 1",
}


def found(puzzle, framework, code):
    translator = load(framework)
    return ungrounded(puzzle, translator.read(f"```{translator.languages[0]}\n{code}```"))


@pytest.mark.parametrize("name", names())
def test_no_false_alarm_on_the_worked_examples(name):
    assert found(DRINKS, name, load(name).example) == ()


@pytest.mark.parametrize(
    ("change", "clues"),
    [
        ({}, ()),
        ({"two": "model += green > 3"}, (2,)),
        ({"two": "model += True"}, (2,)),
        ({"two": "pass"}, (2,)),
        ({"two": "pass  # red > blue"}, (2,)),
        ({"two": "model += shorter < 9"}, ()),  # by another name
        ({"two": "model += red > green"}, ()),  # wrong, but not for naming nothing
        ({"four": "model += red > blue"}, (4,)),
        ({"one": "model += [red < green, blue < green]"}, ()),  # their declaration has the bounds
        ({"three": "model += red + blue == 12"}, ()),  # numbers next to each other are often meant
        ({"two": "model += True", "four": "model += red + blue == 11"}, (2, 4)),
    ],
)
def test_python(change, clues):
    assert found(LAMPS, "cpmpy", CPMPY.format(**GOOD | change)) == clues


SMTLIB = """\
(declare-const red Int)
(declare-const blue Int)
(declare-const |the third| Int)
; clue 1
{one}
; clue 2
{two}
; answer
; {{"red": "red", "blue": "blue"}}
"""


@pytest.mark.parametrize(
    ("one", "two", "clues"),
    [
        ("(assert (<= 1 red 9))", "(assert (> red blue))", ()),
        ("(assert (<= 1 red 9))", "(assert true)", (2,)),
        ("(assert (<= 1 red 9))", "(assert (> |the third| 3)) ; red > blue", (2,)),
        ("(assert (< red blue))", "(assert (> red blue))", (1,)),
    ],
)
def test_smtlib(one, two, clues):
    assert found(LAMPS, "smtlib", SMTLIB.format(one=one, two=two)) == clues


LISTS = """\
import cpmpy as cp
lamps = ["red", "blue", "green"]
hours = cp.intvar(1, 9, shape=3)
at = {name: hours[i] for i, name in enumerate(lamps)}
with clue(2):
    {two}
answer = {{name: hours[i] for i, name in enumerate(lamps)}}
"""


@pytest.mark.parametrize("two", ["model += hours[0] > hours[1]", 'model += at["red"] > at["blue"]'])
def test_indices_and_keys_are_names_too(two):
    assert found(LAMPS, "cpmpy", LISTS.replace("{two}", two).replace("{{", "{").replace("}}", "}")) == ()


def test_values_in_another_script_than_the_code_are_left_alone():
    puzzle = Puzzle(text="", clues=(Clue(id=1, text="赵站在钱的左边。"),), entities={"people": ["赵", "钱"]})
    code = 'import cpmpy as cp\nzhao, qian = cp.intvar(1, 5, shape=2)\nwith clue(1):\n    {}\nanswer = {{"赵": zhao}}\n'
    assert found(puzzle, "cpmpy", code.format("model += zhao < qian")) == ()
    assert found(puzzle, "cpmpy", code.format("model += True")) == (1,)


@pytest.mark.parametrize("entities", [{}, {"none": ()}, {"odd": ("", "3")}])
def test_entities_that_say_nothing(entities):
    puzzle = LAMPS.model_copy(update={"entities": entities})
    assert found(puzzle, "cpmpy", CPMPY.format(**GOOD)) == ()


WEIGHTS = Puzzle(
    text="",
    expects="optimal",
    clues=(Clue(id=1, text="The crates weigh 31 and 47 pounds."), Clue(id=2, text="The cart bears at most 50 pounds.")),
    given=(1,),
)
LOADED = """\
import cpmpy as cp
data = {"weights": [31, 47], "most": 50}
x = cp.boolvar(shape=2)
with clue(1):
    model += x[0] >= 0
with clue(2):
    model += {load} <= most
answer = list(x)
"""


@pytest.mark.parametrize(
    ("load", "stated"),
    [("cp.sum(w * a for w, a in zip(weights, x))", True), ("x[0] + x[1]", False)],
)
def test_data_give_a_clue_only_if_something_is_stated_with_them(load, stated):
    program = solvers.load("cpmpy").parse(LOADED.replace("{load}", load))
    assert (1 in restates(WEIGHTS, program, (1,))) is stated
    assert 2 not in ungrounded(WEIGHTS, program)


def test_a_clue_about_a_whole_group_need_not_name_its_members():
    clue = Clue(id=1, text="The red, the blue and the green lamp burn for different times.")
    puzzle = LAMPS.model_copy(update={"clues": (clue,)})
    code = CPMPY.format(**GOOD).replace("answer", "lamps = [red, blue, green]\nanswer")
    everyone = code.replace(GOOD["one"], "model += cp.AllDifferent(lamps)")
    assert found(puzzle, "cpmpy", everyone) == ()


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ("The red lamp weighs 340 grams.", {1}),
        ("The red lamp weighs 350 grams.", set()),
        ("The red lamp weighs at most 340 grams.", set()),
        ("The red lamp is heavy.", set()),
    ],
)
def test_data_in_the_program_need_no_constraint(text, declared):
    puzzle = LAMPS.model_copy(update={"clues": (Clue(id=1, text=text), *LAMPS.clues[1:]), "given": (1,)})
    code = CPMPY.format(**GOOD).replace(f"with clue(1):\n    {GOOD['one']}\n", "weight = 340\nmodel += red < weight\n")
    program = load("cpmpy").read(f"```python\n{code}```")
    assert declared_data(puzzle, program) == declared
    assert declared_data(puzzle.model_copy(update={"given": ()}), program) == set()


def test_values_that_no_fragment_reaches():
    code = CPMPY.format(**{**GOOD, "four": "model += shorter != 3"})
    assert unreached(LAMPS, load("cpmpy").read(f"```python\n{code}```")) == ("green",)
    assert unreached(LAMPS, load("cpmpy").read(f"```python\n{CPMPY.format(**GOOD)}```")) == ()
