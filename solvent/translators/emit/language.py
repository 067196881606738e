"""The intermediate language between puzzles and frameworks: variables, constraints on them, an answer.

Every kind of puzzle is translated into a `ConstraintModel` first; each framework has one emitter, which writes models.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Literal

from solvent.solvers.errors import SolventError
from solvent.solvers.programs.program import Sense

Operator = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True)
class Array:
    """Variables with the same domain, `low` to `high` (None: unbounded on that side); an empty shape is one variable.

    `members` are the names of the variables, as the text spells them; without them, variables have indices instead. The
    members of a `numbered` array are not variables but the constants `low`, `low` + 1, ... The variables are integers
    or, in a `real` array, real numbers, which only SMT-LIB has; no expression may combine the two.
    """

    name: str
    shape: tuple[int, ...]
    low: int | None
    high: int | None
    members: tuple[str, ...] = ()
    numbered: bool = False
    real: bool = False

    @property
    def variables(self) -> tuple["Var", ...]:
        """All variables, the last index varying fastest."""
        return tuple(Var(self.name, index) for index in product(*map(range, self.shape)))

    @property
    def constants(self) -> tuple[int, ...]:
        """The values of a numbered array's members; empty for any other array."""
        return tuple(range(self.low, self.low + len(self.members))) if self.numbered and self.low is not None else ()


@dataclass(frozen=True)
class Var:
    """A variable of an array; indices count from 0."""

    array: str
    index: tuple[int, ...] = ()


@dataclass(frozen=True)
class Table:
    """A quantity for each row: the amount that belongs to the member of the array whose value is that row.

    `amounts` has one number per member. The members must all be different.
    """

    name: str
    array: Array
    amounts: tuple[int, ...]


@dataclass(frozen=True)
class Lookup:
    """A table's quantity for a row."""

    table: Table
    row: "Expression"


@dataclass(frozen=True)
class Sum:
    parts: tuple["Expression", ...]


@dataclass(frozen=True)
class Difference:
    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Product:
    parts: tuple["Expression", ...]


Expression = int | Var | Lookup | Sum | Difference | Product


@dataclass(frozen=True)
class Comparison:
    left: Expression
    op: Operator
    right: Expression


@dataclass(frozen=True)
class Apart:
    """The two sides differ by `amount`, in either direction; if not `holds`, they do not."""

    left: Expression
    right: Expression
    amount: int
    holds: bool = True


@dataclass(frozen=True)
class AllDifferent:
    """No two parts are equal."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Choice:
    """The Boolean variable of this name is true, or false if not `holds`."""

    name: str
    holds: bool


@dataclass(frozen=True)
class AllOf:
    parts: tuple["Constraint", ...]


@dataclass(frozen=True)
class AnyOf:
    parts: tuple["Constraint", ...]


Constraint = Comparison | Apart | AllDifferent | Choice | AllOf | AnyOf


@dataclass(frozen=True)
class Constant:
    """A fixed text in an answer."""

    text: str


@dataclass(frozen=True)
class Labels:
    """An expression in an answer whose values are shown under other names."""

    term: Expression
    names: tuple[tuple[int, int | str], ...]


@dataclass(frozen=True)
class Chosen:
    """A text or number in a list of an answer that is there only if the Boolean variable of this name is true."""

    choice: str
    text: int | str


@dataclass(frozen=True)
class Rounded:
    """A real expression in an answer, shown as the nearest decimal, since its value may be irrational."""

    term: Expression


Leaf = Expression | Labels | Constant | Chosen | Rounded


@dataclass(frozen=True)
class ConstraintModel:
    """Variables, constraints and an answer; each constraint comes with its clue's id, or None for a puzzle rule.

    `answer` consists of nested dicts and lists whose leaves are expressions, Labels, Roundeds, Constants and Chosens,
    whose choices must occur in constraints. `note` tells a reader of the program what its variables mean. `objectives`
    are lexicographic, the most important first.
    """

    arrays: tuple[Array, ...]
    constraints: tuple[tuple[int | None, Constraint], ...]
    answer: Any
    note: str = ""
    objectives: tuple[tuple[Sense, Expression], ...] = ()

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables that the answer and the constraints use, each once; their names are distinct."""
        used = [*self.shown, *(term for _, each in self.constraints for term in terms(each))]
        found = {part.table.name: part.table for term in used for part in inner(term) if isinstance(part, Lookup)}
        return tuple(found.values())

    @cached_property
    def shown(self) -> tuple[Expression, ...]:
        """The expressions that the answer and the objectives consist of."""
        return (*map(_term, leaves(self.answer)), *(term for _, term in self.objectives))

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The names of all Boolean variables, sorted."""
        stated = (atom for _, each in self.constraints for atom in atoms(each))
        return tuple(sorted({atom.name for atom in stated if isinstance(atom, Choice)}))


def add(*terms: Expression) -> Expression:
    """Return the sum of the terms, without zeros and needless nesting."""
    kept = [term for term in terms if term != 0]
    return kept[0] if len(kept) == 1 else Sum(tuple(kept)) if kept else 0


def times(factor: int, term: Expression) -> Expression:
    """Return a multiple of a term."""
    if isinstance(term, int):
        return factor * term
    return term if factor == 1 else Product((factor, term)) if factor else 0


def atoms(constraint: Constraint) -> Iterator[Constraint]:
    """Yield the parts of a constraint that contain no further constraints."""
    if isinstance(constraint, AllOf | AnyOf):
        for part in constraint.parts:
            yield from atoms(part)
    else:
        yield constraint


def terms(constraint: Constraint) -> Iterator[Expression]:
    """Yield the expressions that a constraint relates."""
    for atom in atoms(constraint):
        match atom:
            case Comparison(left, _, right) | Apart(left, right):
                yield from (left, right)
            case AllDifferent(items):
                yield from items


def inner(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all its subexpressions."""
    yield expression
    for part in _parts(expression):
        yield from inner(part)


