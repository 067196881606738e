"""Truth tellers and liars: who is of what kind, who did it, or where something lies, given what is said about it.

The answer is what the question asks for: a kind for each name, names, one name, a day, a number, true or false. Every
statement is a clue, and so is every fact that the narrator tells.
"""

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.puzzle import Convention, Payload, Puzzle
from solvent.translators.rules.statements.language import open_points
from solvent.translators.rules.statements.written import Written
from solvent.translators.rules.testimony import model
from solvent.translators.rules.testimony.asked import Question
from solvent.translators.rules.testimony.reading import read

KIND = "truth tellers"
ORDER = 38
TOLD = True
REPLIES = True

_EITHER = Convention(
    ways=('"either ... or" allows both', '"either ... or" does not allow both'),
    decided=('"Either ... or" allows that both are true.', '"Either ... or" means that only one is true.'),
)
_COUNTS = Convention(
    ways=("a number means exactly that many", "a number means at least that many"),
    decided=("Numbers mean exactly that many.", "Numbers mean at least that many."),
)


class Testimony(Payload, kind=KIND):
    """What was read: the things, the words of the kinds, what is stated (with clue ids), and the question."""

    things: tuple[str, ...]
    kinds: tuple[str, ...]
    statements: int
    several: bool
    days: bool
    stated: tuple[tuple[int | None, Written], ...]
    question: Question
    either: bool
    counts: bool


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with Testimony, or None."""
    found = read(text)
    if found is None or found.question is None:
        return None
    stated = (*((None, rule) for rule in found.rules), *found.stated)
    opened = [open_points(said) for _, said in stated] + [open_points(said) for said in found.question.said]
    either, counts = any(one for one, _ in opened), any(two for _, two in opened)
    frame = found.frame
    payload = Testimony(
        things=frame.cast.things,
        kinds=tuple(sort.word for sort in frame.sorts),
        statements=sum(map(len, frame.made)),
        several=not frame.single,
        days=bool(frame.lying),
        stated=stated,
        question=found.question,
        either=either,
        counts=counts,
    )
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(found.clues),
        answer_schema=model.schema(payload),
        payload=payload,
        passages=tuple(found.passages),
        conventions=(*((_EITHER,) if either else ()), *((_COUNTS,) if counts else ())),
    )


def preferred(_: Puzzle) -> str:
    """Prefer SMT-LIB: z3 starts fastest."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no two statements conflict at first sight."""
    return ()


def ways(puzzle: Puzzle) -> int:
    """Return how many ways there are to understand "either ... or" and numbers."""
    found = puzzle.kept(Testimony)
    return (2 if found.either else 1) * (2 if found.counts else 1)


def translate(puzzle: Puzzle, framework: str, _: str = "literal", way: int = 0) -> Program:
    """State that each statement has a truth value, and what is known of these values."""
    found = puzzle.kept(Testimony)
    exclusive = found.either and way % 2 == 1
    exact = not (found.counts and way // (2 if found.either else 1) == 1)
    return emit(model.model(found, exclusive=exclusive, exact=exact), framework)
