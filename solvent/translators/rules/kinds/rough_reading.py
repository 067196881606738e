"""Texts that no other kind understands, read roughly: every clue is a guess, and the answer is never more than that."""

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.puzzle import Clue, Passage, Payload, Puzzle
from solvent.translators.rules.rough import Draft
from solvent.translators.rules.rough import drafts as rough_drafts

KIND = "puzzle in free words"
ORDER = 1000
REPLIES = True


class Rough(Payload, kind=KIND):
    """Which draft of the text it is, and which meaning of each sentence was chosen."""

    draft: int
    chosen: tuple[int, ...]


def decompose(_: str) -> Puzzle | None:
    """Return None: a rough reading is worth something only when a solver has found that it leaves one answer."""
    return None


def drafts(text: str) -> tuple[Puzzle, ...]:
    """Return a puzzle for each choice among the meanings of the sentences, the likeliest first; usually none."""
    found = rough_drafts(text)
    return tuple(_puzzle(text, number, each, chosen) for number, each in enumerate(found) for chosen in each.choices())


def _puzzle(text: str, number_of_draft: int, found: Draft, chosen: tuple[int, ...]) -> Puzzle:
    clues, passages = [], []
    for number, (each, at) in enumerate(zip(found.said, chosen, strict=True), 1):
        if each.meanings:
            told = f"took '{each.text}' to say that {each.meanings[at].told}"
            clues.append(Clue(id=number, text=each.text, understood=False, reason="read roughly", guesses=(told,)))
        passages.append(Passage(text=each.text, role="clue" if each.meanings else "courtesy", reason="read roughly"))
    if found.question:
        passages.append(Passage(text=found.question, role="question"))
    return Puzzle(
        text=text,
        kind=KIND,
        clues=tuple(clues),
        expects="optimal" if found.whole and found.whole.objectives else "unique",
        answer_schema=found.schema,
        payload=Rough(draft=number_of_draft, chosen=chosen),
        passages=tuple(passages),
    )


def preferred(_: Puzzle) -> str:
    """Prefer SMT-LIB: z3 starts fastest."""
    return "smtlib"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: conflicts are rarely visible without solving."""
    return ()


def readings(_: Puzzle) -> tuple[str, ...]:
    """Return "guessed" only: nothing is taken literally."""
    return ("guessed",)


def translate(puzzle: Puzzle, framework: str, reading: str, way: int = 0) -> Program:
    """State what the sentences were taken to say."""
    del reading, way
    kept = puzzle.kept(Rough)
    return emit(rough_drafts(puzzle.text)[kept.draft].model(kept.chosen), framework)
