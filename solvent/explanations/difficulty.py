"""How hard a puzzle is to solve by hand, told from the steps of its explanation."""

import re
from collections.abc import Sequence

from solvent.explanations.facts import Difficulty, Step

GRADES = ("very easy", "easy", "medium", "hard", "very hard")
GIVEN = "given"  # the rule of a step that states what the puzzle gives; it takes no thought
_SHORT = 25  # steps; a puzzle of plain steps that is over sooner is very easy
_MANY = 4  # clues; more than these at once are very hard to see together
_MEDIUM = re.compile(r"\b(pair|pointing|claiming)\b")
_HARD = re.compile(r"\b(hidden (pair|triple|quad)|triple|quad|X-wing|swordfish)\b")


def difficulty_of(steps: Sequence[Step], nested: int) -> Difficulty:
    """Grade an explanation; `nested` says how deep suppositions have to be nested where several clues are needed.

    A puzzle is very easy if it takes few steps with one clue or none each, easy if it takes more of them; medium if
    some step takes two clues, or is a pair, pointing or claiming in a Sudoku; hard if some step takes three or four
    clues, or two that no single supposition connects, or a supposition without a clue, or is a triple, a hidden pair or
    a fish; very hard if some step takes more clues, or else suppositions within suppositions.
    """
    taken = [step for step in steps if step.rules != (GIVEN,)]
    at_once = max((len(step.clues) for step in taken), default=0)
    names = " ".join(rule for step in taken for rule in step.rules)
    if at_once > _MANY or (nested > 1 and at_once != 2):
        level = 4
    elif at_once > 2 or nested > 1 or (nested and at_once < 2) or _HARD.search(names):
        level = 3
    elif at_once == 2 or _MEDIUM.search(names):
        level = 2
    else:
        level = int(len(taken) > _SHORT)
    return Difficulty(grade=GRADES[level], steps=len(taken), clues_at_once=at_once, nested=nested)
