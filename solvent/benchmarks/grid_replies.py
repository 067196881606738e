"""What a reply in plain language says about a logic grid: a grid in JSON, else a table.

Read strictly: nothing is repaired, and prose is not read. The last grid of the reply counts.
"""

import itertools
import re
from typing import Any

from solvent.agents.models import json_reply
from solvent.benchmarks.cases import Case
from solvent.benchmarks.grid import Grid

_ROW = re.compile(r"^[ \t]*\|(.*)\|[ \t]*$")
_RULE = re.compile(r"^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$")
_WRAPPERS = ("solution", "answer", "grid")

Rows = list[dict[str, Any]]


def asks(_: Case) -> str:
    """Return what a reply is asked to end with, so that `extract` finds the answer."""
    return (
        "Think it through. Then end with the solution as JSON: a list of objects, a row each, with categories as keys."
    )


def extract(case: Case, text: str) -> Rows | None:
    """Return the rows of the grid in a reply as objects; None if there is none.

    JSON may be a list of rows, `header` and `rows`, or an object of rows by their keys, as in ZebraLogic; one of these
    may be the `solution`, `answer` or `grid` of an object.
    """
    key = case.key.columns[0] if isinstance(case.key, Grid) else "row"
    found = json_reply.extract(text, lambda value: _rows(value, key) is not None)
    rows = _rows(found.value, key) if found.found else None
    return rows if rows is not None else _last_table(text)


def _rows(value: Any, key: str) -> Rows | None:
    match value:
        case [*rows] if rows and all(isinstance(row, dict) and row for row in rows):
            return rows
        case {"header": [*header], "rows": [*rows], **rest} if not rest:
            return _table([_names(header), *rows])
        case dict():
            wrapped = [value[name] for name in _WRAPPERS if name in value]
            if wrapped:
                return _rows(wrapped[0], key) if len(wrapped) == 1 else None
            if value and all(isinstance(row, dict) and row and key not in row for row in value.values()):
                return [{key: name, **row} for name, row in value.items()]
    return None


def _names(header: list[Any]) -> list[str]:
    return [name if isinstance(name, str) else "" for name in header]


def _table(lines: list[Any]) -> Rows | None:
    """The rows of a table below its header; None if it is not regular or a name comes twice."""
    header, *rows = lines
    regular = all(isinstance(row, list) and len(row) == len(header) for row in rows)
    if not rows or not regular or "" in header or len(set(header)) < len(header):
        return None
    return [dict(zip(header, row, strict=True)) for row in rows]


def _last_table(text: str) -> Rows | None:
    """The last Markdown table: a header, a rule of hyphens, and rows, all between vertical bars."""
    lines = text.splitlines()
    rules = [
        number for number, line in enumerate(lines) if number and _RULE.match(line) and _ROW.match(lines[number - 1])
    ]
    if not rules:
        return None
    header, rows = lines[rules[-1] - 1], itertools.takewhile(_ROW.match, lines[rules[-1] + 1 :])
    return _table([_cells(line) for line in (header, *rows)])


def _cells(line: str) -> list[str]:
    return [cell.strip().strip("*`").strip() for cell in line.strip()[1:-1].split("|")]
