"""Checkers: Python code with predicates about an answer, which states no problem and is therefore no language for one.

    def fits(answer):
        return isinstance(answer, dict) and set(answer) == {"x", "y"}

    def clue_1(answer):
        return answer["x"] > 3

`fits` says whether an answer has the right form, `clue_N` whether it satisfies clue N. Each call of one executes the
code anew and gets an answer of its own, and each answer gets a process of its own: whatever hostile code keeps, no
other answer meets it, and no result but those for its own answer passes through its hands.
"""

import functools
import importlib
import json
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

from solvent.solvers.engines.engine import Engine
from solvent.solvers.programs.outcome import Limits, Status
from solvent.solvers.programs.program import Program
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.python_code import execute, placed

SUFFIX = ".py"

_LIBRARIES = (
    *("collections", "copy", "datetime", "fractions", "functools", "itertools"),
    *("math", "operator", "re", "statistics", "string", "typing"),
)
_SHORT = 300  # characters of an error


class _LateError(BaseException):
    """The time of a predicate is up; no Exception, since code may catch those."""


def parse(text: str) -> Program:
    """Make a program of the code as it is."""
    return Program(framework="checker", preamble=text)


def render(program: Program) -> str:
    """Return the code."""
    return program.preamble


def warm() -> None:
    """Import what most checkers import."""
    for name in _LIBRARIES:
        importlib.import_module(name)


def engine(program: Program, model: bytes = b"") -> Engine:  # noqa: ARG001  # as every framework
    """Raise ProgramError: a checker states no problem."""
    raise ProgramError(Status.BAD_ANSWER, "a checker states no problem; it is asked about answers")


def prepare(program: Program) -> None:
    """Execute the code once. Raises ProgramError."""
    execute(program.preamble, _namespace())


def check(program: Program, answer: Any, clues: Sequence[int], limits: Limits) -> Iterator[bool | str]:
    """Yield the result of each predicate, `fits` and those of `clues` in order: a truth value, or why there is none.

    A predicate may take half of the time that is left.
    """
    text = json.dumps(answer)
    end = time.monotonic() + limits.seconds
    for name in ("fits", *(f"clue_{clue}" for clue in clues)):
        yield _within((end - time.monotonic()) / 2, functools.partial(_result, program.preamble, name, text))


def _result(code: str, name: str, answer: str) -> bool | str:
    namespace = _namespace()
    execute(code, namespace)
    if name not in namespace:
        return "not defined"
    try:
        given = namespace[name](json.loads(answer))
    except Exception as error:  # noqa: BLE001  # a predicate may raise anything
        return placed(code, error, f"{type(error).__name__}: {_message(error)}")
    kind = type(given)
    if kind is bool or (kind is int and given in (0, 1)):
        return bool(given)
    return "it returned " + ("another number than 0 and 1" if kind is int else f"a {kind.__name__}, no truth value")


def _within(seconds: float, call: Callable[[], bool | str]) -> bool | str:
    """Return the result of a call, or why there is none; where the system has no timers, the process has a limit."""
    try:
        try:
            _alarm(max(seconds, 0.001))
            result = call()
        finally:
            _alarm(0)
    except ProgramError as error:
        result = error.message
    except _LateError:
        result = f"no result within {seconds:.2g} s"
    except BaseException as error:  # noqa: BLE001  # SystemExit, KeyboardInterrupt, or what the code made of them
        result = f"{type(error).__name__}"
    return result if isinstance(result, bool) else result[:_SHORT]


def _alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _late)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _late(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise _LateError


def _message(error: Exception) -> str:
    try:
        return str(error)[:_SHORT]
    except Exception as other:  # noqa: BLE001  # its own method, or an integer with too many digits
        return f"({type(other).__name__} in its message)"


def _namespace() -> dict[str, Any]:
    return {"__name__": "checker", "__builtins__": __builtins__}
