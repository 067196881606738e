"""The plain model: what the process that executes a Python program passes to the one that solves.

It is pure data: a CP-SAT model in protobuf's text format, the clue of each run of consecutive constraints, the answer
template, and the goals, both over linear terms of the variables. `load` treats it as untrusted and ensures types and
depth; the engine checks that indices and the model itself are valid.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from solvent.solvers.json_text import JsonError, read_json
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import Const, Goal, Labelled, Node, Rounded, Row, Table, Term, Where

_DEEPEST = 100
_LEVELS = 4 * _DEEPEST  # of JSON nesting: one level of the template takes up to three
_VALUES = 5_000_000  # an objective may be a sum over very many variables
_MOST = 2**62  # larger coefficients and offsets overflow in the solver


class NotJsonError(Exception):
    """A constant or label in the answer is not a JSON value."""


@dataclass(frozen=True)
class Linear:
    """A linear term: `offset` plus the sum of `parts`, pairs of a variable's index in the model and its coefficient.

    `defined` holds literals (`index`, or `-index - 1` for its negation), all of which must be true for the term to have
    a value: a division by zero has none.
    """

    parts: tuple[tuple[int, int], ...] = ()
    offset: int = 0
    boolean: bool = False
    defined: tuple[int, ...] = ()


@dataclass(frozen=True)
class PlainModel:
    """`runs` holds (number of consecutive constraints, their clue) in the order of the constraints in `text`."""

    text: str
    runs: tuple[tuple[int, int | None], ...]
    template: Node
    goals: tuple[Goal, ...]


class Runs:
    """Run-length encodes the owners of constraints."""

    def __init__(self) -> None:
        self.runs: list[tuple[int, int | None]] = []
        self._total = 0

    def upto(self, total: int, clue: int | None) -> None:
        """Assign the constraints added since the last call, now `total` in all, to `clue`."""
        new, self._total = total - self._total, total
        if new and self.runs and self.runs[-1][1] == clue:
            self.runs[-1] = self.runs[-1][0] + new, clue
        elif new:
            self.runs.append((new, clue))


def dump(
    template: Node,
    goals: tuple[Goal, ...],
    linear: Callable[[Any], Linear],
    finish: Callable[[], tuple[str, list[tuple[int, int | None]]]],
) -> bytes:
    """Serialise a model. `linear` may add variables and constraints for a term; `finish` then returns text and runs.

    Raises NotJsonError.
    """
    written = _written(template, lambda term: _term(linear(term)))
    aims = [[sense, _term(linear(term))] for sense, term in goals]
    text, runs = finish()
    head = {"runs": runs, "template": written, "goals": aims}
    try:
        return json.dumps(head, allow_nan=False).encode() + b"\n" + text.encode("utf-8", "backslashreplace")
    except (ValueError, TypeError) as error:
        raise NotJsonError(f"the answer is no JSON value: {error}") from None


def _term(term: Linear) -> list[Any]:
    return [term.parts, term.offset, term.boolean, term.defined]


def _written(node: Node | Where, term: Callable[[Any], Any]) -> list[Any]:
    match node:
        case Const(value):
            return ["const", value]
        case Term(inner):
            return ["term", term(inner)]
        case Labelled(inner, labels):
            return ["labelled", term(inner), labels]
        case Where(condition, item):
            return ["where", term(condition), _written(item, term)]
        case Table(items):
            return ["table", [[key, _written(item, term)] for key, item in items]]
        case Row(items):
            return ["row", [_written(item, term) for item in items]]
        case Rounded():
            raise TypeError("CP-SAT has no real numbers to be rounded")


def load(data: bytes) -> PlainModel:
    """Deserialise a model. Raises ProgramError for anything that `dump` would not have written."""
    head, _, text = data.partition(b"\n")
    try:
        match read_json(head, deepest=_LEVELS, most=_VALUES):
            case {"runs": list(runs), "template": template, "goals": list(goals), **rest} if not rest:
                return PlainModel(
                    text=text.decode("utf-8"),
                    runs=tuple(_run(run) for run in runs),
                    template=_node(template, 0),
                    goals=tuple(_goals(goals)),
                )
    except ValueError as error:
        _refuse(str(error) if isinstance(error, JsonError) else type(error).__name__)
    return _refuse("its head")


def _refuse(what: Any) -> NoReturn:
    message = f"the process that executed the program handed over no usable model ({str(what)[:80]})"
    raise ProgramError(Status.BAD_ANSWER, message)


def _whole(value: Any, most: int = _MOST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > most:
        _refuse(f"an integer: {value!r}")
    return value


def _run(value: Any) -> tuple[int, int | None]:
    match value:
        case [count, clue]:
            return _whole(count), None if clue is None else _whole(clue)
    return _refuse("a run of constraints")


def _linear(value: Any) -> Linear:
    match value:
        case [list(parts), offset, bool(boolean), list(defined)]:
            literals = tuple(_whole(literal) for literal in defined)
            return Linear(tuple(_part(part) for part in parts), _whole(offset), boolean, literals)
    return _refuse("a term")


def _part(value: Any) -> tuple[int, int]:
    match value:
        case [index, coefficient]:
            return _whole(index), _whole(coefficient)
    return _refuse("a part of a term")


def _goals(values: list[Any]) -> Iterator[Goal]:
    for value in values:
        match value:
            case ["minimize", term]:
                yield "minimize", _linear(term)
            case ["maximize", term]:
                yield "maximize", _linear(term)
            case _:
                _refuse("a goal")


def _node(value: Any, depth: int) -> Node:
    if depth > _DEEPEST:
        raise ProgramError(Status.BAD_ANSWER, f"the answer template nests deeper than {_DEEPEST} levels")
    match value:
        case ["const", constant]:
            return Const(constant)
        case ["term", term]:
            return Term(_linear(term))
        case ["labelled", term, list(labels)]:
            return Labelled(_linear(term), tuple(_label(pair) for pair in labels))
        case ["table", list(items)]:
            table = tuple(_entry(item, depth) for item in items)
            return Table(table) if len(dict(table)) == len(table) else _refuse("a table of the template")
        case ["row", list(items)]:
            return Row(tuple(_item(item, depth) for item in items))
    return _refuse("a node of the template")


def _label(value: Any) -> tuple[Any, Any]:
    match value:
        case [None | bool() | int() | float() | str() as known, label]:
            return known, label
    return _refuse("a label")


def _entry(value: Any, depth: int) -> tuple[str, Node]:
    match value:
        case [str(key), item]:
            return key, _node(item, depth + 1)
    return _refuse("an entry of the template")


def _item(value: Any, depth: int) -> Node | Where:
    match value:
        case ["where", condition, item]:
            term = _linear(condition)
            return Where(term, _node(item, depth + 1)) if term.boolean else _refuse("a condition")
    return _node(value, depth + 1)
