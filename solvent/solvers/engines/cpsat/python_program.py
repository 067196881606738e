"""Executing the code of Python programs in the child, and the names provided to them."""

import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

from solvent.solvers.engines.cpsat.model_wire_format import NotJsonError
from solvent.solvers.programs import script_calls
from solvent.solvers.programs.equality import same
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program import Sense
from solvent.solvers.programs.program_error import ProgramError, located
from solvent.solvers.programs.python_code import FILE, placed
from solvent.solvers.programs.template import Const, Goal, Labelled, Node, Row, Table, Term, Where

SOLVING = "solving is not the program's business: drop the call, state `answer`, and the harness solves"
AIMING = "state the objective as `objectives = [minimize(term)]` (or maximize) instead"
NO_ANSWER = "the program has no answer template: end it with `answer = ...`"


@dataclass(frozen=True)
class LabelledTerm:
    term: Any
    labels: tuple[tuple[Any, Any], ...]


@dataclass(frozen=True)
class WhereItem:
    condition: Any
    item: Any


@dataclass(frozen=True)
class GoalTerm:
    sense: Sense
    term: Any


def labelled(term: Any, labels: Any) -> LabelledTerm:
    """Show the values of a term in an answer as `labels` (a dict, or a list indexed from 0)."""
    pairs = labels.items() if isinstance(labels, dict) else enumerate(labels)
    return LabelledTerm(term, tuple((native(value), native(label)) for value, label in pairs))


def where(condition: Any, item: Any) -> WhereItem:
    """Include an item in a list of an answer only if the condition holds."""
    return WhereItem(condition, item)


def minimize(term: Any) -> GoalTerm:
    return GoalTerm("minimize", term)


def maximize(term: Any) -> GoalTerm:
    return GoalTerm("maximize", term)


GIVEN = {"labelled": labelled, "where": where, "minimize": minimize, "maximize": maximize}


class Clues:
    """`with clue(n):` attributes the constraints added in its block to clue n."""

    def __init__(self) -> None:
        self.current: int | None = None

    def __call__(self, number: Any = None, *rest: Any, **options: Any) -> AbstractContextManager[None]:
        number = native(number)
        if rest or options or isinstance(number, bool) or not isinstance(number, int):
            given = "more than that" if rest or options else repr(number)
            message = f"clue() takes the clue's number, not {given}: `with clue(1):`, and constraints in that block"
            raise ProgramError(Status.RUNTIME_ERROR, message)
        return self.part(number)

    @contextmanager
    def part(self, number: int) -> Iterator[None]:
        """Attribute constraints to clue `number` in the `with` block."""
        before, self.current = self.current, number
        try:
            yield
        finally:
            self.current = before


def refusal(reason: str) -> Any:
    """Return a stand-in for a method that programs may not call: it raises ProgramError."""

    def refuse(*_: Any, **__: Any) -> None:
        raise ProgramError(Status.BLOCKED, reason)

    return refuse


@contextmanager
def stand_ins(owner: type, methods: dict[str, Any]) -> Iterator[None]:
    """Replace methods of a class within the `with` block."""
    originals = {name: getattr(owner, name) for name in methods}
    for name, stand_in in methods.items():
        setattr(owner, name, stand_in)
    try:
        yield
    finally:
        for name, original in originals.items():
            setattr(owner, name, original)


def the_one_used(used: list[Any]) -> Any:
    """Return the only model that has constraints, None if there is none. Raises ProgramError for several."""
    if len(used) > 1:
        message = f"constraints were added to {len(used)} models: add them all to the given `model`"
        raise ProgramError(Status.RUNTIME_ERROR, message)
    return used[0] if used else None


@contextmanager
def translating() -> Iterator[None]:
    """Turn any exception raised in the `with` block into a ProgramError: the solver does not support the model."""
    try:
        yield
    except (MemoryError, RecursionError, ProgramError):
        raise
    except NotJsonError as error:
        raise ProgramError(Status.BAD_ANSWER, str(error)) from None
    except Exception as error:  # noqa: BLE001  # libraries raise anything
        message = f"the model cannot be solved: {type(error).__name__}: {error}"[:1000]
        raise ProgramError(Status.RUNTIME_ERROR, message) from None


