"""Solutions from a SAT solver, for programs over finite domains: thousands a second."""

import copy
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from pysat.process import Processor
from pysat.solvers import Solver

from solvent.solvers.engines.deduction.circuit import Circuit
from solvent.solvers.engines.deduction.oracle import Cell, Literal, UndecidedError, Witness
from solvent.solvers.engines.deduction.places import MOST_VALUES, Leaf


class SatOracle:
    """Solutions of a circuit: `background` is true, `clues` maps ids to gates, each leaf has those of its values."""

    def __init__(
        self,
        circuit: Circuit,
        background: Iterable[int],
        clues: Mapping[int, int],
        leaves: Sequence[tuple[Leaf, Mapping[Any, int]]],
        deadline: float,
    ) -> None:
        self._clues = dict(clues)
        self._deadline = deadline
        placed = [_atoms_of(circuit, leaf, values) for leaf, values in leaves]
        self._clauses = [*circuit.clauses, *([gate] for gate in background)]
        solver = self._loaded()
        cells, self._gates = [], [0]
        for leaf, (values, gates, is_open) in zip(
            (leaf for leaf, _ in leaves), self._narrowed(placed, solver), strict=True
        ):
            cells.append(Cell(leaf.place, values, len(self._gates), is_open))
            self._gates += gates
        self.cells = tuple(cells)
        self._bits = [1 << number for number in range(len(self._gates))]
        self._simplify()
        self._solver = self._loaded()
        self._facts: Sequence[Literal] = ()
        self._assumed: list[int] = []

    def _loaded(self) -> Solver:
        solver = Solver(name="minisat22", bootstrap_with=self._clauses)
        # Solutions that satisfy many clues say most: they show of each of them what it does not exclude.
        solver.set_phases(list(self._clues.values()))
        return solver

    def find(self, clues: Collection[int], facts: Sequence[Literal]) -> Witness | None:
        if time.monotonic() > self._deadline:
            raise UndecidedError
        gates = self._gates
        self._facts, self._assumed = facts, list(clues)
        assumed = [self._clues[clue] for clue in clues]
        assumed += [gates[fact] if fact > 0 else -gates[-fact] for fact in facts]
        if not self._solver.solve(assumptions=assumed):
            return None
        model = self._solver.get_model()
        holds = set(model).__contains__
        true = sum(self._bits[n] for n, gate in enumerate(gates) if holds(gate))
        unmet = sum(1 << clue for clue, gate in self._clues.items() if not holds(gate))
        return Witness(true, unmet)

    def learn(self, facts: Sequence[Literal]) -> None:
        for fact in facts:
            self._solver.add_clause([self._gates[fact] if fact > 0 else -self._gates[-fact]])

    def fresh(self) -> "SatOracle":
        other = copy.copy(self)
        other._solver = other._loaded()  # noqa: SLF001 - its own
        return other

    def core(self) -> list[Literal]:
        blamed = set(self._solver.get_core() or ())
        gates = self._gates
        return [fact for fact in self._facts if (gates[fact] if fact > 0 else -gates[-fact]) in blamed]

    def blamed_clues(self) -> tuple[int, ...]:
        blamed = set(self._solver.get_core() or ())
        return tuple(clue for clue in self._assumed if self._clues[clue] in blamed)

    def _simplify(self) -> None:
        """Eliminate all variables but those that are asked about: a search has five times fewer to decide."""
        asked = sorted({abs(gate) for gate in (*self._gates[1:], *self._clues.values())})
        with Processor(bootstrap_with=self._clauses) as processor:
            clauses = processor.process(freeze=asked).clauses if processor.status is not False else [[]]
        kept = dict.fromkeys([*asked, *sorted({abs(part) for clause in clauses for part in clause})])
        numbers = {variable: number for number, variable in enumerate(kept, 1)}
        numbers |= {-variable: -number for variable, number in numbers.items()} | {0: 0}
        self._clauses = [[numbers[part] for part in clause] for clause in clauses]
        self._gates = [numbers[gate] for gate in self._gates]
        self._clues = {clue: numbers[gate] for clue, gate in self._clues.items()}

    def _narrowed(self, placed: list[tuple[tuple[Any, ...], list[int], bool]], solver: Solver) -> Iterable[Any]:
        """Of a place with many values, keep only the one that some solution has, beside all others."""
        model: list[int] | None = None
        for values, gates, is_open in placed:
            if len(values) <= MOST_VALUES:
                yield values, gates, is_open
                continue
            if model is None:
                solver.solve(assumptions=list(self._clues.values()))
                model = solver.get_model() or []
            held = [n for n, gate in enumerate(gates) if model and (model[abs(gate) - 1] > 0) == (gate > 0)]
            kept = held[0] if held else 0
            yield (values[kept],), [gates[kept], -gates[kept]], True


def _atoms_of(circuit: Circuit, leaf: Leaf, values: Mapping[Any, int]) -> tuple[tuple[Any, ...], list[int], bool]:
    """Return the shown values of a leaf with their gates, and whether it may hold anything else."""
    if leaf.member:
        gate = values[True]
        return (leaf.labels[0][1],), [gate, -gate], True
    found: list[tuple[Any, list[int]]] = []
    for value, gate in values.items():
        if gate == -circuit.TRUE:
            continue
        try:
            shown = leaf.shown(value)
        except LookupError:
            continue
        same_one = next((gates for known, gates in found if type(known) is type(shown) and known == shown), None)
        if same_one is None:
            found.append((shown, [gate]))
        else:
            same_one.append(gate)
    return tuple(value for value, _ in found), [circuit.any_of(gates) for _, gates in found], False
