"""A model that makes puzzles with verifiers as it is scripted: each kind of request has replies, in turn.

    Formulator(text=[...], verifier=[...], traversal=[...], program=[...], addition=[...], agent=[...])

The last reply of a kind answers all further requests; one that is a function is called with the prompt. `asked` has the
kinds in the order in which they were asked for.
"""

import json
import re
from threading import Lock

from loopback import Json

SIGNS = {
    "text": "You turn exam questions into open-ended puzzles",
    "verifier": "You write a verifier: Python code that says of any arrangement",
    "traversal": "You write the traversal of a puzzle's arrangements",
    "addition": "You make a puzzle harder",
    "program": "Its verifier says exactly what is allowed",
}

TEXT = """\
Four kiln loads - bowls, cups, jugs and plates - are fired on four days in a row, days 1 to 4, one load a day. The cups
are fired on an earlier day than the jugs. The plates are not fired on day 1. The bowls and the jugs are fired on two
days in a row, in either order. Which one of the following could be the order of the loads?
"""
BACKGROUND = "Four kiln loads, bowls, cups, jugs and plates, are fired on days 1 to 4, one load a day."
CONSTRAINTS = [
    "The cups are fired on an earlier day than the jugs.",
    "The plates are not fired on day 1.",
    "The bowls and the jugs are fired on two days in a row, in either order.",
]
FORMULATION = {"is_puzzle": True, "background": BACKGROUND, "constraints": CONSTRAINTS}
NO_PUZZLE = {"is_puzzle": False, "background": "", "constraints": []}

VERIFIER = '''\
FORMAT = """A list of the four loads in the order of the days: "bowls", "cups", "jugs", "plates", each once."""

EXAMPLE = ["jugs", "plates", "cups", "bowls"]

LOADS = ["bowls", "cups", "jugs", "plates"]


def inputs_check(inputs):
    return isinstance(inputs, list) and all(isinstance(load, str) for load in inputs) and sorted(inputs) == LOADS


def constraint_1(inputs):
    return inputs.index("cups") < inputs.index("jugs")


def constraint_2(inputs):
    return inputs[0] != "plates"


def constraint_3(inputs):
    return abs(inputs.index("bowls") - inputs.index("jugs")) == 1


constraint_list = [constraint_1, constraint_2, constraint_3]
'''
TRAVERSAL = """\
import itertools


def count_valid_arrangements():
    valid = total = 0
    for order in itertools.permutations(LOADS):
        total += 1
        valid += verify_function(list(order), inputs_check, constraint_list)
    return valid, total
"""
PROGRAM = """\
# expects: any
# total: factorial(4)
import cpmpy as cp

loads = ["bowls", "cups", "jugs", "plates"]
day = cp.intvar(0, 3, shape=4, name="day")
bowls, cups, jugs, plates = day
model += cp.AllDifferent(day)
with clue(1):
    model += cups < jugs
with clue(2):
    model += plates != 0
with clue(3):
    model += abs(bowls - jugs) == 1
answer = [labelled(cp.sum(i * (day[i] == d) for i in range(4)), dict(enumerate(loads))) for d in range(4)]
"""
ADDITION = """\
CONSTRAINT = "The bowls are fired on a later day than the jugs."


def NAME(inputs):
    return inputs.index("bowls") > inputs.index("jugs")
"""


def python(code):
    return f"Here it is.\n\n```python\n{code}```\n"


def added(code=ADDITION):
    """A reply to a request for a constraint, whose predicate has the name that is asked for."""
    return lambda prompt: python(code.replace("NAME", re.search(r"def (\w+)\(inputs\):`, which", prompt)[1]))


def agent(code, clues=("(1)", "(2)", "(3)")):
    """The agent's program for a puzzle, with its text sorted: each piece that begins with a number is a clue."""

    def reply(prompt):
        if "<pieces>" not in prompt:
            return python(code)
        listed = re.findall(r"^\[(\d+)\] (.*)$", prompt, re.MULTILINE)
        numbered = [(int(piece), text) for piece, text in listed]
        found = [(place, clues.index(text[:3]) + 1) for place, text in numbered if text[:3] in clues]
        sorting = {
            "kind": "order",
            "expects": "any",
            "objective": "",
            "clues": [{"pieces": [place], "says": "", "number": number} for place, number in found],
            "entities": [],
            "answer_example": '["plates", "jugs", "cups", "bowls"]',
        }
        return f"```json\n{json.dumps(sorting)}\n```\n\n{python(code)}"

    return reply


class Formulator:
    def __init__(self, **replies):
        good = {
            "text": [FORMULATION],
            "verifier": [python(VERIFIER)],
            "traversal": [python(TRAVERSAL)],
            "program": [python(PROGRAM)],
            "addition": [added()],
            "agent": [agent(PROGRAM)],
        }
        self.replies = {kind: list(each) for kind, each in {**good, **replies}.items()}
        self.asked = []
        self._lock = Lock()

    def __call__(self, request):
        prompts = [message["content"] for message in request.messages if message["role"] == "user"]
        kind = next((kind for kind, sign in SIGNS.items() if sign in prompts[0]), "agent")
        with self._lock:
            self.asked.append(kind)
            left = self.replies[kind]
            reply = left.pop(0) if len(left) > 1 else left[0]
        if callable(reply):
            reply = reply(prompts[0])
        return Json(reply) if isinstance(reply, dict) else reply
