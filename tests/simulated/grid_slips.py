"""A logic grid, and the slips that a simulated model makes in a program for it, each with how probable it is."""

import re
import sys
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "lies"))

from drafts import STYLES
from grids import VALUES, grid
from lying import IDLE
from problems import holds, names_in
from writers import WRITERS

OTHER_PUZZLE = 0.1  # of all slips; the rest misread one clue
_UNSAID = [way for way in IDLE if way not in ("nothing", "a comment")]  # in those, the clue has no code at all


@dataclass(frozen=True)
class Slip:
    """One mistake in one program: `means` is what the clue is taken to say, None for nothing.

    If `clue` is 0, the program is for the puzzle at index `other` of those that the model confuses with this one.
    """

    kind: str
    clue: int = 0
    means: tuple | None = None
    other: int = -1


@dataclass(frozen=True, eq=False)
class Grid:
    """A puzzle with a unique answer, and others that a model may confuse it with."""

    problem: object
    others: tuple = ()

    @staticmethod
    def drawn(rng, *, rows=5):
        """A grid of 3 to `rows` rows and 3 or 4 categories, of which the house numbers are one.

        Of the others, one has the same values.
        """
        count = rng.randint(3, rows)
        alike, other = (
            {name: rng.sample(VALUES[name], count) for name in rng.sample(list(VALUES), 2 if count == 5 else size)}
            for size in rng.choices((2, 3), k=2)
        )
        return Grid(grid(rng, alike), (grid(rng, alike), grid(rng, other)))

    @cached_property
    def _known(self):
        return {}

    def allows(self, formula):
        """The indices of the possible assignments that a formula allows; None stands for a clue that says nothing."""
        if formula not in self._known:
            possible = range(len(self.problem.possible))
            here = self.problem.possible
            found = possible if formula is None else (at for at in possible if holds(formula, here[at]))
            self._known[formula] = frozenset(found)
        return self._known[formula]

    def said(self, slip):
        """What a program with this slip says that differs from the text: equal for slips that mean the same."""
        return ("puzzle", slip.other) if not slip.clue else (slip.clue, self.allows(slip.means))

    def answers(self, slip):
        """The answers that a program with this slip allows."""
        problem = self.problem
        if slip and not slip.clue:
            return self.others[slip.other].answers
        stated = [
            slip.means if slip and slip.clue == number else clue.means for number, clue in enumerate(problem.clues, 1)
        ]
        return [problem.filled(each) for each in problem.allowed(means for means in stated if means is not None)]

    def slips(self, number):
        """The slips in a clue that change what it says, each with its probability, given that one is made in it."""
        means = self.problem.clues[number - 1].means
        found = {"left out": [None], "nothing stated": [None]}
        for kind, change in (("a relation flipped", _flipped), ("two values swapped", self._swapped)):
            other = {self.allows(each): each for each in change(means) if self.allows(each) != self.allows(means)}
            if other:
                found[kind] = list(other.values())
        return {
            Slip(kind, number, each): 1 / len(found) / len(variants)
            for kind, variants in found.items()
            for each in variants
        }

    def draw(self, rng, numbers):
        """A slip in one of these clues, or the program of another puzzle."""
        if rng.random() < OTHER_PUZZLE:
            return Slip("another puzzle", other=rng.randrange(len(self.others)))
        possible = self.slips(rng.choice(numbers))
        return rng.choices(list(possible), list(possible.values()))[0]

    def chance(self, said, numbers):
        """The probability that `draw` gives a slip that says this."""
        if said[0] == "puzzle":
            return OTHER_PUZZLE / len(self.others)
        if said[0] not in numbers:
            return 0.0
        same = sum(share for slip, share in self.slips(said[0]).items() if self.said(slip) == said)
        return (1 - OTHER_PUZZLE) * same / len(numbers)

    def program(self, rng, framework, slip=None):
        """The text of a program in a random style, with the slip."""
        problem = self.problem
        if slip and not slip.clue:
            problem = self.others[slip.other]
        elif slip and slip.means:
            clues = list(problem.clues)
            clues[slip.clue - 1] = replace(clues[slip.clue - 1], means=slip.means)
            problem = replace(problem, clues=tuple(clues))
        draft = WRITERS[framework](problem, rng.choice(STYLES), helpers=rng.random() < 0.3).draft(rng)
        if slip and slip.kind == "left out":
            del draft.parts[slip.clue]
        if slip and slip.kind == "nothing stated":
            draft.parts[slip.clue] = IDLE[rng.choice(_UNSAID)](rng, draft, slip.clue)
        return draft.text

    def placed(self, answer):
        """The assignment that an answer gives, or None for a value of any other shape."""
        try:
            if isinstance(answer, dict):
                found = {name: answer[name.split("_", 1)[1]] for name in self._names}
            else:
                found = {f"{group}_{row[group]}": row["house"] for row in answer for group in self.problem.groups}
        except (KeyError, TypeError):
            return None
        whole = found.keys() == set(self._names) and all(type(value) is int for value in found.values())
        return found if whole else None

    @cached_property
    def _names(self):
        return [unknown.name for unknown in self.problem.unknowns]

    def _swapped(self, means):
        """Two values of a category for each other, in one clue."""
        rows = range(1, len(self.problem.entities["houses"]) + 1)
        for name in names_in(means):
            (group,) = (group for group in self.problem.groups.values() if name in group)
            for other in group:
                yield _renamed(means, {name: other, other: name})
        for row in _rows(means):
            for other in rows:
                yield _renumbered(means, {row: other, other: row})


def _flipped(means):
    """Left for right, the same for different, the converse of a condition."""
    match means:
        case ("<", left, right):
            yield ("<", right, left)
        case ("=", ("+", left, step), right):
            yield ("=", ("+", right, step), left)
        case ("if", condition, then):
            yield ("if", then, condition)
        case ("=", left, right):
            yield ("!=", left, right)
        case ("!=", left, right):
            yield ("=", left, right)
        case ("or", *_):
            yield ("not", means)


def _rows(means):
    """The numbers of houses that a formula names."""
    match means:
        case ("=" | "!=", str(), int(row)):
            return {row}
        case ("or" | "and" | "not" | "if", *parts):
            return set().union(*map(_rows, parts))
    return set()


def _renumbered(means, numbers):
    match means:
        case ("=" | "!=" as sign, str(name), int(row)):
            return (sign, name, numbers.get(row, row))
        case ("or" | "and" | "not" | "if" as sign, *parts):
            return (sign, *(_renumbered(part, numbers) for part in parts))
    return means


def _renamed(means, names):
    if isinstance(means, str):
        return names.get(means, means)
    return tuple(_renamed(part, names) for part in means) if isinstance(means, tuple) else means


def clues_named(text):
    """The numbers of the clues that a text speaks of, in order."""
    return sorted({int(number) for number in re.findall(r"\b[Cc]lues? (\d+)", text)})
