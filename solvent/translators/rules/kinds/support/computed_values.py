"""Values that are computed from others, as in DyVal's arithmetic, Boolean and linear-equation tasks, as models.

A value is defined by an operation on others. A definition only says something about a computation that can be carried
out: so wherever definitions form a cycle, each value gets a step, later than the steps of the values it is computed
from, and the definitions on the cycle contradict each other. A value that is nowhere defined may be anything.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Difference,
    Expression,
    Labels,
    Product,
    Rounded,
    Var,
    add,
)
from solvent.translators.rules.kinds.support.cycles import components

Arithmetic = Literal["given", "sum", "difference", "product", "quotient", "root", "square"]
Logic = Literal["given", "and", "or", "not"]
Stated = tuple[int | None, Constraint]

TRUTH = ((0, False), (1, True))


@dataclass(frozen=True)
class Definition:
    """How a value comes about, and the clue that says so: it is `given`, or computed from other values, the `parts`.

    A difference is the first part minus the sum of the others, a quotient the first part divided by their product; root
    and square have one part, and so has `not`. Truth values are given as 0 and 1.
    """

    clue: int
    name: str
    operation: Arithmetic | Logic
    parts: tuple[str, ...] = ()
    given: int = 0


@dataclass(frozen=True)
class Equation:
    """A linear equation: its coefficients of x and y and its right side, each a number or the name of one."""

    clue: int
    x: int | str
    y: int | str
    right: int | str


def number_model(definitions: Sequence[Definition], asked: str) -> ConstraintModel:
    """State the real numbers that definitions give; the answer maps the name that is asked for to its value.

    Only SMT-LIB has real numbers.
    """
    values = _Values(definitions, [asked])
    stated = [(each.clue, constraint) for each in definitions for constraint in values.numeric(each)]
    return ConstraintModel(
        arrays=tuple(values.arrays(real=True)),
        constraints=(*stated, *values.ordered()),
        answer={asked: Rounded(values.of[asked])},
    )


def equations_model(definitions: Sequence[Definition], equations: Sequence[Equation]) -> ConstraintModel:
    """State linear equations in x and y, some of whose numbers are defined by name; the answer is `{"x": .., "y": ..}`.

    Only SMT-LIB has real numbers.
    """
    numbers = [number for each in equations for number in (each.x, each.y, each.right)]
    values = _Values(definitions, [number for number in numbers if isinstance(number, str)])
    x, y = Var("unknown", (0,)), Var("unknown", (1,))
    stated: list[Stated] = [(each.clue, constraint) for each in definitions for constraint in values.numeric(each)]
    for each in equations:
        left = add(_scaled(values.term(each.x), x), _scaled(values.term(each.y), y))
        stated.append((each.clue, Comparison(left, "==", values.term(each.right))))
    return ConstraintModel(
        arrays=(*values.arrays(real=True), Array("unknown", (2,), None, None, ("x", "y"), real=True)),
        constraints=(*stated, *values.ordered()),
        answer={"x": Rounded(x), "y": Rounded(y)},
    )


def truth_model(definitions: Sequence[Definition], asked: str) -> ConstraintModel:
    """State the truth values that definitions give; the answer maps the name that is asked for to true or false."""
    values = _Values(definitions, [asked])
    stated = [(each.clue, values.logical(each)) for each in definitions]
    return ConstraintModel(
        arrays=tuple(values.arrays(real=False)),
        constraints=(*stated, *values.ordered()),
        answer={asked: Labels(values.of[asked], TRUTH)},
    )


def _scaled(factor: Expression, term: Expression) -> Expression:
    return 0 if factor == 0 else term if factor == 1 else Product((factor, term))


def names_of(definitions: Iterable[Definition], others: Iterable[str] = ()) -> tuple[str, ...]:
    """Return all names in order of first mention, those that are defined before the others."""
    defined = list(definitions)
    return tuple(
        dict.fromkeys([*(each.name for each in defined), *(p for each in defined for p in each.parts), *others])
    )


class _Values:
    """The variables of a model: a value for each name, and a step for those whose definitions form a cycle."""

    def __init__(self, definitions: Sequence[Definition], asked: Iterable[str]) -> None:
        self.definitions = definitions
        self.names = names_of(definitions, asked)
        self.of = {name: Var("value", (place,)) for place, name in enumerate(self.names)}
        parts: dict[str, list[str]] = {}
        for each in definitions:
            parts.setdefault(each.name, []).extend(each.parts)
        self._component = components(parts)
        self._step = {name: Var("step", (place,)) for place, name in enumerate(self._component)}

    def arrays(self, *, real: bool) -> list[Array]:
        low, high = (None, None) if real else (0, 1)
        values = [Array("value", (len(self.names),), low, high, self.names, real=real)]
        steps = [Array("step", (len(self._step),), 1, len(self._step), tuple(self._step))]
        return (values if self.names else []) + (steps if self._step else [])

    def term(self, number: int | str) -> Expression:
        return self.of[number] if isinstance(number, str) else number

    def numeric(self, each: Definition) -> list[Constraint]:
        """State the definition of a number."""
        value, parts = self.of[each.name], [self.of[part] for part in each.parts]
        rest = parts[1:]
        match each.operation:
            case "sum":
                return [Comparison(value, "==", add(*parts))]
            case "difference":
                return [Comparison(value, "==", Difference(parts[0], add(*rest)))]
            case "product":
                return [Comparison(value, "==", _product(parts))]
            case "square":
                return [Comparison(value, "==", _product([parts[0]] * 2))]
            case "quotient":
                divisors = [Comparison(divisor, "!=", 0) for divisor in rest]
                return [*divisors, Comparison(_product([value, *rest]), "==", parts[0])]
            case "root":
                return [Comparison(value, ">=", 0), Comparison(_product([value] * 2), "==", parts[0])]
        return [Comparison(value, "==", each.given)]

    def logical(self, each: Definition) -> Constraint:
        """State the definition of a truth value."""
        value, parts = self.of[each.name], [self.of[part] for part in each.parts]
        true, false = [Comparison(part, "==", 1) for part in parts], [Comparison(part, "==", 0) for part in parts]
        is_true, is_false = Comparison(value, "==", 1), Comparison(value, "==", 0)
        match each.operation:
            case "and":
                return AnyOf((AllOf((is_true, *true)), AllOf((is_false, AnyOf(tuple(false))))))
            case "or":
                return AnyOf((AllOf((is_true, AnyOf(tuple(true)))), AllOf((is_false, *false))))
            case "not":
                return AnyOf((AllOf((is_true, *false)), AllOf((is_false, *true))))
        return Comparison(value, "==", each.given)

    def ordered(self) -> list[Stated]:
        """State that a value on a cycle is computed after its parts."""
        return [
            (each.clue, Comparison(self._step[part], "<", self._step[each.name]))
            for each in self.definitions
            for part in dict.fromkeys(each.parts)
            if part in self._component and self._component[part] == self._component.get(each.name)
        ]


def _product(parts: Sequence[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else Product(tuple(parts))
