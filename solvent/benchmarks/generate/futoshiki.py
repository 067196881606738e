"""Futoshiki: Latin squares with signs between neighbouring cells, and a few given digits.

The answer is a list of rows. Clues are numbered in the order of the text: given digits in reading order, then signs.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from pydantic import Field, model_validator

from solvent.benchmarks.generate.clued import Amount, Clue, ClueSettings, Frame, chosen, finished, first, with_flaw
from solvent.benchmarks.generate.generator import Generator, Sample
from solvent.benchmarks.generate.latin import Cell, Numbers, filled, lines
from solvent.solvers import Pool
from solvent.translators.emit.language import AllDifferent, Array, Comparison, Var

_TRIES = 50
_LARGEST = 9
_SIGNS = 0.4  # of the pairs of neighbours, by default
_RULES = (
    "Fill the {n}x{n} grid with the numbers 1 to {n} so that every row and every column contains each number once.",
    "This is a Futoshiki of size {n}. Put a number from 1 to {n} in every cell; none repeats in a row or column.",
    "Complete this {n} by {n} Latin square with the numbers 1 to {n}: each of them once in each row and each column.",
)
_DRAWN = (
    (
        "The signs between neighbouring cells must hold as well; each points to the smaller number, so ^ means that "
        "the number above it is smaller than the one below, and v that it is larger."
    ),
    (
        "Wherever there is a sign between two cells, its tip points to the smaller number: < and > within a row, ^ and "
        "v within a column."
    ),
)
_LISTED = ("The following inequalities must hold as well.", "Besides, the numbers have to satisfy these inequalities.")


class FutoshikiSettings(ClueSettings):
    """The options."""

    size: int = Field(default=5, description=f"rows and columns, 2 to {_LARGEST} (5)")
    signs: int | None = Field(default=None, description="inequality signs (0.4 of all pairs of neighbours)")
    givens: int | None = Field(default=None, description="given digits; by default as few as the signs allow")

    @model_validator(mode="after")
    def _possible(self) -> Self:
        size = self.size
        if not 2 <= size <= _LARGEST:
            raise ValueError(f"--size is {size}; a grid has 2 to {_LARGEST} rows")
        pairs = 2 * size * (size - 1)
        if self.signs is not None and not 0 <= self.signs <= pairs:
            raise ValueError(f"--signs is {self.signs}; a grid of size {size} has room for 0 to {pairs}")
        if self.givens is not None and not 0 <= self.givens <= size * size:
            raise ValueError(f"--givens is {self.givens}; a grid of size {size} has {size * size} cells")
        if self.minimal and (self.signs is not None or self.givens is not None):
            raise ValueError("--minimal decides how many signs and digits there are; leave --signs and --givens out")
        return self


@dataclass(frozen=True)
class _Digit(Clue):
    cell: Cell
    number: int


@dataclass(frozen=True)
class _Sign(Clue):
    """`cell` has a smaller number than `other`, or a larger one if not `less`; `other` is to the right or below."""

    cell: Cell
    other: Cell
    less: bool


def _digit(cell: Cell, number: int) -> _Digit:
    row, column = cell
    return _Digit(
        f"Row {row + 1}, column {column + 1} is {number}.", Comparison(_var(cell), "==", number), cell, number
    )


def _sign(cell: Cell, other: Cell, less: bool) -> _Sign:
    says = Comparison(_var(cell), "<" if less else ">", _var(other))
    return _Sign(f"{_named(cell)} {'<' if less else '>'} {_named(other)}", says, cell, other, less)


def _var(cell: Cell) -> Var:
    return Var("cell", cell)


def _named(cell: Cell) -> str:
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def _frame(size: int, numbers: Numbers) -> Frame:
    cell = Array("cell", (size, size), 1, size)
    rules = tuple(AllDifferent(tuple(map(_var, group))) for group in lines(size))
    template = [[_var((row, column)) for column in range(size)] for row in range(size)]
    return Frame((cell,), rules, template, {_var(place): number for place, number in numbers.items()})


def _neighbours(size: int) -> list[tuple[Cell, Cell]]:
    numbers = range(size)
    across = [((row, column), (row, column + 1)) for row in numbers for column in numbers[:-1]]
    return across + [((row, column), (row + 1, column)) for row in numbers[:-1] for column in numbers]


def _false(clues: Sequence[Clue], numbers: Numbers, rng: random.Random) -> Clue | None:
    """Make a clue that is false, at a place without one; None if there is none."""
    size = max(numbers.values())
    taken = {(clue.cell, clue.other) for clue in clues if isinstance(clue, _Sign)}
    given = {clue.cell for clue in clues if isinstance(clue, _Digit)}
    free = [pair for pair in _neighbours(size) if pair not in taken]
    signs: list[Clue] = [_sign(*pair, numbers[pair[0]] > numbers[pair[1]]) for pair in free]
    digits: list[Clue] = [
        _digit(cell, rng.choice([number for number in range(1, size + 1) if number != right]))
        for cell, right in numbers.items()
        if cell not in given
    ]
    kinds = [each for each in (signs, digits) if each]
    return rng.choice(rng.choice(kinds)) if kinds else None


def _in_order(clues: Sequence[Clue]) -> list[Clue]:
    digits = sorted((clue for clue in clues if isinstance(clue, _Digit)), key=lambda clue: clue.cell)
    signs = sorted((clue for clue in clues if isinstance(clue, _Sign)), key=lambda clue: (clue.cell, clue.other))
    return [*digits, *signs]


def _text(clues: Sequence[Clue], size: int, rng: random.Random) -> str:
    drawn = rng.random() < 0.6
    rules = rng.choice(_RULES).format(n=size)
    if drawn:
        return "\n".join([f"{rules} {rng.choice(_DRAWN)}", "", *_drawing(clues, size)])
    signs = [clue.text for clue in clues if isinstance(clue, _Sign)]
    board = [row[::4] for row in _drawing([clue for clue in clues if isinstance(clue, _Digit)], size)[::2]]
    stated = [rng.choice(_LISTED), "", *signs] if signs else []
    return "\n".join([rules, "", *(" ".join(row) for row in board), "", *stated]).rstrip()


def _drawing(clues: Sequence[Clue], size: int) -> list[str]:
    """Draw the grid: three columns between cells, and a line between rows, for the signs."""
    width = 4 * size - 3
    canvas = [["." if not (x % 4 or y % 2) else " " for x in range(width)] for y in range(2 * size - 1)]
    for clue in clues:
        if isinstance(clue, _Digit):
            canvas[2 * clue.cell[0]][4 * clue.cell[1]] = str(clue.number)
        elif isinstance(clue, _Sign):
            (row, column), (below, _) = clue.cell, clue.other
            if below == row:
                canvas[2 * row][4 * column + 2] = "<" if clue.less else ">"
            else:
                canvas[2 * row + 1][4 * column] = "^" if clue.less else "v"
    return ["".join(line).rstrip() for line in canvas]


async def draw(settings: FutoshikiSettings, rng: random.Random, pool: Pool) -> Sample:
    """Make one puzzle."""

    async def attempt() -> Sample | None:
        size = settings.size
        numbers = filled(size, lines(size), rng)
        if numbers is None:
            return None
        frame = _frame(size, numbers)
        pairs = _neighbours(size)
        count = round(_SIGNS * len(pairs)) if settings.signs is None else settings.signs
        signs: list[Clue] = [_sign(*pair, numbers[pair[0]] < numbers[pair[1]]) for pair in rng.sample(pairs, count)]
        digits: list[Clue] = [_digit(cell, numbers[cell]) for cell in rng.sample(list(numbers), len(numbers))]
        if settings.minimal:
            clues = await chosen(frame, [*signs, *digits], Amount(minimal=True), rng, pool)
        else:
            amount = Amount(settings.givens, minimal=settings.givens is None)
            clues = await chosen(frame, digits, amount, rng, pool, fixed=signs)
        if clues is None:
            return None
        changed = await with_flaw(frame, clues, settings.flaw, lambda given: _false(given, numbers, rng), rng, pool)
        if changed is None:
            return None
        stated, flaw = _in_order(changed[0]), changed[1]
        text = _text(stated, size, rng)
        return await finished(frame, stated, (settings.status, flaw), text, f"futoshiki/{size}x{size}", pool)

    return await first(attempt, _TRIES, "Futoshiki", settings)


GENERATOR = Generator(
    name="futoshiki",
    about="Futoshiki: Latin squares with inequality signs",
    card=(
        "Latin squares to be completed, with signs between neighbouring cells that say which number is larger, drawn "
        "in the grid or listed. The answer is a list of rows."
    ),
    settings=FutoshikiSettings,
    draw=draw,
)
