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
from solvent.solvers.programs.template import Const, Labelled, Node, Rounded, Row, Table, Term, Where

_DECIMAL = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,40})?")
_HINT = 'a constant text is written {"$value": "text"}'


@dataclass(frozen=True)
class JsonTemplate:
    """Parses a template. `tidy` normalises a term for the engine, or returns None if the text is not a single term.

    `language` and `marker` are used in messages; with `whole`, terms may have lists or objects as values, and with
    `rounds`, any real numbers, which `$rounded` shows as decimals.
    """

    tidy: Callable[[str], str | None]
    language: str
    marker: str
    whole: bool = False
    rounds: bool = False

    def read(self, answer: str) -> Node:
        """Parse a template written as JSON. Raises ProgramError."""
        if not answer.strip():
            raise ProgramError(
                Status.BAD_ANSWER, f"the program has no answer template: end it with `{self.marker}` and JSON"
            )
        try:
            return self._node(read_json(answer, unique=True))
        except ValueError as error:
            raise ProgramError(Status.SYNTAX_ERROR, f"the answer template is no JSON: {error}") from None

    def term(self, text: Any, role: str) -> str:
        """Normalise `text`, which must be a single term. Raises ProgramError."""
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
            case {"$rounded": term, **rest} if not rest and self.rounds:
                return Rounded(self.term(term, "$rounded"))
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
    """Pair each value that a key denotes with its label: "1" denotes the number 1 and the string "1".

    A decimal denotes a number, provided that an answer can represent it; "true" and "false" denote Booleans. Every key
    also denotes itself as a string, for terms whose values are strings or enumeration constants. Raises ProgramError.
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
    """Return the Boolean or number that a key denotes; None if it is just a string."""
    if key in ("true", "false"):
        return key == "true"
    if not _DECIMAL.fullmatch(key):
        return None
    value = json_number(Fraction(key))
    return None if isinstance(value, str) else value
