"""Boolean circuits in conjunctive normal form, by Tseitin's translation, for a SAT solver."""

from collections.abc import Iterable


class Circuit:
    """Clauses over variables from 1; a gate is a literal that is true if and only if what it stands for is."""

    TRUE = 1

    def __init__(self) -> None:
        self.clauses: list[list[int]] = [[self.TRUE]]
        self.size = 1
        self._gates: dict[frozenset[int], int] = {}

    def variable(self) -> int:
        """Return a new variable."""
        self.size += 1
        return self.size

    def all_of(self, literals: Iterable[int]) -> int:
        """Return the conjunction of literals."""
        parts = frozenset(literals) - {self.TRUE}
        if -self.TRUE in parts or any(-part in parts for part in parts):
            return -self.TRUE
        if len(parts) < 2:
            return next(iter(parts), self.TRUE)
        gate = self._gates.get(parts)
        if gate is None:
            gate = self._gates[parts] = self.variable()
            self.clauses += ([-gate, part] for part in parts)
            self.clauses.append([gate, *(-part for part in parts)])
        return gate

    def any_of(self, literals: Iterable[int]) -> int:
        """Return the disjunction of literals."""
        return -self.all_of(-literal for literal in literals)

    def same(self, left: int, right: int) -> int:
        """Return the literal of two having the same truth value."""
        return self.any_of((self.all_of((left, right)), self.all_of((-left, -right))))

    def choose(self, condition: int, then: int, otherwise: int) -> int:
        """Return `then` where the condition holds, and `otherwise` elsewhere."""
        return self.all_of((self.any_of((-condition, then)), self.any_of((condition, otherwise))))

    def one_of(self, literals: list[int]) -> None:
        """Require exactly one of some literals."""
        self.clauses.append(list(literals))
        self.clauses += ([-one, -other] for n, one in enumerate(literals) for other in literals[:n])
