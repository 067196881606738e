"""Sudoku with boxes of any size: plain, with diagonals, and killer.

The answer is a list of rows. Clues are numbered in the order of the text: given digits in reading order, then cages.
The model is the one that the rules read such texts into.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

from pydantic import Field, model_validator

from solvent.benchmarks.generate.clued import Amount, Clue, ClueSettings, Frame, chosen, finished, first, with_flaw
from solvent.benchmarks.generate.generator import Generator, Sample
from solvent.benchmarks.generate.latin import Cell, Group, Numbers, boxes, diagonals, filled, lines, peers_of
from solvent.solvers import Pool
from solvent.translators.emit.language import AllOf, Comparison, Var
from solvent.translators.rules.kinds.sudoku import Sudoku, model
from solvent.translators.rules.text.cages import Cage

_TRIES = 20
_LARGEST = 25
_THINNED = 16  # rows of the largest grid that is thinned out
_BOX = re.compile(r"(\d{1,2})x(\d{1,2})")
_CALLS = {
    "plain": ("Solve this {n}x{n} Sudoku.", "Complete the {n}x{n} Sudoku below.", "Please solve the following Sudoku."),
    "diagonal": ("Solve this diagonal {n}x{n} Sudoku.", "Here is a diagonal Sudoku.", "Complete this Sudoku X."),
    "killer": ("Solve this {n}x{n} killer Sudoku.", "This is a killer Sudoku on a {n}x{n} grid."),
}
_RULES = (
    "Every row, every column and every {h}x{w} box contains each number from 1 to {n} exactly once.",
    "Fill in the numbers 1 to {n} so that no number repeats in any row, column or {h}x{w} box.",
)
_DIAGONAL_RULES = (
    "Both main diagonals also contain each number exactly once.",
    "No number repeats in the two main diagonals.",
)
_CAGE_RULES = (
    "The numbers in each cage add up to the given total, and no number repeats in a cage.",
    "For each cage, the sum of its numbers is given; no number repeats in a cage.",
)
_EMPTY = {
    ".": "A dot marks an empty cell.",
    "_": "Empty cells are marked with underscores.",
    "0": "0 is an empty cell.",
}


class SudokuSettings(ClueSettings):
    """The options."""

    box: str = Field(default="3x3", description="rows and columns of a box, 2x2 to 5x5 (3x3)")
    variant: Literal["plain", "diagonal", "killer"] = Field(
        default="plain", description="plain, or also with both diagonals, or with cages and their sums"
    )
    givens: int | None = Field(
        default=None, description="given digits; by default a few more than needed, none for cages"
    )
    cage_size: int | None = Field(default=None, description="cells of the largest cages of a killer (4)")

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of a box."""
        found = _BOX.fullmatch(self.box)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    @property
    def size(self) -> int:
        """Rows of the grid."""
        height, width = self.shape
        return height * width

    @model_validator(mode="after")
    def _possible(self) -> Self:
        size = self.size
        if min(self.shape) < 2 or size > _LARGEST:
            raise ValueError(
                f"--box is {self.box}; give rows and columns of a box as in 2x3, both at least 2, for a grid of at "
                f"most {_LARGEST} rows"
            )
        if self.givens is not None and not 0 <= self.givens <= size * size:
            raise ValueError(f"--givens is {self.givens}; a grid of {size}x{size} has {size * size} cells")
        if self.cage_size is not None and self.variant != "killer":
            raise ValueError("--cage-size is for --variant killer; the other variants have no cages")
        if self.cage_size is not None and not 2 <= self.cage_size <= size:
            raise ValueError(f"--cage-size is {self.cage_size}; a killer needs cages, of 2 to {size} different numbers")
        if self.minimal and self.variant == "killer" and self.givens is not None:
            raise ValueError("--minimal decides how many cages and digits a killer has; leave --givens out")
        if size > _THINNED and (self.minimal or self.givens is not None or self.variant == "killer"):
            raise ValueError(
                f"--box is {self.box}; with --minimal, --givens and cages, a grid can have at most {_THINNED} rows"
            )
        return self


@dataclass(frozen=True)
class _Given(Clue):
    cell: Cell
    number: int


@dataclass(frozen=True)
class _Caged(Clue):
    cells: tuple[Cell, ...]
    total: int


