"""What a picture shows, whatever its format: tables of ticks and crosses, boards, sums, and tables of values.

All texts in it can be displayed: on one line, with hidden characters visible (`said`).
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

from solvent.explanations.visible import shown

Look = Literal["plain", "given", "used", "new"]
"""Why something is highlighted: the puzzle gives it, the step uses it, or the step derives it."""
Sign = Literal["yes", "no", "implied", ""]
"""A fact, its opposite, what goes without saying since another fact holds, or nothing known."""


@dataclass(frozen=True)
class Mark:
    """A square of the deduction grid."""

    sign: Sign = ""
    look: Look = "plain"


@dataclass(frozen=True)
class Block:
    """A category of the deduction grid: `marks` has a row for each value of the first category."""

    name: str
    values: tuple[str, ...]
    marks: tuple[tuple[Mark, ...], ...]

    @property
    def marked(self) -> bool:
        """Whether the step used or derived something here."""
        return any(mark.look != "plain" for row in self.marks for mark in row)


@dataclass(frozen=True)
class Deductions:
    """The deduction grid: the values of the first category, `name`, against those of each other one."""

    name: str
    rows: tuple[str, ...]
    blocks: tuple[Block, ...]

    def bands(self, most: int) -> list["Deductions"]:
        """The grid cut into parts that are each at most `most` squares wide, or a block if that is wider.

        There are as few of them as possible, and they are about equally wide.
        """
        fewest = len(self._cut(most))
        narrowest = next(room for room in range(1, most + 1) if room == most or len(self._cut(room)) == fewest)
        return [Deductions(self.name, self.rows, tuple(blocks)) for blocks in self._cut(narrowest)]

    def _cut(self, most: int) -> list[list[Block]]:
        cut: list[list[Block]] = []
        for block in self.blocks:
            if cut and sum(len(other.values) for other in cut[-1]) + len(block.values) <= most:
                cut[-1].append(block)
            else:
                cut.append([block])
        return cut


@dataclass(frozen=True)
class Note:
    """A candidate of a cell, small: `out` if it is crossed out, no text where one was before."""

    text: str = ""
    look: Look = "plain"
    out: bool = False


@dataclass(frozen=True)
class Cell:
    """A cell of a table or board: its value, "" if that is not known, and what it may or may not be."""

    text: str = ""
    look: Look = "plain"
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table of values; `head` names its columns, `title` says what it is."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Group:
    """Cells (row, column from 0) that belong together, and their sum, or whatever is said of them."""

    cells: tuple[tuple[int, int], ...]
    label: str = ""


@dataclass(frozen=True)
class Board:
    """A board of cells in rows.

    `regions` has the number of each cell's region: borders are thick where it changes. `cages` are outlined with
    dashes. `right` and `below` are written beside each row and below each column (sums), if there are any. A chess
    board is `chequered`; its cells with a text have a queen.
    """

    title: str
    cells: tuple[tuple[Cell, ...], ...]
    regions: tuple[tuple[int, ...], ...] = ()
    cages: tuple[Group, ...] = ()
    right: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    chequered: bool = False

    @property
    def marked(self) -> bool:
        """Whether it shows more than the values in its cells."""
        return bool(self.regions or self.cages or any(self.right) or self.chequered)


@dataclass(frozen=True)
class Line:
    """A line of a sum: its sign, and letters with their digits so far; what stands between terms has no cell."""

    sign: str
    letters: tuple[tuple[str, Cell | None], ...]


@dataclass(frozen=True)
class Sum:
    """Arithmetic in columns, right-aligned, with a rule above the last line; or an equation, if it is a single line."""

    title: str
    lines: tuple[Line, ...]


Part = Deductions | Board | Sum | Table


@dataclass(frozen=True)
class Scene:
    """The state after a step, with that step highlighted.

    `title` says which step, `text` what follows and why, `quotes` the clues in their own words. `inner` is the
    reasoning inside the step, if there is any: how deep it is nested, and its text. `described` says in words what the
    parts show, for those who cannot see them.
    """

    title: str
    text: str
    quotes: tuple[str, ...]
    inner: tuple[tuple[int, str], ...]
    parts: tuple[Part, ...]
    described: str

    @property
    def highlighted(self) -> bool:
        """Whether anything is highlighted that a legend has to explain."""
        return any(_looks(part) & {"new", "used"} for part in self.parts)


def said(value: Any) -> str:
    """A value as text on one line that is safe to display."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return shown(" ".join(text.split()))


def _looks(part: Part) -> set[Look]:
    match part:
        case Deductions():
            return {mark.look for block in part.blocks for row in block.marks for mark in row}
        case Board() | Table():
            rows = part.cells if isinstance(part, Board) else part.rows
            cells = [cell for row in rows for cell in row]
        case Sum():
            cells = [cell for line in part.lines for _, cell in line.letters if cell is not None]
    return {look for cell in cells for look in (cell.look, *(note.look for note in cell.notes))}
