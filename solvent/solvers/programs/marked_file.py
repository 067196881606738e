"""Program files in a solver's own language (SMT-LIB, MiniZinc), structured by marker comments.

In comments that start with `mark`: `clue N` starts the fragment of clue N, `clue` one that belongs to no clue, `answer`
the answer template (JSON, in the following comments), `data` the program's data
(a JSON object in the following comments, before all clues), `minimize TERM` and `maximize TERM` state objectives.
"""

import contextlib
import itertools
import json
import re
import textwrap
from abc import ABC, abstractmethod
from typing import Any, Protocol

from solvent.solvers.json_text import read_json
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program import Fragment, Objective, Program
from solvent.solvers.programs.program_error import ProgramError, located

_LONGEST = 100  # characters of data on one line
_BREAK = ",\n "
_TRIES = 100  # readings of data that may be complete: each takes linear time


class UnbalancedError(Exception):
    """An unclosed bracket, string, comment or quoted name, or an unmatched closing bracket; `at` is its offset."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


class Piece(Protocol):
    """A span of a file: a top-level form, an item, or a comment between them."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class MarkedReader(ABC):
    """Splits a file's text into the parts of a program; a subclass per language iterates over the file's pieces."""

    framework: str
    mark: str

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[tuple[int | None, list[str]]] = [(None, [])]
        self.answer: list[str] = []
        self.in_answer = False
        self.objectives: list[Objective] = []
        self.data: dict[str, Any] = {}
        self.taken = 0

    @abstractmethod
    def is_objective(self, text: str) -> bool:
        """Whether the rest of a comment is a term rather than prose."""

    def program(self) -> Program:
        """Assemble the program; text not consumed so far belongs to the last part."""
        self.keep(self.text[self.taken :])
        (_, preamble), *rest = self.parts
        fragments = [Fragment(clue=clue, code=_trim(pieces)) for clue, pieces in rest]
        return Program(
            framework=self.framework,
            preamble=_trim(preamble),
            fragments=tuple(fragment for fragment in fragments if fragment.code or fragment.clue is not None),
            answer=textwrap.dedent("\n".join(self.answer)).strip(),
            objectives=tuple(self.objectives),
            data=self.data,
        )

    def keep(self, text: str) -> None:
        self.parts[-1][1].append(text)

    def upto(self, piece: Piece) -> None:
        """Consume the text before a piece, and skip the piece itself."""
        self.keep(self.text[self.taken : piece.start])
        self.taken = piece.end

    def objective(self, sense: str, term: str) -> None:
        self.objectives.append(Objective(sense="minimize" if sense == "minimize" else "maximize", term=term))

    def comment(self, piece: Piece, comment: str) -> None:
        """Process a comment if it is a marker or part of the template; any other stays in the text."""
        if piece.start < self.taken:
            return  # it is part of the data
        marker = re.fullmatch(
            rf"{self.mark}+\s*(clue|answer|data|minimi[sz]e|maximi[sz]e)\b[ \t]*(.*)", comment.rstrip(), re.IGNORECASE
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
        elif word == "data" and not self.data and len(self.parts) == 1:
            data, end = _data(self.text, self.mark, rest, piece.end)
            if data:
                self.upto(piece)
                self.data, self.taken = data, end
        elif word[:6] in ("minimi", "maximi") and self.is_objective(rest):
            self.upto(piece)
            self.in_answer = False
            self.objective(word[:6] + "ze", rest)
        elif self.in_answer and comment.startswith(self.mark):
            self.upto(piece)
            self.answer.append(comment.lstrip(self.mark))


def _trim(pieces: list[str]) -> str:
    return "".join(pieces).strip("\n").rstrip()


def _data(text: str, mark: str, rest: str, end: int) -> tuple[dict[str, Any], int]:
    """Read a JSON object from the `rest` of a marker and the comment lines after `end`; return it and where it ends.

    Empty if there is none.
    """
    found, tries = [rest.lstrip(": ")], 0
    following = re.compile(rf"\n[ \t]*{mark}+([^\n]*)")
    while tries < _TRIES:
        if found[-1].endswith("}"):
            tries += 1
            with contextlib.suppress(ValueError):
                value = read_json("\n".join(found), unique=True)
                return (value, end) if isinstance(value, dict) else ({}, end)
        line = following.match(text, end)
        if line is None or re.match(r"\s*data\b", line[1], re.IGNORECASE):
            break
        found.append(line[1].strip())
        end = line.end()
        if not (found[0] or found[1]).startswith("{"):
            break
    return {}, end


def check_data(program: Program, text: str, mark: str) -> None:
    """Check that the rendered text holds no data other than the program's: broken JSON, a second object, or late.

    Raises ProgramError.
    """
    lines = text.split("\n")
    for place in range(len(_data_lines(program, mark)), len(lines)):
        marker = re.fullmatch(rf"\s*{mark}+\s*data\b[ \t:]*(.*)", lines[place], re.IGNORECASE)
        comments = itertools.takewhile(lambda line: line.lstrip().startswith(mark), lines[place + 1 : place + 3])
        after = "\n".join(line.lstrip(f" \t{mark}") for line in comments)
        if marker and re.match(r'\{\s*("|\Z)', marker[1] or after):
            start = sum(len(line) + 1 for line in lines[:place]) + len(lines[place])
            read, _ = _data(text, mark, marker[1], start)
            why = "they are stated once, before all clues" if read else "what follows is no JSON object"
            raise ProgramError(Status.SYNTAX_ERROR, located(text, place + 1, 1, f"the data cannot be read: {why}"))


def _data_lines(program: Program, mark: str) -> list[str]:
    """Return the lines that state the data."""
    if not program.data:
        return []
    items = [
        f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in program.data.items()
    ]
    whole = f"{{{', '.join(items)}}}"
    shown = [whole] if len(whole) <= _LONGEST else f"{{{_BREAK.join(items)}}}".split("\n")
    return [f"{mark} data", *(f"{mark} {line}" for line in shown)]


def render(program: Program, mark: str) -> str:
    """Render a program as the text of a file."""
    blocks = _data_lines(program, mark)
    blocks += [program.preamble] if program.preamble else []
    for fragment in program.fragments:
        marker = f"{mark} clue" if fragment.clue is None else f"{mark} clue {fragment.clue}"
        blocks.append(f"{marker}\n{fragment.code}" if fragment.code else marker)
    blocks += [f"{mark} {objective.sense} {' '.join(objective.term.split())}" for objective in program.objectives]
    if program.answer:
        blocks.append(f"{mark} answer\n" + "\n".join(f"{mark} {line}" for line in program.answer.split("\n")))
    return "\n".join(blocks) + "\n" if blocks else ""


def clue_starts(program: Program) -> list[tuple[int, int | None]]:
    """Return the line of the rendered text at which each fragment starts, with its clue, in ascending order.

    The last entry is the line after all fragments, with None as its clue.
    """
    line = 1 + len(_data_lines(program, "")) + (program.preamble.count("\n") + 1 if program.preamble else 0)
    starts: list[tuple[int, int | None]] = []
    for fragment in program.fragments:
        starts.append((line, fragment.clue))
        line += 1 + (fragment.code.count("\n") + 1 if fragment.code else 0)
    return [*starts, (line, None)]


def place_of_term(text: str, mark: str, term: str) -> tuple[int, int] | None:
    """Find the line and column of a term in the comments of the rendered text: in an objective or the template."""
    lines = text.split("\n")
    as_written = (json.dumps(term)[1:-1], json.dumps(term, ensure_ascii=False)[1:-1], term)
    for i in range(len(lines), 0, -1):
        for shown in as_written:
            if lines[i - 1].startswith(mark) and shown in lines[i - 1]:
                return i, lines[i - 1].find(shown) + 1
    return None
