"""The embedded translator: reads well-formed puzzles without an LLM, and says which clues it does not understand.

Pure functions: `decompose(text)` returns the puzzle, `translate(puzzle, framework)` a program of its understood clues.
Each kind of puzzle is a file in `kinds`.
"""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from solvent.solvers import Program
from solvent.solvers.errors import SolventError
from solvent.translators.emit import EMITTERS
from solvent.translators.puzzle import Clue, Puzzle, PuzzleError, without_comments
from solvent.translators.rules import advice
from solvent.translators.rules.advice import example
from solvent.translators.rules.clues.clause_form import Clause, told
from solvent.translators.rules.clues.guessing import Candidate as Guess
from solvent.translators.rules.kinds import Candidates, Kind, Slot, kinds, rough_reading
from solvent.translators.rules.text.accounts import accounted, commented
from solvent.translators.rules.text.language import foreign as language

__all__ = [
    "ASSUMED",
    "FRAMEWORKS",
    "GUESSING",
    "READINGS",
    "Candidates",
    "Clause",
    "Guess",
    "PuzzleError",
    "Slot",
    "clause",
    "clause_schema",
    "clauses_about",
    "decompose",
    "decompose_once",
    "drafts",
    "example",
    "guesses",
    "language",
    "open_clues",
    "preferred",
    "quotation",
    "readings",
    "replied_to",
    "roughly_read",
    "slots",
    "suspects",
    "template",
    "told",
    "translate",
    "understands",
    "unread",
    "ways",
    "with_candidates",
    "with_guesses",
    "with_readings",
]

# "literal" is what the clues say; each further reading assumes more, and is used if the previous one leaves more than
# one answer.
READINGS = ("literal", "implied", "guessed", "distinct", "alike")
GUESSING = ("guessed", "distinct", "alike")  # readings whose answers are only guesses
ASSUMED = {
    "implied": 'in "neither A nor B", "either A or B" and "older than A and B", A and B are not the same',
    "guessed": "clues that are not understood mean what was guessed",
    "distinct": "besides, if two categories share a value, two different phrases for it mean different categories, and "
    "the same phrase always means the same category, whatever the value",
    "alike": 'besides, phrases for shared values that are built alike ("has a ...", "the ... owner") mean the same '
    "category",
}
FRAMEWORKS = tuple(EMITTERS)
_LONGEST_ROUGH = 4000  # characters; a longer text says more than a rough reading could keep apart
LONGEST = 100_000  # characters; a longer text is not a puzzle, and checking it against every kind takes too long
_MOST_LINES = 5000
_LONGEST_NUMBER = 1000  # characters; Python converts no integer of more than 4300 digits, and products must fit as well
_NUMBER = re.compile(r"\d[\d,]*+")


def decompose(text: str) -> Puzzle:
    """Read a text; if no kind recognises it, the puzzle's `kind` is empty.

    Every clue says whether it is understood, or why not; the contents of `payload` depend on the kind.

    Raises:
        PuzzleError: the puzzle cannot have an answer as it stands (the message says where the problem is), or the text
            or a number in it is too long for a puzzle.

    """
    body = without_comments(text)
    _check_length(body)
    comments = commented(text[: len(text) - len(body)])
    puzzle = _decomposed(body)
    return puzzle.model_copy(update={"passages": (*comments, *puzzle.passages)})


def _decomposed(body: str) -> Puzzle:
    """Return what the first kind that recognises a text reads; of those TOLD in sentences, one that reads all of it."""
    partly: list[Puzzle] = []
    flaw: PuzzleError | None = None
    for kind in kinds():
        told_in_sentences = getattr(kind, "TOLD", False)
        if partly and not told_in_sentences:
            continue
        try:
            found = kind.decompose(body)
        except PuzzleError as error:
            if not told_in_sentences:
                raise
            flaw = flaw or error
            continue
        if found is not None:
            puzzle = found.model_copy(update={"passages": found.passages or accounted(found)})
            if not told_in_sentences or understands(puzzle):
                return puzzle
            partly.append(puzzle)
    if flaw is not None and not partly:
        raise flaw
    unknown = Puzzle(text=body)
    return max(partly, key=_share, default=unknown.model_copy(update={"passages": accounted(unknown)}))


