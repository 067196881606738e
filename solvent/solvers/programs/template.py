"""Answer templates: trees that map the values of terms to a JSON answer, and an answer to a formula over terms.

`equality` defines which values are equal.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from solvent.solvers.programs.equality import json_number, number, numeric, same
from solvent.solvers.programs.program import Sense
from solvent.solvers.programs.term_formulas import And, Compare, Count, Formula, HasValue, Holds, Not, Or

Goal = tuple[Sense, Any]
"""An objective: its sense, and its term in the engine's representation."""


class MisfitError(Exception):
    """No values of the terms yield the answer: its shape, keys or constants differ from the template's."""


class OtherConstantError(MisfitError):
    """Where the template has a constant, the answer has another value."""


class UnlabelledError(Exception):
    """A term has a value for which `Labelled` has no label."""


class NoValueError(Exception):
    """A term of the answer has no value in the solution."""


@dataclass(frozen=True)
class NoValue:
    """What an engine reads for a term without a value, because of a division by zero or an index out of range."""

    term: str = ""
    why: str = "a division by zero, or an index out of range"

    def error(self) -> NoValueError:
        where = f"in the term {self.term}: it" if self.term else "a term of the answer"
        return NoValueError(f"{where} has no value in some solution ({self.why}): state what rules that out")


@dataclass(frozen=True)
class Const:
    value: Any


@dataclass(frozen=True)
class Term:
    """The value of a term; with `whole` it may be a list or an object, which the engine compares as a unit."""

    term: Any
    whole: bool = False


@dataclass(frozen=True)
class Labelled:
    """A term whose values are shown as labels; `labels` holds (value, label) pairs, and values may share a label."""

    term: Any
    labels: tuple[tuple[Any, Any], ...]

    @property
    def ambiguous(self) -> bool:
        """Whether two values have the same label."""
        shown: list[tuple[Any, Any]] = []
        for value, label in self.labels:
            if any(same(label, other) and not same(value, known) for known, other in shown):
                return True
            shown.append((value, label))
        return False


@dataclass(frozen=True)
class Rounded:
    """A term whose value is a real number, shown as the nearest decimal (`nearest`).

    Values that differ by less than `ROUNDING` of their size are the same answer.
    """

    term: Any


@dataclass(frozen=True)
class Where:
    """A list item that is present only if `condition`, a Boolean term, holds."""

    condition: Any
    item: "Node"


@dataclass(frozen=True)
class Table:
    """A JSON object."""

    items: tuple[tuple[str, "Node"], ...]


@dataclass(frozen=True)
class Row:
    """A JSON list. If all items are constants and some are conditional, it is a set, whose items come in any order."""

    items: tuple["Node | Where", ...]

    @property
    def conditional(self) -> bool:
        return any(isinstance(item, Where) for item in self.items)

    @property
    def is_set(self) -> bool:
        return self.conditional and all(isinstance(_bare(item), Const) for item in self.items)


Node = Const | Term | Labelled | Rounded | Table | Row


def _bare(item: "Node | Where") -> Node:
    return item.item if isinstance(item, Where) else item


ROUNDING = Fraction(1, 10**12)  # relative; a decimal of 15 digits is nearer to its number than that
_SMALLEST = Fraction(1, 10**300)  # absolute, for numbers that the nearest decimal shows as zero


def nearest(value: Any) -> int | float:
    """Return the number of a value as JSON has it: itself if it is whole, else the nearest decimal."""
    exact = numeric(value)
    if exact is None:
        raise TypeError(f"{value!r} is no number")
    if exact.denominator == 1:
        return exact.numerator
    try:
        return float(exact)
    except OverflowError:
        return round(exact)


# From terms to an answer


def walk(node: "Node | Where") -> Iterator["Node | Where"]:
    """Yield a template's nodes and conditional items in pre-order."""
    yield node
    match node:
        case Where(_, item):
            yield from walk(item)
        case Table(items):
            for _, item in items:
                yield from walk(item)
        case Row(items):
            for entry in items:
                yield from walk(entry)


def terms(node: "Node | Where") -> Iterator[Any]:
    """Yield the terms of a template, conditions included, in the order in which `fill` consumes their values."""
    for part in walk(node):
        match part:
            case Term(term, _) | Labelled(term, _) | Rounded(term) | Where(term, _):
                yield term


