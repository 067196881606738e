"""What a form declares: lists, tables and variables, checked and looked up by name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from solvent.translators.code_extraction import ReplyError
from solvent.translators.emit.language import Array, Var
from solvent.translators.form.arithmetic import FUNCTIONS, NUMERAL, RESERVED, Parser, UnknownNameError, spaced
from solvent.translators.form.shapes import Form, ItemVariable, NumberVariable

MOST = 1000  # variables in all
NO, YES = 0, 1
_COMMA = re.compile(r"\s*[,;]\s*")
YES_NO = "yes or no"  # the name of the list of both


@dataclass(frozen=True)
class Items:
    """A list: its items with the numbers that stand for them, which are the items themselves if they are numbers."""

    name: str
    values: dict[str, int]
    numeric: bool = False

    @property
    def labels(self) -> tuple[tuple[int, str], ...]:
        return tuple((number, item) for item, number in self.values.items())


@dataclass(frozen=True)
class Family:
    """Variables or given numbers, one for each item of `each`; without `each`, a single variable.

    `kind` is the list whose items are the values, None for numbers.
    """

    name: str
    each: Items | None
    kind: Items | None
    terms: tuple[Var | int, ...]
    array: Array | None = None

    @property
    def members(self) -> dict[str, Var | int]:
        """The terms by item."""
        return dict(zip(self.each.values, self.terms, strict=True)) if self.each else {}


class Names:
    """All that a form declares. Raises ReplyError for a declaration that makes no sense."""

    def __init__(self, form: Form) -> None:
        self.lists: dict[str, Items] = {}
        self.families: dict[str, Family] = {}
        self._symbols: set[str] = set()
        for number, given in enumerate(form.lists, 1):
            self._add_list(given.name, given.items, f"list {number}")
        self.yes_no = Items(YES_NO, {"no": NO, "yes": YES})
        for table in form.tables:
            owner = self._list(table.each, f"the table {table.name!r}")
            if len(table.numbers) != len(owner.values):
                raise ReplyError(
                    f"The table {table.name!r} has {len(table.numbers)} numbers for the {len(owner.values)} items of "
                    f"{owner.name!r}: give one for each."
                )
            self._add(Family(self._free(table.name, "table"), owner, None, table.numbers))
        for variable in form.variables:
            name = self._free(variable.name, "variable")
            where = f"the variable {name!r}"
            each = self._list(variable.each, where) if variable.each else None
            kind: Items | None = self.yes_no
            low, high = NO, YES
            if isinstance(variable, NumberVariable):
                kind, low, high = None, variable.low, variable.high
                if low > high:
                    raise ReplyError(f"In {where}, `from` is {low} and `to` is {high}: the smaller number comes first.")
            elif isinstance(variable, ItemVariable):
                kind = self._list(variable.one_of, where)
                low, high = min(kind.values.values()), max(kind.values.values())
            array = self._array(name, each, low, high)
            self._add(Family(name, each, kind, array.variables, array))
        if sum(len(family.terms) for family in self.families.values()) > MOST:
            raise ReplyError(f"There are more than {MOST} variables: use shorter lists.")

    @cached_property
    def parser(self) -> Parser:
        items = (item for each in self.lists.values() for item in each.values)
        return Parser((*self.lists, *self.families, *items, *self.yes_no.values))

    def owners(self, item: str) -> Iterator[Items]:
        """The lists that have an item of this name."""
        yield from (each for each in (*self.lists.values(), self.yes_no) if item in each.values)

    def unknown(self, error: UnknownNameError) -> ReplyError:
        """Say which declared name may be meant by one that is not."""
        known = [*self.families, *(item for each in self.lists.values() for item in each.values)]
        near = get_close_matches(error.word, known, 1)
        advice = f" Do you mean {near[0]!r}?" if near else f" Declared are {listed(known)}."
        return ReplyError(f"{error}{advice}")

    def _array(self, name: str, each: Items | None, low: int, high: int) -> Array:
        """The variables of a name; the symbols in programs are plain words, whatever the names are."""
        if each is None:
            return Array(self.symbol(f"the {name}"), (), low, high)
        members = tuple(re.sub(r"\W+", " ", item, flags=re.ASCII).strip()[:40] or "value" for item in each.values)
        return Array(self.symbol(name), (len(members),), low, high, members)

    def symbol(self, name: str) -> str:
        """A new symbol that is close to a name and legal in every framework if the name begins with a legal word."""
        plain = symbol = re.sub(r"\W+", "_", name.lower(), flags=re.ASCII).strip("_")[:40] or "value"
        count = 2
        while symbol in self._symbols:
            symbol, count = f"{plain}_{count}", count + 1
        self._symbols.add(symbol)
        return symbol

    def _add_list(self, name: str, items: tuple[str, ...], where: str) -> None:
        name = self._free(name, "list")
        spelled = tuple(map(spaced, items))
        for item in spelled:
            check_name(item, f"An item of the list {name!r}", RESERVED)
        if len(set(spelled)) < len(spelled):
            twice = next(item for item in spelled if spelled.count(item) > 1)
            raise ReplyError(f"{twice!r} stands twice in the list {name!r}: name each item once.")
        numeric = all(NUMERAL.fullmatch(item) for item in spelled)
        numbers = [int(item) for item in spelled] if numeric else list(range(1, len(spelled) + 1))
        if len(set(numbers)) < len(numbers):
            raise ReplyError(f"Two items of the list {name!r} ({where}) are the same number: name each item once.")
        self.lists[name] = Items(name, dict(zip(spelled, numbers, strict=True)), numeric)

    def _add(self, family: Family) -> None:
        self.families[family.name] = family

    def _free(self, name: str, sort: str) -> str:
        """A name that nothing else of the same sort has; a list may be called as a variable."""
        name = spaced(name)
        check_name(name, f"The {sort}")
        if NUMERAL.fullmatch(name):
            raise ReplyError(f"A {sort} is called {name!r}: give it a name that is no number.")
        if name in (self.lists if sort == "list" else self.families):
            raise ReplyError(f"Two declarations are called {name!r}: give the {sort} another name.")
        return name

    def _list(self, name: str, where: str) -> Items:
        found = self.lists.get(spaced(name)) or self._listed_here(spaced(name), where)
        if found is None:
            known = f"declared are {listed(self.lists)}" if self.lists else "none is declared"
            raise ReplyError(f"In {where}, {name[:100]!r} is no list; {known}. Add the list to `lists`.")
        return found

    def _listed_here(self, text: str, where: str) -> Items | None:
        """The list of items that stand in the place of a list's name, as in "red, green, blue"; None for one item."""
        items, words = tuple(_COMMA.split(text)), tuple(text.split())
        if all(NUMERAL.fullmatch(word) for word in words):
            items = words
        if len(items) < 2:
            return None
        same = next((each for each in self.lists.values() if tuple(each.values) == items), None)
        if same is None:
            self._add_list(text, items, where)
        return same or self.lists[text]


def check_name(name: str, what: str, taken: Sequence[str] = (*RESERVED, *FUNCTIONS)) -> None:
    """Raise ReplyError for a name that texts could not refer to."""
    if not any(character.isalnum() for character in name):
        raise ReplyError(f"{what} is called {name!r}: a name needs a letter or a digit.")
    if name.casefold() in taken:
        raise ReplyError(f"{what} is called {name!r}, which has a meaning of its own: choose another name.")


def listed(names: Iterable[str]) -> str:
    """Some of the names, for a message."""
    known = list(names)
    return ", ".join(repr(name) for name in known[:12]) + (", ..." if len(known) > 12 else "")
