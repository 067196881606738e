"""Sudokus made from a seed, without any code of Solvent."""

import itertools
import random


def places(size, box):
    """The box of every cell, by number."""
    height, width = box
    return [[row // height * height + column // width for column in range(size)] for row in range(size)]


class _Search:
    """Backtracking over the empty cell with the fewest candidates; sets are bits."""

    def __init__(self, grid, box, most):
        self.grid, self.most, self.found = grid, most, []
        self.size = len(grid)
        self.boxes = places(self.size, box)
        self.used = {}
        self.empty = set()
        for i, j in itertools.product(range(self.size), repeat=2):
            if grid[i][j]:
                self.toggle(i, j, grid[i][j])
            else:
                self.empty.add((i, j))

    def groups(self, i, j):
        return ("row", i), ("column", j), ("box", self.boxes[i][j])

    def toggle(self, i, j, value):
        for group in self.groups(i, j):
            self.used[group] = self.used.get(group, 0) ^ 1 << value

    def candidates(self, i, j):
        taken = [self.used.get(group, 0) for group in self.groups(i, j)]
        return [v for v in range(1, self.size + 1) if not any(bits >> v & 1 for bits in taken)]

    def go(self):
        if not self.empty:
            self.found.append([row[:] for row in self.grid])
            return
        i, j = min(self.empty, key=lambda cell: len(self.candidates(*cell)))
        self.empty.remove((i, j))
        for value in self.candidates(i, j):
            if len(self.found) < self.most:
                self.toggle(i, j, value)
                self.grid[i][j] = value
                self.go()
                self.grid[i][j] = 0
                self.toggle(i, j, value)
        self.empty.add((i, j))


def solutions(grid, box, most=2):
    """At most so many solutions of a grid, found by backtracking. Of contradicting givens: none."""
    search = _Search([row[:] for row in grid], box, most)
    for i, j in itertools.product(range(len(grid)), repeat=2):
        value = grid[i][j]
        others = (grid[a][b] for a, b in itertools.product(range(len(grid)), repeat=2) if (a, b) != (i, j)
                  and (a == i or b == j or search.boxes[a][b] == search.boxes[i][j]))  # fmt: skip
        if value and value in others:
            return []
    search.go()
    return search.found


def solved(seed, box):
    """A full grid: a pattern, shuffled."""
    rng = random.Random(seed)
    height, width = box
    size = height * width

    def shuffled(bands, depth):
        return [
            band * depth + line for band in rng.sample(range(bands), bands) for line in rng.sample(range(depth), depth)
        ]

    symbols = rng.sample(range(1, size + 1), size)
    rows, columns = shuffled(width, height), shuffled(height, width)
    return [[symbols[(width * (r % height) + r // height + c) % size] for c in columns] for r in rows]


def puzzle(seed, box, keep=0):
    """A grid with cells removed (0) in random order as long as the solution stays the only one, and the solution."""
    rng = random.Random(seed)
    full = solved(seed, box)
    given = [row[:] for row in full]
    cells = [(i, j) for i in range(len(full)) for j in range(len(full))]
    rng.shuffle(cells)
    for i, j in cells[: len(cells) - keep]:
        given[i][j] = 0
        if len(solutions([row[:] for row in given], box)) > 1:
            given[i][j] = full[i][j]
    return given, full


def lines(grid, empty="."):
    """A grid as rows of symbols: letters above nine."""
    return "\n".join("".join(empty if not v else str(v) if v < 10 else chr(55 + v) for v in row) for row in grid)
