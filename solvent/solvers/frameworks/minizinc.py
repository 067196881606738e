"""MiniZinc on Gecode, through the installed `minizinc`.

A program file is MiniZinc structured by marker comments:

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
expression (a number, a Boolean, an enum value, or a set or array of these), `{"$value": V}` the constant V, `{"$label":
TERM, "$of": {"1": "red", ...}}` an expression whose values are shown as labels, and in a list `{"$where": CONDITION,
"$item": NODE}` an item that is present only if the condition holds. `solve minimize E` states an objective; `solve
satisfy` and `output` items are ignored. Only files of the standard library can be included.

A file may begin with data, a JSON object in the comments below `% data`, which are the values of parameters that the
model declares without one:

    % data
    % {"weights": [3, 4], "capacity": 10}
    int: capacity;
    array[int] of int: weights;

They are integers of 32 bits, floats, Booleans, strings, sets, `{"set": [1, 2]}`, and lists of these, which become
arrays: nested lists arrays of several dimensions, with the declared index sets, else counted from 1.

Floats are equal up to a relative error of one millionth, and sets regardless of order. A key of `$of` denotes the
number or Boolean that it spells, and also itself as a string. An expression that is undefined in some solution is an
error in the template; in a constraint it makes the enclosing Boolean false, as in MiniZinc's relational semantics.
Integers need bounds: Gecode supports values up to 2147483646, and if larger ones may matter the outcome is unknown.
"""

import importlib
import re
import sys
from typing import TYPE_CHECKING

from solvent.solvers.engines.minizinc import installed_minizinc, parameters, syntax
from solvent.solvers.programs import marked_file
from solvent.solvers.programs.marked_file import UnbalancedError
from solvent.solvers.programs.program import Program

if TYPE_CHECKING:
    from solvent.solvers.engines.minizinc.minizinc_engine import MiniZincEngine

SUFFIX = ".mzn"
PROFILE = "minizinc"  # the sandbox profile: it starts processes, and writes files to its own working directory

_ENDLESS = 1e6  # seconds
_ERROR = re.compile(r"^(?:[\w ]+ )?[Ee]rror: .*$", re.MULTILINE)
_PLACE = re.compile(r"the-program\.mzn:(\d+)\.(\d+)")


class _Reader(marked_file.MarkedReader):
    framework = "minizinc"
    mark = "%"

    def read(self) -> Program:
        for item in syntax.items(self.text):
            if item.comment is not None:
                self.comment(item, item.comment)
                continue
            self.in_answer = False
            sense, term = syntax.solve_goal(item)
            if term:
                self.upto(item)
                self.objective(sense, term)
            elif item.tokens[-1].kind != "end":  # the last item, which may lack its semicolon; more text may follow
                self.keep(self.text[self.taken : item.end] + ";")
                self.taken = item.end
        return self.program()

    def is_objective(self, text: str) -> bool:
        """Whether the text is an expression; two words in a row are prose."""
        return syntax.term(text) is not None and not re.search(r"^\w+\s+(?!(?:div|mod)\b)[A-Za-z]", text)


def parse(text: str) -> Program:
    """Parse a program file; text that is not valid MiniZinc becomes a program whose `run` reports the error."""
    try:
        return _Reader(text.replace("\r\n", "\n")).read()
    except (UnbalancedError, RecursionError):
        return Program(framework="minizinc", preamble=text.rstrip("\n"))


def render(program: Program) -> str:
    """Render a program as the text of a file."""
    return marked_file.render(program, "%")


def reserved(program: Program) -> frozenset[str]:  # noqa: ARG001  # the same in all programs
    """Return the names that the program's data may not have."""
    return parameters.KEYWORDS


def used_data(program: Program) -> frozenset[str]:
    """Return the names of the data on which constraints, domains and objectives depend; empty for broken text."""
    try:
        items = [item for item in syntax.items(render(program)) if item.comment is None]
        return frozenset(program.data) & parameters.used(items, [each.term for each in program.objectives])
    except UnbalancedError:
        return frozenset()


def warm() -> None:
    """Import the engine and find the installed MiniZinc. Raises SolverUnavailableError."""
    importlib.import_module("solvent.solvers.engines.minizinc.minizinc_engine")
    installed_minizinc.find()


def engine(program: Program, model: bytes = b"") -> "MiniZincEngine":  # noqa: ARG001  # the text is the model
    """Load a program; MiniZinc itself only sees it when it is solved. Raises ProgramError."""
    from solvent.solvers.engines.minizinc.minizinc_engine import MiniZincEngine

    return MiniZincEngine(program, render(program))


def script(program: Program) -> int:
    """Run a script, which is a model with its own solve and output items; return its exit status.

    Without an output item, each solution is printed as a JSON object of its variables. The time limit is enforced from
    outside, as for every child.
    """
    prints = any(item.tokens and item.tokens[0].text == "output" for item in syntax.items(program.preamble))
    done = installed_minizinc.find().run(program.preamble, [] if prints else ["--output-mode", "json"], _ENDLESS)
    sys.stdout.write(done.output.decode("utf-8", "backslashreplace"))
    errors = done.errors.decode("utf-8", "replace")
    sys.stderr.write(errors + (_in_a_line(errors) if done.code else ""))
    return done.code or 0


def _in_a_line(errors: str) -> str:
    """Format an error in a script and its position as one line, since only the last line of standard error is kept."""
    said, place = _ERROR.search(errors), _PLACE.search(errors)
    if said is None:
        return ""
    return "\n" + (f"line {place[1]}, column {place[2]}: " if place else "") + said[0] + "\n"
