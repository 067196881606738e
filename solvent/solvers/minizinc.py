"""MiniZinc on Gecode, through the installed `minizinc`.

A program file is MiniZinc with comments that say what belongs to what:

    include "globals.mzn";
    var 1..9: x;
    % clue 1
    constraint x > 3;
    % clue
    constraint x < 9;
    % minimize x
    % answer
    % {"x": "x", "even": "x mod 2 = 0", "big": [{"$where": "x > 5", "$item": {"$value": "yes"}}]}

`% clue N` starts the fragment of clue N, `% clue` one that belongs to no clue. In the template a string is an
expression (a number, a Boolean, a value of an enum, a set or an array of these), `{"$value": V}` the constant V,
`{"$label": TERM, "$of": {"1": "red", ...}}` an expression whose values have other names, and in a list `{"$where":
CONDITION, "$item": NODE}` an item that is there when the condition holds. `solve minimize E` is read as an objective,
`solve satisfy` and `output` items do nothing. Only files of the standard library can be included.
"""

import re
import sys
import textwrap
from typing import TYPE_CHECKING

from solvent.solvers import mzn
from solvent.solvers.program import Fragment, Objective, Program

if TYPE_CHECKING:
    from solvent.solvers._minizinc import MiniZincEngine

SUFFIX = ".mzn"
PROFILE = "minizinc"  # it starts processes and writes files, in a working directory of its own

_ENDLESS = 1e6  # seconds
_MARKER = re.compile(r"%+\s*(clue|answer|minimi[sz]e|maximi[sz]e)\b[ \t]*(.*)", re.IGNORECASE)


class _Reader:
    """Walks over the items of a file and sorts its text into the parts of a program."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[tuple[int | None, list[str]]] = [(None, [])]
        self.answer = ""
        self.in_answer = False
        self.objectives: list[Objective] = []
        self.taken = 0

    def read(self) -> Program:
        for item in mzn.items(self.text):
            if item.comment is not None:
                self._comment(item, item.comment)
                continue
            self.in_answer = False
            sense, term = aim(item)
            if term:
                self._upto(item)
                self._objective(sense, term)
            elif item.tokens[-1].kind != "end":  # the last item; more text may come after it
                self._keep(self.text[self.taken : item.end] + ";")
                self.taken = item.end
        self._keep(self.text[self.taken :])
        (_, preamble), *rest = self.parts
        fragments = [Fragment(clue=clue, code=_trim(pieces)) for clue, pieces in rest]
        return Program(
            framework="minizinc",
            preamble=_trim(preamble),
            fragments=tuple(fragment for fragment in fragments if fragment.code or fragment.clue is not None),
            answer=textwrap.dedent(self.answer).strip(),
            objectives=tuple(self.objectives),
        )

    def _keep(self, text: str) -> None:
        self.parts[-1][1].append(text)

    def _upto(self, item: mzn.Item) -> None:
        """Take the text before an item; the item itself is dealt with otherwise."""
        self._keep(self.text[self.taken : item.start])
        self.taken = item.end

    def _comment(self, item: mzn.Item, comment: str) -> None:
        marker = _MARKER.fullmatch(comment.rstrip())
        word, rest = (marker[1].lower(), marker[2].strip()) if marker else ("", "")
        clue = re.fullmatch(r"(\d*)\s*(?:[:.)-]\s*(.*))?", rest) if word == "clue" else None
        if clue is not None:
            self._upto(item)
            self.in_answer = False
            self.parts.append((int(clue[1]) if clue[1] else None, [f"% {clue[2]}"] if clue[2] else []))
        elif word == "answer" and (not rest or rest.lstrip(": ")[:1] in ("", "{", "[", '"')):
            self._upto(item)
            self.in_answer, self.answer = True, rest.lstrip(": ")
            self.parts.append((None, []))
        elif word[:6] in ("minimi", "maximi") and _is_objective(rest):
            self._upto(item)
            self.in_answer = False
            self._objective(word[:6] + "ze", rest)
        elif self.in_answer and comment.startswith("%"):
            self._upto(item)
            self.answer += "\n" + comment.lstrip("%")

    def _objective(self, sense: str, term: str) -> None:
        self.objectives.append(Objective(sense="minimize" if sense == "minimize" else "maximize", term=term))


def _is_objective(text: str) -> bool:
    """Whether the rest of a comment is a term and not prose: two words in a row are no MiniZinc."""
    return mzn.term(text) is not None and not re.search(r"^\w+\s+(?!(?:div|mod)\b)[A-Za-z]", text)


def aim(item: mzn.Item) -> tuple[str, str]:
    """What a solve item asks for: `satisfy`, `minimize` or `maximize`, and its term; empty for other items."""
    if item.word != "solve":
        return "", ""
    depth = 0
    for i, token in enumerate(item.tokens):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth == 0 and token.text in ("satisfy", "minimize", "maximize"):
            rest = item.tokens[i + 1 :]
            inner = [part.text for part in rest if part is not rest[-1] or part.kind != "end"]
            return token.text, mzn.term(_joined(rest[: len(inner)])) or ""
    return "", ""


def _joined(tokens: tuple[mzn.Token, ...]) -> str:
    spaced = [(" " if i and tokens[i - 1].end != token.start else "") + token.text for i, token in enumerate(tokens)]
    return "".join(spaced)


def _trim(pieces: list[str]) -> str:
    return "".join(pieces).strip("\n").rstrip()


def parse(text: str) -> Program:
    """Read a program file; a text that is no MiniZinc becomes a program whose `run` says where it breaks."""
    try:
        return _Reader(text.replace("\r\n", "\n")).read()
    except (mzn.UnbalancedError, RecursionError):
        return Program(framework="minizinc", preamble=text.rstrip("\n"))


def render(program: Program) -> str:
    """Write a program as one file."""
    blocks = [program.preamble] if program.preamble else []
    for fragment in program.fragments:
        marker = "% clue" if fragment.clue is None else f"% clue {fragment.clue}"
        blocks.append(f"{marker}\n{fragment.code}" if fragment.code else marker)
    blocks += [f"% {objective.sense} {' '.join(objective.term.split())}" for objective in program.objectives]
    if program.answer:
        blocks.append("% answer\n" + "\n".join(f"% {line}" for line in program.answer.splitlines()))
    return "\n".join(blocks) + "\n" if blocks else ""


def warm() -> None:
    from solvent.solvers import _minizinc

    _minizinc.find()


def engine(program: Program, model: bytes = b"") -> "MiniZincEngine":  # noqa: ARG001  # its text is the model
    """Read a program; MiniZinc sees it when it is solved. Raises ProgramError."""
    from solvent.solvers._minizinc import MiniZincEngine

    return MiniZincEngine(program, render(program))


def script(program: Program) -> int:
    """Run a script: a model with its own solve and output items; its exit status.

    Without an output item each solution is printed as a JSON object of its variables. The time limit is enforced from
    outside, as for every child.
    """
    from solvent.solvers import _minizinc_tool

    prints = any(item.tokens and item.tokens[0].text == "output" for item in mzn.items(program.preamble))
    done = _minizinc_tool.find().run(program.preamble, [] if prints else ["--output-mode", "json"], _ENDLESS)
    sys.stdout.write(done.output.decode("utf-8", "backslashreplace"))
    sys.stderr.write(done.errors.decode("utf-8", "replace"))
    return done.code or 0
