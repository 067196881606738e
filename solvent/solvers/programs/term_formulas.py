"""What an engine must be able to add to a program: comparisons of terms with constants, and their combinations.

Terms are opaque here: SMT-LIB text, CPMpy expressions, whatever a framework's leaves are.
"""

from dataclasses import dataclass
from typing import Any, Literal

Scalar = bool | int | float | str | None


@dataclass(frozen=True)
class Compare:
    """`term op value`; false where the two cannot be compared. `==` is for any leaf, the others for numbers."""

    term: Any
    op: Literal["==", "<", ">"]
    value: Scalar


@dataclass(frozen=True)
class Holds:
    """A Boolean term is true."""

    term: Any


@dataclass(frozen=True)
class HasValue:
    """A term has a value: it divides by no zero, and its indices are in range."""

    term: Any


@dataclass(frozen=True)
class Not:
    part: "Formula"


@dataclass(frozen=True)
class And:
    """All parts hold; true when there are none."""

    parts: tuple["Formula", ...] = ()


@dataclass(frozen=True)
class Or:
    """Some part holds; false when there are none."""

    parts: tuple["Formula", ...] = ()


@dataclass(frozen=True)
class Count:
    """Exactly `number` of the parts hold."""

    parts: tuple["Formula", ...]
    number: int


Formula = Compare | Holds | HasValue | Not | And | Or | Count

TRUE = And()
