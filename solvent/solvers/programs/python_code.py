"""Executing Python code of a program in a child, and telling where in it an error is."""

import difflib
import traceback
from types import ModuleType
from typing import Any

from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError, located

FILE = "<program>"


def execute(text: str, namespace: dict[str, Any]) -> None:
    """Execute a program's code. Raises ProgramError, with line and column, for any error in it."""
    try:
        code = compile(text, FILE, "exec")
    except SyntaxError as error:
        message = located(text, error.lineno or 1, error.offset or 1, f"SyntaxError: {error.msg}")
        raise ProgramError(Status.SYNTAX_ERROR, message) from None
    except ValueError as error:
        raise ProgramError(Status.SYNTAX_ERROR, f"the program is no Python text: {error}") from None
    try:
        exec(code, namespace)  # noqa: S102  # executing programs is the confined child's job
    except MemoryError:
        raise
    except ProgramError as error:
        raise ProgramError(error.status, placed(text, error, error.message)) from None
    except (Exception, SystemExit, KeyboardInterrupt) as error:  # noqa: BLE001  # a program may raise anything
        message = f"{type(error).__name__}: {error}"[:1000] + _meant(error, namespace)
        raise ProgramError(Status.RUNTIME_ERROR, placed(text, error, message)) from None


def _meant(error: BaseException, namespace: dict[str, Any]) -> str:
    """Suggest an existing name similar to the one that a library or the program lacks; empty if there is none."""
    if isinstance(error, NameError):
        known = namespace
    elif isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        known = vars(error.obj)
    else:
        return ""
    held = namespace.get("data")
    if isinstance(error, NameError) and isinstance(held, dict) and error.name in held:
        return " (`data` states it only as the first statement after the imports, a literal of JSON values by name)"
    spelled = {name.lower().replace("_", ""): name for name in known if isinstance(name, str)}
    close = difflib.get_close_matches(str(error.name).lower().replace("_", ""), spelled, n=1, cutoff=0.75)
    return f" (did you mean {spelled[close[0]]!r}?)" if close else ""


def placed(text: str, error: BaseException, message: str) -> str:
    """Prefix `message` with the innermost position in the program on the error's traceback."""
    places = [
        (frame.lineno or 1, (frame.colno or 0) + 1)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == FILE
    ]
    return located(text, *places[-1], message) if places else message