def _given(cell: Cell, number: int) -> _Given:
    says = Comparison(Var("cell", cell), "==", number)
    return _Given(f"Row {cell[0] + 1}, column {cell[1] + 1} is {number}.", says, cell, number)


def _groups(settings: SudokuSettings) -> tuple[Group, ...]:
    more = diagonals(settings.size) if settings.variant == "diagonal" else ()
    return (*lines(settings.size), *boxes(*settings.shape), *more)


def _frame(size: int, groups: tuple[Group, ...], numbers: Numbers) -> Frame:
    symbols = tuple(range(1, size + 1))
    known = model(Sudoku(symbols=symbols, givens=(), groups=groups, cages={}, diagonals=None))
    rules = tuple(rule for _, rule in known.constraints)
    return Frame(known.arrays, rules, known.answer, {Var("cell", cell): number for cell, number in numbers.items()})


# Cages


def _partition(numbers: Numbers, size: int, largest: int, rng: random.Random) -> list[tuple[Cell, ...]]:
    """Divide the grid into connected cages of different numbers; single cells remain only where they fit nowhere."""
    cage_of: dict[Cell, int] = {}
    cages: list[list[Cell]] = []
    for start in rng.sample(list(numbers), len(numbers)):
        if start in cage_of:
            continue
        cage, wanted = [start], rng.randint(2, largest)
        while len(cage) < wanted:
            used = {numbers[cell] for cell in cage}
            near = sorted({other for cell in cage for other in _beside(cell, size)} - set(cage_of) - set(cage))
            fitting = [other for other in near if numbers[other] not in used]
            if not fitting:
                break
            cage.append(rng.choice(fitting))
        cage_of.update(dict.fromkeys(cage, len(cages)))
        cages.append(cage)
    return _without_singles(cages, numbers, size, largest)


def _without_singles(cages: list[list[Cell]], numbers: Numbers, size: int, largest: int) -> list[tuple[Cell, ...]]:
    for single in [cage for cage in cages if len(cage) == 1]:
        near = set(_beside(single[0], size))
        for cage in cages:
            fits = numbers[single[0]] not in {numbers[cell] for cell in cage}
            if len(cage) < largest and near & set(cage) and fits:
                cage.extend(single)
                single.clear()
                break
    return sorted(tuple(sorted(cage)) for cage in cages if cage)


def _beside(cell: Cell, size: int) -> list[Cell]:
    row, column = cell
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [place for place in near if min(place) >= 0 and max(place) < size]


def _cages(cages: Sequence[tuple[Cell, ...]], numbers: Numbers, size: int) -> list[_Caged]:
    """State the sums of cages."""
    sums = {n: Cage(cells, sum(numbers[cell] for cell in cells), "") for n, cells in enumerate(cages)}
    stated = model(
        Sudoku(symbols=tuple(range(1, size + 1)), givens=(), groups=(), cages=sums, diagonals=None)
    ).constraints
    return [
        _Caged(
            f"{' + '.join(map(_named, cage.cells))} = {cage.total}",
            AllOf(tuple(says for clue, says in stated if clue == n)),
            cage.cells,
            cage.total,
        )
        for n, cage in sums.items()
    ]


