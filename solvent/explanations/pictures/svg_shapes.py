"""What SVG pictures are made of: texts, lines and rectangles with a fixed look, and pieces that are put together.

All lengths are CSS pixels. The fonts are the reader's own, so the widths of texts are estimates. What is new has a
thick frame, what is used a dotted one: nothing depends on colours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from solvent.explanations.pictures.lettering import folded, width
from solvent.explanations.pictures.scene import Look

INK = "#1a1a1a"
_FAINT = "#767676"
_EM = 0.6  # of the size of a font: how wide a column of text is, on average
_FRAMES: dict[Look, str] = {
    "used": f'fill="#d9e8ff" stroke="{INK}" stroke-width="1.2" stroke-dasharray="2 2"',
    "new": f'fill="#ffe98a" stroke="{INK}"',
}


@dataclass(frozen=True)
class Piece:
    """A drawing, from its upper left corner."""

    width: float
    height: float
    body: str


def text(  # what an SVG text has
    x: float, y: float, what: str, size: float = 13, *, anchor: str = "start", style: str = "", turned: bool = False
) -> str:
    """A text on its base line; `turned` lets it run upwards."""
    if not what:
        return ""
    turn = f' transform="rotate(-90 {x:g} {y:g})"' if turned else ""
    more = f" {style}" if style else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"{more}{turn}>{escape(what)}</text>'


def hinted(drawn: str, whole: str) -> str:
    """A drawing that says its whole text when it is pointed at."""
    return f"<g><title>{escape(whole)}</title>{drawn}</g>"


def line(x: float, y: float, to_x: float, to_y: float, thickness: float = 1, more: str = "") -> str:
    """A line."""
    ends = f'x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}"'
    return f'<line {ends} stroke="{INK}" stroke-width="{thickness:g}"{f" {more}" if more else ""}/>'


def rectangle(x: float, y: float, wide: float, high: float, more: str) -> str:
    """A rectangle."""
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" {more}/>'


def frame(x: float, y: float, wide: float, high: float, look: Look) -> str:
    """What highlights a cell."""
    if look not in _FRAMES:
        return ""
    thick = f' stroke-width="{2.4 if min(wide, high) >= 18 else 1.2}"' if look == "new" else ""
    return rectangle(x + 1.5, y + 1.5, wide - 3, high - 3, _FRAMES[look] + thick)


def tick(x: float, y: float) -> str:
    """A tick around a point."""
    return f'<path d="M{x - 5:g} {y:g}l3.5 4.5l6.5 -9" fill="none" stroke="{INK}" stroke-width="2.2"/>'


def cross(x: float, y: float, half: float = 4) -> str:
    """A cross around a point."""
    return line(x - half, y - half, x + half, y + half, 1.4) + line(x - half, y + half, x + half, y - half, 1.4)


def dot(x: float, y: float) -> str:
    """A dot at a point."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="1.6" fill="{_FAINT}"/>'


def extent(what: str, size: float) -> float:
    """About how wide a text is."""
    return width(what) * size * _EM


def paragraph(what: str, wide: float, size: float = 13, *, style: str = "", indent: float = 0) -> Piece:
    """A text in lines."""
    lines = folded(what, max(8, int((wide - indent) / (size * _EM * 0.9))))
    height = size * 1.4
    body = "".join(
        text(indent, (number + 1) * height - 4, part, size, style=style) for number, part in enumerate(lines)
    )
    return Piece(wide, len(lines) * height, body)


def stacked(pieces: Sequence[Piece], gap: float) -> Piece:
    """Pieces, each below the one before."""
    body, height = "", 0.0
    for number, piece in enumerate(pieces):
        height += gap if number else 0
        body += f'<g transform="translate(0 {height:g})">{piece.body}</g>'
        height += piece.height
    return Piece(max((piece.width for piece in pieces), default=0), height, body)


def scaled(piece: Piece, scale: float) -> Piece:
    """A piece made larger or smaller."""
    return Piece(piece.width * scale, piece.height * scale, f'<g transform="scale({scale:g})">{piece.body}</g>')


def image(piece: Piece, title: str, described: str) -> str:
    """An SVG element that shows a piece, and says what it shows to those who cannot see it."""
    wide, high = piece.width + 8, piece.height + 8
    background = rectangle(-4, -4, wide, high, 'fill="#ffffff"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{wide:g}" height="{high:g}" '
        f'viewBox="-4 -4 {wide:g} {high:g}" font-family="sans-serif" fill="{INK}">'
        f"<title>{escape(title)}</title><desc>{escape(described)}</desc>"
        f"{background}{piece.body}</svg>"
    )
