"""Pictures in characters: for a terminal, styled and as wide as it is, or as plain lines of text.

In the deduction grid, the values of the first category are the columns here, for names cannot be turned on their side:
so a grid of any number of categories fits a terminal.
"""

from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from solvent.explanations.facts import Explanation
from solvent.explanations.pictures.plain_boards import Span, board_lines, framed, sum_lines
from solvent.explanations.pictures.scene import Board, Cell, Deductions, Look, Mark, Part, Scene, Sum, Table
from solvent.explanations.pictures.scenes import scenes_of, summary_of
from solvent.explanations.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

WIDTH = 100  # columns of text that goes to a file or pipe
_NAME = 14  # columns of a name in the head of a table, before it is folded
_STYLES: dict[Look, str] = {"plain": "", "given": "bold", "used": "cyan", "new": "bold green"}
_SIGNS = {"yes": "✓", "no": "✗", "implied": "·", "": ""}
_ASCII = {"yes": "O", "no": "x", "implied": ".", "": ""}
LEGEND = "[ ] new, ( ) used in this step"


@dataclass(frozen=True)
class Picture:
    """A scene that rich can print: in ASCII where the console knows no more."""

    scene: Scene
    legend: bool = True

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[RenderableType]":
        """What rich asks for."""
        from rich.text import Text

        yield Text(self.scene.title, style="bold")
        if self.scene.text:
            yield Text(self.scene.text)
        for quote in self.scene.quotes:
            yield Text(f"  {quote}", style="italic")
        for depth, line in self.scene.inner:
            yield Text("  " * (depth + 1) + line)
        for part in self.scene.parts:
            yield Text(f"\n{part.title}" if isinstance(part, Table) else "")
            yield _drawn(part, ascii_only=options.ascii_only)
        if self.legend and self.scene.highlighted:
            yield Text(LEGEND, style="dim")


@dataclass(frozen=True)
class Document:
    """A whole explanation that rich can print."""

    subject: Subject
    explanation: Explanation

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[RenderableType]":
        """What rich asks for."""
        from rich.text import Text

        yield Text(summary_of(self.explanation))
        yield Text(LEGEND, style="dim")
        for scene in scenes_of(self.subject, self.explanation):
            yield ""
            yield Picture(scene, legend=False)


def draw(scene: Scene) -> str:
    """The picture as lines of plain text."""
    return _printed(Picture(scene))


def document(subject: Subject, explanation: Explanation) -> str:
    """All steps as lines of plain text."""
    return _printed(Document(subject, explanation))


def _printed(what: "RenderableType") -> str:
    from rich.console import Console

    page = StringIO()
    Console(file=page, width=WIDTH, highlight=False, markup=False, emoji=False, color_system=None).print(
        what, crop=False
    )
    return "".join(f"{line.rstrip()}\n" for line in page.getvalue().splitlines())


def _drawn(part: Part, *, ascii_only: bool) -> "RenderableType":
    match part:
        case Deductions():
            return _deductions(part, _ASCII if ascii_only else _SIGNS)
        case Board():
            return _lines(board_lines(part, ascii_only=ascii_only))
        case Sum():
            return _lines(sum_lines(part))
        case Table():
            return _table(part)


def _deductions(grid: Deductions, signs: dict[str, str]) -> "RenderableType":
    from rich.table import Table as RichTable

    drawn = RichTable()
    drawn.add_column(grid.name, max_width=2 * _NAME, overflow="fold")
    for name in grid.rows:
        drawn.add_column(name, justify="center", min_width=3, max_width=_NAME, overflow="fold")
    for block in grid.blocks:
        drawn.add_section()
        drawn.add_row(_styled(block.name, "given"))
        for number, value in enumerate(block.values):
            marks = (_mark(row[number], signs) for row in block.marks)
            drawn.add_row(_styled(f" {value}", "plain"), *marks)
    return drawn


def _mark(mark: Mark, signs: dict[str, str]) -> "Text":
    return _styled(framed(signs[mark.sign], mark.look), mark.look)


def _table(table: Table) -> "RenderableType":
    from rich.table import Table as RichTable

    drawn = RichTable()
    for name in table.head:
        drawn.add_column(name, overflow="fold")
    for row in table.rows:
        drawn.add_row(*map(_cell, row))
    return drawn


def _cell(cell: Cell) -> "Text":
    return _styled(framed(cell.text, cell.look) if cell.text else "", cell.look)


def _styled(text: str, look: Look) -> "Text":
    from rich.text import Text

    return Text(text, style=_STYLES[look])


def _lines(lines: list[list[Span]]) -> "Text":
    from rich.text import Text

    found = Text(no_wrap=True, overflow="ignore")
    for number, line in enumerate(lines):
        found.append("\n" if number else "")
        for text, look in line:
            found.append(text, style=_STYLES[look])
    return found
