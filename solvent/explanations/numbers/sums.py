"""Cells whose numbers add up to a total: killer cages, and the lines of a magic square."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solvent.explanations.numbers.board import Candidate, Move, State, Writes, bits, capital, named, narrowed, numbered

_MOST = 20_000  # sets of numbers; with more, only the smallest and largest sums are looked at


@dataclass(frozen=True)
class Total:
    """Different numbers in `cells` that add up to `total`; number k counts `low` + k.

    `rule` names the technique, `name` the cells and their sum in a sentence.
    """

    cells: tuple[int, ...]
    total: int
    low: int
    name: str
    rule: str
    clues: tuple[int, ...] = ()

    def moves(self, state: State) -> Iterator[Move]:
        """Numbers that are in no way to make the total, and those in every way, which no common peer can hold."""
        rules = state.rules
        kept, always = _feasible([state.left[cell] for cell in self.cells], self.low, self.total)
        needs = state.grounds(state.excluded(self.cells, rules.everything))
        if not all(kept):
            text = f"{capital(self.name)}: the numbers left cannot make this sum: a contradiction."
            yield Move(self.rule, text, needs, clues=self.clues)
            return
        left = dict(zip(self.cells, kept, strict=True))
        excluded = [
            candidate
            for cell, numbers in left.items()
            for candidate in state.open((cell,), rules.everything & ~numbers)
        ]
        cells = list(dict.fromkeys(cell for cell, _ in excluded))
        elsewhere = {number: self._elsewhere(state, left, number) for number in bits(always)}
        crosses = [*excluded, *(candidate for found in elsewhere.values() for candidate in found)]
        if crosses:
            ticks = tuple((cell, left[cell].bit_length() - 1) for cell in cells if left[cell].bit_count() == 1)
            said = self._said(state, {cell: left[cell] for cell in cells})
            forced = sum(1 << number for number, found in elsewhere.items() if found)
            if forced:
                said.append(
                    f"every way to make it has {numbered(rules, forced)}, so no cell that sees all places for "
                    f"{'it' if forced.bit_count() == 1 else 'one of these'} holds it"
                )
            text = f"{capital(self.name)}: {'; '.join(said)} ({self.rule})."
            yield Move(self.rule, text, needs, ticks, tuple(crosses), self.clues)

    def _elsewhere(self, state: State, left: dict[int, int], number: int) -> tuple[Candidate, ...]:
        """Where a number that is in every way to make the total can therefore not be."""
        holders = [cell for cell, numbers in left.items() if numbers >> number & 1]
        if len(holders) == 1:
            return ()  # as any number that is known
        common = frozenset.intersection(*(state.rules.peers[cell] for cell in holders))
        return state.open(sorted(common - set(self.cells)), 1 << number)

    def _said(self, state: State, left: dict[int, int]) -> list[str]:
        """What is left for the cells, those with the same numbers together."""
        groups: dict[tuple[int, int], list[int]] = {}
        for cell, numbers in left.items():
            groups.setdefault((numbers, state.left[cell] & ~numbers), []).append(cell)
        rules = state.rules
        return [narrowed(rules, named(rules, group), *numbers) for numbers, group in groups.items()]

    def write(self, solver: Writes) -> None:
        """State it by the sums that the first cells can have, a variable for each (a decision diagram)."""
        clue = self.clues[0] if self.clues else None
        chosen = solver.selected(clue)
        if clue is not None:  # otherwise a unit of the rules says so
            for at, cell in enumerate(self.cells):
                for other in self.cells[at + 1 :]:
                    for number in range(solver.numbers):
                        solver.add([*chosen, -solver.literal(cell, number), -solver.literal(other, number)])
        weighted_sum(solver, [(cell, 1) for cell in self.cells], self.low, {self.total}, chosen)


def weighted_sum(
    solver: Writes,
    terms: Sequence[tuple[int, int]],
    low: int,
    totals: set[int],
    chosen: list[int],
) -> None:
    """State that cells, each with a weight, add up to one of `totals`; number k counts `low` + k."""
    ranges = [sorted((weight * low, weight * (low + solver.numbers - 1))) for _, weight in terms]
    nodes: dict[int, int | None] = {0: None}
    for at, (cell, weight) in enumerate(terms):
        least, most = (sum(pair[end] for pair in ranges[at + 1 :]) for end in (0, 1))
        following: dict[int, int | None] = {}
        last = at == len(terms) - 1
        for partial, node in nodes.items():
            reached = [] if node is None else [-node]
            for number in range(solver.numbers):
                new = partial + weight * (low + number)
                clause = [*chosen, *reached, -solver.literal(cell, number)]
                possible = new in totals if last else any(new + least <= total <= new + most for total in totals)
                if not possible:
                    solver.add(clause)
                elif not last:
                    target = following[new] = following.get(new) or solver.new()
                    solver.add([*clause, target])
        nodes = following


def _feasible(left: Sequence[int], low: int, total: int) -> tuple[list[int], int]:
    """The numbers of each cell that are in a way to make a total of different ones, and those in every way."""
    layers = _layers(left, low, total)
    if layers is None:
        return _bounded(left, low, total), 0
    good = set(layers[-1])
    always = -1 if good else 0
    for used in good:
        always &= used
    kept = [0] * len(left)
    for at in range(len(left) - 1, -1, -1):
        before = set()
        for used in layers[at]:
            for number in bits(left[at] & ~used):
                if used | 1 << number in good:
                    kept[at] |= 1 << number
                    before.add(used)
        good = before
    return kept, always


def _layers(left: Sequence[int], low: int, total: int) -> list[set[int]] | None:
    """The sets of numbers that the first cells can use, as far as the others can still make the total; None if many."""
    lows, highs = _ends(left, low)
    sums = {0: 0}
    layers = [set(sums)]
    for at, numbers in enumerate(left):
        least, most = total - sum(highs[at + 1 :]), total - sum(lows[at + 1 :])
        following: dict[int, int] = {}
        for used, partial in sums.items():
            for number in bits(numbers & ~used):
                if least <= partial + low + number <= most:
                    following[used | 1 << number] = partial + low + number
        if len(following) > _MOST:
            return None
        sums = following
        layers.append(set(sums))
    return layers


def _ends(left: Sequence[int], low: int) -> tuple[list[int], list[int]]:
    """The smallest and the largest number of each cell."""
    return [low + next(bits(numbers), 0) for numbers in left], [low + numbers.bit_length() - 1 for numbers in left]


def _bounded(left: Sequence[int], low: int, total: int) -> list[int]:
    """The numbers of each cell that the smallest and largest numbers of the others allow."""
    lows, highs = _ends(left, low)
    return [
        sum(
            1 << number
            for number in bits(numbers)
            if total - sum(highs) + highs[at] <= low + number <= total - sum(lows) + lows[at]
        )
        for at, numbers in enumerate(left)
    ]