def _parts(expression: Expression) -> Iterable[Expression]:
    match expression:
        case Sum(items) | Product(items):
            return items
        case Difference(left, right):
            return left, right
        case Lookup(_, row):
            return (row,)
    return ()


def leaves(answer: Any) -> Iterator[Leaf]:
    """Yield the leaves of an answer."""
    match answer:
        case dict():
            for item in answer.values():
                yield from leaves(item)
        case list():
            for item in answer:
                yield from leaves(item)
        case _:
            yield answer


def _term(leaf: Leaf) -> Expression:
    match leaf:
        case Labels(term) | Rounded(term):
            return term
        case Constant() | Chosen():
            return 0
    return leaf


Range = tuple[int, int]


class Ranges:
    """Lower and upper bounds of expressions, for frameworks that need them.

    Raises SolventError for a variable that is unbounded or real; `framework` is the name used in messages.
    """

    def __init__(self, model: ConstraintModel, framework: str) -> None:
        self.model = model
        self._of: dict[str, Range] = {}
        for array in model.arrays:
            if array.real:
                raise SolventError(f"{framework} is written for integers, and '{array.name}' is a real; use smtlib.")
            if array.low is None or array.high is None:
                raise SolventError(
                    f"{framework} needs bounds for '{array.name}', which the puzzle does not give; use smtlib."
                )
            self._of[array.name] = array.low, array.high

    def of(self, expression: Expression) -> Range:
        """Return bounds of an expression; they are sound, but not tight if a variable occurs twice."""
        match expression:
            case Var(array):
                return self._of[array]
            case Lookup(table):
                return min(table.amounts), max(table.amounts)
            case Sum(items):
                ranges = [self.of(item) for item in items]
                return sum(low for low, _ in ranges), sum(high for _, high in ranges)
            case Difference(left, right):
                (least, most), (low, high) = self.of(left), self.of(right)
                return least - high, most - low
            case Product(items):
                low, high = 1, 1
                for ends in map(self.of, items):
                    corners = [one * other for one in (low, high) for other in ends]
                    low, high = min(corners), max(corners)
                return low, high
        return expression, expression

    def largest(self) -> int:
        """Return the greatest absolute value of any expression in the model.

        This includes the difference of a comparison's sides, since solvers move all terms to one side.
        """
        found = list(self.model.shown)
        for _, constraint in self.model.constraints:
            found += terms(constraint)
            found += [Difference(c.left, c.right) for c in atoms(constraint) if isinstance(c, Comparison | Apart)]
        return max((abs(end) for term in found for part in inner(term) for end in self.of(part)), default=0)
