"""A framework in one file: copy it to `solvent/solvers/frameworks/` under the framework's name, and adapt every part.

The file's name is the name of the framework: `solvent run --framework exhaustive` discovers it. This one has a small
language of its own and tries all assignments:

    x in 1..9
    y in 1..9
    # clue 1
    x + y == 10
    # clue 2
    x > y + 2
    # minimize x * y
    # answer
    # {"x": "x", "larger": [{"$where": "x > 5", "$item": {"$value": "yes"}}]}

First comes the notation: how a file is converted to a `Program` and back. Then comes the engine, which solves a loaded
program as often as the five questions require. Last come the functions that make both available.
"""

import ast
import itertools
import operator
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from solvent.solvers import Program
from solvent.solvers.engines.engine import Engine
from solvent.solvers.programs.equality import number, same
from solvent.solvers.programs.json_template import JsonTemplate
from solvent.solvers.programs.marked_file import MarkedReader, clue_starts
from solvent.solvers.programs.marked_file import render as render_marked
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError, located
from solvent.solvers.programs.template import Goal
from solvent.solvers.programs.term_formulas import TRUE, And, Compare, Count, Formula, HasValue, Holds, Not, Or

SUFFIX = ".finite"  # of program files; several frameworks may share one

_DOMAIN = re.compile(r"\s*([A-Za-z_]\w*)\s+in\s+(-?\d+)\s*\.\.\s*(-?\d+)\s*")
_OPERATIONS: dict[type[ast.AST], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}

Point = dict[str, int]  # an assignment: a value for each variable


# The notation. For text structured by marker comments, subclass `MarkedReader`; for programs in Python, see
# `programs.python_file` and `engines.cpsat.python_framework`.


@dataclass(frozen=True)
class _Line:
    """A span of the file, by its offsets."""

    start: int
    end: int


class _Reader(MarkedReader):
    framework = __name__.rpartition(".")[2]
    mark = "#"

    def read(self) -> Program:
        start = 0
        for line in self.text.splitlines(keepends=True):
            if line.startswith("#"):
                self.comment(_Line(start, start + len(line)), line)
            elif line.strip():
                self.in_answer = False
            start += len(line)
        return self.program()

    def is_objective(self, text: str) -> bool:
        return _term(text) is not None


def _term(text: str) -> str | None:
    """Normalise a term for the engine; None if the text is not a single term of the language."""
    try:
        _value(ast.parse(text.strip(), mode="eval").body, None)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return text.strip()


def _value(node: ast.expr, point: Point | None) -> Any:
    """Evaluate a term, or only check it if there is no point. Raises ValueError for anything not in the language."""
    match node:
        case ast.Constant(int(value)):
            return value
        case ast.Name(name):
            if point is not None and name not in point:
                raise ValueError(f"there is no variable {name}")
            return 0 if point is None else point[name]
        case ast.BinOp(left, operation, right) if type(operation) in _OPERATIONS:
            return _OPERATIONS[type(operation)](_value(left, point), _value(right, point))
        case ast.UnaryOp(operation, inner) if type(operation) in _OPERATIONS:
            return _OPERATIONS[type(operation)](_value(inner, point))
        case ast.Compare(left, [operation], [right]) if type(operation) in _OPERATIONS:
            return _OPERATIONS[type(operation)](_value(left, point), _value(right, point))
        case ast.BoolOp(operation, parts):
            values = [bool(_value(part, point)) for part in parts]
            return all(values) if isinstance(operation, ast.And) else any(values)
    raise ValueError("this is not in the language: use whole numbers, variables, + - *, comparisons, and, or, not")


# The engine. It lives in a child process and serves a single program. Every error of the user is a ProgramError. The
# questions add requirements to the program as formulas over terms, all of which the engine must support.

_TEMPLATE = JsonTemplate(_term, "the language", "# answer")


