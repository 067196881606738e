"""Reads the table that the rules answer a logic grid with as an arrangement of a puzzle's form."""

from collections.abc import Iterable, Mapping
from typing import Any


def arranged(table: Any, shape: Any) -> Any:
    """The arrangement that a table states, in the form of the example `shape`; None if they do not fit together.

    The forms are those of `solvent generate autologi`: for each category the values in the order of the places, or for
    each value of one category those that belong to it. Columns are found by their values, whatever their names.
    """
    rows = table if isinstance(table, list) and all(isinstance(row, dict) for row in table) else []
    if not rows or not isinstance(shape, dict) or not shape:
        return None
    inside = list(shape.values())
    try:
        if all(isinstance(each, list) for each in inside):
            return _in_order(rows, shape)
        if all(isinstance(each, dict) for each in inside):
            return _by_key(rows, shape)
    except LookupError:
        return None
    return None


def _in_order(rows: list[dict[str, Any]], shape: Mapping[str, list[Any]]) -> dict[str, Any]:
    places = _cells(rows, range(1, len(rows) + 1))
    ordered = [row for _, row in sorted(zip(places, rows, strict=True), key=lambda each: each[0])]
    return {name: _cells(ordered, values) for name, values in shape.items()}


def _by_key(rows: list[dict[str, Any]], shape: Mapping[Any, Mapping[Any, Any]]) -> dict[Any, Any]:
    names = next(iter(shape.values()))
    columns = {name: _cells(rows, [each[name] for each in shape.values()]) for name in names}
    return {key: {name: column[row] for name, column in columns.items()} for row, key in enumerate(_cells(rows, shape))}


def _cells(rows: list[dict[str, Any]], values: Iterable[Any]) -> list[Any]:
    """The cells of the column that holds just these values. Raises LookupError if there is none."""
    by_text = {str(value): value for value in values}
    for name in rows[0]:
        texts = [str(row[name]) for row in rows]
        if len(by_text) == len(rows) and set(texts) == by_text.keys():
            return [by_text[text] for text in texts]
    raise LookupError
