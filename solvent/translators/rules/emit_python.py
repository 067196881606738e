"""What the grids of all Python frameworks have in common: names, quantities and the answer template."""

import keyword
import re
from collections.abc import Sequence

from solvent.translators.rules.formula import Value
from solvent.translators.rules.values import Category


class PythonGrid:
    """The names of one grid's values, and the parts of its program that do not depend on the framework.

    A program brings a function `quantity(row, values, amounts)`: the amount of the value that is in a row. `RESERVED`
    are the names that it uses besides.
    """

    RESERVED: Sequence[str] = ("model", "labelled", "quantity")

    def __init__(self, categories: Sequence[Category]) -> None:
        self.categories = categories
        self.rows = len(categories[0].values)
        self._names = unique([*self.RESERVED], [category.name for category in categories])
        taken = [*self.RESERVED, *self._names]
        self._symbols: dict[Value, str] = {}
        for number, category in enumerate(categories):
            symbols = unique(taken, [f"{self._names[number]}_{value}" for value in category.values])
            self._symbols |= {Value(number, index): symbol for index, symbol in enumerate(symbols)}
            taken += symbols

    def _is_row_number(self, category: int) -> bool:
        return category == 0 and self.categories[0].quantities == tuple(range(1, self.rows + 1))

    def _term(self, value: Value, category: int) -> str:
        symbol = self._symbols[value]
        if self._is_row_number(category):
            return symbol
        return f"quantity({symbol}, {self._names[category]}, {list(self.categories[category].quantities)})"

    def _answer(self) -> str:
        rows = []
        for row in range(self.rows):
            cells = [f"{category.name!r}: {self._cell(number, row)}" for number, category in enumerate(self.categories)]
            rows.append("{" + ", ".join(cells) + "}")
        return "[\n    " + ",\n    ".join(rows) + ",\n]"

    def _cell(self, category: int, row: int) -> str:
        values = self.categories[category].values
        return (
            f"labelled({self._index(category, row + 1)}, {dict(enumerate(values))!r})"
            if category
            else repr(values[row])
        )

    def _index(self, category: int, row: int) -> str:
        """A term for the index of the value that is in a row."""
        return f"quantity({row}, {self._names[category]}, range({self.rows}))"


def flag_name(phrase: str) -> str:
    """The name of a choice of readings; no value's name starts so."""
    return "_reading_" + re.sub(r"\W", lambda sign: f"_{ord(sign[0])}_", phrase.lower(), flags=re.ASCII)


def unique(taken: list[str], names: list[str]) -> list[str]:
    """Python identifiers for names, none of them taken or twice."""
    found: list[str] = []
    for name in names:
        base = re.sub(r"\W+", "_", name.lower(), flags=re.ASCII).strip("_") or "value"
        base = f"c_{base}" if base[0].isdecimal() or keyword.iskeyword(base) else base
        symbol, count = base, 2
        while symbol in taken or symbol in found:
            symbol, count = f"{base}_{count}", count + 1
        found.append(symbol)
    return found
