"""Solutions from an engine, one search each: for programs that no SAT solver takes."""

import copy
import time
from collections.abc import Collection, Sequence
from typing import Any

from solvent.solvers.engines.deduction.oracle import Cell, Literal, UndecidedError, Witness
from solvent.solvers.engines.deduction.places import MOST_VALUES, Leaf, leaves_of
from solvent.solvers.engines.engine import Engine
from solvent.solvers.programs.equality import same
from solvent.solvers.programs.template import NoValue
from solvent.solvers.programs.term_formulas import TRUE, And, Compare, Formula, Holds, Not, Or


class SolvingOracle:
    """Solutions of a loaded program, whichever engine runs it."""

    def __init__(self, engine: Engine, deadline: float) -> None:
        self._engine, self._deadline = engine, deadline
        self._leaves = list(leaves_of(engine.template))
        self._formulas: list[Formula] = [TRUE]
        self._facts: Sequence[Literal] = ()
        self._assumed: tuple[int, ...] = ()
        self._learned: list[Literal] = []
        self.cells = tuple(self._cell(leaf) for leaf in self._leaves)

    def find(self, clues: Collection[int], facts: Sequence[Literal]) -> Witness | None:
        self._facts, self._assumed = facts, tuple(clues)
        stated = (self._formulas[fact] if fact > 0 else Not(self._formulas[-fact]) for fact in (*self._learned, *facts))
        if not self._solved(And(tuple(stated)), frozenset(clues)):
            return None
        values = self._engine.read([leaf.term for leaf in self._leaves])
        true = sum(
            self._true(cell, leaf, value) for cell, leaf, value in zip(self.cells, self._leaves, values, strict=True)
        )
        return Witness(true, sum(1 << clue for clue in self._engine.clues if clue not in clues))

    def learn(self, facts: Sequence[Literal]) -> None:
        self._learned += facts

    def fresh(self) -> "SolvingOracle":
        other = copy.copy(self)
        other._learned = []  # noqa: SLF001 - its own
        return other

    def core(self) -> list[Literal]:
        return list(self._facts)

    def blamed_clues(self) -> tuple[int, ...]:
        return self._assumed

    def _solved(self, extra: Formula, clues: frozenset[int]) -> bool:
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise UndecidedError
        status = self._engine.solve(extra, keep=clues, goal=None, seconds=left)
        if not status.decided:
            raise UndecidedError
        return status.solved

    def _cell(self, leaf: Leaf) -> Cell:
        first = len(self._formulas)
        if leaf.member:
            self._formulas += [Holds(leaf.term), Not(Holds(leaf.term))]
            return Cell(leaf.place, (leaf.labels[0][1],), first, open=True)
        values = self._values(leaf)
        groups: list[tuple[Any, list[Formula]]] = []
        for value in values:
            try:
                shown = leaf.shown(value)
            except LookupError:
                continue
            is_it = Compare(leaf.term, "==", value)
            known = next((forms for label, forms in groups if same(label, shown)), None)
            if known is None:
                groups.append((shown, [is_it]))
            else:
                known.append(is_it)
        formulas = [forms[0] if len(forms) == 1 else Or(tuple(forms)) for _, forms in groups]
        rest = [] if len(values) <= MOST_VALUES else [Not(formulas[0])]
        self._formulas += [*formulas[:1], *rest] if rest else formulas
        return Cell(leaf.place, tuple(label for label, _ in groups[: 1 if rest else None]), first, open=bool(rest))

    def _values(self, leaf: Leaf) -> list[Any]:
        """Return the values that a term can have under the background, an actual one first; if too many, a few more.

        There are none for a term whose values are lists or objects.
        """
        found: list[Any] = []
        clues = self._engine.clues  # the first value is one that the whole program allows, if it allows any
        if leaf.labels:
            return [value for value, _ in leaf.labels]
        while len(found) <= MOST_VALUES:
            others = And(tuple(Not(Compare(leaf.term, "==", value)) for value in found))
            if not self._solved(others, clues if not found else frozenset()):
                if found or not clues:
                    break
                clues = frozenset()
                continue
            value = self._engine.read([leaf.term])[0]
            if isinstance(value, NoValue):
                raise UndecidedError
            if isinstance(value, list | dict):
                return []
            found.append(value)
        return found if len(found) > MOST_VALUES else sorted(found, key=_rank)

    def _true(self, cell: Cell, leaf: Leaf, value: Any) -> int:
        if leaf.member:
            return 1 << cell.first + (not value)
        try:
            shown = leaf.shown(value)
        except LookupError:
            return 0
        place = next((n for n, known in enumerate(cell.values) if same(known, shown)), None)
        if place is None:
            return 1 << cell.first + len(cell.values) if cell.open else 0
        return 1 << cell.first + place


def _rank(value: Any) -> tuple[int, Any, str]:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return (0, value, "") if number else (1, 0, str(value))
