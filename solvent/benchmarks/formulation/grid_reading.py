"""Reads logic grids by the grammar: their categories, and the meaning of each clue."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solvent.benchmarks.formulation.author import NO_PUZZLE
from solvent.benchmarks.generate.zebra.clues import Grid
from solvent.benchmarks.verifiers.logic_grids import GridForm
from solvent.benchmarks.verifiers.puzzle import Lang
from solvent.solvers import SolventError
from solvent.translators import rules
from solvent.translators.puzzle import Puzzle
from solvent.translators.rules.clues.formula import Flag, Formula, atoms
from solvent.translators.rules.kinds import grid

NOT_READ = "the grammar does not understand the whole text"
_SAID = ("category", "rule", "convention", "unread")  # the roles of passages that may say what is arranged
_HEADING = "Clues:"


class UnreadError(SolventError):
    """The grammar makes no puzzle of a text; `reason` is one of few, the message says more."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason


@dataclass(frozen=True)
class ReadGrid:
    """A logic grid as it was read: what is said of its categories, the clues, and the meaning of each of them."""

    form: GridForm
    background: str
    constraints: tuple[str, ...]
    said: tuple[Formula, ...]

    def grid(self, rows: Sequence[Sequence[int]]) -> Grid:
        """Return these rows as a grid, of which formulas hold or not."""
        numbers = tuple(each.quantities for each in self.form.categories)
        return Grid("line" if self.form.in_order else "plain", tuple(map(tuple, rows)), numbers)


def read_text(text: str, lang: Lang) -> ReadGrid:
    """Read a text, and put what it leaves open (where the numbers begin) into words. Raises `UnreadError`."""
    puzzle = _decomposed(text)
    told = [each.text for each in puzzle.passages if each.role in _SAID]
    told += [each.decided[0] for each in puzzle.conventions]
    return read_parts("\n".join(told), tuple(each.text for each in puzzle.clues), lang)


@lru_cache(maxsize=256)
def read_parts(background: str, constraints: tuple[str, ...], lang: Lang) -> ReadGrid:
    """Read a puzzle from its parts. Raises `UnreadError`."""
    puzzle = _decomposed(_text(background, constraints))
    if tuple(each.text for each in puzzle.clues) != constraints:
        raise UnreadError(NOT_READ, "the clues cannot be told from what is said about the categories")
    if not rules.understands(puzzle):
        raise UnreadError(NOT_READ, _unread(puzzle))
    meanings = [each.meaning.literal for each in grid.interpretations(puzzle) if each.meaning is not None]
    for clue, meaning in zip(puzzle.clues, meanings, strict=True):
        if any(isinstance(atom, Flag) for atom in atoms(meaning)):
            why = "a value may belong to either of two categories"
            raise UnreadError(NOT_READ, f"clue {clue.id}, {clue.text!r}: {why}")
    return ReadGrid(GridForm(grid.categories_of(puzzle), lang), background, constraints, tuple(meanings))


def _text(background: str, constraints: Sequence[str]) -> str:
    numbered = (f"{number}. {each}" for number, each in enumerate(constraints, 1))
    return "\n".join([background, "", _HEADING, *numbered]) + "\n"


def _decomposed(text: str) -> Puzzle:
    """Return a puzzle whose kind is a logic grid, with clues. Raises `UnreadError`."""
    try:
        puzzle = rules.decompose(text)
    except SolventError as error:
        raise UnreadError(NO_PUZZLE, str(error)) from None
    if puzzle.kind != grid.KIND or not puzzle.clues:
        what = f"the grammar reads it as a {puzzle.kind}" if puzzle.kind else "the grammar knows no such text"
        raise UnreadError("the grammar reads no logic grid in the text", what)
    return puzzle


def _unread(puzzle: Puzzle) -> str:
    """Say what is not understood first."""
    for clue in puzzle.clues:
        if not clue.understood:
            return f"clue {clue.id}, {clue.text!r}: {clue.reason}"
    for passage in puzzle.passages:
        if passage.blocks:
            return f"{passage.text!r}: {passage.reason}"
    return f"it is left open whether {' or '.join(puzzle.conventions[0].ways)}"
