"""Deduction grids and tables of values as SVG."""

from solvent.explanations.pictures.lettering import folded
from solvent.explanations.pictures.scene import Deductions, Table
from solvent.explanations.pictures.svg_shapes import (
    Piece,
    cross,
    dot,
    extent,
    frame,
    hinted,
    line,
    paragraph,
    stacked,
    text,
    tick,
)

_WIDE = 690.0
_SQUARE = 24
_NAME = 18  # columns of a name before it is folded
_ROW_NAME = 24
_SIZE = 12
_LINE = 14
_BOLD = 'font-weight="bold"'


def deductions(grid: Deductions) -> Piece:
    """The deduction grid; one that is wider than a page is cut into bands, one below the other."""
    left, square = _measures(grid)
    return stacked([_band(band, left, square) for band in grid.bands(max(1, int((_WIDE - left) / square)))], 14)


def table(drawn: Table) -> Piece:
    """A table below its title."""
    columns = [[name, *(row[number].text for row in drawn.rows)] for number, name in enumerate(drawn.head)]
    lines = [[folded(cell, _ROW_NAME + 4) for cell in column] for column in columns]
    widths = [max(extent(part, _SIZE) for cell in column for part in cell) + 16 for column in lines]
    found = []
    y = 0.0
    for number in range(len(drawn.rows) + 1):
        high = max(len(column[number]) for column in lines) * _LINE + 8
        x = 0.0
        for at, wide in enumerate(widths):
            style = _BOLD if number == 0 or at == 0 else ""
            if number:
                found.append(frame(x, y, wide, high, drawn.rows[number - 1][at].look))
            found += [
                text(x + 8, y + (n + 1) * _LINE, part, _SIZE, style=style) for n, part in enumerate(lines[at][number])
            ]
            x += wide
        y += high
        found.append(line(0, y, x, y, 0.5 if number else 1.5))
    title = paragraph(drawn.title, max(sum(widths), 300), _SIZE, style=_BOLD)
    return stacked([title, Piece(sum(widths), y, "".join(found))], 4)


def _measures(grid: Deductions) -> tuple[float, float]:
    """How wide the names of the rows and the squares are."""
    names = [part for name in (grid.name, *grid.rows) for part in folded(name, _ROW_NAME, 2)]
    lines = max(len(folded(value, _NAME, 3)) for block in grid.blocks for value in block.values or ("",))
    return max(extent(part, _SIZE) for part in names) + 10, max(_SQUARE, 8 + _LINE * lines)


def _band(grid: Deductions, left: float, square: float) -> Piece:
    rows = {name: folded(name, _ROW_NAME, 2) for name in (grid.name, *grid.rows)}
    names = {value: folded(value, _NAME, 3) for block in grid.blocks for value in block.values}
    high = max((extent(part, _SIZE) for lines in names.values() for part in lines), default=0) + 10
    heads = [folded(block.name, max(6, int(square * len(block.values) / (_SIZE * 0.6))), 3) for block in grid.blocks]
    top = _LINE * max(map(len, heads)) + 6
    bottom = top + high + _SQUARE * len(grid.rows)
    found = [_lines(4, top + high - 6 - _LINE * (len(rows[grid.name]) - 1), rows[grid.name], grid.name)]
    for number, name in enumerate(grid.rows):
        middle = top + high + (number + 0.5) * _SQUARE
        size = _SIZE if len(rows[name]) == 1 else _SIZE - 2
        start = middle + 4 - (len(rows[name]) - 1) * 5
        drawn = "".join(text(4, start + n * 10, part, size) for n, part in enumerate(rows[name]))
        found += [hinted(drawn, name), line(0, middle - _SQUARE / 2, 0, middle + _SQUARE / 2, 1.5)]
    x = left
    for block, head in zip(grid.blocks, heads, strict=True):
        found.append(_lines(x + square * len(block.values) / 2, _LINE, head, block.name, "middle"))
        for number, value in enumerate(block.values):
            middle = x + (number + 0.5) * square
            first = middle + 4 - (len(names[value]) - 1) * _LINE / 2
            lines = (
                text(first + n * _LINE, top + high - 5, part, _SIZE, turned=True) for n, part in enumerate(names[value])
            )
            found.append(hinted("".join(lines), value))
            for row, marks in enumerate(block.marks):
                y = top + high + row * _SQUARE
                mark = marks[number]
                found.append(frame(middle - square / 2, y, square, _SQUARE, mark.look))
                signs = {"yes": tick, "no": cross, "implied": dot}
                found.append(signs[mark.sign](middle, y + _SQUARE / 2) if mark.sign else "")
            found.append(line(middle - square / 2, top, middle - square / 2, bottom, 0.6 if number else 1.8))
        x += square * len(block.values)
    found += [line(x, top, x, bottom, 1.8), line(left, top, x, top, 1.8)]
    found += [
        line(0, top + high + n * _SQUARE, x, top + high + n * _SQUARE, 1.8 if n in {0, len(grid.rows)} else 0.6)
        for n in range(len(grid.rows) + 1)
    ]
    return Piece(x + 2, bottom, "".join(found))


def _lines(x: float, y: float, lines: list[str], whole: str, anchor: str = "start") -> str:
    drawn = (text(x, y + n * _LINE, part, _SIZE, anchor=anchor, style=_BOLD) for n, part in enumerate(lines))
    return hinted("".join(drawn), whole)
