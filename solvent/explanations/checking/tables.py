"""Tables in plain text: in columns as `solve` prints them, in Markdown, CSV and TSV, and lines such as "Ada: cat, tea".

What a cell means is decided elsewhere (`grids`); here, text becomes cells.
"""

import csv
import itertools
import re
import unicodedata
from collections.abc import Callable, Sequence

from solvent.solvers.errors import InputError

Cells = list[str]

_STATUS = re.compile(r"(?:verified|unverified|ambiguous|contradictory|failed): ")
_RULE = re.compile(r"[\s|:+=─━-]+")
_BULLET = re.compile(r"\s*(?:[-*•]|\(?\d+[.)])\s+(?=\S)")
_NUMBERED = re.compile(r"\s*\(?(\d+)[.)]\s+(?=\S)")
_AFTER_NAME = re.compile(r"\s*(?:->|=>|→|:|=|\t|\s[-\u2013\u2014]\s)\s*")
_IS_NOT = re.compile(r"(?<=\w)\s*(?:!=|<>|≠)\s*(?=\w)")  # "Ada != cat"
_BETWEEN = re.compile(r"\s*(?:[;|/\t]|,(?!\d{3}(?!\d))|\s[-\u2013\u2014]\s|\s(?:and|&)\s|\s)\s*")


def body(text: str) -> list[str]:
    """The lines of an answer: without the status that `solve` prints below it, code fences, and file names above it."""
    lines: list[str] = []
    for line in text.splitlines():
        if _STATUS.match(line):
            break
        if not line.startswith(("```", "== ", "solvent: ")):
            lines.append(line.rstrip())
    return lines


def table_of(lines: Sequence[str], is_header: Callable[[Cells], bool]) -> list[Cells] | None:
    """The rows of a table, its header first if it has one; None if the lines are no table."""
    filled = [line for line in lines if line.strip()]
    barred = [line for line in filled if line.strip().startswith("|") and line.strip().endswith("|")]
    if len(barred) > 1:
        kept = [line.strip()[1:-1].split("|") for line in barred if not _RULE.fullmatch(line)]
        return [[cell.strip().strip("*`").strip() for cell in cells] for cells in kept]
    for mark in ("\t", ",", ";"):
        try:
            rows = [[cell.strip() for cell in row] for row in csv.reader(filled, delimiter=mark, skipinitialspace=True)]
        except csv.Error as error:
            raise InputError(f"The answer cannot be read as a table: {error}.") from error
        if rows and len(rows[0]) > 1 and is_header(rows[0]):
            return rows
    return _in_columns(filled, is_header)


def _in_columns(lines: Sequence[str], is_header: Callable[[Cells], bool]) -> list[Cells] | None:
    """Rows whose cells begin below those of a header, or are two spaces apart."""
    split = [re.split(r"\s{2,}|\t", line.strip()) for line in lines]
    if not split or len(split[0]) < 2:
        return None
    if is_header(split[0]):
        starts = [_width(lines[0][: match.start()]) for match in re.finditer(r"(?<!\S)\S+(?: \S+)*", lines[0])]
        whole = itertools.takewhile(lambda pair: pair[1].strip(), zip(split, lines, strict=True))
        return [cells if len(cells) == len(starts) else _sliced(line, starts) for cells, line in whole]
    return split if all(len(cells) == len(split[0]) for cells in split) else None


def _sliced(line: str, starts: Sequence[int]) -> Cells:
    """The cells of a line that begin in these columns of a terminal."""
    cells, at = [""] * len(starts), 0
    for letter in line:
        place = max((number for number, start in enumerate(starts) if start <= at), default=0)
        cells[place] += letter
        at += _width(letter)
    return [cell.strip() for cell in cells]


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else not unicodedata.combining(each) for each in text)


def row_of(line: str, names_row: Callable[[str], bool], known: Callable[[str], bool]) -> Cells:
    """The cells of a line such as "Ada: cat, tea", "House 1: Clara, yellow" or "1. Clara - yellow"."""
    numbered = _NUMBERED.match(line)
    if numbered and names_row(numbered[1]):
        name, rest = numbered[1], line[numbered.end() :]
        return [name, *_pieces(rest, known)]
    bullet = _BULLET.match(line)
    line = _IS_NOT.sub(": not ", line[bullet.end() :] if bullet and not known(line) else line, count=1)
    for found in _AFTER_NAME.finditer(line):
        name = line[: found.start()]
        if known(name) or names_row(name):
            return [name.strip(), *_pieces(line[found.end() :], known)]
    if not known(line) and (after := _AFTER_NAME.search(line)):  # a name that the puzzle does not have
        return [line[: after.start()].strip(), *_pieces(line[after.end() :], known)]
    return _pieces(line, known)


def _pieces(text: str, known: Callable[[str], bool]) -> Cells:
    """The parts of a list: known values, each as long as possible."""
    text = text.strip().rstrip(".")
    if not text or known(text):
        return [text] if text else []
    for between in reversed([*_BETWEEN.finditer(text)]):
        if known(text[: between.start()]):
            return [text[: between.start()].strip(), *_pieces(text[between.end() :], known)]
    marked = [between for between in _BETWEEN.finditer(text) if between[0].strip()]
    if not marked:
        return [text]
    return [text[: marked[0].start()], *_pieces(text[marked[0].end() :], known)]
