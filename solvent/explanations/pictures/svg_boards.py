"""Boards and sums as SVG."""

import math
from collections.abc import Iterator

from solvent.explanations.pictures.lettering import folded, width
from solvent.explanations.pictures.scene import Board, Cell, Group, Note, Sum
from solvent.explanations.pictures.svg_shapes import INK, Piece, cross, extent, frame, line, rectangle, text

_WIDEST = 690.0
_INSET = 4
_SUM = 13  # the size of sums beside and below a board
_DARK = 'fill="#d0d0d0"'
_BOLD = 'font-weight="bold"'
_QUEEN = "M-10 9H10L13 -6L6 0L0 -11L-6 0L-13 -6Z"  # a crown, 26 wide


def board(drawn: Board) -> Piece:
    """A board, its regions with thick borders, its cages dashed."""
    return _Drawing(drawn).piece()


def told(drawn: Board | Sum) -> str:
    """A board or sum in words, row by row."""
    if isinstance(drawn, Sum):
        return "; ".join(
            " ".join(f"{letter} = {cell.text or 'unknown'}" if cell else letter for letter, cell in line.letters)
            for line in drawn.lines
        )
    rows = (", ".join(cell.text or "empty" for cell in row) for row in drawn.cells)
    return ". ".join(f"Row {number}: {row}" for number, row in enumerate(rows, 1)) + "."


def sum_in_columns(drawn: Sum) -> Piece:
    """Letters, and below each its digit."""
    wide, high = 30, 52
    most = max(len(line.letters) for line in drawn.lines)
    found = []
    for number, row in enumerate(drawn.lines):
        top = number * high
        if len(drawn.lines) > 1 and number == len(drawn.lines) - 1:
            found.append(line(0, top, (most + 1) * wide, top, 1.6))
        found.append(text(wide / 2, top + 22, row.sign, 18, anchor="middle"))
        for column, (letter, cell) in enumerate(row.letters, most - len(row.letters) + 1):
            middle = (column + 0.5) * wide
            found.append(text(middle, top + 22, letter, 18, anchor="middle"))
            if cell:
                found.append(frame(column * wide + 2, top + 26, wide - 4, 24, cell.look))
                digit = cell.text or "·"
                found.append(text(middle, top + 44, digit, 17, anchor="middle", style=_BOLD))
    return Piece((most + 1) * wide, len(drawn.lines) * high, "".join(found))


