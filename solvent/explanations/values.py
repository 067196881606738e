"""Answers laid out: as a table, in columns, as text."""

import json
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from solvent.explanations import markup
from solvent.explanations.visible import shown


class AnswerTable(NamedTuple):
    """An answer in rows and columns; a grid has no header."""

    header: tuple[str, ...] | None
    rows: tuple[tuple[str, ...], ...]


def table_of(value: Any) -> AnswerTable | None:
    """The answer as a table if it is a list of objects with the same keys or a list of lists, else None."""
    if not isinstance(value, list) or not value:
        return None
    if all(isinstance(row, dict) and row.keys() == value[0].keys() for row in value):
        rows = tuple(tuple(_cell(item) for item in row.values()) for row in value)
        return AnswerTable(tuple(map(_cell, value[0])), rows)
    if all(isinstance(row, list) for row in value):
        return AnswerTable(None, tuple(tuple(_cell(item) for item in row) for row in value))
    return None


def value_text(value: Any) -> str:
    """An answer as text: a table in columns, a decoded text with its mapping, anything else as JSON."""
    table = table_of(value)
    if table is not None:
        return columns([*([table.header] if table.header else []), *table.rows])
    if isinstance(value, dict) and isinstance(value.get("text"), str) and isinstance(value.get("mapping"), dict):
        return _decoded(value)
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def value_html(value: Any) -> str:
    """An answer as HTML for notebooks: a table if it is one, else its text."""
    table = table_of(value)
    return markup.verbatim(value_text(value)) if table is None else markup.table(*table)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows laid out in columns, each as wide as its widest cell."""
    widths = [max(_width(row[n]) for row in rows if n < len(row)) for n in range(max(map(len, rows)))]
    lines = (
        "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=False)) for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def _cell(value: Any) -> str:
    return shown(value if isinstance(value, str) else "" if value is None else str(value))


def _width(text: str) -> int:
    """The terminal columns that a text takes up: wide characters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _decoded(value: dict[str, Any]) -> str:
    """A word puzzle's text, its grid if it has one, and its mapping."""
    grid = value.get("grid")
    rows = ["".join(map(str, row)) for row in grid] if isinstance(grid, list) else []
    letters = " ".join(f"{sign}={meaning}" for sign, meaning in value["mapping"].items())
    return "\n\n".join(filter(None, (value["text"], "\n".join(rows), letters)))
