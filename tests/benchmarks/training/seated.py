"""Small open-ended puzzles about seats, and a model that knows their solutions."""

import json
from itertools import permutations

from loopback import Reply

from solvent.benchmarks.verifiers.literals import write_literal
from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.translators.sentences import pieces

NAMES = ("Ann", "Bob", "Cid")
CHECK = """\
def inputs_check(inputs):
    return isinstance(inputs, dict) and set(inputs) == {NAMES} and sorted(inputs.values()) == [1, 2, 3]
"""
CONSTRAINTS = """\
def first(inputs):
    return inputs["NAME0"] < inputs["NAME1"]

def second(inputs):
    return inputs["NAME2"] != 1

constraint_list = [first, second]
"""
TRAVERSE = """\
from itertools import permutations

def count_valid_arrangements():
    found = [verify_function(dict(zip(["NAME0", "NAME1", "NAME2"], seats)), inputs_check, constraint_list)
             for seats in permutations([1, 2, 3])]
    return sum(found), len(found)
"""
CPMPY = """\
# expects: any
import cpmpy as cp
NAME0, NAME1, NAME2 = cp.intvar(1, 3, shape=3)
model += cp.AllDifferent(NAME0, NAME1, NAME2)
with clue(1):
    model += NAME0 < NAME1
with clue(2):
    model += NAME2 != 1
answer = {"NAME0": NAME0, "NAME1": NAME1, "NAME2": NAME2}
"""
SMTLIB = """\
; expects: any
(declare-const NAME0 Int)
(declare-const NAME1 Int)
(declare-const NAME2 Int)
(assert (and (<= 1 NAME0 3) (<= 1 NAME1 3) (<= 1 NAME2 3) (distinct NAME0 NAME1 NAME2)))
; clue 1
(assert (< NAME0 NAME1))
; clue 2
(assert (not (= NAME2 1)))
; answer
; {"NAME0": "NAME0", "NAME1": "NAME1", "NAME2": "NAME2"}
"""


def named(text, names=NAMES):
    """A text about these names."""
    for number, name in enumerate(names):
        text = text.replace(f"NAME{number}", name)
    return text.replace("NAMES", ", ".join(f'"{name}"' for name in names))


def puzzle(names=NAMES, **changes):
    """A puzzle with two solutions among six arrangements."""
    first, second, third = names
    fields = {
        "id": f"seats-{first}",
        "background": f"{first}, {second} and {third} take seats 1 to 3, one each.",
        "constraints": (f"{first} sits in a lower seat than {second}.", f"{third} does not sit in seat 1."),
        "format": f"A dict with the keys '{first}', '{second}' and '{third}', and the numbers of their seats.",
        "example": write_literal(dict(zip(names, (3, 2, 1), strict=True))),
        "code": {
            "Inputs_Check_code": named(CHECK, names),
            "Constraint_List_code": named(CONSTRAINTS, names),
            "Traverse_code": named(TRAVERSE, names),
        },
        "program": {"framework": "cpmpy", "code": named(CPMPY, names)},
    }
    return OpenPuzzle.model_validate({**fields, **changes})


def write(file, *puzzles):
    """Write puzzles, or lines as they stand, to a file."""
    lines = [each if isinstance(each, str) else json.dumps(each.record(n)) for n, each in enumerate(puzzles)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def seats(names, *numbers):
    """A reply that seats them so."""
    return f"Let me think.\n\n```python\n{dict(zip(names, numbers, strict=True))}\n```"


class Solver:
    """A model for some puzzles: replies of the seats that `told` gives for a puzzle and a number, or texts.

    To the agent, it writes `cpmpy` and `smtlib` programs.
    """

    def __init__(self, *puzzles, told=None, cpmpy=CPMPY, smtlib=SMTLIB):
        self.puzzles = {each.prompt: each for each in puzzles}
        self.told = told or (lambda number: list(permutations((1, 2, 3)))[number % 6])
        self.programs = {"cpmpy": cpmpy, "smtlib": smtlib}
        self.asked = 0  # for a reply that is to be judged

    def __call__(self, request):
        content = request.messages[-1]["content"]
        if content in self.puzzles:
            self.asked += 1
            said = self.told(request.body["seed"])
            names = self._names(self.puzzles[content])
            return said if isinstance(said, str | Reply) or not isinstance(said, tuple) else seats(names, *said)
        text = json.dumps(request.messages)
        asked = next(each for each in self.puzzles.values() if each.constraints[0] in text)
        smtlib = "SMT-LIB" in request.messages[0]["content"]
        language, fence = ("smtlib", "smt2") if smtlib else ("cpmpy", "python")
        program = f"```{fence}\n{named(self.programs[language], self._names(asked))}```"
        return program if smtlib else f"```json\n{json.dumps(self._sorting(asked))}\n```\n{program}"

    def _names(self, asked):
        return tuple(eval(asked.example))

    def _sorting(self, asked):
        cut = pieces(asked.prompt)
        numbers = [next(n for n, piece in enumerate(cut, 1) if each in piece) for each in asked.constraints]
        return {
            "kind": "seating",
            "expects": "any",
            "objective": "",
            "clues": [{"number": n, "pieces": [at], "says": ""} for n, at in enumerate(numbers, 1)],
            "entities": [],
            "answer_example": json.dumps(eval(asked.example)),
        }
