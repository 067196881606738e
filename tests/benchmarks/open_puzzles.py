"""Open-ended puzzles with verifiers, in words of our own: as records of ours, and in the public layout."""

import json

from solvent.benchmarks.verifiers.puzzle import OpenPuzzle, Space
from solvent.benchmarks.verifiers.verifier import Verifier

CHECK = """
STALLS = ["bread", "cheese", "honey"]

def inputs_check(inputs):
    return isinstance(inputs, dict) and sorted(inputs) == STALLS and all(
        type(day) is int and 1 <= day <= 3 for day in inputs.values()
    )
"""
CONSTRAINTS = """
def constraint_1(inputs):
    return inputs["bread"] < inputs["cheese"]

def constraint_2(inputs):
    return inputs["honey"] > inputs["cheese"]

constraint_list = [constraint_1, constraint_2]
"""
TRAVERSE = """
import itertools

def count_valid_arrangements():
    valid = total = 0
    for days in itertools.product(range(1, 4), repeat=3):
        inputs = dict(zip(STALLS, days))
        if inputs_check(inputs):
            total += 1
            valid += verify_function(inputs, inputs_check, constraint_list)
    return valid, total
"""
# The only arrangement that its verifier accepts is bread 1, cheese 2, honey 3.
STALLS = OpenPuzzle(
    id="stalls",
    background="Bread, cheese and honey are sold at the market, each on day 1, 2 or 3.",
    constraints=("Bread is sold earlier than cheese.", "Honey is sold later than cheese."),
    format="inputs is a dictionary from bread, cheese and honey to the number of the day.",
    example="{'bread': 3, 'cheese': 3, 'honey': 1}",
    code=Verifier(inputs_check=CHECK, constraint_list=CONSTRAINTS, traverse=TRAVERSE),
    solutions=("{'bread': 1, 'cheese': 2, 'honey': 3}",),
)
# One boat takes two of the three, who are a set; the order of the trips matters.
BOATS = OpenPuzzle(
    id="boats",
    lang="cn",
    background="Ada, Bo and Cy cross the lake in two boats.",
    constraints=("Ada goes with Bo, in the first boat.",),
    format="inputs is a dictionary from first and second to the set of those in the boat.",
    example="{'first': {'Cy'}, 'second': {'Ada', 'Bo'}}",
    code=Verifier(
        inputs_check="""
def inputs_check(inputs):
    if not isinstance(inputs, dict) or set(inputs) != {"first", "second"}:
        return False
    if not all(type(boat) is set for boat in inputs.values()):
        return False
    return sorted([*inputs["first"], *inputs["second"]]) == ["Ada", "Bo", "Cy"]
""",
        constraint_list="""
constraint_list = [lambda inputs: inputs["first"] == {"Ada", "Bo"}]
""",
    ),
    space=Space(valid=1, total=8),
    solutions=("{'first': {'Ada', 'Bo'}, 'second': {'Cy'}}",),
    origin="reduced",
)


def public_line(puzzle, number, **changes):
    """A puzzle as a line of the public layout."""
    row = {"idx": number, "prompt": puzzle.prompt, "code": puzzle.code.model_dump(by_alias=True), "lang": puzzle.lang}
    return json.dumps({**row, **changes}, ensure_ascii=False)


def write_records(path, puzzles):
    """Write a file of records of ours."""
    lines = (json.dumps(puzzle.record(number), ensure_ascii=False) for number, puzzle in enumerate(puzzles, 1))
    path.write_text("".join(f"{line}\n" for line in lines))
    return path