class _Drawing:
    """A board with the measures of its cells."""

    def __init__(self, drawn: Board) -> None:
        self.drawn = drawn
        self.rows, self.columns = len(drawn.cells), len(drawn.cells[0])
        longest = max(width(cell.text) for row in drawn.cells for cell in row) if not drawn.chequered else 1
        roomy = drawn.regions or drawn.cages or any(cell.notes for row in drawn.cells for cell in row)
        least = 52.0 if roomy and not drawn.chequered else 40.0
        sums = max((extent(said, _SUM) + 6 for said in drawn.below), default=0.0)
        self.wide = min(_WIDEST / self.columns, max(least, sums, min(longest, 14) * 9.6 + 12))
        self.high = min(self.wide, max(26.0, least))
        self.cages = {cell: number for number, cage in enumerate(drawn.cages) for cell in cage.cells}

    def piece(self) -> Piece:
        body = [part for row in range(self.rows) for column in range(self.columns) for part in self._cell(row, column)]
        body += self._borders()
        body += [part for cell in self.cages for part in self._dashes(*cell)]
        body += [part for cage in self.drawn.cages for part in self._label(cage)]
        right = max((extent(said, _SUM) + 10 for said in self.drawn.right), default=0)
        for row, said in enumerate(self.drawn.right):
            body.append(text(self.columns * self.wide + 8, (row + 0.5) * self.high + 5, said))
        for column, said in enumerate(self.drawn.below):
            size = min(_SUM, _SUM * self.wide / max(1, extent(said, _SUM)))
            body.append(text((column + 0.5) * self.wide, self.rows * self.high + 17, said, size, anchor="middle"))
        below = 22 if any(self.drawn.below) else 0
        return Piece(self.columns * self.wide + right, self.rows * self.high + below, "".join(body))

    def _cell(self, row: int, column: int) -> Iterator[str]:
        cell = self.drawn.cells[row][column]
        x, y = column * self.wide, row * self.high
        if self.drawn.chequered and (row + column) % 2:
            yield rectangle(x, y, self.wide, self.high, _DARK)
        yield frame(x, y, self.wide, self.high, cell.look)
        if self.drawn.chequered:
            yield from self._square(cell, x, y)
        elif cell.text:
            yield from self._value(cell, x, y)
        elif cell.notes:
            yield from self._notes(cell.notes, x, y)

    def _square(self, cell: Cell, x: float, y: float) -> Iterator[str]:
        middle = f"{x + self.wide / 2:g} {y + self.high / 2:g}"
        if cell.text:
            yield f'<path d="{_QUEEN}" transform="translate({middle}) scale({self.wide / 36:g})" fill="{INK}"/>'
        for note in cell.notes:
            yield frame(x + 4, y + 4, self.wide - 8, self.high - 8, note.look)
            yield cross(x + self.wide / 2, y + self.high / 2, self.wide / 7)

    def _value(self, cell: Cell, x: float, y: float) -> Iterator[str]:
        lines = folded(cell.text, 14, 3)
        widest = max(extent(part, 1) for part in lines)
        size = min(20, (self.wide - 6) / widest, (self.high - 4) / len(lines))
        first = y + self.high / 2 + size * (0.36 - (len(lines) - 1) / 2)
        style = _BOLD if cell.look == "given" else ""
        for number, part in enumerate(lines):
            yield text(x + self.wide / 2, first + number * size, part, size, anchor="middle", style=style)

    def _notes(self, notes: tuple[Note, ...], x: float, y: float) -> Iterator[str]:
        """Candidates in their places: a small square of them in the cell."""
        across = math.ceil(math.sqrt(len(notes)))
        side = _INSET + 2 if self.drawn.cages else 3
        top = 13 if self.drawn.cages else 3
        wide = (self.wide - 2 * side) / across
        high = (self.high - top - side) / math.ceil(len(notes) / across)
        for number, note in enumerate(notes):
            left, upper = x + side + number % across * wide, y + top + number // across * high
            size = min(high * 0.85, 12, wide / max(extent(note.text, 1), 0.1))
            middle, base = left + wide / 2, upper + high / 2
            yield frame(left - 1, upper - 1, wide + 2, high + 2, note.look)
            yield text(middle, base + size * 0.36, note.text, size, anchor="middle")
            if note.out and note.text:
                yield line(left + 1, upper + high - 1, left + wide - 1, upper + 1, 1.2)

    def _label(self, cage: Group) -> Iterator[str]:
        """The sum of a cage in its first cell; the dashes give way to it."""
        row, column = min(cage.cells)
        x, y = column * self.wide + 2, row * self.high + 2
        yield rectangle(x, y, extent(cage.label, 10) + 3, 11, 'fill="#ffffff"')
        yield text(x + 1, y + 9, cage.label, 10)

    def _borders(self) -> Iterator[str]:
        """Thin lines between cells; thick ones around the board and between regions."""
        wide, high, regions = self.wide, self.high, self.drawn.regions
        thin = [f"M0 {row * high:g}H{self.columns * wide:g}" for row in range(1, self.rows)]
        thin += [f"M{column * wide:g} 0V{self.rows * high:g}" for column in range(1, self.columns)]
        thick = [f"M0 0H{self.columns * wide:g}V{self.rows * high:g}H0Z"]
        for row, numbers in enumerate(regions):
            for column, here in enumerate(numbers):
                if column and numbers[column - 1] != here:
                    thick.append(f"M{column * wide:g} {row * high:g}v{high:g}")
                if row and regions[row - 1][column] != here:
                    thick.append(f"M{column * wide:g} {row * high:g}h{wide:g}")
        for lines, thickness in ((thin, 0.7), (thick, 2.6)):
            style = f'fill="none" stroke="{INK}" stroke-width="{thickness}" stroke-linecap="square"'
            path = "".join(lines)
            yield f'<path d="{path}" {style}/>'

    def _dashes(self, row: int, column: int) -> Iterator[str]:
        """The outline of a cage around one of its cells, a little inside it."""
        cage = self.cages[row, column]

        def inside(down: int, across: int) -> bool:
            return self.cages.get((row + down, column + across)) == cage

        x, y, wide, high = column * self.wide, row * self.high, self.wide, self.high
        dashed = 'stroke-dasharray="4 3"'
        for side in (-1, 1):
            edge = y + (_INSET if side < 0 else high - _INSET)
            if not inside(side, 0):
                start = x + _overlap(inside(0, -1), inside(side, -1))
                yield line(start, edge, x + wide - _overlap(inside(0, 1), inside(side, 1)), edge, 1, dashed)
            edge = x + (_INSET if side < 0 else wide - _INSET)
            if not inside(0, side):
                start = y + _overlap(inside(-1, 0), inside(-1, side))
                yield line(edge, start, edge, y + high - _overlap(inside(1, 0), inside(1, side)), 1, dashed)


def _overlap(beside: bool, diagonal: bool) -> int:
    """How far inside its cell the side of a cage ends: beyond it where the outline turns outwards."""
    return (-_INSET if diagonal else 0) if beside else _INSET
