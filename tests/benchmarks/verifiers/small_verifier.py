"""A small verifier: two of four people, who meet on one of three days."""

from solvent.benchmarks.verifiers.puzzle import OpenPuzzle
from solvent.benchmarks.verifiers.verifier import Verifier

CHECK = """
def inputs_check(inputs):
    if not isinstance(inputs, dict) or set(inputs) != {"who", "day"}:
        return False
    who = inputs["who"]
    return isinstance(who, set) and len(who) == 2 and who <= {"Ann", "Bo", "Cy", "Di"} and inputs["day"] in (1, 2, 3)
"""
CONSTRAINTS = """
def constraint_1(inputs):
    return "Ann" in inputs["who"]

def constraint_2(inputs):
    return inputs["day"] != 2

constraint_list = [constraint_1, constraint_2]
"""
TRAVERSE = """
from itertools import combinations

def count_valid_arrangements():
    valid = total = 0
    for who in combinations(["Ann", "Bo", "Cy", "Di"], 2):
        for day in range(5):
            inputs = {"who": set(who), "day": day}
            if not inputs_check(inputs):
                continue
            total += 1
            if verify_function(inputs, inputs_check, constraint_list):
                valid += 1
    return valid, total
"""
EXAMPLE = "{'day': 1, 'who': {'Bo', 'Cy'}}"
VERIFIER = Verifier(inputs_check=CHECK, constraint_list=CONSTRAINTS, traverse=TRAVERSE)
PUZZLE = OpenPuzzle(
    id="meeting",
    background="Two of Ann, Bo, Cy and Di meet on day 1, 2 or 3.",
    constraints=("Ann takes part.", "They do not meet on day 2."),
    format='inputs is a dictionary with the keys "who", a set of two names, and "day", a number.',
    example=EXAMPLE,
    code=VERIFIER,
)
