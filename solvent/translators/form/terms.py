"""From texts of arithmetic to terms: what the names mean, and variables for what no framework has in common."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solvent.translators.code_extraction import ReplyError
from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Difference,
    Expression,
    Product,
    Ranges,
    Var,
    add,
    times,
)
from solvent.translators.form.arithmetic import Call, Each, Name, Node, Of, Signed, Times, UnknownNameError
from solvent.translators.form.names import Family, Items, Names, listed
from solvent.translators.form.shapes import Sign

MOST = 20_000  # parts of terms and constraints, once written out for every item


@dataclass(frozen=True)
class Value:
    """A term and the list whose items its values are, None for numbers. An `item` alone is of any list that has it."""

    term: Expression
    kind: Items | None = None
    item: str = ""


class Terms:
    """Reads the texts of one form. `arrays` and `definitions` are those of the variables that the terms need besides.

    Such a variable is a function of others, so it neither adds nor removes answers.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.arrays: list[Array] = [family.array for family in names.families.values() if family.array]
        self.definitions: list[Constraint] = []
        self._helpers: dict[tuple[object, ...], Var] = {}
        self._left = MOST

    def parse(self, text: str) -> Node:
        """Raises ReplyError."""
        try:
            return self.names.parser.parse(text)
        except UnknownNameError as error:
            raise self.names.unknown(error) from None

    def items(self, nodes: Sequence[Node]) -> list[str | None]:
        """The items that `each` stands for in these texts together; [None] if it does not occur."""
        lists = {each.name: each for node in nodes for each in self._eaches(node)}
        if len(lists) > 1:
            raise ReplyError(f"`each` stands for items of {listed(lists)} at once: name the items of all but one list.")
        if lists:
            return list(next(iter(lists.values())).values)
        if any(_bare_each(node) for node in nodes):
            raise ReplyError("`each` stands alone: write `NAME of each` with the name of a variable.")
        return [None]

    def value(self, node: Node, item: str | None = None) -> Value:
        """The meaning of a text; `each` is this item. Raises ReplyError."""
        self.spend()
        match node:
            case int():
                return Value(node)
            case Each():
                if item is None:
                    raise ReplyError("`each` stands alone: write `NAME of each` with the name of a variable.")
                return Value(0, item=item)
            case Name(text):
                return self._named(text)
            case Of(family, index):
                return self._member(self._family(family), index, item)
            case Call():
                return self._called(node, item)
            case Signed(parts):
                values = [self._plain(self.value(part, item)) for _, part in parts]
                kinds = [value.kind for value in values if value.kind]
                signed = zip((sign for sign, _ in parts), values, strict=True)
                return Value(_sum([(sign, each.term) for sign, each in signed]), kinds[0] if len(kinds) == 1 else None)
            case Times(parts):
                return Value(_product([self._plain(self.value(part, item)).term for part in parts]))

    def pair(self, left: Value, right: Value) -> tuple[Expression, Expression]:
        """The terms of two values to compare. Raises ReplyError if they are of different lists."""
        if left.item and right.item:
            raise ReplyError(f"{left.item!r} and {right.item!r} are both items: compare a variable with an item.")
        if left.item or right.item:
            item, other = (left, right) if left.item else (right, left)
            found = self._as_item(item.item, other)
            return (found, other.term) if left.item else (other.term, found)
        one, two = left.kind, right.kind
        numbers = all(kind and (kind.numeric or kind is self.names.yes_no) for kind in (one, two))  # yes is 1
        if one and two and one is not two and not numbers:
            raise ReplyError(f"it compares an item of {one.name!r} with one of {two.name!r}, which are never equal.")
        return left.term, right.term

    def compared(self, left: Node, sign: Sign, right: Node, item: str | None) -> Comparison:
        """A comparison of two texts."""
        one, two = self.pair(self.value(left, item), self.value(right, item))
        return Comparison(one, sign, two)

    def helper(self, low: int, high: int) -> Var:
        """A new variable."""
        array = Array(self.names.symbol(f"the helper {len(self.arrays)}"), (), low, high)
        self.arrays.append(array)
        return Var(array.name)

    def range(self, *terms: Expression) -> tuple[int, int]:
        """Bounds of all these terms."""
        ranges = Ranges(ConstraintModel(tuple(self.arrays), (), []), "a form")
        found = [ranges.of(term) for term in terms]
        return min(low for low, _ in found), max(high for _, high in found)

    def spend(self, parts: int = 1) -> None:
        """Count parts of the model. Raises ReplyError if there are too many."""
        self._left -= parts
        if self._left < 0:
            raise ReplyError("the form has too many parts, written out for every item: use shorter lists.")

    def _named(self, text: str) -> Value:
        family = self.names.families.get(text)
        if family is None and any(True for _ in self.names.owners(text)):
            return Value(0, item=text)
        return self._single(self._family(text))

    def _single(self, family: Family) -> Value:
        if family.each is None:
            return Value(family.terms[0], family.kind)
        first = next(iter(family.each.values))
        raise ReplyError(
            f"there is one {family.name!r} for each item of {family.each.name!r}: write `{family.name} of {first}` for "
            f"one, `{family.name} of each` for every one, or `sum of {family.name}` for the total."
        )

    def _family(self, name: str) -> Family:
        found = self.names.families.get(name)
        if found is None:
            raise ReplyError(f"{name!r} is no variable; the variables are {listed(self.names.families)}.")
        return found

    def _member(self, family: Family, index: Node, item: str | None) -> Value:
        each = family.each
        if each is None:
            raise ReplyError(f"{family.name!r} is a single variable: write it without `of`.")
        # A name that is an item and a variable is the item here, where an item is wanted.
        at = index.text if isinstance(index, Name) and index.text in each.values else None
        at = item if isinstance(index, Each) and item in each.values else at
        if at is not None:
            return Value(family.members[at], family.kind)
        value = self.value(index, item)
        if value.item:
            raise ReplyError(f"{value.item!r} is no item of {each.name!r}, whose items are {listed(each.values)}.")
        by_number = {each.values[name]: term for name, term in family.members.items()}
        if isinstance(value.term, int):
            if value.term not in by_number:
                raise ReplyError(f"{each.name!r} has no item {value.term}; its items are {listed(each.values)}.")
            return Value(by_number[value.term], family.kind)
        low, high = self.range(value.term)
        fits = value.kind is each or (high - low < len(by_number) and by_number.keys() >= {*range(low, high + 1)})
        if not isinstance(value.term, Var) or not fits:
            raise ReplyError(
                f"after `{family.name} of` stands an item of {each.name!r}, `each`, or a variable that is one of them."
            )
        return Value(self._element(by_number, value.term), family.kind)

    def _element(self, terms: dict[int, Var | int], index: Var) -> Var:
        key = ("element", index, *terms.items())
        if key not in self._helpers:
            found = self._helpers[key] = self.helper(*self.range(*terms.values()))
            self.spend(2 * len(terms))
            self.definitions += [
                AnyOf((Comparison(index, "!=", number), Comparison(found, "==", term)))
                for number, term in terms.items()
            ]
        return self._helpers[key]

    def _called(self, call: Call, item: str | None) -> Value:
        values = [self._plain(value) for part in call.parts for value in self._spread(part, item)]
        terms = [value.term for value in values]
        if call.function == "sum":
            return Value(_sum([(1, term) for term in terms]))
        if call.function == "abs":
            if len(terms) != 1:
                raise ReplyError("`abs` takes one term.")
            return Value(self._absolute(terms[0]))
        kinds = {value.kind.name if value.kind else "" for value in values}
        kind = values[0].kind if len(kinds) == 1 else None
        return Value(self._extreme(call.function, tuple(terms)), kind)

    def _spread(self, node: Node, item: str | None) -> Iterator[Value]:
        """The values of a text inside of a function, one for each item of the list that it is about."""
        node = self._whole(node)
        if not any(True for _ in self._eaches(node)):
            yield self.value(node, item)
            return
        for each in self.items([node]):
            yield self.value(node, each)

    def _whole(self, node: Node) -> Node:
        """Inside of a function, a variable without an item means that of each."""
        match node:
            case Name(text) if text in self.names.families and self.names.families[text].each:
                return Of(text, Each())
            case Signed(parts):
                return Signed(tuple((sign, self._whole(part)) for sign, part in parts))
            case Times(parts):
                return Times(tuple(map(self._whole, parts)))
        return node

    def _absolute(self, term: Expression) -> Expression:
        if isinstance(term, int):
            return abs(term)
        key = ("abs", term)
        if key not in self._helpers:
            low, high = self.range(term)
            found = self._helpers[key] = self.helper(0, max(abs(low), abs(high)))
            same, opposite = Comparison(found, "==", term), Comparison(found, "==", Difference(0, term))
            self.spend(4)
            self.definitions.append(
                AnyOf((AllOf((Comparison(term, ">=", 0), same)), AllOf((Comparison(term, "<", 0), opposite))))
            )
        return self._helpers[key]

    def _extreme(self, function: str, terms: tuple[Expression, ...]) -> Expression:
        if len(terms) == 1:
            return terms[0]
        key = (function, *terms)
        if key not in self._helpers:
            found = self._helpers[key] = self.helper(*self.range(*terms))
            self.spend(2 * len(terms))
            self.definitions += [Comparison(found, ">=" if function == "max" else "<=", term) for term in terms]
            self.definitions.append(AnyOf(tuple(Comparison(found, "==", term) for term in terms)))
        return self._helpers[key]

    def _eaches(self, node: Node) -> Iterator[Items]:
        """The lists whose items `each` stands for; functions keep theirs to themselves."""
        match node:
            case Of(name, Each()):
                each = self._family(name).each
                if each is None:
                    raise ReplyError(f"{name!r} is a single variable: write it without `of`.")
                yield each
            case Of(_, index):
                yield from self._eaches(index)
            case Signed(parts):
                for _, part in parts:
                    yield from self._eaches(part)
            case Times(parts):
                for part in parts:
                    yield from self._eaches(part)

    def _plain(self, value: Value) -> Value:
        """The same as a term, where nothing else says of which list an item is."""
        if not value.item:
            return value
        owners = list(self.names.owners(value.item))
        if len(owners) > 1:
            raise ReplyError(f"{value.item!r} is an item of {listed(each.name for each in owners)}: compare it alone.")
        return Value(owners[0].values[value.item], owners[0])

    def _as_item(self, item: str, other: Value) -> int:
        """The number of an item, of the list whose items the other side is."""
        kind = other.kind
        if kind is None:
            raise ReplyError(f"it compares a number with {item!r}, which is an item of a list.")
        if item not in kind.values:
            raise ReplyError(f"{item!r} is no item of {kind.name!r}, whose items are {listed(kind.values)}.")
        return kind.values[item]


def _bare_each(node: Node) -> bool:
    match node:
        case Each():
            return True
        case Signed(parts):
            return any(_bare_each(part) for _, part in parts)
        case Times(parts):
            return any(map(_bare_each, parts))
    return False


def _sum(parts: list[tuple[int, Expression]]) -> Expression:
    """A sum whose numbers are added up."""
    constant = sum(sign * term for sign, term in parts if isinstance(term, int))
    return add(*(times(sign, term) for sign, term in parts if not isinstance(term, int)), constant)


def _product(parts: list[Expression]) -> Expression:
    """A product whose numbers are multiplied."""
    constant = 1
    for part in parts:
        constant *= part if isinstance(part, int) else 1
    others = [part for part in parts if not isinstance(part, int)]
    if not others or constant == 0:
        return constant if not others else 0
    return times(constant, others[0] if len(others) == 1 else Product(tuple(others)))