def run_as_script(text: str) -> int:
    """Run a self-contained program as `python script.py` would; return its exit status.

    The number of its CP-SAT calls and the last status are appended to standard error (see `script_calls`).
    """
    from ortools.sat.python.cp_model import CpSolver

    heard: list[str] = []
    solve = CpSolver.solve

    def counted(*args: Any, **options: Any) -> Any:
        heard.append("")
        status = solve(*args, **options)
        heard[-1] = status.name
        return status

    with stand_ins(CpSolver, {"solve": counted}):
        code = _as_script(text)
    sys.stderr.write(script_calls.written(len(heard), heard[-1] if heard else ""))
    return code


def _as_script(text: str) -> int:
    try:
        exec(compile(text, FILE, "exec"), {"__name__": "__main__", "__builtins__": __builtins__})  # noqa: S102
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return int(end.code or 0)
        sys.stderr.write(f"{end.code}\n")
        return 1
    except BaseException as error:  # noqa: BLE001  # a program may raise anything
        sys.stderr.write("".join(traceback.format_exception(error)[-8:]) + _in_a_line(text, error))
        return 1
    return 0


def _in_a_line(text: str, error: BaseException) -> str:
    """Format an error in a script and its position as one line, since only the last line of standard error is kept."""
    message = traceback.format_exception_only(error)[-1]
    if isinstance(error, SyntaxError) and error.filename == FILE:
        told = located(text, error.lineno or 1, error.offset or 1, message)
    else:
        told = placed(text, error, message)
    return " ".join(told.split()) + "\n"


def native(value: Any) -> Any:
    """Convert a numpy scalar to a Python scalar; return anything else unchanged."""
    return value.item() if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0 else value


@dataclass(frozen=True)
class Templates:
    """Converts the `answer` and `objectives` of a program to a template and goals.

    `is_term` recognises the framework's expressions; `truth` creates one from a Python bool.
    """

    is_term: Callable[[Any], bool]
    truth: Callable[[bool], Any]

    def node(self, value: Any, path: str = "answer") -> Node:
        value = native(value)
        if isinstance(value, LabelledTerm):
            return self._labelled(value, path)
        if isinstance(value, dict):
            items = zip(_keys(value, path), value.values(), strict=True)
            return Table(tuple((key, self.node(item, f"{path}.{key}")) for key, item in items))
        if isinstance(value, list | tuple | range) or hasattr(value, "tolist"):
            return Row(tuple(self._item(item, f"{path}[{i}]") for i, item in enumerate(value)))
        if value is None or isinstance(value, bool | int | float | str):
            return Const(value)
        if self.is_term(value):
            return Term(value)
        kind = type(value).__name__
        hint = "use terms, constants, dicts, lists, labelled(...), and where(...) in lists"
        raise ProgramError(Status.BAD_ANSWER, f"{path}: a {kind} has no place in an answer; {hint}")

    def _labelled(self, value: LabelledTerm, path: str) -> Node:
        term = native(value.term)
        if self.is_term(term):
            return Labelled(term, value.labels)
        for known, label in value.labels:
            if same(known, term):
                return Const(label)
        raise ProgramError(Status.BAD_ANSWER, f"{path}: there is no label for {term!r}")

    def _item(self, value: Any, path: str) -> Node | Where:
        if not isinstance(value, WhereItem):
            return self.node(value, path)
        condition = native(value.condition)
        if not self.is_term(condition):
            condition = self.truth(bool(condition))
        return Where(condition, self.node(value.item, path))

    def goals(self, value: Any) -> tuple[Goal, ...]:
        items = [value] if isinstance(value, GoalTerm) else value or ()
        if not isinstance(items, list | tuple) or not all(isinstance(item, GoalTerm) for item in items):
            hint = "write objectives = [minimize(term), maximize(other), ...], the most important first"
            raise ProgramError(Status.RUNTIME_ERROR, f"objectives cannot be read: {hint}")
        return tuple((item.sense, native(item.term)) for item in items)


def _keys(table: dict[Any, Any], path: str) -> list[str]:
    keys = [_key(key, path) for key in table]
    for key, times in Counter(keys).items():
        if times > 1:
            raise ProgramError(Status.BAD_ANSWER, f"{path}: the key {key!r} comes twice, as a text and as a number")
    return keys


def _key(key: Any, path: str) -> str:
    key = native(key)
    if isinstance(key, str):
        return key
    if isinstance(key, int) and not isinstance(key, bool):
        return str(key)
    raise ProgramError(Status.BAD_ANSWER, f"{path}: keys of an answer are texts or integers, not {key!r}")
