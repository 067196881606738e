"""The places of an answer template that facts can be about."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from solvent.solvers.programs.equality import same
from solvent.solvers.programs.template import Const, Labelled, Node, Row, Table, Term, Where

MOST_VALUES = 64  # of a place; of one that can have more, only its final value is spoken of


@dataclass(frozen=True)
class Leaf:
    """A place (a JSON pointer) with its term; `labels` are (value, label) pairs, empty if values are shown as they are.

    With `member`, the place is a set, and the term says whether the one label is in it.
    """

    place: str
    term: Any
    labels: tuple[tuple[Any, Any], ...] = ()
    member: bool = False

    def shown(self, value: Any) -> Any:
        """Return what a value of the term is shown as. Raises LookupError for one without a label."""
        if not self.labels:
            return value
        for known, label in self.labels:
            if same(known, value):
                return label
        raise LookupError(f"the value {value!r} has no label")


def leaves_of(node: "Node | Where", place: str = "") -> Iterator[Leaf]:
    """Yield the places of a template that always exist; constants and rounded numbers are nothing to deduce."""
    match node:
        case Term(term):
            yield Leaf(place, term)
        case Labelled(term, labels):
            yield Leaf(place, term, labels)
        case Table(items):
            for key, inner in items:
                yield from leaves_of(inner, f"{place}/{_escaped(key)}")
        case Row(items) if node.is_set:
            for item in items:
                if isinstance(item, Where) and isinstance(item.item, Const):
                    yield Leaf(place, item.condition, ((True, item.item.value),), member=True)
        case Row(items) if not node.conditional:
            for number, item in enumerate(items):
                yield from leaves_of(item, f"{place}/{number}")


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