class ExhaustiveEngine:
    """Tries all assignments. Its attributes and public methods are specified by `engines.engine.Engine`."""

    def __init__(self, program: Program, text: str) -> None:
        self._domains: dict[str, range] = {}
        self._constraints: list[tuple[int | None, ast.expr]] = []  # with their clues, None for the background
        self._forbidden: list[Formula] = []
        self._solution: Point = {}
        starts = clue_starts(program)
        for place, line in enumerate(text.split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            if match := _DOMAIN.fullmatch(line):
                self._domains[match[1]] = range(int(match[2]), int(match[3]) + 1)
                continue
            clue = next((clue for start, clue in reversed(starts) if start <= place), None)
            self._constraints.append((clue, self._parsed(text, place, line)))
        self.clues = frozenset(clue for clue, _ in self._constraints if clue is not None)
        self.template = _TEMPLATE.read(program.answer)
        self.goals: tuple[Goal, ...] = tuple(
            (goal.sense, _TEMPLATE.term(goal.term, "objective")) for goal in program.objectives
        )

    def _parsed(self, text: str, place: int, line: str) -> ast.expr:
        try:
            node = ast.parse(line.strip(), mode="eval").body
            _value(node, dict.fromkeys(self._domains, 0))
        except (SyntaxError, ValueError) as error:
            raise ProgramError(Status.SYNTAX_ERROR, located(text, place, 1, str(error))) from None
        return node

    def solve(self, extra: Formula, *, keep: frozenset[int] | None, goal: Goal | None, seconds: float) -> Status:
        until = time.monotonic() + seconds
        kept = [node for clue, node in self._constraints if clue is None or keep is None or clue in keep]
        best: int | None = None
        for point in self._points():
            if time.monotonic() > until:
                return Status.TIMEOUT if best is None else Status.SATISFIED
            if not self._allows(point, kept, extra):
                continue
            if goal is None:
                self._solution = point
                return Status.SATISFIED
            value = self._of(goal[1], point) * (1 if goal[0] == "minimize" else -1)
            if best is None or value < best:
                best, self._solution = value, point
        return Status.UNSATISFIABLE if best is None else Status.OPTIMAL  # the search was complete: this is a proof

    def read(self, terms: list[Any]) -> list[Any]:
        # An undefined term, such as a division by zero, would be `template.NoValue`: this language has none.
        return [self._of(term, self._solution) for term in terms]

    def forbid(self, formula: Formula) -> None:
        self._forbidden.append(formula)

    def excludes(self, clue: int, seconds: float, *, alone: bool) -> bool:
        until = time.monotonic() + seconds
        own = [node for number, node in self._constraints if number == clue]
        background = [] if alone else [node for number, node in self._constraints if number is None]
        for point in self._points():
            if time.monotonic() > until:
                return False  # not shown, though it may still be true
            if self._allows(point, background, TRUE) and not self._allows(point, own, TRUE):
                return True
        return False

    def _points(self) -> Iterator[Point]:
        for values in itertools.product(*self._domains.values()):
            yield dict(zip(self._domains, values, strict=True))

    def _allows(self, point: Point, constraints: list[ast.expr], extra: Formula) -> bool:
        return (
            all(_value(node, point) for node in constraints)
            and self._holds(extra, point)
            and not any(self._holds(formula, point) for formula in self._forbidden)
        )

    def _of(self, term: str, point: Point) -> Any:
        try:
            return _value(ast.parse(term, mode="eval").body, point)
        except ValueError as error:
            raise ProgramError(Status.SYNTAX_ERROR, f"in the term {term}: {error}") from None

    def _holds(self, formula: Formula, point: Point) -> bool:
        match formula:
            case Compare(term, "==", value):
                return same(self._of(term, point), value)
            case Compare(term, op, value):
                one, other = number(self._of(term, point)), number(value)
                return one is not None and other is not None and (one < other if op == "<" else one > other)
            case Holds(term):
                return bool(self._of(term, point))
            case HasValue(_):
                return True
            case Not(part):
                return not self._holds(part, point)
            case And(parts):
                return all(self._holds(part, point) for part in parts)
            case Or(parts):
                return any(self._holds(part, point) for part in parts)
            case Count(parts, times):
                return sum(self._holds(part, point) for part in parts) == times


# The functions of `frameworks.Framework`. A framework whose programs are executable code also has `build`, and one
# whose programs may be scripts also has `script`.


def parse(text: str) -> Program:
    """Parse a program file. Never fails: an invalid file becomes a program whose `run` reports the error."""
    return _Reader(text.replace("\r\n", "\n")).read()


def render(program: Program) -> str:
    """Render a program as the text of a file."""
    return render_marked(program, "#")


def warm() -> None:
    """Import the solver here and in `engine`, not at the top, and raise SolverUnavailableError if it is missing.

    A server calls this once, and its children inherit the result.
    """


def engine(program: Program, model: bytes = b"") -> Engine:  # noqa: ARG001  # the result of `build`, not needed here
    """Load a program. Raises ProgramError."""
    return ExhaustiveEngine(program, render(program))
