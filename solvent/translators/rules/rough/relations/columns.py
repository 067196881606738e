"""Finds the tables and the lists with a line for each value, which give the values of categories."""

import re
from dataclasses import dataclass

from solvent.translators.rules.rough.relations.wording import words

_CELLS = re.compile(r"\|")
_RULE = re.compile(r"^[\s|:=+-]+$")
_BLANK = re.compile(r"^(?:[?_.\s\u2026-]*)$")
_HEADING = re.compile(r"^\W{0,4}((?:[A-Za-z'-]+ ){0,4}[A-Za-z'-]+)\W{0,2}:\W{0,2}$")
_VERB = r"is|are|was|were|has|have|had|does|did|do|not|sits?|lives?|than|before|after|next"
_ITEM = re.compile(
    rf"^\s*(?:[-*+\u2022\u2013]|\d{{1,2}}[.)])\s+(?!.*\b(?:{_VERB})\b)([^\s:?!;,][^:?!;,]{{0,30}}?)[.\s*_]*$"
)
_LEAST, _MOST = 3, 10
_MOST_WORDS = 4


@dataclass(frozen=True)
class Column:
    """What a table lists: the heading and the values."""

    name: str
    values: tuple[str, ...]


def columns(text: str) -> tuple[list[Column], str]:
    """The categories that tables give, and the text without these tables."""
    found: list[Column] = []
    kept: list[str] = []
    block: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.count("|") > 1 or (block and line.count("|")):
            block.append(line)
            continue
        listed = _listed(block)
        found += listed
        kept += [*(_given(block) if listed else block), line]
        block = []
    return found, "\n".join(kept)


def _listed(block: list[str]) -> list[Column]:
    rows = [_cells(line) for line in block if not _RULE.match(line)]
    if len(rows) < 2 or len({len(row) for row in rows}) > 1 or any(_is_sentence(cell) for row in rows for cell in row):
        return []
    head, body = rows[0], rows[1:]
    turned = [list(column) for column in zip(*body, strict=True)]
    found = [
        Column(name, tuple(column))
        for name, column in zip(head, turned, strict=True)
        if len(column) >= _LEAST and not any(map(_BLANK.match, column))
    ]
    across = [cell for cell in head if not _BLANK.match(cell)]
    if not found and len(across) >= _LEAST:  # values in the heading, "?" below: each row is a category
        return [Column("place", tuple(across[len(head) == len(across) :]))]
    return found


def _given(block: list[str]) -> list[str]:
    """What a table with gaps tells: "Ann has table 1."."""
    head, *rows = [_cells(line) for line in block if not _RULE.match(line)]
    if not any(map(_BLANK.match, (cell for row in rows for cell in row))):
        return []
    return [
        f"{row[0]} has {name} {cell}."
        for row in rows
        for name, cell in zip(head[1:], row[1:], strict=True)
        if not _BLANK.match(cell) and not _BLANK.match(row[0])
    ]


def _cells(line: str) -> list[str]:
    plain = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip(" *_`") for cell in _CELLS.split(plain)]


def _is_sentence(cell: str) -> bool:
    return len(words(cell)) > _MOST_WORDS


def stacks(text: str) -> tuple[list[Column], str]:
    """The lists with a line for each value under a heading ("Pets:"), and the text without them."""
    found: list[Column] = []
    kept: list[str] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        heading = _HEADING.match(lines[at])
        end = at + 1
        while heading and end < len(lines) and _ITEM.match(lines[end]):
            end += 1
        values = [match[1].strip() for line in lines[at + 1 : end] if (match := _ITEM.match(line))]
        if heading and _LEAST <= len(values) <= _MOST and len({*values}) == len(values):
            found.append(Column(heading[1].strip().split(" ")[-1], tuple(values)))
            kept.append("")
            at = end
        else:
            kept.append(lines[at])
            at += 1
    return found, "\n".join(kept)
