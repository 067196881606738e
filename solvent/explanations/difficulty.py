"""How hard a puzzle is to solve by hand, told from the steps of its explanation."""

from collections.abc import Sequence

from solvent.explanations.facts import Difficulty, Step

GRADES = ("very easy", "easy", "medium", "hard", "very hard")
_SHORT = 25  # steps; a puzzle of plain steps that is over sooner is very easy
_MANY = 4  # clues; more than these at once are very hard to see together


def difficulty_of(steps: Sequence[Step], nested: int) -> Difficulty:
    """Grade an explanation.

    With one clue or none at each step, a puzzle is very easy if it takes few steps, else easy; it is medium if some
    step takes two clues, hard if some step takes three or four, or rules that are nested; very hard if some step takes
    more clues, or suppositions within suppositions.
    """
    at_once = max((len(step.clues) for step in steps), default=0)
    if nested > 1 or at_once > _MANY:
        level = 4
    elif at_once > 2 or (nested and at_once < 2):
        level = 3
    elif at_once == 2:
        level = 2
    else:
        level = int(len(steps) > _SHORT)
    return Difficulty(grade=GRADES[level], steps=len(steps), clues_at_once=at_once, nested=nested)
