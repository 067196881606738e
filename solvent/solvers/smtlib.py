"""SMT-LIB 2 on z3.

A program file is SMT-LIB with comments that say what belongs to what:

    (declare-const x Int)
    ; clue 1
    (assert (> x 3))
    ; clue
    (assert (< x 9))
    ; minimize x
    ; answer
    ; {"x": "x", "even": "(= (mod x 2) 0)", "big": [{"$where": "(> x 5)", "$item": {"$value": "yes"}}]}

`; clue N` starts the fragment of clue N, `; clue` one that belongs to no clue. In the template a string is a term,
`{"$value": V}` the constant V, `{"$label": TERM, "$of": {"1": "red", ...}}` a term whose values have other names, and
in a list `{"$where": CONDITION, "$item": NODE}` an item that is there when the condition holds.
"""

import importlib
import re
import textwrap
from typing import TYPE_CHECKING

from solvent.solvers import sexpr
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.program import Fragment, Objective, Program

if TYPE_CHECKING:
    from solvent.solvers._z3 import Z3Engine

SUFFIX = ".smt2"

_MARKER = re.compile(r";+\s*(clue|answer|minimi[sz]e|maximi[sz]e)\b[ \t]*(.*)", re.IGNORECASE)


class _Reader:
    """Walks over the forms of a file and sorts its text into the parts of a program."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[tuple[int | None, list[str]]] = [(None, [])]
        self.answer = ""
        self.in_answer = False
        self.objectives: list[Objective] = []
        self.taken = 0

    def read(self) -> Program:
        for form in sexpr.forms(self.text):
            if form.comment is not None:
                self._comment(form, form.comment)
            elif form.command in ("minimize", "maximize") and len(sexpr.tree(self._of(form))[0]) == 2:
                self._upto(form)
                inner = [token for token in form.tokens if token.kind != "comment"][2:-1]
                self._objective(form.command, " ".join(token.text for token in inner))
            else:
                self.in_answer = False
        self._keep(self.text[self.taken :])
        (_, preamble), *rest = self.parts
        fragments = [Fragment(clue=clue, code=_trim(pieces)) for clue, pieces in rest]
        return Program(
            framework="smtlib",
            preamble=_trim(preamble),
            fragments=tuple(fragment for fragment in fragments if fragment.code or fragment.clue is not None),
            answer=textwrap.dedent(self.answer).strip(),
            objectives=tuple(self.objectives),
        )

    def _of(self, form: sexpr.Form) -> str:
        return self.text[form.start : form.end]

    def _keep(self, text: str) -> None:
        self.parts[-1][1].append(text)

    def _upto(self, form: sexpr.Form) -> None:
        """Take the text before a form; the form itself is dealt with otherwise."""
        self._keep(self.text[self.taken : form.start])
        self.taken = form.end

    def _comment(self, form: sexpr.Form, comment: str) -> None:
        marker = _MARKER.fullmatch(comment.rstrip())
        word, rest = (marker[1].lower(), marker[2].strip()) if marker else ("", "")
        clue = re.fullmatch(r"(\d*)\s*(?:[:.)-]\s*(.*))?", rest) if word == "clue" else None
        if clue is not None:
            self._upto(form)
            self.in_answer = False
            self.parts.append((int(clue[1]) if clue[1] else None, [f"; {clue[2]}"] if clue[2] else []))
        elif word == "answer" and (not rest or rest[0] in '{[:"'):
            self._upto(form)
            self.in_answer, self.answer = True, rest.lstrip(": ")
            self.parts.append((None, []))
        elif word[:6] in ("minimi", "maximi") and sexpr.is_term(rest):
            self._upto(form)
            self.in_answer = False
            self._objective(word[:6] + "ze", rest)
        elif self.in_answer:
            self._upto(form)
            self.answer += "\n" + comment.lstrip(";")

    def _objective(self, sense: str, term: str) -> None:
        self.objectives.append(Objective(sense="minimize" if sense == "minimize" else "maximize", term=term))


def _trim(pieces: list[str]) -> str:
    return "".join(pieces).strip("\n").rstrip()


def parse(text: str) -> Program:
    """Read a program file; a text that is no SMT-LIB becomes a program whose `run` says where it breaks."""
    try:
        return _Reader(text.replace("\r\n", "\n")).read()
    except sexpr.UnbalancedError:
        return Program(framework="smtlib", preamble=text.rstrip("\n"))


def render(program: Program) -> str:
    """Write a program as one file."""
    blocks = [program.preamble] if program.preamble else []
    for fragment in program.fragments:
        marker = "; clue" if fragment.clue is None else f"; clue {fragment.clue}"
        blocks.append(f"{marker}\n{fragment.code}" if fragment.code else marker)
    blocks += [f"; {objective.sense} {' '.join(objective.term.split())}" for objective in program.objectives]
    if program.answer:
        blocks.append("; answer\n" + "\n".join(f"; {line}" for line in program.answer.splitlines()))
    return "\n".join(blocks) + "\n" if blocks else ""


def warm() -> None:
    try:
        importlib.import_module("solvent.solvers._z3")
    except ImportError as error:
        raise SolverUnavailableError(f"{error}; pip install z3-solver") from error


def engine(program: Program, model: bytes = b"") -> "Z3Engine":  # noqa: ARG001  # its text is the model
    """Load a program into z3. Raises ProgramError."""
    from solvent.solvers._z3 import Z3Engine

    return Z3Engine(program, render(program))
