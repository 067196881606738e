"""Program files in a solver's own language, with comments that say what belongs to what: SMT-LIB and MiniZinc.

In comments that start with `mark`: `clue N` starts the fragment of clue N, `clue` one that belongs to no clue, `answer`
the answer template (JSON, in the comments that follow), `minimize TERM` and `maximize TERM` are objectives.
"""

import json
import re
import textwrap
from abc import ABC, abstractmethod
from typing import Protocol

from solvent.solvers.programs.program import Fragment, Objective, Program


class UnbalancedError(Exception):
    """A bracket, string, comment or name that is not closed, or one closed too often; `at` is its offset."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


class Piece(Protocol):
    """A stretch of a file: a form, an item, or a comment between them."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class MarkedReader(ABC):
    """Sorts a file's text into the parts of a program; a language's own reader walks over its pieces."""

    framework: str
    mark: str

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[tuple[int | None, list[str]]] = [(None, [])]
        self.answer: list[str] = []
        self.in_answer = False
        self.objectives: list[Objective] = []
        self.taken = 0

    @abstractmethod
    def is_objective(self, text: str) -> bool:
        """Whether the rest of a comment is a term and not prose."""

    def program(self) -> Program:
        """The parts, and the text that was not taken yet as the last of them."""
        self.keep(self.text[self.taken :])
        (_, preamble), *rest = self.parts
        fragments = [Fragment(clue=clue, code=_trim(pieces)) for clue, pieces in rest]
        return Program(
            framework=self.framework,
            preamble=_trim(preamble),
            fragments=tuple(fragment for fragment in fragments if fragment.code or fragment.clue is not None),
            answer=textwrap.dedent("\n".join(self.answer)).strip(),
            objectives=tuple(self.objectives),
        )

    def keep(self, text: str) -> None:
        self.parts[-1][1].append(text)

    def upto(self, piece: Piece) -> None:
        """Take the text before a piece, which is itself dealt with otherwise."""
        self.keep(self.text[self.taken : piece.start])
        self.taken = piece.end

    def objective(self, sense: str, term: str) -> None:
        self.objectives.append(Objective(sense="minimize" if sense == "minimize" else "maximize", term=term))

    def comment(self, piece: Piece, comment: str) -> None:
        """Take a comment that is a mark, or belongs to the template after one; leave any other in the text."""
        marker = re.fullmatch(
            rf"{self.mark}+\s*(clue|answer|minimi[sz]e|maximi[sz]e)\b[ \t]*(.*)", comment.rstrip(), re.IGNORECASE
        )
        word, rest = (marker[1].lower(), marker[2].strip()) if marker else ("", "")
        clue = re.fullmatch(r"(\d{0,9})\s*(?:[:.)-]\s*(.*))?", rest) if word == "clue" else None
        if clue is not None:
            self.upto(piece)
            self.in_answer = False
            self.parts.append((int(clue[1]) if clue[1] else None, [f"{self.mark} {clue[2]}"] if clue[2] else []))
        elif word == "answer" and rest.lstrip(": ")[:1] in ("", "{", "[", '"'):
            self.upto(piece)
            self.in_answer, self.answer = True, [rest.lstrip(": ")]
            self.parts.append((None, []))
        elif word[:6] in ("minimi", "maximi") and self.is_objective(rest):
            self.upto(piece)
            self.in_answer = False
            self.objective(word[:6] + "ze", rest)
        elif self.in_answer and comment.startswith(self.mark):
            self.upto(piece)
            self.answer.append(comment.lstrip(self.mark))


def _trim(pieces: list[str]) -> str:
    return "".join(pieces).strip("\n").rstrip()


def render(program: Program, mark: str) -> str:
    """Write a program as one file."""
    blocks = [program.preamble] if program.preamble else []
    for fragment in program.fragments:
        marker = f"{mark} clue" if fragment.clue is None else f"{mark} clue {fragment.clue}"
        blocks.append(f"{marker}\n{fragment.code}" if fragment.code else marker)
    blocks += [f"{mark} {objective.sense} {' '.join(objective.term.split())}" for objective in program.objectives]
    if program.answer:
        blocks.append(f"{mark} answer\n" + "\n".join(f"{mark} {line}" for line in program.answer.split("\n")))
    return "\n".join(blocks) + "\n" if blocks else ""


def clue_starts(program: Program) -> list[tuple[int, int | None]]:
    """The line of the rendered text at which each fragment starts, ascending."""
    line = 1 + (program.preamble.count("\n") + 1 if program.preamble else 0)
    starts: list[tuple[int, int | None]] = []
    for fragment in program.fragments:
        starts.append((line, fragment.clue))
        line += 1 + (fragment.code.count("\n") + 1 if fragment.code else 0)
    return [*starts, (line, None)]


def place_of_term(text: str, mark: str, term: str) -> tuple[int, int] | None:
    """Line and column at which a comment of the rendered text says a term: in an objective or in the template."""
    lines = text.split("\n")
    as_written = (json.dumps(term)[1:-1], json.dumps(term, ensure_ascii=False)[1:-1], term)
    for i in range(len(lines), 0, -1):
        for shown in as_written:
            if lines[i - 1].startswith(mark) and shown in lines[i - 1]:
                return i, lines[i - 1].find(shown) + 1
    return None
