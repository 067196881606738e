"""SMT-LIB 2 on z3.

A program file is SMT-LIB structured by marker comments:

    (declare-const x Int)
    ; clue 1
    (assert (> x 3))
    ; clue
    (assert (< x 9))
    ; minimize x
    ; answer
    ; {"x": "x", "even": "(= (mod x 2) 0)", "big": [{"$where": "(> x 5)", "$item": {"$value": "yes"}}]}

`; clue N` starts the fragment of clue N, `; clue` one that belongs to no clue. In the template a string is a term,
`{"$value": V}` the constant V, `{"$label": TERM, "$of": {"1": "red", ...}}` a term whose values are shown as labels,
and in a list `{"$where": CONDITION, "$item": NODE}` an item that is present only if the condition holds. A key of `$of`
denotes the number or Boolean that it spells, and also itself as a string. `{"$rounded": TERM}` is a term of the sort
Real that is shown as the nearest decimal, 6/11 as 0.5454545454545454; without it, rationals that are no decimals are
shown as "6/11", and irrational numbers not at all. Two answers differ in it if they differ by more than 1e-12 of their
size.

Names are unique within a program. In an assertion, a division by zero may have any value, as SMT-LIB specifies; a term
of the answer that divides by zero has none.

Under the contract `script`, a program is any SMT-LIB text, whose commands z3 obeys and whose output counts: its last
`check-sat`, and any errors.
"""

import importlib
import re
from typing import TYPE_CHECKING

from solvent.solvers.engines.smtlib import s_expressions
from solvent.solvers.errors import SolverUnavailableError
from solvent.solvers.programs import marked_file
from solvent.solvers.programs.marked_file import UnbalancedError
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.program_error import located

if TYPE_CHECKING:
    from solvent.solvers.engines.smtlib.z3_engine import Z3Engine

SUFFIX = ".smt2"

_ERROR = re.compile(r'^\(error "(?:line (\d+) column (\d+): )?(.*?)"\)$', re.DOTALL | re.MULTILINE)
_WHILE_RUNNING = re.compile(r"not available|not enabled|stack depth|canceled|timeout|resource|memory|interrupted")
_CHECKED = re.compile(r"^(?:sat|unsat|unknown|timeout)$", re.MULTILINE)
_STATUSES = {"sat": Status.SATISFIED, "unsat": Status.UNSATISFIABLE}


class _Reader(marked_file.MarkedReader):
    framework = "smtlib"
    mark = ";"

    def read(self) -> Program:
        for form in s_expressions.forms(self.text):
            if form.comment is not None:
                self.comment(form, form.comment)
            elif form.command in ("minimize", "maximize") and len(s_expressions.tree(self._of(form))[0]) == 2:
                self.upto(form)
                inner = [token for token in form.tokens if token.kind != "comment"][2:-1]
                self.objective(form.command, " ".join(token.text for token in inner))
            else:
                self.in_answer = False
        return self.program()

    def is_objective(self, text: str) -> bool:
        return s_expressions.is_term(text)

    def _of(self, form: s_expressions.Form) -> str:
        return self.text[form.start : form.end]


def parse(text: str) -> Program:
    """Parse a program file; text that is not valid SMT-LIB becomes a program whose `run` reports the error."""
    try:
        return _Reader(text.replace("\r\n", "\n")).read()
    except UnbalancedError:
        return Program(framework="smtlib", preamble=text.rstrip("\n"))


def render(program: Program) -> str:
    """Render a program as the text of a file."""
    return marked_file.render(program, ";")


def warm() -> None:
    """Import z3. Raises SolverUnavailableError."""
    try:
        importlib.import_module("solvent.solvers.engines.smtlib.z3_engine")
    except ImportError as error:
        raise SolverUnavailableError(f"{error}; pip install z3-solver") from error


def engine(program: Program, model: bytes = b"") -> "Z3Engine":  # noqa: ARG001  # the text is the model
    """Load a program into z3. Raises ProgramError."""
    from solvent.solvers.engines.smtlib.z3_engine import Z3Engine

    return Z3Engine(program, render(program))


def script(program: Program) -> int:
    """Run a script; return 1 if z3 ran out of memory, else 0."""
    from solvent.solvers.engines.smtlib import z3_script

    return z3_script.run(program.preamble)


def reported(program: Program, output: str) -> tuple[Status, str]:
    """Return the status that a script's output states: its first error, else the result of its last `check-sat`."""
    results = _CHECKED.findall(output)
    if error := _ERROR.search(output):
        line, column, message = error.groups()
        status = Status.RUNTIME_ERROR if _WHILE_RUNNING.search(message.partition("\n")[0]) else Status.SYNTAX_ERROR
        after = f" (the last `check-sat` said {results[-1]})" if results and results[-1] != "sat" else ""
        place = (int(line), int(column)) if line else None
        message = message[:1000] + after
        return status, located(program.preamble, *place, message) if place else message
    if not results:
        return Status.BAD_ANSWER, "never asked: the script has to end with `(check-sat)` and `(get-model)`"
    return _STATUSES.get(results[-1], Status.UNKNOWN), "" if results[-1] in _STATUSES else "z3 does not know"