def _share(puzzle: Puzzle) -> float:
    """Return which share of a puzzle's clues is understood."""
    return sum(bool(clue.understood) for clue in puzzle.clues) / max(1, len(puzzle.clues))


# For callers that need the puzzle early: the same text is not decomposed twice.
decompose_once = lru_cache(maxsize=1)(decompose)


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise PuzzleError(f"The text has {len(text)} characters; puzzles of up to {LONGEST} are read without a model.")
    if (count := text.count("\n")) > _MOST_LINES:
        raise PuzzleError(f"The text has {count} lines; puzzles of up to {_MOST_LINES} are read without a model.")
    longest = max((len(match[0]) for match in _NUMBER.finditer(text)), default=0)
    if longest > _LONGEST_NUMBER:
        raise PuzzleError(f"The text contains a number of {longest} digits, which is too long for a puzzle.")


def unread(text: str) -> Puzzle:
    """Return a puzzle of no known kind, with every line of the text marked as unread."""
    return Puzzle(text=text, passages=accounted(Puzzle(text=text)))


def preferred(puzzle: Puzzle) -> str:
    """Return the framework that suits the puzzle best.

    Raises:
        SolventError: the puzzle is of no known kind.

    """
    return _kind(puzzle).preferred(puzzle)


def suspects(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the ids of clues that appear to conflict, for a solver to check first; usually none."""
    return _kind(puzzle).suspects(puzzle)


def readings(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the READINGS that differ for the puzzle, the strictest first."""
    own = _hook(puzzle, "readings")
    return READINGS[:1] if own is None else own(puzzle)


def ways(puzzle: Puzzle) -> int:
    """Return how many interpretations the text leaves open; the first is the most common one."""
    own = _hook(puzzle, "ways")
    return 1 if own is None else own(puzzle)


def slots(puzzle: Puzzle) -> tuple[Slot, ...]:
    """Return the slots whose words an LLM may propose; empty for most kinds."""
    own = _hook(puzzle, "slots")
    return () if own is None else own(puzzle)


def with_candidates(puzzle: Puzzle, candidates: Candidates) -> Puzzle:
    """Return the puzzle with words proposed for its slots; unchanged if its kind has none."""
    own = _hook(puzzle, "with_candidates")
    return puzzle if own is None else own(puzzle, candidates)


def open_clues(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the ids of the clues that a model may be asked to read; empty for most kinds."""
    own = _hook(puzzle, "open_clues")
    return () if own is None else own(puzzle)


def clause_schema(puzzle: Puzzle, clue: Clue) -> dict[str, Any]:
    """Return the JSON schema of a model's reading of an open clue; `clause` reads the reply."""
    schema: dict[str, Any] = _hook(puzzle, "clause_schema")(puzzle, clue)
    return schema


def clause(puzzle: Puzzle, clue: Clue, data: Any) -> Clause | None:
    """Return a model's reading of an open clue; None if the reply, which is untrusted, cannot be what the clue says."""
    read: Clause | None = _hook(puzzle, "clause")(puzzle, clue, data)
    return read


def clauses_about(puzzle: Puzzle, clue: Clue) -> tuple[Clause, ...]:
    """Return all that an open clue could say of the values that it names; empty if no relation fits them."""
    found: tuple[Clause, ...] = _hook(puzzle, "clauses_about")(puzzle, clue)
    return found


def with_readings(
    puzzle: Puzzle, readings: Mapping[int, Clause], reader: str, supposed: Collection[int] = ()
) -> Puzzle:
    """Return the puzzle with the readings of open clues by the model `reader`, for `translate`.

    The readings of those in `supposed` are nobody's. The clues remain marked as not understood. Raises SolventError for
    readings that do not fit the puzzle.
    """
    changed: Puzzle = _hook(puzzle, "with_readings")(puzzle, readings, reader, supposed)
    return changed


def drafts(text: str) -> tuple[Puzzle, ...]:
    """Return the rough readings of a text that no kind understands, the likeliest first; usually none."""
    body = without_comments(text)
    return () if len(body) > _LONGEST_ROUGH else rough_reading.drafts(body)


def roughly_read(puzzle: Puzzle) -> bool:
    """Return whether all that was read of a puzzle is a guess."""
    return puzzle.kind == rough_reading.KIND


def template(puzzle: Puzzle, sentence: str) -> str:
    """Return how a sentence that was not understood could be written, in words that are; "" if nothing near it is."""
    reads = _hook(puzzle, "reads")
    return "" if reads is None else advice.template(puzzle, sentence, lambda said: bool(reads(puzzle, said)))


def replied_to(puzzle: Puzzle) -> str:
    """Return the question that an answer to this puzzle replies to; "" if its answer is the whole arrangement."""
    if not getattr(_found(puzzle), "REPLIES", False):
        return ""
    return " ".join(passage.text.strip() for passage in puzzle.passages if passage.role == "question")


def guesses(puzzle: Puzzle) -> dict[int, tuple[Guess, ...]]:
    """Return what each clue that is not understood may mean, by its id, the likeliest first; empty for most kinds."""
    own = _hook(puzzle, "guesses")
    return {} if own is None else own(puzzle)


def with_guesses(puzzle: Puzzle, chosen: Mapping[int, tuple[int, ...]]) -> Puzzle:
    """Return the puzzle with clues taken to mean one of some of their `guesses`, by number, in GUESSING readings.

    The clues remain marked as not understood.
    """
    changed: Puzzle = _hook(puzzle, "with_guesses")(puzzle, chosen)
    return changed


def quotation(puzzle: Puzzle, answer: Any) -> str:
    """Return the text that an answer spells, if close answers can be compared by how they read; otherwise empty."""
    own = _hook(puzzle, "quotation")
    return "" if own is None else own(answer)


def translate(puzzle: Puzzle, framework: str, reading: str = "literal", way: int = 0) -> Program:
    """Translate the clues that are understood, under one of READINGS and one of the `ways` (counted from 0).

    The framework is one of FRAMEWORKS, or of the kind's own if it defines them.

    Raises:
        SolventError: the puzzle is of no known kind, or the framework or reading is unknown.

    """
    kind = _kind(puzzle)
    frameworks = getattr(kind, "FRAMEWORKS", FRAMEWORKS)
    if framework not in frameworks or reading not in READINGS:
        known = f"frameworks {', '.join(frameworks)}; readings {', '.join(READINGS)}"
        raise SolventError(
            f"The rules translator cannot write '{framework}' with reading '{reading}' for a {kind.KIND}. "
            f"It supports {known}."
        )
    program = kind.translate(puzzle, framework, reading, way)
    return program.model_copy(update={"trusted": True})


def _found(puzzle: Puzzle) -> Kind | None:
    """Return the kind that read a puzzle; a `kind` named by an LLM does not count."""
    return next((kind for kind in kinds() if puzzle.kind == kind.KIND), None) if puzzle.payload else None


def _hook(puzzle: Puzzle, name: str) -> Any:
    """Return an optional function of the puzzle's kind, or None."""
    return getattr(_found(puzzle), name, None)


def _kind(puzzle: Puzzle) -> Kind:
    found = _found(puzzle)
    if found is None:
        known = ", ".join(kind.KIND for kind in kinds())
        raise SolventError(f"The rules translator only translates {known}; name a model for other problems.")
    return found


def understands(puzzle: Puzzle) -> bool:
    """Return whether the rules know the puzzle's kind, understood its whole text, and found nothing left open."""
    whole = not any(passage.blocks for passage in puzzle.passages) and not puzzle.conventions
    return _found(puzzle) is not None and whole and all(clue.understood for clue in puzzle.clues)
