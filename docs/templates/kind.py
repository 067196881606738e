"""Heads and legs: how many chickens and how many rabbits there are, where their heads and legs are counted.

This is a template for a new kind of puzzle. Copied into `solvent/translators/rules/kinds/` it works as it is; what you
keep of it is the order of things, and the promises in the comments.
"""

import re

from solvent.solvers import Program
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.emit import emit
from solvent.translators.rules.emit.language import Array, Comparison, Model, Var, add, times
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.sentences import bare_sentences

KIND = "heads and legs"  # what `Puzzle.kind` says
ORDER = 40  # kinds look at a text one after the other, small numbers first: those that are sure when it is theirs

# Patterns are found in whatever somebody pastes: none may take long, so numbers and repetitions have a bound.
_HEADS = re.compile(r"\b(\d{1,6}) heads\b", re.IGNORECASE)
_LEGS = re.compile(r"\b(\d{1,6}) legs\b", re.IGNORECASE)
_CALLED = re.compile(r"\bchickens and rabbits\b", re.IGNORECASE)
# Words that can change nothing. A sentence with any other word is a clue that is not understood, and then no answer is
# claimed: what a grammar passes over in silence, it gets wrong some day.
_WORDS = closed_vocabulary.listed(
    "a all altogether and are at chickens count counts farmer find has have how in is many of rabbits the there yard"
)


class HeadsAndLegs(Payload, kind=KIND):
    """All that was parsed: `translate` looks at the text no more."""

    heads: int
    legs: int


def decompose(text: str) -> Puzzle | None:
    """A puzzle with HeadsAndLegs.

    Raises:
        PuzzleError: an odd number of legs.

    """
    heads, legs = _HEADS.findall(text), _LEGS.findall(text)
    if len(heads) != 1 or len(legs) != 1 or not _CALLED.search(text):
        return None  # not of this kind: the next one has a look
    found = HeadsAndLegs(heads=int(heads[0]), legs=int(legs[0]))
    if found.legs % 2:
        raise PuzzleError(f"{found.legs} legs are an odd number, and no animal of the puzzle has one leg.")
    clues = [
        Clue(id=1, text=f"There are {found.heads} heads.", understood=True),
        Clue(id=2, text=f"There are {found.legs} legs.", understood=True),
    ]
    for sentence in bare_sentences(_LEGS.sub(" ", _HEADS.sub(" ", text))):
        if unread := closed_vocabulary.unread(sentence, _WORDS):
            reason = closed_vocabulary.reason(unread)
            clues.append(Clue(id=len(clues) + 1, text=sentence, understood=False, reason=reason))
    count = {"type": "integer", "minimum": 0}
    schema = {
        "type": "object",
        "properties": {"chickens": count, "rabbits": count},
        "required": ["chickens", "rabbits"],
        "additionalProperties": False,
    }
    return Puzzle(text=text, kind=KIND, clues=tuple(clues), answer_schema=schema, payload=found)


def preferred(_: Puzzle) -> str:
    """SMT-LIB: z3 has the shortest start."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """None: no two clues clash at first sight."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """How many of each; every constraint with the clue that it comes from, None for what no clue says."""
    found = puzzle.kept(HeadsAndLegs)
    chickens, rabbits = Var("chickens"), Var("rabbits")
    model = Model(
        arrays=tuple(Array(each.array, (), 0, found.heads) for each in (chickens, rabbits)),
        constraints=(
            (1, Comparison(add(chickens, rabbits), "==", found.heads)),
            (2, Comparison(add(times(2, chickens), times(4, rabbits)), "==", found.legs)),
        ),
        answer={"chickens": chickens, "rabbits": rabbits},
    )
    return emit(model, framework)
