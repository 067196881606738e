"""Conversion of MiniZinc's JSON output to answer values, and comparisons of expressions with JSON values."""

from dataclasses import dataclass, replace
from typing import Any

from solvent.solvers.engines.minizinc import syntax
from solvent.solvers.engines.minizinc.flatzinc_bounds import LARGEST
from solvent.solvers.programs.equality import json_number, number, numeric
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError

Enums = dict[str, frozenset[str] | None]

_AND = " /\\ "
_LARGEST_SET = 100_000
# Gecode computes floats as intervals: two floats within this relative tolerance count as equal.
_TOLERANCE = 1e-6
_MOST = 2**62  # limit of MiniZinc's integers
_LARGEST_FLOAT = 10**300


@dataclass(frozen=True)
class Kind:
    """The type of a term.

    `base` is bool, int, float, string or another type name, `enum` the name of its enum if any, `dim` the number of
    dimensions of an array (0 for a scalar).
    """

    base: str
    enum: str = ""
    dim: int = 0
    is_set: bool = False
    optional: bool = False

    @property
    def nothing(self) -> str:
        """A default for undefined values; empty for types that are always defined or have no possible default."""
        if self.dim or self.base not in ("int", "float"):
            return ""
        if self.is_set:
            return "{}"
        return "<>" if self.optional or self.enum else "0" if self.base == "int" else "0.0"

    @property
    def perhaps(self) -> "Kind":
        """The type of a term that may be replaced by its default: optional if that is `<>`."""
        return replace(self, optional=self.optional or self.nothing == "<>")

    @classmethod
    def of(cls, described: dict[str, Any]) -> "Kind":
        return cls(
            str(described.get("type", "")),
            str(described.get("enum_type", "")),
            int(described.get("dim", len(described.get("dims", ())))),
            bool(described.get("set", False)),
            bool(described.get("optional", False)),
        )


def value_of(value: Any, term: str) -> Any:
    """Convert a value of the JSON output for use in an answer. Raises ProgramError if it is not allowed there."""
    match value:
        case bool() | None:
            return value
        case int() | float():
            exact = number(value)
            return value if exact is None else json_number(exact)
        case {"e": str(name), **rest} if not rest:
            return name
        case {"set": list(members)}:
            return _members(members, term)
        case list():
            return [value_of(inner, term) for inner in value]
        case str():
            hint = "a text cannot depend on variables: use $label, or $value for a constant"
            raise ProgramError(Status.BAD_ANSWER, f"the term {term} is a string: {hint}")
    raise ProgramError(Status.BAD_ANSWER, f"the value of {term} has no place in an answer: {str(value)[:100]}")


def _members(members: list[Any], term: str) -> list[Any]:
    """Return the members of a set in ascending order; a pair denotes a range of integers."""
    found: list[Any] = []
    for member in members:
        match member:
            case [int(low), int(high)]:
                if high - low + len(found) > _LARGEST_SET:
                    raise ProgramError(Status.BAD_ANSWER, f"the set {term} has too many members to be listed")
                found.extend(range(low, high + 1))
            case [low, high] if low == high:
                found.append(value_of(low, term))
            case list():
                raise ProgramError(Status.BAD_ANSWER, f"the set {term} cannot be listed: it holds an interval")
            case _:
                found.append(value_of(member, term))
    return found


def holds(name: str, kind: Kind) -> str:
    if kind != Kind("bool"):
        raise ProgramError(Status.SYNTAX_ERROR, "a condition ($where) of the answer template must be a bool")
    return name


def compare(name: str, op: str, value: Any, kind: Kind, enums: Enums) -> str:
    """Write `name op value` as a constraint; `false` if the two are not comparable. Raises ProgramError."""
    if kind.optional:
        return _compare_optional(name, op, value, kind, enums)
    if kind.dim:
        return _compare_array(name, value, kind, enums)
    if kind.is_set:
        return _compare_set(name, value, kind, enums)
    if isinstance(value, list | dict) or value is None:
        return "false"
    if kind.base == "float":
        return _compare_float(name, op, value)
    literal = _literal(value, kind, enums)
    return "false" if literal is None else f"({name} {'=' if op == '==' else op} {literal})"


