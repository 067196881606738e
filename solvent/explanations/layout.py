"""How an answer is laid out: which facts its places have, and how a picture arranges them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from solvent.explanations.facts import Fact

Shape = Literal["grid", "board", "other"]
Place = str
"""A JSON pointer (RFC 6901) into an answer, such as "/0/pets"; the solvers name places so."""


@dataclass(frozen=True)
class Layout:
    """The places of an answer.

    A "grid" is a list of objects with the same keys, a row each, whose first key (`columns[0]`) names the row by
    `rows`, which are all different; a "board" is a list of lists of equal length; anything else is "other". `values`
    lists what each column of a grid can hold, as far as it is known.
    """

    shape: Shape
    rows: tuple[str | int, ...] = ()
    columns: tuple[str | int, ...] = ()
    values: tuple[tuple[Any, ...], ...] = ()

    def fact(self, place: Place, value: Any, *, holds: bool = True) -> Fact:
        """The fact that a place holds a value, or does not."""
        if self.shape == "other":
            return Fact(path=place, value=value, holds=holds)
        number, key = parts(place)
        row = self.rows[int(number)]
        return Fact(row=row, column=key if self.shape == "grid" else int(key) + 1, value=value, holds=holds)

    def place(self, fact: Fact) -> Place:
        """The place that a fact is about. Raises LookupError for one that the answer does not have."""
        if self.shape == "other":
            if fact.path is None:
                raise LookupError("in this answer, a place is named by `path`, a JSON pointer")
            return fact.path
        if fact.row not in self.rows or fact.column not in self.columns:
            raise LookupError(f"there is no row {fact.row!r} with a column {fact.column!r}")
        column = fact.column if self.shape == "grid" else self.columns.index(fact.column)
        return pointer(self.rows.index(fact.row), column)


def layout_of(answer: Any, values: Sequence[tuple[str, Sequence[Any]]] = ()) -> Layout:
    """The layout of an answer; `values` are a puzzle's categories, each with its values."""
    known = {name: tuple(some) for name, some in values}
    rows = answer if isinstance(answer, list) else []
    if rows and all(isinstance(row, dict) and len(row) > 1 and row.keys() == rows[0].keys() for row in rows):
        columns = tuple(rows[0])
        names = tuple(row[columns[0]] for row in rows)
        if all(isinstance(name, str | int) for name in names) and len({*map(str, names)}) == len(names):
            held = tuple(known.get(key, tuple(dict.fromkeys(map(str, (r[key] for r in rows))))) for key in columns)
            return Layout("grid", names, columns, held)
    if rows and all(isinstance(row, list) and len(row) == len(rows[0]) for row in rows) and rows[0]:
        return Layout("board", tuple(range(1, len(rows) + 1)), tuple(range(1, len(rows[0]) + 1)))
    return Layout("other")


def pointer(*keys: str | int) -> Place:
    """The JSON pointer to what these keys lead to."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)


def parts(place: Place) -> tuple[str, ...]:
    """The keys of a JSON pointer."""
    return tuple(key.replace("~1", "/").replace("~0", "~") for key in place.split("/")[1:])


def leaves(answer: Any, place: Place = "") -> Iterator[tuple[Place, Any]]:
    """Each place of an answer that holds a single value, with the value; null is no value."""
    match answer:
        case dict():
            for key, inner in answer.items():
                yield from leaves(inner, place + pointer(key))
        case list():
            for number, inner in enumerate(answer):
                yield from leaves(inner, place + pointer(number))
        case None:
            return
        case _:
            yield place, answer
