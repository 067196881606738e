"""Marks in logic grids: what the cells of a table, or of a line, say of which row."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from solvent.explanations.facts import Fact
from solvent.explanations.layout import Layout
from solvent.explanations.spelling import meaning, plain, tokens
from solvent.solvers.errors import InputError

_UNKNOWN = frozenset({"", "?", "-", "\u2013", "\u2014", "_", ".", "…", "...", "*", "null", "none", "unknown", "n/a"})
_NOT = re.compile(r"\A\s*(?:not\s+|no\s+|[!~≠¬✗✘❌]\s*|[x\u00d7]\s+)(?=\S)", re.IGNORECASE)
_DASHED = re.compile(r"\A[-\u2212\u2013]\s*[^\W\d]")  # "-cat": is that a mark, or its opposite?
_SHOWN = 8  # values that a message lists


@dataclass(frozen=True)
class Cell:
    """What a cell says of its row: a value of a column, or not."""

    column: int
    value: Any
    holds: bool = True


@dataclass(frozen=True)
class GridReader:
    """Reads cells as values of a grid, loosely spelled. `closed` says that its columns can hold no other values."""

    layout: Layout
    closed: bool

    @cached_property
    def spelled(self) -> tuple[tuple[str, ...], ...]:
        """The values of each column as text."""
        return tuple(tuple(map(str, values)) for values in self.layout.values)

    def names_row(self, text: str) -> bool:
        """Whether a text names a row: a value of the first column, or that with the column's name before it."""
        return self._meant(text, 0, loosely=False) is not None

    def known(self, text: str) -> bool:
        """Whether a text is a value, or denies one."""
        bare = _NOT.sub("", text)
        columns = range(len(self.spelled))
        return plain(text) in _UNKNOWN or any(self._meant(bare, each, loosely=False) is not None for each in columns)

    def is_header(self, cells: Sequence[Any]) -> bool:
        """Whether the cells are names of columns, most of them, rather than values."""
        names = sum(self._named(str(cell)) is not None for cell in cells)
        values = sum(bool(self._columns_of(str(cell))) for cell in cells)
        return names > values or (not values and bool(names))

    def of_table(self, rows: Sequence[Sequence[Any]], header: Sequence[Any] | None) -> list[Fact]:
        """What the rows of a table say."""
        columns = self._headed(header, rows) if header is not None else None
        facts: list[Fact] = []
        for number, row in enumerate(rows):
            if columns is not None and len(row) > len(columns):
                raise InputError(f"Row {number + 1} of the answer has {len(row)} cells, its header {len(columns)}.")
            cells = self._free(row) if columns is None else self._under(columns, row)
            # In a whole table of places in order, their numbers may be missing.
            place = number if len(rows) == len(self.layout.rows) and _in_order(self.spelled[0]) else None
            facts += self.of_row(list(cells), place)
        return facts

    def of_row(self, cells: Sequence[Cell], place: int | None = None) -> Iterator[Fact]:
        """What the cells of one row say; `place` is its number (from 0) if no cell names it."""
        names = [cell for cell in cells if cell.column == 0 and cell.holds]
        if len({cell.value for cell in names}) > 1:
            raise InputError(f"One row of the answer is about both {names[0].value} and {names[1].value}.")
        if not names and place is None:
            if not cells:
                return
            said = ", ".join(str(cell.value) for cell in cells)
            raise InputError(
                f"The row '{said}' does not say which {self.layout.columns[0]} it is about: {_listed(self.spelled[0])}."
            )
        row = names[0].value if names else self.layout.rows[place or 0]
        for cell in cells:
            if cell.column:
                yield Fact(row=row, column=self.layout.columns[cell.column], value=cell.value, holds=cell.holds)

    def cell(self, column: int, text: Any) -> Cell | None:
        """What a cell in a column says; None if it says nothing. Raises InputError for a value that does not exist."""
        values, said = self.layout.values[column], "" if text is None else str(text).strip()
        if _DASHED.match(said) and said not in self.spelled[column]:
            raise InputError(f"'{said}' can be read in two ways: write 'not {said[1:].strip()}' to deny it.")
        denied = _NOT.match(said) and plain(said) not in map(plain, self.spelled[column])
        found = self._meant(_NOT.sub("", said) if denied else said, column)
        if found is None and plain(said) in _UNKNOWN:
            return None
        if found is not None:
            return Cell(column, values[self.spelled[column].index(found)], not denied)
        if column and not self.closed:
            return Cell(column, _NOT.sub("", said) if denied else text, not denied)
        name = self.layout.columns[column]
        raise InputError(f"'{said}' is no {name} of this puzzle{_near(said, self.spelled[column])}")

    def _meant(self, text: str, column: int, *, loosely: bool = True) -> str | None:
        """The value of a column that a text means: alone, or after the column's name; "25 liters" is loose for "25"."""
        name, values = str(self.layout.columns[column]), self.spelled[column]
        named = re.match(rf"(?:{re.escape(_singular(name))}|{re.escape(plain(name))})(?:e?s|ies|y)?\b", plain(text))
        rest = plain(text)[named.end() :].lstrip(" :=#") if named else ""
        found = meaning(text, values) or (meaning(rest, values) if rest else None)
        if found is None or tokens(found) in (tokens(text), tokens(rest)):
            return found
        return found if loosely and not self._names_more(rest or text, found) else None

    def _names_more(self, text: str, found: str) -> bool:
        """Whether a text that means a value loosely names another, too, as "1 Ines" does."""
        extra = {*tokens(text)} - {*tokens(found)}
        return any(said and said <= extra for values in self.spelled for said in ({*tokens(each)} for each in values))

    def _columns_of(self, text: str) -> list[int]:
        """The columns that have a value which a text means; if it means one strictly, only those."""
        columns = range(len(self.spelled))
        strict = [number for number in columns if self._meant(text, number, loosely=False) is not None]
        return strict or [number for number in columns if self._meant(text, number) is not None]

    def _free(self, row: Sequence[Any]) -> Iterator[Cell]:
        """The cells of a row without a header: each in the column that has such a value."""
        texts = ["" if each is None else str(each) for each in row]
        found = [self._columns_of(_NOT.sub("", text)) or self._columns_of(text) for text in texts]
        taken = {columns[0] for columns in found if len(columns) == 1}
        for number, (text, columns) in enumerate(zip(texts, found, strict=True)):
            if plain(text) in _UNKNOWN:
                continue
            if not columns:
                self._refuse(text)
            left = [column for column in columns if column not in taken] if len(columns) > 1 else columns
            if len(texts) == len(self.spelled) and number in columns:
                left = [number]
            if len(left) != 1:
                names = " or ".join(str(self.layout.columns[each]) for each in columns)
                raise InputError(
                    f"'{text}' may be a {names}: name the column, as in \"{names.split(' ')[0]}: {text}\"."
                )
            cell = self.cell(left[0], text)
            if cell is not None:
                taken.add(left[0])
                yield cell

    def _under(self, columns: Sequence[int | None], row: Sequence[Any]) -> Iterator[Cell]:
        for column, text in zip(columns, row, strict=False):
            cell = None if column is None else self.cell(column, text)
            if cell is not None:
                yield cell

    def _headed(self, header: Sequence[Any], rows: Sequence[Sequence[Any]]) -> list[int | None]:
        """The column of the grid for each column of a table: by its name, else by its values."""
        columns = [self._named(str(name)) for name in header]
        for number, name in enumerate(header):
            if columns[number] is not None:
                continue
            cells = [str(row[number]) for row in rows if number < len(row) and row[number] is not None]
            cells = [cell for cell in cells if plain(cell) not in _UNKNOWN]
            hits = {
                column: sum(self._meant(cell, column) is not None for cell in cells)
                for column in range(len(self.spelled))
                if column not in columns
            }
            best = max(hits, key=hits.__getitem__, default=None)
            if best is not None and hits[best]:
                columns[number] = best
            elif cells:
                names = tuple(map(str, self.layout.columns))
                raise InputError(f"'{name}' is no column of this puzzle{_near(str(name), names)}")
        return columns

    def _named(self, name: str) -> int | None:
        for form in (plain, _singular):
            found = [number for number, column in enumerate(self.layout.columns) if form(str(column)) == form(name)]
            if len(found) == 1:
                return found[0]
        return None

    def _refuse(self, text: str) -> None:
        every = tuple(dict.fromkeys(value for values in self.spelled for value in values))
        raise InputError(f"'{text}' is no value of this puzzle{_near(text, every)}")


def _near(text: str, known: Sequence[str]) -> str:
    folded = {plain(each): each for each in known}
    close = [folded[each] for each in get_close_matches(plain(text), folded, n=3, cutoff=0.6)]
    if close:
        return f"; did you mean {' or '.join(close)}?"
    return f", which has {_listed(known)}. Is this the answer of another puzzle?"


def _listed(values: Sequence[str]) -> str:
    return ", ".join(values[:_SHOWN]) + (", ..." if len(values) > _SHOWN else "")


def _singular(name: str) -> str:
    """A name without the ending of its plural, roughly: it is only compared with names that were treated alike."""
    return re.sub(r"(?:ies|y|es|e|s)$", "", plain(name))


def _in_order(values: Sequence[str]) -> bool:
    return list(values) == [str(number + 1) for number in range(len(values))]