def determined(node: "Node | Where") -> Iterator[Any]:
    """Yield the terms whose values can be told from an answer, so not those of rounded or conditional items."""
    match node:
        case Term(term, _):
            yield term
        case Labelled(term, _) if not node.ambiguous:
            yield term
        case Table(items):
            for _, item in items:
                yield from determined(item)
        case Row(items):
            for entry in items:
                yield from determined(entry)


def presentable(node: "Node | Where") -> Formula:
    """Return the formula that holds if and only if `fill` yields an answer: every value exists and has its label."""
    match node:
        case Const():
            return And()
        case Term(term, _) | Rounded(term):
            return HasValue(term)
        case Labelled(term, labels):
            return Or(tuple(Compare(term, "==", value) for value, _ in labels))
        case Where(condition, item):
            return And((HasValue(condition), Or((Not(Holds(condition)), presentable(item)))))
        case Table(items):
            return And(tuple(presentable(item) for _, item in items))
        case Row(items):
            return And(tuple(presentable(item) for item in items))


def fill(node: Node, read: Callable[[list[Any]], list[Any]]) -> Any:
    """Build the JSON answer; `read` maps terms to their values. Raises UnlabelledError and NoValueError."""
    return _fill(node, iter(read(list(terms(node)))))


def _next(values: Iterator[Any]) -> Any:
    value = next(values)
    if isinstance(value, NoValue):
        raise value.error()
    return value


def _fill(node: Node, values: Iterator[Any]) -> Any:
    match node:
        case Const(value):
            return value
        case Term():
            return _next(values)
        case Labelled(_, labels):
            value = _next(values)
            for known, label in labels:
                if same(known, value):
                    return label
            raise UnlabelledError(f"the answer has no label for the value {value!r}; give every value one")
        case Rounded():
            return nearest(_next(values))
        case Table(items):
            return {key: _fill(item, values) for key, item in items}
        case Row(items):
            return list(_fill_row(items, values))


def _fill_row(items: tuple["Node | Where", ...], values: Iterator[Any]) -> Iterator[Any]:
    for item in items:
        if not isinstance(item, Where):
            yield _fill(item, values)
        elif _next(values):
            yield _fill(item.item, values)
        else:
            # Skip the values of an absent item: they need no label, and may not exist.
            for _ in terms(item.item):
                next(values)


# From an answer to terms


def matches(node: Node, answer: Any, path: str = "answer") -> Formula:
    """Return the formula that holds if and only if `fill` would yield `answer`. Raises MisfitError if nothing could."""
    match node:
        case Const(value) if same(value, answer):
            return And()
        case Const(value):
            raise OtherConstantError(f"{path}: {value!r} is expected, not {answer!r}")
        case Term(term, whole):
            if isinstance(answer, dict | list) and not whole:
                raise MisfitError(f"{path}: a single value is expected, not {answer!r}")
            return Compare(term, "==", answer)
        case Labelled(term, labels):
            values = _values_of(labels, answer, path)
            return Or(tuple(Compare(term, "==", value) for value in values))
        case Rounded(term):
            return _near(term, answer, path)
        case Table(items):
            return _matches_table(items, answer, path)
        case Row():
            return _matches_list(node, answer, path)


def _near(term: Any, answer: Any, path: str) -> Formula:
    exact = number(answer)
    if exact is None:
        raise MisfitError(f"{path}: a number is expected, not {answer!r}")
    margin = max(abs(exact) * ROUNDING, _SMALLEST)
    least, most = json_number(exact - margin), json_number(exact + margin)
    return And((Compare(term, ">", least), Compare(term, "<", most)))


def _matches_list(node: Row, answer: Any, path: str) -> Formula:
    if not isinstance(answer, list):
        raise MisfitError(f"{path}: a list is expected, not {answer!r}")
    if node.is_set:
        return _matches_set(node.items, answer, path)
    if node.conditional:
        return _matches_conditional(node.items, answer, path)
    return _matches_row(node.items, answer, path)


def _values_of(labels: tuple[tuple[Any, Any], ...], answer: Any, path: str) -> list[Any]:
    """Return the values that `fill` shows as `answer`; like `fill`, use the first label of each value."""
    values = [
        value
        for place, (value, label) in enumerate(labels)
        if same(label, answer) and not any(same(value, before) for before, _ in labels[:place])
    ]
    if not values:
        known = ", ".join(dict.fromkeys(repr(label) for _, label in labels))
        raise MisfitError(f"{path}: one of {known} is expected, not {answer!r}")
    return values


