"""Pictures as SVG: one file, whose texts use the reader's own fonts. A whole explanation is one long picture."""

from collections.abc import Iterator

from solvent.explanations.facts import Explanation
from solvent.explanations.pictures.scene import Board, Deductions, Part, Scene, Sum, Table
from solvent.explanations.pictures.scenes import NAME, scenes_of, summary_of
from solvent.explanations.pictures.svg_boards import board, sum_in_columns
from solvent.explanations.pictures.svg_shapes import Piece, frame, image, paragraph, scaled, stacked, text
from solvent.explanations.pictures.svg_tables import deductions, table
from solvent.explanations.subject import Subject

_WIDE = 700.0  # a page of A4 between its margins
_SMALL = 285.0  # a board beside a step is at most so wide
_BOLD = 'font-weight="bold"'
_ITALIC = 'font-style="italic"'


def draw(scene: Scene) -> str:
    """The picture below its title and text."""
    return (
        image(
            stacked([_scene(scene), *([legend()] if scene.highlighted else [])], 8),
            scene.title,
            f"{scene.text} {scene.described}".strip(),
        )
        + "\n"
    )


def document(subject: Subject, explanation: Explanation) -> str:
    """All steps, each below the one before."""
    scenes = list(scenes_of(subject, explanation))
    pieces = [_scene(scene, small=0 < number < len(scenes) - 1) for number, scene in enumerate(scenes)]
    head = [paragraph(NAME, _WIDE, 20, style=_BOLD), paragraph(summary_of(explanation), _WIDE), legend()]
    told = " ".join(f"{scene.title}: {scene.text}" for scene in scenes if scene.text)
    return image(stacked([stacked(head, 6), *pieces], 30), NAME, told) + "\n"


def part(drawn: Part, *, small: bool = False) -> Piece:
    """One part of a scene; a board is made smaller if it is to stand beside a step."""
    match drawn:
        case Deductions():
            return deductions(drawn)
        case Board():
            piece = board(drawn)
            return scaled(piece, _SMALL / piece.width) if small and piece.width > _SMALL else piece
        case Sum():
            return sum_in_columns(drawn)
        case Table():
            return table(drawn)


def legend() -> Piece:
    """What the frames mean."""
    body = frame(0, 0, 18, 18, "new") + text(24, 14, "new in this step", 12)
    return Piece(_WIDE, 18, body + frame(140, 0, 18, 18, "used") + text(164, 14, "used by it", 12))


def _scene(scene: Scene, *, small: bool = False) -> Piece:
    return stacked(list(_pieces(scene, small=small)), 8)


def _pieces(scene: Scene, *, small: bool) -> Iterator[Piece]:
    yield paragraph(scene.title, _WIDE, 16, style=_BOLD)
    if scene.text:
        yield paragraph(scene.text, _WIDE)
    for quote in scene.quotes:
        yield paragraph(quote, _WIDE, style=_ITALIC, indent=20)
    for depth, line in scene.inner:
        yield paragraph(line, _WIDE, indent=20.0 * (min(depth, 10) + 1))
    yield from (part(drawn, small=small) for drawn in scene.parts)
