"""A form that a model fills in instead of writing a program: JSON in, programs in any framework out; pure.

`SCHEMA` is its JSON Schema, `GUIDE` and `EXAMPLE` explain it in prompts.
"""

from typing import Any

from pydantic import ValidationError

from solvent.solvers import Program, UnknownFrameworkError
from solvent.solvers.errors import SolventError
from solvent.translators.code_extraction import ReplyError
from solvent.translators.emit import EMITTERS, emit
from solvent.translators.form.building import model
from solvent.translators.form.guide import EXAMPLE, GUIDE
from solvent.translators.form.shapes import SCHEMA, Form

__all__ = ["EXAMPLE", "GUIDE", "SCHEMA", "Form", "ReplyError", "program", "read"]

_TOLD = 5  # errors in one message
_TAGS = frozenset({"number", "item", "yes_no", "compare", "all_different", "if_then", "either_or", "count", "distance"})


def read(data: Any) -> Form:
    """Read a form from the JSON value of a reply, which is untrusted.

    Raises:
        ReplyError: it is not a form, or makes no sense; the message tells its author where and what to write instead.

    """
    try:
        form = Form.model_validate(data)
    except ValidationError as error:
        raise ReplyError(_told(error)) from None
    model(form)
    return form


def program(form: Form, framework: str) -> Program:
    """Write the program of a form in a framework; fragments name its clues.

    Raises:
        UnknownFrameworkError: there is no such framework.
        ReplyError: the form makes no sense, or its numbers are too large for the framework.

    """
    if framework not in EMITTERS:
        raise UnknownFrameworkError(f"forms become programs in {', '.join(EMITTERS)}, not in {framework!r}")
    built = model(form)
    try:
        return emit(built, framework)
    except SolventError as error:
        raise ReplyError(str(error)) from None


def _told(error: ValidationError) -> str:
    errors = error.errors(include_url=False, include_input=False, include_context=False)
    told = [f"At {_place(each['loc'])}: {each['msg'][:200]}." for each in errors[:_TOLD]]
    rest = len(errors) - len(told)
    return " ".join([*told, *([f"And {rest} more such errors."] if rest > 0 else [])])


def _place(path: tuple[int | str, ...]) -> str:
    """Where an error is, such as `constraints/3/is`; the types that pydantic inserts are left out."""
    parts = [
        str(part)[:50]
        for before, part in zip((None, *path), path, strict=False)
        if not (isinstance(before, int) and part in _TAGS)
    ]
    return "/".join(parts) or "the top"
