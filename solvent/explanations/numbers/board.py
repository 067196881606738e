"""What is known of a puzzle of numbers while it is solved by hand: the cells, the rules, and the numbers left in each.

A cell is counted from 0, and so is a number: number k is the k-th of the values that a cell can hold. A set of numbers
is the integer with these bits. A literal says that a cell holds a number, or if negative that it does not: the same
integers are the variables of the SAT solver.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from solvent.explanations.layout import Place

Candidate = tuple[int, int]
"""A cell and a number that it may hold."""


@dataclass(frozen=True)
class Unit:
    """Cells that hold different numbers, all numbers if `full`: a row, column, box, region or diagonal.

    `clue` is the id of the clue that says so; None if it is a rule of the game. `says` is the rule in a sentence.
    """

    kind: str
    name: str
    cells: tuple[int, ...]
    full: bool
    clue: int | None = None
    says: str = ""


@dataclass(frozen=True)
class Move:
    """What a technique found: from the facts in `needs` (literals), the rules and `clues` follow ticks and crosses.

    A move with neither is the end: no number is left for a cell, or no place for a number. `supposes` are the moves to
    such an end from the supposition that the one cross is false.
    """

    rule: str
    text: str
    needs: tuple[int, ...]
    ticks: tuple[Candidate, ...] = ()
    crosses: tuple[Candidate, ...] = ()
    clues: tuple[int, ...] = ()
    supposes: tuple["Move", ...] = ()

    @property
    def ends(self) -> bool:
        """Whether it is a contradiction."""
        return not self.ticks and not self.crosses


class Writes(Protocol):
    """A SAT solver that takes what a constraint says; `numbers` counts the values of a cell."""

    numbers: int

    def literal(self, cell: int, number: int) -> int: ...
    def new(self) -> int: ...
    def selected(self, clue: int | None) -> list[int]: ...
    def add(self, clause: list[int]) -> None: ...


class Constraint(Protocol):
    """More than a unit says: a cage, a sum in columns. `clues` are the ids of those that state it."""

    @property
    def clues(self) -> tuple[int, ...]: ...
    def moves(self, state: "State") -> Iterator[Move]:
        """What follows from this constraint alone, given the numbers left."""
        ...

    def write(self, solver: Writes) -> None:
        """State it to a SAT solver."""
        ...


@dataclass(frozen=True)
class Rules:
    """A puzzle of numbers.

    `cells` names each cell in a sentence ("row 3, column 5"), `short` in a list ("r3c5"), `places` are JSON pointers
    into the answer. `values` are what a cell can hold, each called a `noun`, with `before` said before it. `givens` are
    (clue, cell, number). `excluded` are candidates that a rule of the game excludes, with `why` as its name. `implied`
    are constraints that follow from several clues; they are not stated to the solver again. `whole` means that one clue
    alone tells the answer, as an equation does: no fact is then needed for what follows from it, although techniques
    build on them.
    """

    game: str
    noun: str
    cells: tuple[str, ...]
    short: tuple[str, ...]
    places: tuple[Place, ...]
    values: tuple[Any, ...]
    units: tuple[Unit, ...]
    constraints: tuple[Constraint, ...] = ()
    implied: tuple[Constraint, ...] = ()
    givens: tuple[tuple[int, int, int], ...] = ()
    excluded: tuple[Candidate, ...] = ()
    why: str = ""
    whole: bool = False
    before: str = ""

    @cached_property
    def everything(self) -> int:
        """The set of all numbers."""
        return (1 << len(self.values)) - 1

    @cached_property
    def basic(self) -> tuple[Unit, ...]:
        """The units that are rules of the game."""
        return tuple(unit for unit in self.units if unit.clue is None)

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """For each cell, the others that cannot hold the same number by the rules of the game."""
        found: list[set[int]] = [set() for _ in self.cells]
        for unit in self.basic:
            for cell in unit.cells:
                found[cell].update(unit.cells)
        return tuple(frozenset(others - {cell}) for cell, others in enumerate(found))

    @cached_property
    def clues(self) -> tuple[int, ...]:
        """The ids of the clues, other than givens, ascending."""
        found = {unit.clue for unit in self.units if unit.clue is not None}
        return tuple(sorted(found.union(*(part.clues for part in self.constraints))))

    def only(self, clues: Collection[int]) -> "Rules":
        """The same puzzle with no other clues than these."""
        return replace(
            self,
            units=tuple(unit for unit in self.units if unit.clue is None or unit.clue in clues),
            constraints=tuple(part for part in self.constraints if set(part.clues) <= set(clues)),
            implied=tuple(part for part in self.implied if set(part.clues) <= set(clues)),
            givens=tuple(given for given in self.givens if given[0] in clues),
        )

    def literal(self, cell: int, number: int) -> int:
        """The literal that a cell holds a number."""
        return cell * len(self.values) + number + 1

    def candidate(self, literal: int) -> Candidate:
        """The cell and number of a literal."""
        return divmod(abs(literal) - 1, len(self.values))

    def value(self, number: int) -> str:
        """A number as the puzzle writes it."""
        return f"{self.before}{self.values[number]}"


def bits(numbers: int) -> Iterator[int]:
    """The members of a set of numbers, ascending."""
    while numbers:
        low = numbers & -numbers
        yield low.bit_length() - 1
        numbers ^= low


@dataclass
class State:
    """The numbers left in each cell, and the cells whose number is known."""

    rules: Rules
    left: list[int]
    ticks: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Rules, facts: Iterable[int] = ()) -> "State":
        """The empty grid, and facts (literals) with the crosses that ticks cause."""
        state = cls(rules, [rules.everything] * len(rules.cells))
        for literal in facts:
            if literal > 0:
                state.tick(rules.candidate(literal))
            else:
                state.cross(rules.candidate(literal))
        return state

    def copy(self) -> "State":
        """The same, to go on from."""
        return State(self.rules, self.left.copy(), self.ticks.copy())

    def has(self, candidate: Candidate) -> bool:
        """Whether a cell may hold a number."""
        return bool(self.left[candidate[0]] >> candidate[1] & 1)

    def cross(self, candidate: Candidate) -> list[int]:
        """Cross out a number in a cell; return what is new, as literals."""
        if not self.has(candidate):
            return []
        self.left[candidate[0]] &= ~(1 << candidate[1])
        return [-self.rules.literal(*candidate)]

    def tick(self, candidate: Candidate) -> list[int]:
        """Write a number into a cell, and cross out what it excludes there and in its peers."""
        cell, number = candidate
        new = [] if self.ticks.get(cell) == number else [self.rules.literal(cell, number)]
        self.ticks[cell] = number
        for other in bits(self.left[cell] & ~(1 << number)):
            new += self.cross((cell, other))
        for peer in sorted(self.rules.peers[cell]):
            new += self.cross((peer, number))
        return new

    def apply(self, move: Move) -> list[int]:
        """Write what a move found; return what is new, as literals: ticks first."""
        new = [literal for candidate in move.ticks for literal in self.tick(candidate)]
        new += [literal for candidate in move.crosses for literal in self.cross(candidate)]
        return sorted(new, key=lambda literal: literal < 0)

    def grounds(self, crosses: Iterable[Candidate]) -> tuple[int, ...]:
        """The facts from which these crosses follow at once: few ticks, and the crosses that no tick causes."""
        causes: dict[int, set[Candidate]] = {}
        left = set(crosses)
        holders: dict[int, list[int]] = {}
        for cell, number in self.ticks.items():
            holders.setdefault(number, []).append(cell)
        for cell, number in left:
            if self.ticks.get(cell, number) != number:
                causes.setdefault(self.rules.literal(cell, self.ticks[cell]), set()).add((cell, number))
            for other in holders.get(number, ()):
                if other in self.rules.peers[cell]:
                    causes.setdefault(self.rules.literal(other, number), set()).add((cell, number))
        chosen: list[int] = []
        while causes:
            best = max(causes, key=lambda literal: (len(causes[literal] & left), -literal))
            covered = causes.pop(best) & left
            if not covered:
                break
            chosen.append(best)
            left -= covered
        return (*sorted(chosen), *(-self.rules.literal(*candidate) for candidate in sorted(left)))

    def excluded(self, cells: Iterable[int], numbers: int) -> list[Candidate]:
        """The candidates of these cells and numbers that are crossed out."""
        return [(cell, number) for cell in cells for number in bits(numbers & ~self.left[cell])]

    def open(self, cells: Iterable[int], numbers: int) -> tuple[Candidate, ...]:
        """The candidates of these cells and numbers that are not crossed out."""
        return tuple((cell, number) for cell in cells for number in bits(numbers & self.left[cell]))

    def facts(self) -> list[int]:
        """Everything known, in as few literals as tell it."""
        ticks = [self.rules.literal(cell, number) for cell, number in self.ticks.items()]
        other: list[int] = []
        told = [0] * len(self.left)
        for cell, number in self.ticks.items():
            for peer in self.rules.peers[cell]:
                told[peer] |= 1 << number
        for cell, numbers in enumerate(self.left):
            if cell not in self.ticks:
                other += [
                    -self.rules.literal(cell, number) for number in bits(self.rules.everything & ~numbers & ~told[cell])
                ]
        return ticks + other


# Words


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence: "1, 2 and 3"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def named(rules: Rules, cells: Sequence[int]) -> str:
    """Cells in a sentence: in full if there are one or two, else short."""
    return listed([(rules.cells if len(cells) < 3 else rules.short)[cell] for cell in cells])


def numbered(rules: Rules, numbers: int, last: str = "and") -> str:
    """Numbers in a sentence."""
    return listed([rules.value(number) for number in bits(numbers)], last)


def narrowed(rules: Rules, names: str, kept: int, crossed: int) -> str:
    """What is left for one or more cells, said as briefly as it can be."""
    if kept.bit_count() == 1:
        return f"{names} is {numbered(rules, kept)}"
    if crossed.bit_count() <= 2 < kept.bit_count():
        return f"{names} cannot be {numbered(rules, crossed, 'or')}"
    return f"{names} can only be {numbered(rules, kept, 'or')}"


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]
