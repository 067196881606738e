"""Lies by data that stand apart from the program: the answer is in them, or facts that nothing uses."""

import json
import re

from claims import as_data, excused, numbered
from lying import PYTHON, idle, leaf, lie, reshaped

PARAMETRISED = (*PYTHON, "minizinc")


def state(draft, name, numbers):
    """Begin the program with data: a list of numbers."""
    data = json.dumps({name: numbers})
    if draft.writer.framework == "minizinc":
        draft.first += ["% data", f"% {data}", f"array[int] of int: {name};"]
    else:
        draft.first.append(f"data = {data}")


def item(draft, name, place):
    """The term for an item of that list."""
    return ("code", f"{name}[{place + (draft.writer.framework == 'minizinc')}]")


@lie("data: the template shows them", frameworks=PARAMETRISED)
def shown(_, draft, target):
    """The answer is in the data, and the parts are honest."""
    numbers = []

    def change(_, number, labels):
        numbers.append(number)
        return leaf(item(draft, "found", len(numbers) - 1), labels)

    draft.answer, more = draft.writer.answer(reshaped(draft.problem.answer, target, change))
    draft.background += more
    state(draft, "found", numbers)


@lie("data: the background equates the unknowns with them", frameworks=PARAMETRISED)
def equated(rng, draft, target):
    """The answer is in the data, and the parts say nothing."""
    for place, name in enumerate(target):
        draft.background += draft.writer.state(("=", name, item(draft, "found", place)))
    state(draft, "found", list(target.values()))
    idle(rng, draft, draft.parts)


@lie("data: facts that nothing uses, and nearly half say nothing", frameworks=PARAMETRISED, decomposed=as_data)
def unused(rng, draft, target):
    """The numbers of the clues that are said to be data stand there, but no constraint depends on them."""
    others = len(draft.parts) - len(numbered(draft.problem))
    if 2 * (others - (others - 1) // 2) > len(draft.parts):
        return False  # fewer than half of all say nothing, which is allowed
    numbers = {int(found) for clue in draft.problem.clues for found in re.findall(r"\d+", clue.text)}
    state(draft, "facts", sorted(numbers))
    return excused(numbered)(rng, draft, target)
