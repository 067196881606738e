"""Pictures as Markdown: grids and tables as tables, boards and sums as blocks of text."""

import re
from collections.abc import Iterable, Iterator, Sequence

from solvent.explanations.facts import Explanation
from solvent.explanations.pictures.plain_boards import Span, board_lines, sum_lines
from solvent.explanations.pictures.scene import Board, Cell, Deductions, Look, Part, Scene, Sum, Table
from solvent.explanations.pictures.scenes import NAME, scenes_of, summary_of
from solvent.explanations.subject import Subject

_SIGNS = {"yes": "✓", "no": "✗", "implied": "·", "": ""}
_ACTIVE = re.compile(r"[\\`*_{}\[\]<>#|&~$!^]|^[-+=]|(?<=^\d)[.)]|(?<=^\d\d)[.)]|(?<=^\d\d\d)[.)]")
LEGEND = "Bold, or in square brackets: new in this step. In round brackets: used by it."


def draw(scene: Scene) -> str:
    """The picture under a heading."""
    return _joined([*_scene(scene), *_legend(scene)])


def document(subject: Subject, explanation: Explanation) -> str:
    """All steps, each under a heading."""
    lines = [f"# {NAME}", "", escaped(summary_of(explanation)), "", f"*{LEGEND}*", ""]
    for scene in scenes_of(subject, explanation):
        lines += _scene(scene)
    return _joined(lines)


def escaped(text: str) -> str:
    """A text that means nothing in Markdown or HTML; at its beginning neither, where a number and a dot make a list."""
    return _ACTIVE.sub(r"\\\g<0>", text)


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines).strip() + "\n"


def _scene(scene: Scene) -> Iterator[str]:
    yield from (f"## {escaped(scene.title)}", "")
    if scene.text:
        yield from (escaped(scene.text), "")
    for quote in scene.quotes:
        yield from (f"> {escaped(quote)}", "")
    yield from (f"{'  ' * depth}- {escaped(line)}" for depth, line in scene.inner)
    if scene.inner:
        yield ""
    for part in scene.parts:
        yield from (*_part(part), "")


def _legend(scene: Scene) -> list[str]:
    return [f"*{LEGEND}*"] if scene.highlighted else []


def _part(part: Part) -> Iterator[str]:
    match part:
        case Deductions():
            yield from _table((part.name, *part.rows), _deductions(part))
        case Board():
            yield from _fenced(board_lines(part))
        case Sum():
            yield from _fenced(sum_lines(part))
        case Table():
            yield from (f"**{escaped(part.title)}**", "")
            yield from _table(part.head, [[_cell(cell) for cell in row] for row in part.rows])


def _deductions(grid: Deductions) -> Iterator[list[str]]:
    for block in grid.blocks:
        yield [f"**{escaped(block.name)}**", *("" for _ in grid.rows)]
        for number, value in enumerate(block.values):
            marks = (row[number] for row in block.marks)
            yield [escaped(value), *(_framed(_SIGNS[mark.sign], mark.look) for mark in marks)]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield _row(map(escaped, head))
    yield _row(["---", *(":-:" for _ in head[1:])])
    yield from map(_row, rows)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    return _framed(escaped(cell.text), cell.look) if cell.text else ""


def _framed(text: str, look: Look) -> str:
    return f"**{text}**" if look == "new" else f"({text})" if look == "used" else text


def _fenced(lines: Sequence[Sequence[Span]]) -> Iterator[str]:
    """Lines in a block of text, behind a fence longer than anything in them that looks like one."""
    texts = ["".join(text for text, _ in line).rstrip() for line in lines]
    longest = max((len(run) for run in re.findall(r"`+", "\n".join(texts))), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}text", *texts, fence)
