"""Answer templates written as JSON, for frameworks whose terms are text."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solvent.solvers.json_text import read_json
from solvent.solvers.programs.equality import canonical, json_number
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.template import Const, Labelled, Node, Row, Table, Term, Where

_DECIMAL = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?")
_HINT = 'a constant text is written {"$value": "text"}'


@dataclass(frozen=True)
class JsonTemplate:
    """Reads a template; `tidy` gives a term in the form that the engine uses, or None for what is not one term."""

    tidy: Callable[[str], str | None]
    language: str
    marker: str
    whole: bool = False

    def read(self, answer: str) -> Node:
        """The template in a text of JSON. Raises ProgramError."""
        if not answer.strip():
            raise ProgramError(
                Status.BAD_ANSWER, f"the program has no answer template: end it with `{self.marker}` and JSON"
            )
        try:
            return self._node(read_json(answer, unique=True))
        except ValueError as error:
            raise ProgramError(Status.SYNTAX_ERROR, f"the answer template is no JSON: {error}") from None

    def term(self, text: Any, role: str) -> str:
        """`text` as one term. Raises ProgramError."""
        found = self.tidy(text) if isinstance(text, str) else None
        if found is None:
            raise ProgramError(Status.SYNTAX_ERROR, f"{role} {text!r} is not one {self.language} term; {_HINT}")
        return found

    def _node(self, node: Any) -> Node:
        match node:
            case None | bool() | int() | float():
                return Const(node)
            case str():
                return Term(self.term(node, "the answer's"), self.whole)
            case {"$value": value, **rest} if not rest:
                return Const(value)
            case {"$label": term, "$of": dict(labels), **rest} if not rest:
                return Labelled(self.term(term, "$label"), tuple(_labels(labels)))
            case list():
                return Row(tuple(self._item(item) for item in node))
        unknown = [key for key in node if key.startswith("$")]
        if unknown:
            raise ProgramError(Status.SYNTAX_ERROR, f"the answer template uses {', '.join(unknown)} in a wrong way")
        return Table(tuple((key, self._node(item)) for key, item in node.items()))

    def _item(self, node: Any) -> Node | Where:
        match node:
            case {"$where": condition, "$item": item, **rest} if not rest:
                return Where(self.term(condition, "$where"), self._node(item))
        return self._node(node)


def _labels(labels: dict[str, Any]) -> list[tuple[Any, Any]]:
    """Labels by the values that their keys name: "1" the number 1 and the text "1". Raises ProgramError.

    A decimal names a number, where it is one that an answer can show; "true" and "false" name truth values. Every key
    also names the text that it is: a term whose values are texts or names knows nothing else.
    """
    found: list[tuple[Any, Any]] = []
    keys: dict[str, str] = {}
    for key, label in labels.items():
        value = _named(key)
        if value is not None:
            other = keys.setdefault(canonical(value), key)
            if other != key:
                message = f"the keys {other!r} and {key!r} of a $label's $of name the same value: keep one of them"
                raise ProgramError(Status.SYNTAX_ERROR, message)
            found.append((value, label))
        found.append((key, label))
    return found


def _named(key: str) -> Any:
    """The truth value or number that a key names; None for one that is nothing but a text."""
    if key in ("true", "false"):
        return key == "true"
    if not _DECIMAL.fullmatch(key):
        return None
    value = json_number(Fraction(key))
    return None if isinstance(value, str) else value