def _matches_table(items: tuple[tuple[str, Node], ...], answer: Any, path: str) -> Formula:
    if not isinstance(answer, dict):
        raise MisfitError(f"{path}: an object is expected, not {answer!r}")
    keys = [key for key, _ in items]
    missing = [key for key in keys if key not in answer]
    extra = [key for key in answer if key not in keys]
    if missing or extra:
        what = [f"{word} {', '.join(map(repr, some))}" for word, some in (("lacks", missing), ("adds", extra)) if some]
        raise MisfitError(f"{path}: {' and '.join(what)}")
    return And(tuple(matches(item, answer[key], f"{path}.{key}") for key, item in items))


def _matches_row(items: tuple[Any, ...], answer: list[Any], path: str) -> Formula:
    if len(items) != len(answer):
        raise MisfitError(f"{path}: {len(items)} items are expected, not {len(answer)}")
    parts = (matches(item, given, f"{path}[{i}]") for i, (item, given) in enumerate(zip(items, answer, strict=True)))
    return And(tuple(parts))


def _presence(item: "Node | Where") -> Formula:
    return Holds(item.condition) if isinstance(item, Where) else And()


def _constant(item: "Node | Where") -> Any:
    node = _bare(item)
    return node.value if isinstance(node, Const) else None


def _matches_set(items: tuple["Node | Where", ...], answer: list[Any], path: str) -> Formula:
    """Require every constant to be present as many times as it occurs in the answer."""
    groups: list[tuple[Any, list[Formula]]] = []
    for item in items:
        value = _constant(item)
        group = next((parts for known, parts in groups if same(known, value)), None)
        if group is None:
            groups.append((value, group := []))
        group.append(_presence(item))
    for given in answer:
        if not any(same(value, given) for value, _ in groups):
            raise MisfitError(f"{path}: {given!r} can never be in this list")
    return And(tuple(_times(parts, sum(same(value, given) for given in answer)) for value, parts in groups))


def _times(parts: list[Formula], number_of_times: int) -> Formula:
    if len(parts) == 1 and number_of_times <= 1:
        return parts[0] if number_of_times else Not(parts[0])
    return Count(tuple(parts), number_of_times)


def _matches_conditional(items: tuple["Node | Where", ...], answer: list[Any], path: str) -> Formula:
    """Require as many items to be present as the answer has, and each of them to match its position in the answer."""
    present = [_presence(item) for item in items]
    if len(answer) > len(items):
        raise MisfitError(f"{path}: at most {len(items)} items are expected, not {len(answer)}")
    parts: list[Formula] = [Count(tuple(present), len(answer))]
    for i, item in enumerate(items):
        for place in range(min(i + 1, len(answer))):
            try:
                fits = matches(_bare(item), answer[place], f"{path}[{place}]")
            except MisfitError:
                fits = Or()
            here = And((present[i], Count(tuple(present[:i]), place)))
            parts.append(Or((Not(here), fits)))
    return And(tuple(parts))


# From a statement to terms


def agrees(node: Node, statement: Any, path: str = "statement") -> Formula:
    """Return the formula that holds if and only if what `fill` would yield agrees with a statement.

    Null agrees with everything, an object with every one that has the same under its keys, a list item by item with
    those of its length. Lists with conditional items, and terms whose value is a list or an object, are compared as a
    unit, so nothing in them can be left open. Raises MisfitError if the template has no such answers.
    """
    match node:
        case _ if statement is None:
            return And()
        case Table(items) if isinstance(statement, dict):
            known = dict(items)
            if unknown := [key for key in statement if key not in known]:
                raise MisfitError(f"{path}: adds {', '.join(map(repr, unknown))}")
            return And(tuple(agrees(known[key], given, f"{path}.{key}") for key, given in statement.items()))
        case Row(items) if isinstance(statement, list) and not node.conditional:
            if len(items) != len(statement):
                raise MisfitError(f"{path}: {len(items)} items are expected, not {len(statement)}")
            pairs = enumerate(zip(items, statement, strict=True))
            return And(tuple(agrees(_bare(item), given, f"{path}[{i}]") for i, (item, given) in pairs))
    if _leaves_open(statement):
        raise MisfitError(f"{path}: this list is compared as a unit: give all of it, or null for the whole")
    return matches(node, statement, path)


def _leaves_open(statement: Any) -> bool:
    """Whether a null is in a statement."""
    inner = statement.values() if isinstance(statement, dict) else statement if isinstance(statement, list) else ()
    return statement is None or any(map(_leaves_open, inner))
