"""Heads and legs: how many chickens and rabbits there are, given the number of their heads and legs.

This is a template for a new kind of puzzle. It works as it is when copied into `solvent/translators/rules/kinds/`. Keep
its structure, and the guarantees stated in the comments.
"""

import re

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import Array, Comparison, ConstraintModel, Var, add, times
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.sentences import bare_sentences

KIND = "heads and legs"  # the value of `Puzzle.kind`
ORDER = 40  # kinds with small numbers try a text first: those that reliably recognise their own

# Patterns run on whatever users paste. None may take long, so numbers and repetitions are bounded.
_HEADS = re.compile(r"\b(\d{1,6}) heads\b", re.IGNORECASE)
_LEGS = re.compile(r"\b(\d{1,6}) legs\b", re.IGNORECASE)
_CALLED = re.compile(r"\bchickens and rabbits\b", re.IGNORECASE)
# Words that cannot change the meaning. A sentence with any other word becomes a clue that is not understood, and then
# no answer is claimed: a grammar that skips words silently misreads some text sooner or later.
_WORDS = closed_vocabulary.listed(
    "a all altogether and are at chickens count counts farmer find has have how in is many of rabbits the there yard"
)


class HeadsAndLegs(Payload, kind=KIND):
    """Everything that was parsed: `translate` does not look at the text again."""

    heads: int
    legs: int


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with HeadsAndLegs, or None if the text is not of this kind.

    Raises:
        PuzzleError: the number of legs is odd.

    """
    heads, legs = _HEADS.findall(text), _LEGS.findall(text)
    if len(heads) != 1 or len(legs) != 1 or not _CALLED.search(text):
        return None  # not of this kind: the next one tries
    found = HeadsAndLegs(heads=int(heads[0]), legs=int(legs[0]))
    if found.legs % 2:
        raise PuzzleError(f"{found.legs} legs are an odd number, but every animal here has an even number of legs.")
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
    """Prefer SMT-LIB: z3 starts fastest."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no two clues conflict at first sight."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """State how many there are of each; every constraint has the id of its clue, or None if it has no clue."""
    found = puzzle.kept(HeadsAndLegs)
    chickens, rabbits = Var("chickens"), Var("rabbits")
    model = ConstraintModel(
        arrays=tuple(Array(each.array, (), 0, found.heads) for each in (chickens, rabbits)),
        constraints=(
            (1, Comparison(add(chickens, rabbits), "==", found.heads)),
            (2, Comparison(add(times(2, chickens), times(4, rabbits)), "==", found.legs)),
        ),
        answer={"chickens": chickens, "rabbits": rabbits},
    )
    return emit(model, framework)
