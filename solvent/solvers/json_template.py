"""Answer templates written as JSON, for frameworks whose terms are text."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from solvent.solvers.engine import ProgramError
from solvent.solvers.outcome import Status
from solvent.solvers.template import Const, Labelled, Node, Row, Table, Term, Where, number, plain, whole

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
            return self._node(json.loads(answer))
        except (ValueError, RecursionError) as error:
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
    """Labels by the values that their keys, text in JSON, may name: "2" the number and a value spelled so."""
    found: list[tuple[Any, Any]] = []
    for key, label in labels.items():
        if key in ("true", "false"):
            found.append((key == "true", label))
        elif (short := whole(key)) is not None:
            found.append((short, label))
        elif (exact := number(key)) is not None:
            found.append((plain(exact), label))
        found.append((key, label))
    return found
