"""What deductions are made with: something that finds solutions under some clues and some facts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

Literal = int
"""What is known of an atom, numbered from 1: true if the number is positive, false if it is negative."""


class UndecidedError(Exception):
    """The solver could not decide whether there is a solution, or time ran out."""


@dataclass(frozen=True)
class Cell:
    """A place of the answer (a JSON pointer), and the values that it can have.

    Each value is an atom: that the place holds it. `first` is the number of the first one. With `open`, the place may
    hold something else as well, which is the last atom, and has no value in `values`.
    """

    place: str
    values: tuple[Any, ...]
    first: int
    open: bool = False

    @property
    def atoms(self) -> range:
        return range(self.first, self.first + len(self.values) + self.open)

    def __contains__(self, atom: int) -> bool:
        return atom in self.atoms


class Witness(NamedTuple):
    """A solution: the set of its true atoms, and of the clues that it was not shown to satisfy, as bits."""

    atoms: int
    unmet: int

    def violates(self, literal: Literal) -> bool:
        """Whether the literal is false in it."""
        return bool(self.atoms >> abs(literal) & 1) == (literal < 0)


class Oracle(Protocol):
    """A loaded program that can be solved with any of its clues, and any facts about its cells."""

    @property
    def cells(self) -> tuple[Cell, ...]: ...

    def find(self, clues: Collection[int], facts: Sequence[Literal]) -> Witness | None:
        """Find a solution of the background, some clues (by id) and facts; None if there is none.

        Raises UndecidedError.
        """
        ...

    def learn(self, facts: Sequence[Literal]) -> None:
        """Take facts for granted from now on, in `find`."""
        ...

    def fresh(self) -> "Oracle":
        """Return an oracle about the same program, which has learned nothing."""
        ...

    def core(self) -> list[Literal]:
        """Return facts, of those in the last `find`, that rule out every solution already."""
        ...

    def blamed_clues(self) -> tuple[int, ...]:
        """Return clues, of those in the last `find`, that rule out every solution already, ascending."""
        ...