def _named(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


# Flaws and texts


def _false(clues: Sequence[Clue], numbers: Numbers, groups: Sequence[Group], rng: random.Random) -> Clue | None:
    """Give a wrong number to an empty cell: one that no given cell in its groups has, if there is such a cell."""
    given = {clue.cell: clue.number for clue in clues if isinstance(clue, _Given)}
    peers = peers_of(groups)
    hidden: list[tuple[Cell, int]] = []
    seen: list[tuple[Cell, int]] = []
    for cell, right in numbers.items():
        for number in range(1, max(numbers.values()) + 1):
            if cell not in given and number != right:
                visible = number in {given.get(peer) for peer in peers[cell]}
                (seen if visible else hidden).append((cell, number))
    wrong = hidden or seen
    return _given(*rng.choice(wrong)) if wrong else None


def _in_order(clues: Sequence[Clue]) -> list[Clue]:
    givens = sorted((clue for clue in clues if isinstance(clue, _Given)), key=lambda clue: clue.cell)
    cages = sorted((clue for clue in clues if isinstance(clue, _Caged)), key=lambda clue: clue.cells)
    return [*givens, *cages]


def _text(clues: Sequence[Clue], settings: SudokuSettings, rng: random.Random) -> str:
    (height, width), size = settings.shape, settings.size
    givens = {clue.cell: clue.number for clue in clues if isinstance(clue, _Given)}
    cages = [clue for clue in clues if isinstance(clue, _Caged)]
    rules = [rng.choice(_CALLS[settings.variant]), rng.choice(_RULES)]
    if settings.variant == "diagonal":
        rules.append(rng.choice(_DIAGONAL_RULES))
    if cages:
        rules.append(rng.choice(_CAGE_RULES))
    empty = rng.choice(list(_EMPTY))
    drawn = givens or not cages or height != width  # bars show which number counts rows
    if drawn and rng.random() < 0.5:
        rules.append(_EMPTY[empty])
    parts = [" ".join(rules).format(n=size, h=height, w=width)]
    if drawn:
        style = rng.choice(("bars", "spaces", "digits" if size < 10 else "spaces"))
        parts.append(_board(givens, settings.shape, empty, "bars" if height != width else style))
    if cages:
        parts.append(_stated(cages, rng))
    return "\n\n".join(parts)


def _board(givens: Numbers, shape: tuple[int, int], empty: str, style: str) -> str:
    """Draw the grid: digits in a row, or cells between spaces, or also bars between the boxes."""
    height, width = shape
    size = height * width
    wide = len(str(size))
    found = []
    for row in range(size):
        cells = [str(givens.get((row, column), empty)).rjust(wide) for column in range(size)]
        if style == "digits":
            found.append("".join(cells))
        elif style == "spaces":
            found.append(" ".join(cells))
        else:
            if row and row % height == 0:
                found.append(
                    "+".join(["-" * ((wide + 1) * width + (at not in (0, height - 1))) for at in range(height)])
                )
            parts = [" ".join(cells[left : left + width]) for left in range(0, size, width)]
            found.append(" | ".join(parts))
    return "\n".join(found)


def _stated(cages: Sequence[_Caged], rng: random.Random) -> str:
    """List the cages in one of several notations."""
    notation = rng.randrange(3)
    found = []
    for number, cage in enumerate(cages, 1):
        cells = [_named(cell) for cell in cage.cells]
        if notation == 0:
            found.append(f"{' + '.join(cells)} = {cage.total}")
        elif notation == 1:
            found.append(f"Cage {number}: {', '.join(cells)} = {cage.total}")
        else:
            found.append(f"The cells {', '.join(cells)} sum to {cage.total}.")
    return "\n".join(found)


async def draw(settings: SudokuSettings, rng: random.Random, pool: Pool) -> Sample:
    """Make one puzzle."""
    groups = _groups(settings)

    async def attempt() -> Sample | None:
        numbers = filled(settings.size, groups, rng)
        if numbers is None:
            return None
        frame = _frame(settings.size, groups, numbers)
        candidates = [_given(cell, numbers[cell]) for cell in rng.sample(list(numbers), len(numbers))]
        cages: list[_Caged] = []
        if settings.variant == "killer":
            cells = _partition(numbers, settings.size, settings.cage_size or min(4, settings.size), rng)
            cages = _cages(cells, numbers, settings.size)
        few = settings.minimal or (bool(cages) and settings.givens is None)
        amount = Amount(settings.givens, few, rough=settings.size > _THINNED)
        if settings.minimal:
            clues = await chosen(frame, [*rng.sample(cages, len(cages)), *candidates], amount, rng, pool)
        else:
            clues = await chosen(frame, candidates, amount, rng, pool, fixed=cages)
        if clues is None:
            return None
        changed = await with_flaw(
            frame, clues, settings.flaw, lambda given: _false(given, numbers, groups, rng), rng, pool
        )
        if changed is None:
            return None
        stated, flaw = _in_order(changed[0]), changed[1]
        group = f"sudoku/{settings.size}x{settings.size} {settings.variant}"
        return await finished(frame, stated, (settings.status, flaw), _text(stated, settings, rng), group, pool)

    return await first(attempt, _TRIES, "Sudoku", settings)


GENERATOR = Generator(
    name="sudoku",
    about="Sudoku with boxes of any size: plain, diagonal, killer",
    card=(
        "Sudokus with boxes of any size: plain ones, ones whose diagonals contain every number as well, and killers, "
        "in which cages with sums take the place of most given digits. The answer is a list of rows."
    ),
    settings=SudokuSettings,
    draw=draw,
)
