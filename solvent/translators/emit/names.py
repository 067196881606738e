"""Symbols of programs: as close to the names in a text as the language allows, and all distinct."""

import keyword
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from solvent.translators.emit.language import ConstraintModel, Var


@dataclass(frozen=True)
class Style:
    """How a language writes names: without characters that it forbids, numbered if they repeat, and quoted."""

    spelled: Callable[[str], str]
    again: str
    quoted: str = "{}"


class Names:
    """The symbols of a model's named variables, tables and choices; `reserved` are other symbols in the program.

    Arrays without named members keep their own names, which must be legal in every language.
    """

    def __init__(self, model: ConstraintModel, style: Style, reserved: Iterable[str] = ()) -> None:
        self._style = style
        self._taken = {*reserved, *(array.name for array in model.arrays if not array.members)}
        named = [array for array in model.arrays if array.members]
        self.arrays: dict[str, str] = {array.name: self.new(array.name) for array in named}
        self.variables: dict[Var, str] = {
            variable: self.new(f"{array.name} {member}")
            for array in named
            for variable, member in zip(array.variables, array.members, strict=True)
        }
        self.tables: dict[str, str] = {table.name: self.new(table.name) for table in model.tables}
        self.choices: dict[str, str] = {choice: self.new(choice) for choice in model.choices}

    def new(self, name: str) -> str:
        """Return a symbol for a name, distinct from all others."""
        symbol = spelled = self._style.spelled(name)
        count = 2
        while symbol in self._taken:
            symbol, count = self._style.again.format(spelled, count), count + 1
        self._taken.add(symbol)
        return self._style.quoted.format(symbol)


def _identifier(name: str) -> str:
    found = re.sub(r"\W+", "_", name.lower(), flags=re.ASCII).strip("_") or "value"
    return f"c_{found}" if found[0].isdecimal() or keyword.iskeyword(found) else found


PYTHON = Style(_identifier, "{}_{}")
SMTLIB = Style(lambda name: re.sub(r"[|\\\s]+", " ", name), "{} ({})", "|{}|")
MINIZINC = Style(lambda name: re.sub(r"['\\\x00-\x1f\x7f\s]+", " ", name), "{} ({})", "'{}'")
