"""The parts of an answer, as templates over the terms of a model."""

from typing import TYPE_CHECKING, Any

from solvent.translators.code_extraction import ReplyError
from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Choice,
    Chosen,
    Comparison,
    Constant,
    Constraint,
    Expression,
    Labels,
    Var,
    inner,
)
from solvent.translators.form.arithmetic import spaced
from solvent.translators.form.names import YES, Family, Items, listed
from solvent.translators.form.shapes import Entry
from solvent.translators.form.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Shown:
    """The parts of an answer. `linked` says when chosen items are chosen."""

    def __init__(self, terms: Terms, stated: list[Constraint]) -> None:
        self.terms = terms
        self.names = terms.names
        self.stated = stated
        self.linked: list[Constraint] = []
        self._places: dict[str, list[Labels]] = {}
        self._choices: dict[str, list[Chosen]] = {}

    def part(self, entry: Entry) -> Any:
        ways: dict[str, Callable[[str], Any]] = {
            "value": self._value,
            "object": lambda text: dict(self._cells(self._family(text))),
            "list": lambda text: [cell for _, cell in self._cells(self._family(text))],
            "chosen": lambda text: self._chosen(self._family(text)),
            "order": lambda text: self._order(self._family(text)),
            "rows": self._rows,
        }
        return ways[entry.show](entry.of)

    def _cells(self, family: Family) -> list[tuple[str, Any]]:
        return [(item, _leaf(term, family.kind)) for item, term in family.members.items()]

    def _value(self, text: str) -> Any:
        value = self.terms.value(self.terms.parse(text))
        if value.item or not depends(value.term):
            raise ReplyError(f"{text!r} is no variable: show what is to be found.")
        return _leaf(value.term, value.kind)

    def _family(self, text: str) -> Family:
        name = spaced(text).removesuffix(" of each")
        found = self.names.families.get(name)
        if found is None or found.each is None:
            known = [each.name for each in self.names.families.values() if each.each]
            raise ReplyError(f"{text!r} is no variable with one for each item of a list; those are {listed(known)}.")
        return found

    def _chosen(self, family: Family) -> list[Chosen]:
        if family.kind is not self.names.yes_no:
            raise ReplyError(f"{family.name!r} is no variable of the type yes_no: `chosen` shows which items are yes.")
        if family.name not in self._choices:
            found = self._choices[family.name] = []
            for item, term in family.members.items():
                choice = self.names.symbol(f"the choice {item}")
                found.append(Chosen(choice, item))
                yes = AllOf((Choice(choice, holds=True), Comparison(term, "==", YES)))
                no = AllOf((Choice(choice, holds=False), Comparison(term, "!=", YES)))
                self.linked.append(AnyOf((yes, no)))
        return self._choices[family.name]

    def _order(self, family: Family) -> list[Labels]:
        """The items in the order of their values, which must be a permutation of a range of numbers."""
        if family.name in self._places:
            return self._places[family.name]
        if not self._permuted(family):
            raise ReplyError(
                f"`order` needs as many values as items, and an all_different constraint of `{family.name} of each`; "
                f"otherwise use `object`."
            )
        each = family.each
        assert each is not None  # noqa: S101  # _family has seen to it
        low, _ = self.terms.range(*family.terms)
        labels = tuple(enumerate(each.values, 1))
        found = self._places[family.name] = []
        for place in range(low, low + len(labels)):
            there = self.terms.helper(1, len(labels))
            self.terms.spend(2 * len(labels))
            self.terms.definitions += [
                AnyOf((Comparison(term, "!=", place), Comparison(there, "==", number)))
                for number, term in enumerate(family.terms, 1)
            ]
            found.append(Labels(there, labels))
        return found

    def _permuted(self, family: Family) -> bool:
        low, high = self.terms.range(*family.terms)
        apart = any(isinstance(each, AllDifferent) and {*each.parts} >= {*family.terms} for each in self.stated)
        return apart and family.array is not None and high - low + 1 == len(family.terms)

    def _rows(self, text: str) -> list[dict[str, Any]]:
        """An object for each item of a list: its variables, and whose value it is in others."""
        each = self.names.lists.get(spaced(text))
        if each is None:
            raise ReplyError(f"`rows` shows a list, and {text!r} is none; the lists are {listed(self.names.lists)}.")
        rows: list[dict[str, Any]] = [{each.name: _item(each, item)} for item in each.values]
        for family in self.names.families.values():
            cells: Sequence[Any] = []
            name = family.name
            if family.each is each and family.array:
                cells = [cell for _, cell in self._cells(family)]
            elif family.each and family.kind is each and self._permuted(family):
                places = self._order(family)
                low = min(each.values.values())
                name, cells = family.each.name, [places[number - low] for number in each.values.values()]
            if cells and name in rows[0]:
                raise ReplyError(
                    f"two columns of the rows are called {name!r}: give the lists and variables other names."
                )
            for row, cell in zip(rows, cells, strict=False):
                row[name] = cell
        return rows


def _leaf(term: Expression, kind: Items | None) -> Any:
    """A term as the answer shows it; the items of lists as they are spelled."""
    return term if kind is None or kind.numeric else Labels(term, kind.labels)


def _item(each: Items, item: str) -> Any:
    return each.values[item] if each.numeric else Constant(item)


def depends(leaf: Any) -> bool:
    """Whether a part of an answer depends on variables."""
    match leaf:
        case Labels(term):
            return depends(term)
        case Chosen():
            return True
        case Constant():
            return False
    return any(isinstance(part, Var) for part in inner(leaf))
