"""A second opinion on the steps of number puzzles: an encoding of its own, and a solver that did not make them."""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from typing import Any, Self

from solvent.explanations.facts import Fact, Step
from solvent.explanations.subject import Subject
from solvent.solvers import Program


class Oracle:
    """Decides by CaDiCaL what follows from rules and clues over cells with values; shares nothing with `numbers`.

    `different` lists (clue or None, cells, whether they hold every value), `sums` (clue or None, cells, total), `fixed`
    (clue, cell, value).
    """

    def __init__(
        self,
        places: Sequence[Any],
        values: Sequence[Any],
        different: Iterable[tuple[int | None, Sequence[Any], bool]],
        sums: Iterable[tuple[int | None, Sequence[Any], int]] = (),
        fixed: Iterable[tuple[int, Any, Any]] = (),
    ) -> None:
        from pysat.solvers import Solver

        self.solver = Solver(name="cadical153")
        self.numbers = {(place, str(value)): at for at, (place, value) in enumerate(product(places, values), 1)}
        self.last = len(self.numbers)
        self.clues: dict[int, int] = {}
        for place in places:
            self.solver.add_clause([self.numbers[place, str(value)] for value in values])
            for one, two in combinations(values, 2):
                self.solver.add_clause([-self.numbers[place, str(one)], -self.numbers[place, str(two)]])
        for clue, cells, full in different:
            self._different(self.head(clue), cells, values, full=full)
        for clue, cells, total in sums:
            self._sum(self.head(clue), cells, list(range(1, len(values) + 1)), values, total)
        for clue, place, value in fixed:
            self.solver.add_clause([*self.head(clue), self.numbers[place, str(value)]])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.solver.delete()

    def head(self, clue: int | None) -> list[int]:
        if clue is None:
            return []
        if clue not in self.clues:
            self.last += 1
            self.clues[clue] = self.last
        return [-self.clues[clue]]

    def _different(self, head: list[int], cells: Sequence[Any], values: Sequence[Any], *, full: bool) -> None:
        for value in values:
            held = [self.numbers[cell, str(value)] for cell in cells]
            for one, two in combinations(held, 2):
                self.solver.add_clause([*head, -one, -two])
            if full:
                self.solver.add_clause([*head, *held])

    def _sum(
        self, head: list[int], cells: Sequence[Any], counted: list[int], values: Sequence[Any], total: int
    ) -> None:
        """Forbid each choice of all but the last cell together with a last number that does not fit."""
        self._different(head, cells, values, full=False)
        *most, last = cells
        name = {number: str(value) for number, value in zip(counted, values, strict=True)}
        for chosen in product(counted, repeat=len(most)):
            if len(set(chosen)) < len(chosen):
                continue
            clause = [*head, *(-self.numbers[cell, name[n]] for cell, n in zip(most, chosen, strict=True))]
            rest = total - sum(chosen)
            self.solver.add_clause([*clause, self.numbers[last, name[rest]]] if rest in name else clause)

    def literal(self, fact: Fact) -> int:
        literal = self.numbers[fact.place, str(fact.value)]
        return literal if fact.holds else -literal

    def possible(self, clues: Iterable[int], facts: Iterable[int]) -> bool:
        chosen = [self.clues[clue] for clue in clues if clue in self.clues]
        return bool(self.solver.solve(assumptions=[*chosen, *facts]))

    def implies(self, clues: Sequence[int], facts: Sequence[int], goal: Sequence[int]) -> bool:
        """Whether all of the goal follows; of an empty one, whether there is a contradiction."""
        if not goal:
            return not self.possible(clues, facts)
        return all(not self.possible(clues, [*facts, -literal]) for literal in goal)


class ProgramOracle:
    """Decides the same by Z3 over a puzzle's program, whose variable of a fact `name` tells."""

    def __init__(self, program: Program, name: Callable[[Fact], tuple[str, int]]) -> None:
        import z3

        self.z3, self.name = z3, name
        self.solver = z3.Solver()
        for part in program.fragments:
            for statement in z3.parse_smt2_string(program.preamble + "\n" + part.code):
                self.solver.add(statement if part.clue is None else z3.Implies(z3.Bool(f"clue {part.clue}"), statement))

    def literal(self, fact: Fact) -> Any:
        name, number = self.name(fact)
        equal = self.z3.Int(name) == number
        return equal if fact.holds else self.z3.Not(equal)

    def implies(self, clues: Sequence[int], facts: Sequence[Any], goal: Sequence[Any]) -> bool:
        opposite = [self.z3.Not(self.z3.And(*goal))] if goal else []
        chosen = [self.z3.Bool(f"clue {clue}") for clue in clues]
        return self.solver.check(*chosen, *facts, *opposite) == self.z3.unsat


def sudoku_oracle(subject: Subject) -> Oracle:
    """The oracle of a Sudoku, from what the rules have read."""
    found = subject.puzzle.payload
    size = range(len(found.symbols))

    def at(place: tuple[int, int]) -> tuple[int, int, None]:
        return place[0] + 1, place[1] + 1, None

    different: list[tuple[int | None, list[Any], bool]] = [(None, list(map(at, group)), True) for group in found.groups]
    if found.diagonals is not None:
        different.append((found.diagonals, [at((i, i)) for i in size], True))
        different.append((found.diagonals, [at((i, len(size) - 1 - i)) for i in size], True))
    return Oracle(
        [at((row, column)) for row in size for column in size],
        found.symbols,
        different,
        [(clue, list(map(at, cage.cells)), cage.total) for clue, cage in found.cages.items()],
        [(clue, at((i, j)), found.symbols[number - 1]) for clue, (i, j, number) in enumerate(found.givens, 1)],
    )


def check(oracle: Oracle | ProgramOracle, steps: Sequence[Step], known: Iterable[Fact] = ()) -> set[Fact]:
    """Assert that every step follows, is minimal, uses what was derived before and derives what is new.

    Returns all that is known in the end.
    """
    facts = set(known)
    for step in steps:
        assert set(step.uses) <= facts, ("used before it was derived", step)
        assert not set(step.derives) & facts, ("known already", step)
        assert len(set(step.derives)) == len(step.derives), step
        assert step.text, step
        assert step.rules, step
        uses, goal = [oracle.literal(fact) for fact in step.uses], [oracle.literal(fact) for fact in step.derives]
        assert oracle.implies(step.clues, uses, goal), ("does not follow", step)
        for at in range(len(uses)):
            assert not oracle.implies(step.clues, [*uses[:at], *uses[at + 1 :]], goal), ("not minimal", step)
        for clue in step.clues:
            fewer = [other for other in step.clues if other != clue]
            assert not oracle.implies(fewer, uses, goal), ("a clue too many", step)
        if step.steps:
            assert step.supposes is not None, step
            assert step.derives[0] == step.supposes.model_copy(update={"holds": not step.supposes.holds}), step
            check(oracle, step.steps, {*facts, step.supposes})
            assert not step.steps[-1].derives, step
        if not step.derives:
            assert step is steps[-1], ("not the last", step)
        facts |= set(step.derives)
    return facts
