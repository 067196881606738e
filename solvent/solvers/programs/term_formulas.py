"""The formulas that every engine can add to a program: comparisons of terms with constants, and their combinations.

Terms are opaque here: SMT-LIB text, linear expressions, or whatever a framework's template leaves are.
"""

from dataclasses import dataclass
from typing import Any, Literal

Scalar = bool | int | float | str | None


@dataclass(frozen=True)
class Compare:
    """`term op value`; false if the two are not comparable. `==` applies to any term, the others to numbers only."""

    term: Any
    op: Literal["==", "<", ">"]
    value: Scalar


@dataclass(frozen=True)
class Holds:
    """A Boolean term is true."""

    term: Any


@dataclass(frozen=True)
class HasValue:
    """A term has a value: it contains no division by zero and no index out of range."""

    term: Any


@dataclass(frozen=True)
class Not:
    part: "Formula"


@dataclass(frozen=True)
class And:
    """All parts hold; true if there are none."""

    parts: tuple["Formula", ...] = ()


@dataclass(frozen=True)
class Or:
    """At least one part holds; false if there are none."""

    parts: tuple["Formula", ...] = ()


@dataclass(frozen=True)
class Count:
    """Exactly `number` of the parts hold."""

    parts: tuple["Formula", ...]
    number: int


Formula = Compare | Holds | HasValue | Not | And | Or | Count

TRUE = And()
