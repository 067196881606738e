"""What follows from some facts by the rules and some clues: asked of a SAT solver, and made minimal."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Self

from solvent.explanations.numbers.board import Candidate, Rules, State

_MOST = 40  # candidates


class Prover:
    """A SAT solver that knows a puzzle's rules, and its clues each behind an assumption."""

    def __init__(self, rules: Rules) -> None:
        from pysat.solvers import Solver

        self.rules = rules
        self.numbers = len(rules.values)
        self._last = len(rules.cells) * self.numbers
        self._solver = Solver(name="cadical153")
        self._selectors = {clue: self.new() for clue in rules.clues}
        self._models: dict[tuple[int, ...], list[int]] = {}
        for cell in range(len(rules.cells)):
            held = [self.literal(cell, number) for number in range(self.numbers)]
            self.add(held)
            self._at_most_one(held)
        for cell, number in rules.excluded:
            self.add([-self.literal(cell, number)])
        for unit in rules.units:
            self._different(unit.cells, unit.clue, full=unit.full)
        for constraint in rules.constraints:
            constraint.write(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def literal(self, cell: int, number: int) -> int:
        """The variable that says that a cell holds a number."""
        return self.rules.literal(cell, number)

    def new(self) -> int:
        """One more variable."""
        self._last += 1
        return self._last

    def selected(self, clue: int | None) -> list[int]:
        """What a clause of a clue begins with."""
        return [] if clue is None else [-self._selectors[clue]]

    def add(self, clause: list[int]) -> None:
        """State a clause."""
        self._solver.add_clause(clause)

    def _different(self, cells: Sequence[int], clue: int | None, *, full: bool) -> None:
        chosen = self.selected(clue)
        for number in range(self.numbers):
            held = [self.literal(cell, number) for cell in cells]
            if full:
                self.add([*chosen, *held])
            self._at_most_one(held, chosen)

    def _at_most_one(self, held: list[int], chosen: Sequence[int] = ()) -> None:
        for one, two in combinations(held, 2):
            self.add([*chosen, -one, -two])

    # Questions

    def possible(self, facts: Iterable[int], clues: Iterable[int]) -> bool:
        """Whether some grid has all these facts."""
        return bool(self._solver.solve([*self._chosen(clues), *facts]))

    def propagates(self, facts: Iterable[int], clues: Iterable[int]) -> bool:
        """Whether singles alone, without a guess, do not lead to a contradiction."""
        return bool(self._solver.propagate([*self._chosen(clues), *facts])[0])

    def minimal(
        self, needs: Sequence[int], clues: Sequence[int], goal: Sequence[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The clues and facts, none of which can be dropped, from which all of `goal` follows; None if it does not.

        With an empty goal, a contradiction follows. Clues are dropped first, then crosses, then ticks.
        """
        against = self._against(goal)
        order = [*self._chosen(clues), *sorted(needs, key=lambda literal: literal > 0)]
        kept = self._core([*order, *against], set(order))
        if kept is None:
            return None
        at = 0
        order = [part for part in order if part in kept]
        while at < len(order):
            fewer = self._core([*order[:at], *order[at + 1 :], *against], set(order))
            if fewer is None:
                at += 1
            else:
                order = [part for part in order if part in fewer]
        if len(goal) > 1:
            self.add([-against[0]])
        ids = {literal: clue for clue, literal in self._selectors.items()}
        left = set(order)
        return (
            tuple(clue for clue in sorted(clues) if self._selectors[clue] in left),
            tuple(literal for literal in needs if literal in left and literal not in ids),
        )

    def core(self, facts: Sequence[int], clues: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Clues and facts that contradict each other, as few as the solver happens to find; None if they do not."""
        chosen = self._chosen(clues)
        found = self._core([*chosen, *facts], {*chosen, *facts})
        if found is None:
            return None
        return (
            tuple(clue for clue in clues if self._selectors[clue] in found),
            tuple(literal for literal in facts if literal in found),
        )

    def impossible(self, state: State, facts: Sequence[int], clues: tuple[int, ...]) -> list[Candidate]:
        """Open candidates that no grid with these facts has, not more than enough to choose from.

        The grids that are found are remembered: what they have is not asked again.
        """
        width = self.numbers
        left = sum(numbers << cell * width for cell, numbers in enumerate(state.left))
        models = self._models[clues] = [model for model in self._models.get(clues, []) if not model & ~left]
        seen = sum(1 << cell * width + number for cell, number in state.ticks.items())
        for model in models:
            seen |= model
        found: list[Candidate] = []
        while (unseen := left & ~seen) and len(found) < _MOST:
            first = (unseen & -unseen).bit_length() - 1
            if self.possible([*facts, first + 1], clues):
                models.append(self._grid())
                seen |= models[-1]
            else:
                found.append(self.rules.candidate(first + 1))
                seen |= 1 << first
        return found

    def _grid(self) -> int:
        """The grid that the solver has found, as a set of literals: bit l - 1 stands for literal l."""
        model = self._solver.get_model()[: len(self.rules.cells) * self.numbers]
        return sum(1 << literal - 1 for literal in model if literal > 0)

    def _chosen(self, clues: Iterable[int]) -> list[int]:
        return [self._selectors[clue] for clue in sorted(clues) if clue in self._selectors]

    def _against(self, goal: Sequence[int]) -> list[int]:
        """Assumptions that say that not all of the goal is true."""
        if len(goal) < 2:
            return [-literal for literal in goal]
        asked = self.new()
        self.add([-asked, *(-literal for literal in goal)])
        return [asked]

    def _core(self, assumptions: list[int], of: set[int]) -> set[int] | None:
        """Those `of` the assumptions that the solver needed for a contradiction; None if there is none."""
        if self._solver.solve(assumptions):
            return None
        return set(self._solver.get_core() or ()) & of
