"""Boards of numbers in which no group of cells (row, column, box, diagonal) repeats one: filled at random."""

import random
from collections.abc import Sequence

Cell = tuple[int, int]  # row and column, from 0
Group = tuple[Cell, ...]
Numbers = dict[Cell, int]

_RESTARTS = 200
_STEPS = 6  # per cell, after which a start counts as unlucky


def lines(size: int) -> tuple[Group, ...]:
    """Return the rows and columns of a square board."""
    numbers = range(size)
    rows = tuple(tuple((row, column) for column in numbers) for row in numbers)
    return (*rows, *zip(*rows, strict=True))


def boxes(height: int, width: int) -> tuple[Group, ...]:
    """Return the boxes of a board whose side is `height` times `width`."""
    size = height * width
    return tuple(
        tuple((top + row, left + column) for row in range(height) for column in range(width))
        for top in range(0, size, height)
        for left in range(0, size, width)
    )


def diagonals(size: int) -> tuple[Group, Group]:
    """Return the two main diagonals of a square board."""
    return tuple((at, at) for at in range(size)), tuple((at, size - 1 - at) for at in range(size))


def filled(size: int, groups: Sequence[Group], rng: random.Random) -> Numbers | None:
    """Fill a square board with 1 to `size` so that no group repeats a number; None if a bounded search finds no way.

    Each step fills the cell with the fewest numbers left, so that few steps are undone; a start that undoes many is
    given up for another one.
    """
    peers = peers_of(groups)
    for _ in range(_RESTARTS):
        found = _Filling(size, peers, rng).run()
        if found is not None:
            return found
    return None


def peers_of(groups: Sequence[Group]) -> dict[Cell, tuple[Cell, ...]]:
    """Return the cells that share a group with each cell, in order."""
    found: dict[Cell, set[Cell]] = {cell: set() for group in groups for cell in group}
    for group in groups:
        for cell in group:
            found[cell].update(group)
    return {cell: tuple(sorted(others - {cell})) for cell, others in sorted(found.items())}


class _Filling:
    """One start: numbers are bits, and `left` has those that are possible in each empty cell."""

    def __init__(self, size: int, peers: dict[Cell, tuple[Cell, ...]], rng: random.Random) -> None:
        self.peers, self.rng = peers, rng
        self.left = dict.fromkeys(rng.sample(list(peers), len(peers)), (1 << size) - 1)
        self.numbers: Numbers = {}
        self.steps = _STEPS * len(peers)

    def run(self) -> Numbers | None:
        return dict(sorted(self.numbers.items())) if self._fill() else None

    def _fill(self) -> bool:
        if not self.left:
            return True
        cell = min(self.left, key=lambda each: self.left[each].bit_count())
        open_bits = self.left.pop(cell)
        choices = [bit for bit in range(open_bits.bit_length()) if open_bits >> bit & 1]
        for bit in self.rng.sample(choices, len(choices)):
            self.steps -= 1
            if self.steps < 0:
                break
            changed = [peer for peer in self.peers[cell] if self.left.get(peer, 0) >> bit & 1]
            for peer in changed:
                self.left[peer] ^= 1 << bit
            if all(self.left[peer] for peer in changed):
                self.numbers[cell] = bit + 1
                if self._fill():
                    return True
            for peer in changed:
                self.left[peer] |= 1 << bit
        self.left[cell] = open_bits
        return False
