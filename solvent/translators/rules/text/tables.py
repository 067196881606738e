"""Finds categories in tables and in lists that run down the page.

Four tables give categories: one with a row per category ("Pet | cat, dog, fish"), one whose text calls its columns the
possible values or lists each in alphabetical order, one to fill in, in which only one column is filled, and one that is
headed by values ("1987 | 1992 | 1998"). A table to fill in that is partly filled also states which values belong
together; in any other table a row may do so, so that it blocks.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import factorial, prod

from solvent.translators.rules.text.category_names import Around, name_of
from solvent.translators.rules.text.sorting import CATEGORIES_HEADING, HEADING, Part
from solvent.translators.rules.text.telling import speaks_of_truth
from solvent.translators.rules.text.words import MONTHS, WEEKDAYS, listed

_EMPTY = re.compile(r"^[\s?_.\u2026\-\u2013\u2014\u2610*]*$")
_RULE = re.compile(r"^[\s|+:=_-]+$")
_VALUES = re.compile(
    r"\b(?:values?|options?|categor(?:y|ies)|possibilit(?:y|ies)|possible|choices?|choose|candidates|"
    r"in (?:alphabetical|no particular|any|random) order|not necessarily)\b",
    re.IGNORECASE,
)
_COUNTING = re.compile(r"^\W*(?:no|nr|number|num|row|id|)\W*$", re.IGNORECASE)
_ITEM = re.compile(r"^\s*(?:[-*+\u2022\u25e6\u25aa\u00b7]|\(?(?:\d{1,2}|[a-z])[.)])\s+(?P<item>\S.*)$")
_TITLE = re.compile(r"^\W*(?P<name>[A-Za-z][A-Za-z' -]{0,40}?)\W*$")
_MAX_WORDS = 4  # in an item
_MAX_HEADING = 12  # words
_FEW, _MANY = 2, 12
_UNSAID = "a filled table may also state which values belong together"
_PARTLY = "some cells of the table are filled: it states which values belong together"


@dataclass
class Tabled:
    """What tables give: categories, each table as a part with its place in the text, and the rest of the text."""

    categories: dict[str, list[str]] = field(default_factory=dict)
    parts: list[tuple[int, Part]] = field(default_factory=list)
    rest: str = ""


@dataclass
class _Block:
    """Lines `start` to `end` (exclusive) with what they give; `odd` says why they may say more than that.

    `facts` are rows that say which values belong together, as clues with the rows as written.
    """

    start: int
    end: int
    categories: dict[str, list[str]]
    odd: str = ""
    facts: list[tuple[str, str]] = field(default_factory=list)


def tabled(text: str) -> Tabled | None:
    """Find the tables and vertical lists of a text; None if they give no category and state nothing."""
    rows = text.split("\n")
    blocks = [*_tables(rows), *_vertical(rows)]
    sizes = {len(values) for block in blocks for values in block.categories.values()}
    names = [name for block in blocks for name in block.categories]
    if not blocks or len(sizes) > 1 or len(set(names)) < len(names):
        return None
    found = Tabled(rest="\n".join(rows))
    kept = [*rows]
    for block in sorted(blocks, key=lambda block: block.start):
        found.categories.update(block.categories)
        raw = "\n".join(rows[block.start : block.end])
        part = Part(" ".join(raw.split()), raw.strip(), lists=True, rest=" ", odd=block.odd)
        at = len("\n".join(rows[: block.start]))
        found.parts += [(at, part), *((at, Part(clue, row, given=True)) for clue, row in block.facts)]
        kept[block.start : block.end] = [""] * (block.end - block.start)
    found.rest = "\n".join(kept)
    return found


def _tables(rows: Sequence[str]) -> list[_Block]:
    found: list[_Block] = []
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and len(_cells(rows[end])) > 1:
            end += 1
        if end - at >= _FEW and (block := _table(rows, at, end)):
            found.append(block)
        at = max(end, at + 1)
    return found


def _cells(row: str) -> list[str]:
    """The cells of a row; a rule between rows counts as two empty ones."""
    if _RULE.match(row) and "-" in row:
        return ["", ""]
    mark = "|" if "|" in row else "\t"
    if mark not in row.strip():
        return []
    return [cell.strip().strip("*_`").strip() for cell in row.strip().strip("|").split(mark)]


def _table(rows: Sequence[str], start: int, end: int) -> _Block | None:
    """Read a table of categories; None if it is only a form to fill in."""
    lines = [_cells(row) for row in rows[start:end] if not _RULE.match(row)]
    width = len(lines[0]) if lines else 0
    if len(lines) < _FEW or any(len(line) != width for line in lines):
        return None
    if width == _FEW and (by_row := _by_row(lines)):
        return _Block(start, end, by_row)
    header, *body = lines
    columns = {name: [line[at] for line in body] for at, name in enumerate(header)}
    filled = {name: cells for name, cells in columns.items() if not any(map(_EMPTY.match, cells))}
    partly = [name for name, cells in columns.items() if name not in filled and not all(map(_EMPTY.match, cells))]
    given = {name: cells for name, cells in filled.items() if not _COUNTING.match(name)}
    if len(columns) == width and (headed := _headed_by_values(header, body, rows)):
        return _Block(start, end, headed)
    if not (filled or partly) or len(columns) < width or any(map(_EMPTY.match, header[1:])):
        return None
    if partly:
        return _partly_filled(rows, start, end, given, columns)
    if any(len(set(cells)) < len(cells) for cells in given.values()) or not _FEW <= len(body) <= _MANY:
        return _Block(start, end, {}, "a table with a repeated value")
    above = next((at for at in range(start - 1, -1, -1) if rows[at].strip()), start)
    said = _VALUES.search(rows[above]) and not speaks_of_truth(rows[above])
    if said and rows[above].rstrip().endswith(":") and len(rows[above].split()) <= _MAX_HEADING:
        start = above
    alone = (len(given) == 1 and len(columns) > len(filled)) or _are_sorted(given.values())
    return _Block(start, end, given, "" if not given or alone or said else _UNSAID)


def _headed_by_values(
    header: Sequence[str], body: Sequence[Sequence[str]], rows: Sequence[str]
) -> dict[str, list[str]]:
    """The category that heads a table with only names of categories below it: "1987 | 1992 | 1998", to be filled in."""
    first, *values = header
    if not all(_EMPTY.match(cell) for _, *cells in body for cell in cells) or not _FEW <= len(values) <= _MANY:
        return {}
    text = "\n".join(rows).lower()
    named = all(re.search(rf"\b{re.escape(line[0].lower())}\w{{0,2}}(?: are)?:?\s", text) for line in body)
    times = all(value[:1].isdecimal() or value.lower() in (*MONTHS, *WEEKDAYS) for value in values)
    if not (named and times) or len({*values}) < len(values):
        return {}
    return {first or (name_of(Around("", "", values)) if not values[0].isdecimal() else _numbers(values)): values}


def _numbers(values: Sequence[str]) -> str:
    return "year" if all(len(value) == len("1999") for value in values) else "place"


def _partly_filled(
    rows: Sequence[str], start: int, end: int, given: dict[str, list[str]], columns: Mapping[str, Sequence[str]]
) -> _Block:
    """A table to fill in of which one column is filled, and a few cells of the others: these are facts about its rows.

    Marks in the cells ("x", "yes") would say something else.
    """
    key = next(iter(given), "")
    blocked = _Block(start, end, {}, _PARTLY)
    if len(given) != 1 or len({*given[key]}) < len(given[key]) or not _FEW <= len(given[key]) <= _MANY:
        return blocked
    facts = []
    written = [row for row in rows[start:end] if not _RULE.match(row)][1:]
    for at, row in enumerate(written):
        for name, cells in columns.items():
            cell = cells[at]
            if name == key or _COUNTING.match(name) or _EMPTY.match(cell):
                continue
            if len(cell) < _FEW or cell.lower() in _MARKS or not re.fullmatch(r"[\w.,:'$\u00a3\u20ac -]+", cell):
                return blocked
            facts.append((f"{given[key][at]}: {cell}", row.strip()))
    return _Block(start, end, given, facts=facts)


_MARKS = frozenset(listed("yes no true false not none ok"))


def _are_sorted(columns: Collection[Sequence[str]]) -> bool:
    """Whether every column is in alphabetical order, which would be a strange chance for rows that belong together."""
    chances = prod(factorial(len(cells)) for cells in columns) / factorial(len(next(iter(columns), "")))
    return chances >= _STRANGE and all(
        list(map(str.casefold, cells)) == sorted(map(str.casefold, cells)) for cells in columns
    )


_STRANGE = 100


def _by_row(lines: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """The categories of a table with one in each row; empty if it is another table."""
    split = [(name, _items(cell)) for name, cell in lines]
    body = split[1:] if len(split[0][1]) == 1 else split
    sizes = {len(values) for _, values in body}
    if len(body) < _FEW or len(sizes) > 1 or min(sizes) < _FEW or len({name for name, _ in body}) < len(body):
        return {}
    return {name.rstrip(":"): values for name, values in body}


def _items(cell: str) -> list[str]:
    mark = ";" if ";" in cell else "/" if "/" in cell and "," not in cell else r",(?!\d{3}\b)"
    items = [re.sub(r"^(?:and|or)\s+", "", item.strip()) for item in re.split(mark, cell)]
    if " and " in items[-1] and len(items) > 1:
        items[-1:] = items[-1].rsplit(" and ", 1)
    return [item.strip("`\"' ") for item in items if item.strip()]


def _vertical(rows: Sequence[str]) -> list[_Block]:
    """Read lists that run down the page, each below its name; none if there is only one, or they differ in length."""
    found: list[_Block] = []
    for at, row in enumerate(rows):
        title = _TITLE.match(row)
        named = title and (row.rstrip(" *_").endswith(":") or row.lstrip()[:1] in "#*_") and not _ITEM.match(row)
        if not named or HEADING.match(row) or CATEGORIES_HEADING.match(row):
            continue
        end = at + 1 + (at + 1 < len(rows) and not rows[at + 1].strip())
        first, items = end, list[str]()
        while end < len(rows) and (item := _item(rows[end], marked=not items or bool(_ITEM.match(rows[first])))):
            items.append(item)
            end += 1
        closed = end == len(rows) or not rows[end].strip() or bool(_TITLE.match(rows[end]))
        if closed and title and _FEW <= len(items) <= _MANY and len({*items}) == len(items):
            found.append(_Block(at, end, {title["name"]: items}))
    sizes = {len(values) for block in found for values in block.categories.values()}
    return found if len(found) > 1 and len(sizes) == 1 else []


def _item(row: str, *, marked: bool) -> str:
    """The value in a line of a vertical list, or "" if the line is none."""
    match = _ITEM.match(row)
    said = match["item"].strip() if match else row.strip() if not marked else ""
    plain = said.rstrip(",;.").strip('`"* ')
    return plain if 0 < len(plain.split()) <= _MAX_WORDS and not re.search(r"[?!:;|]", plain) else ""