def _compare_optional(name: str, op: str, value: Any, kind: Kind, enums: Enums) -> str:
    if kind.dim or kind.is_set:
        message = "an array or set of optional values cannot be compared: list its parts in the answer template"
        raise ProgramError(Status.BAD_ANSWER, message)
    if value is None:
        return f"(not occurs({name}))"
    return f"(occurs({name}) /\\ {compare(f'deopt({name})', op, value, Kind(kind.base, kind.enum), enums)})"


def _compare_set(name: str, value: Any, kind: Kind, enums: Enums) -> str:
    if not isinstance(value, list) or any(isinstance(item, int) and abs(item) > LARGEST for item in value):
        return "false"
    literals = [_literal(item, kind, enums) for item in value if not isinstance(item, list | dict)]
    known = [literal for literal in literals if literal is not None]
    is_set = len(known) == len(value) == len(set(known))
    return f"({name} = {{{', '.join(known)}}})" if is_set else "false"


def _compare_float(name: str, op: str, value: Any) -> str:
    exact = numeric(value)
    if exact is None or abs(exact) > _LARGEST_FLOAT:
        return "false"
    margin = _TOLERANCE * max(1.0, abs(float(exact)))
    low, high = (f"({float(exact) + sign * margin!r})" for sign in (-1, 1))
    return {
        "==": f"({low} <= {name} /\\ {name} <= {high})",
        "<": f"({name} < {low})",
        ">": f"({name} > {high})",
    }[op]


def _literal(value: Any, kind: Kind, enums: Enums) -> str | None:
    """Write a scalar of type `kind` as a MiniZinc literal; None if `value` is not of that type. Raises ProgramError."""
    if kind.enum:
        members = enums.get(kind.enum)
        if members is None:
            message = (
                f"values of the enum {kind.enum} cannot be compared: list its members, enum {kind.enum} = {{A, B}};"
            )
            raise ProgramError(Status.BAD_ANSWER, message)
        return syntax.quoted(value) if isinstance(value, str) and value in members else None
    exact = number(value)
    if exact is None:
        return None
    if kind.base == "bool":
        return {0: "false", 1: "true"}.get(int(exact)) if exact in (0, 1) else None
    if kind.base == "int":
        # Clamped rather than false: solutions with larger integers may exist beyond Gecode's range, and the bounds
        # check has to notice that.
        return f"({max(-_MOST, min(exact.numerator, _MOST))})" if exact.denominator == 1 else None
    raise ProgramError(Status.BAD_ANSWER, f"a term of the type {kind.base} cannot be compared")


def _compare_array(name: str, value: Any, kind: Kind, enums: Enums) -> str:
    """Compare sizes, and then elements in the order in which the array lists them."""
    sizes: list[int] = []
    rows: list[Any] = [value]
    for _ in range(kind.dim):
        lengths = {len(row) if isinstance(row, list) else -1 for row in rows}
        if len(lengths) != 1 or -1 in lengths:
            return "false"
        sizes.append(lengths.pop())
        rows = [item for row in rows for item in row]
    scalar = Kind(kind.base, kind.enum, 0, kind.is_set)
    of = [f"index_set_{i}of{kind.dim}" for i in range(1, kind.dim + 1)] if kind.dim > 1 else ["index_set"]
    fits = [f"card({function}({name})) = {size}" for function, size in zip(of, sizes, strict=True)]
    # Elements are compared only if the sizes match: array access outside the index set is undefined.
    same = [compare(f"array1d({name})[{i}]", "==", item, scalar, enums) for i, item in enumerate(rows, 1)]
    if not same:
        return f"({fits[0]})"
    return f"(if {_AND.join(fits)} then {_AND.join(same)} else false endif)"
