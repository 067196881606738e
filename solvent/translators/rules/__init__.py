"""The embedded translator: reads well-formed puzzles without a model, and says which clues it does not understand.

Pure functions: `decompose(text)` gives the puzzle, `translate(puzzle, framework)` a program of its understood clues.
Each kind of puzzle is a file in `kinds`.
"""

import re
from functools import lru_cache
from typing import Any

from solvent.solvers import Program
from solvent.solvers.errors import SolventError
from solvent.translators.puzzle import Puzzle, PuzzleError, without_comments
from solvent.translators.rules.emit import EMITTERS
from solvent.translators.rules.kinds import Candidates, Kind, Slot, kinds
from solvent.translators.rules.text.accounts import accounted, commented

__all__ = [
    "ASSUMED",
    "FRAMEWORKS",
    "GUESSING",
    "READINGS",
    "Candidates",
    "PuzzleError",
    "Slot",
    "decompose",
    "decompose_once",
    "preferred",
    "quotation",
    "readings",
    "slots",
    "suspects",
    "translate",
    "understands",
    "unread",
    "ways",
    "with_candidates",
]

# "literal" is what the clues say; every further reading takes more for granted, and is used where the one before leaves
# more than one answer.
READINGS = ("literal", "implied", "guessed", "distinct", "alike")
GUESSING = ("guessed", "distinct", "alike")  # readings whose answer is never more than a guess
ASSUMED = {
    "implied": 'of "neither A nor B" and "either A or B", A and B are not the same',
    "guessed": "what clues say that are not understood is guessed",
    "distinct": "besides, of a value that two categories share, two phrases for it mean both categories, and a phrase "
    "means one category whatever the value",
    "alike": 'besides, phrases for shared values that are built alike ("has a ...", "the ... owner") mean one category',
}
FRAMEWORKS = tuple(EMITTERS)
LONGEST = 100_000  # characters; a book is no puzzle, and nobody should wait until every kind has looked at it
_LONGEST_NUMBER = 1000  # characters; Python reads no number of more than 4300 digits, products included
_NUMBER = re.compile(r"\d[\d,]*+")


def decompose(text: str) -> Puzzle:
    """Reads a text; what is of no known kind keeps an empty `kind`.

    Every clue says whether it is understood, or why not; what its `payload` holds is the kind's business.

    Raises:
        PuzzleError: a puzzle that can have no answer as it stands, and the message names the place; or a text, or a
            number in it, that is longer than any puzzle's.

    """
    body = without_comments(text)
    _check_length(body)
    puzzle = next((puzzle for kind in kinds() if (puzzle := kind.decompose(body)) is not None), Puzzle(text=body))
    passages = puzzle.passages or accounted(puzzle)
    comments = commented(text[: len(text) - len(body)])
    return puzzle.model_copy(update={"passages": (*comments, *passages)})


# Who wants to know early what a text is need not read it twice.
decompose_once = lru_cache(maxsize=1)(decompose)


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise PuzzleError(f"The text has {len(text)} characters; puzzles of up to {LONGEST} are read without a model.")
    longest = max((len(match[0]) for match in _NUMBER.finditer(text)), default=0)
    if longest > _LONGEST_NUMBER:
        raise PuzzleError(f"The text has {longest} digits in a row, which is no number of a puzzle.")


def unread(text: str) -> Puzzle:
    """A text of which nothing is known, every line of it named as such."""
    return Puzzle(text=text, passages=accounted(Puzzle(text=text)))


def preferred(puzzle: Puzzle) -> str:
    """The framework that suits the puzzle best.

    Raises:
        SolventError: a puzzle of no known kind.

    """
    return _kind(puzzle).preferred(puzzle)


def suspects(puzzle: Puzzle) -> tuple[int, ...]:
    """Ids of clues that seem to clash at first sight, for a solver to look at first; mostly none."""
    return _kind(puzzle).suspects(puzzle)


def readings(puzzle: Puzzle) -> tuple[str, ...]:
    """Those of READINGS that differ for the puzzle, the strictest first."""
    own = _hook(puzzle, "readings")
    return READINGS[:1] if own is None else own(puzzle)


def ways(puzzle: Puzzle) -> int:
    """How many ways there are to take what the text leaves open; the first is the one that most readers take."""
    own = _hook(puzzle, "ways")
    return 1 if own is None else own(puzzle)


def slots(puzzle: Puzzle) -> tuple[Slot, ...]:
    """The words that are wanted, where somebody may propose some; mostly none."""
    own = _hook(puzzle, "slots")
    return () if own is None else own(puzzle)


def with_candidates(puzzle: Puzzle, candidates: Candidates) -> Puzzle:
    """A puzzle that has slots with words that are proposed for them."""
    own = _hook(puzzle, "with_candidates")
    return puzzle if own is None else own(puzzle, candidates)


def quotation(puzzle: Puzzle, answer: Any) -> str:
    """The text that an answer spells, where one may choose among close ones by how they read; else nothing."""
    own = _hook(puzzle, "quotation")
    return "" if own is None else own(answer)


def translate(puzzle: Puzzle, framework: str, reading: str = "literal", way: int = 0) -> Program:
    """The program of the clues that are understood, under one of READINGS and one of the `ways`, by number from 0.

    The framework is one of FRAMEWORKS, or of the kind's own where it has some.

    Raises:
        SolventError: a puzzle of no known kind, or no such framework or reading.

    """
    kind = _kind(puzzle)
    frameworks = getattr(kind, "FRAMEWORKS", FRAMEWORKS)
    if framework not in frameworks or reading not in READINGS:
        known = f"frameworks {', '.join(frameworks)}; readings {', '.join(READINGS)}"
        raise SolventError(
            f"The rules translator does not know '{framework}' with reading '{reading}' for a {kind.KIND}. "
            f"It knows {known}."
        )
    program = kind.translate(puzzle, framework, reading, way)
    return program.model_copy(update={"trusted": True})


def _found(puzzle: Puzzle) -> Kind | None:
    """The kind that read a puzzle; what a model calls a puzzle says nothing."""
    return next((kind for kind in kinds() if puzzle.kind == kind.KIND), None) if puzzle.payload else None


def _hook(puzzle: Puzzle, name: str) -> Any:
    """What some kinds hold, or None."""
    return getattr(_found(puzzle), name, None)


def _kind(puzzle: Puzzle) -> Kind:
    found = _found(puzzle)
    if found is None:
        known = ", ".join(kind.KIND for kind in kinds())
        raise SolventError(f"The rules translator only translates {known}; name a model for other problems.")
    return found


def understands(puzzle: Puzzle) -> bool:
    """Whether the puzzle is of a kind that the rules read, its whole text was understood, and nothing is left open."""
    whole = not any(passage.blocks for passage in puzzle.passages) and not puzzle.conventions
    return _found(puzzle) is not None and whole and all(clue.understood for clue in puzzle.clues)
