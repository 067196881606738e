"""What is written out, and comments in it: the texts of clues are anybody's, and must stay comments."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from solvent.solvers import Fragment, Program
from solvent.solvers.programs.template import Const, Node, Row, Table, Where

_WIDTH = 110  # characters of a comment


class Writer(Protocol):
    """The interface of a framework's module."""

    def text(self, listing: "Listing") -> str:
        """Write a program out. Raises SolventError if it cannot stand alone."""
        ...


@dataclass(frozen=True)
class Listing:
    """A program, with what its clues say, by their ids, and the puzzle's title, or ""."""

    program: Program
    texts: Mapping[int, str]
    title: str

    def head(self, mark: str, run: str, more: str) -> list[str]:
        """The comments at the top: how to `run` the file, what it is about, and `more` to know."""
        # The title does not come first: in the first two lines of Python, a comment may say how they are encoded.
        lines = [
            f"{mark} A puzzle as a program, written by Solvent, which is not needed to run it.",
            f"{mark} Run: {run}",
        ]
        lines += commented(mark, more)
        return [*lines, mark, *commented(mark, self.title)] if self.title else lines

    def unstated(self, mark: str) -> list[str]:
        """Comments on the clues that nothing in the program states; none if there are no such clues."""
        missing = sorted(set(self.texts) - {part.clue for part in self.program.fragments if part.states})
        told = [line for clue in missing for line in commented(mark, f"NOT STATED, clue {clue}: {self.texts[clue]}")]
        return ["", *told] if told else []

    def parts(self, mark: str) -> Iterator[tuple[list[str], Fragment]]:
        """Each fragment with the comments that come above it, where it is another clue's than the one before."""
        before: int | None = -1
        for part in self.program.fragments:
            if part.clue == before or (part.clue is None and not part.states):
                yield [], part
                continue
            before = part.clue
            said = "The rules" if part.clue is None else f"Clue {part.clue}: {self.texts.get(part.clue, '')}"
            yield ["", *commented(mark, said.rstrip(": "))], part


def commented(mark: str, text: str) -> list[str]:
    """Write a text as comment lines; in place of what does not print, such as line breaks, there are spaces."""
    plain = "".join(character if character.isprintable() else " " for character in text)
    return [f"{mark} {line}" for line in textwrap.wrap(" ".join(plain.split()), _WIDTH, break_on_hyphens=False)]


def places(node: Node | Where, name: str = "answer") -> Iterator[tuple[str, Node | Where]]:
    """The parts of an answer that have a value, each with a name for its place; list items count from 1."""
    match node:
        case Const():
            return
        case Table(items):
            for key, item in items:
                yield from places(item, _joined(name, key))
        case Row(items):
            for number, entry in enumerate(items, 1):
                yield from places(entry, _joined(name, _name_of(entry, number)))
        case Where(_, item):
            yield name, node
            yield from places(item, _joined(name, "item"))
        case _:
            yield name, node


def _joined(name: str, key: str) -> str:
    plain = "".join(character if character.isprintable() else " " for character in key)
    return f"{name}{',' if ':' in name else ':'} {plain}"


def _name_of(item: Node | Where, number: int) -> str:
    """What a list's item is called: a row of a grid by the value of its first column, a fixed text by itself."""
    match item:
        case Table(((key, Const(value)), *_)):
            return f"{key} {value}"
        case Where(_, Const(value)):
            return str(value)
    return str(number)
