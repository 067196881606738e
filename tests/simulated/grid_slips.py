"""A logic grid, and the slips that a simulated model makes in a program for it, each with how probable it is."""

import re
import sys
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "lies"))

from drafts import STYLES
from grids import VALUES, grid
from lying import IDLE
from problems import holds, names_in
from writers import WRITERS

OTHER_PUZZLE = 0.1  # of all slips
OTHER_QUESTION = 0.05  # of all slips; the rest misread one clue
ASKS = {"unique": "any", "any": "unique"}  # what a text is mistaken to ask for
SIZES = {(3, 2): 4, (3, 3): 3, (4, 2): 3, (4, 3): 1, (5, 2): 1}  # weights of rows and columns
_UNSAID = [way for way in IDLE if way not in ("nothing", "a comment")]  # in those, the clue has no code at all


@dataclass(frozen=True)
class Slip:
    """One mistake in one program: `means` is what the clue is taken to say, None for nothing.

    If `clue` is 0, the program is for the puzzle at index `other` of those that the model confuses with this one, or
    if that is -1, it misstates what the text asks for.
    """

    kind: str
    clue: int = 0
    means: tuple | None = None
    other: int = -1


@dataclass(frozen=True)
class Told:
    """What a program or a checker says that the text does not: its slip, and the clues that it omits.

    It omits clues that the sorting has hidden from its author.
    """

    slip: Slip | None = None
    omitted: frozenset = frozenset()

    @property
    def faultless(self):
        return not self.slip and not self.omitted


@dataclass(frozen=True, eq=False)
class Grid:
    """A puzzle with a unique answer, or of which any answer will do, and others that a model may confuse it with."""

    problem: object
    others: tuple = ()

    @staticmethod
    def drawn(rng, *, sizes=SIZES, anything=False, numbered=True):
        """A grid of one of the sizes: rows, and columns besides the numbers of the houses.

        Of the others, one has the same values. If `anything` will do, each has a clue too few.
        """
        (rows, columns), (_, more) = rng.choices(list(sizes), list(sizes.values()), k=2)
        alike, other = (
            {name: rng.sample(VALUES[name], rows) for name in rng.sample(list(VALUES), 2 if rows > 4 else count)}
            for count in (columns, more)
        )
        drawn = (grid(rng, each) for each in (alike, alike, other))
        drawn = (_loosened(rng, each) if anything else each for each in drawn)
        first, *others = (replace(each, numbered=numbered) for each in drawn)
        return Grid(first, tuple(others))

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
        if slip.clue:
            return (slip.clue, self.allows(slip.means))
        return ("puzzle", slip.other) if slip.other >= 0 else (slip.kind,)

    def meaning(self, told):
        """All that is said differently from the text."""
        return {(clue, self.allows(None)) for clue in told.omitted} | ({self.said(told.slip)} if told.slip else set())

    def stated(self, told):
        """The formulas by clue of a program for this puzzle, without the clues of which it says nothing."""
        found = {number: clue.means for number, clue in enumerate(self.problem.clues, 1)}
        if told.slip and told.slip.clue:
            found[told.slip.clue] = told.slip.means
        return {number: means for number, means in found.items() if means is not None and number not in told.omitted}

    def answers(self, told):
        """The answers that such a program allows."""
        slip = told.slip
        if slip and slip.other >= 0:
            return self.others[slip.other].answers
        found = self.problem.allowed(self.stated(told).values())
        return [self.problem.filled(each) for each in found]

    def proved(self, told):
        """The answer that a program with a slip can prove to be the only one; None if there is none."""
        found = self.answers(told)
        return found[0] if len(found) == 1 and (told.slip.other < 0 or self._passes(told.slip.other)) else None

    def _passes(self, other):
        """Whether a program for another puzzle can pass for one: it has all the clues and the shape of the answer."""
        puzzle = self.others[other]
        return len(puzzle.clues) >= len(self.problem.clues) and puzzle.example == self.problem.example

    def outcomes(self):
        """How probable each answer, as a text, is to be the only one that a program with a slip allows."""
        found, problem = Counter(), self.problem
        for number, other in enumerate(self.others):
            if self._passes(number) and len(other.answers) == 1:
                found[str(other.answers[0])] += OTHER_PUZZLE / len(self.others)
        for number in range(1, len(problem.clues) + 1):
            rest = frozenset(range(len(problem.possible)))
            for place, clue in enumerate(problem.clues, 1):
                rest = rest if place == number else rest & self.allows(clue.means)
            for slip, share in self.slips(number).items():
                left = rest & self.allows(slip.means)
                if len(left) == 1:
                    (only,) = left
                    answer = str(problem.filled(problem.possible[only]))
                    found[answer] += (1 - OTHER_PUZZLE - OTHER_QUESTION) * share / len(problem.clues)
        return found

    def chance_of_twins(self, rate):
        """The probability that two programs, written independently of each other, prove the same wrong answer."""
        if self.problem.expects != "unique" or not rate:
            return 0.0
        right = str(self.problem.answers[0])
        return rate**2 * sum(share**2 for answer, share in self.outcomes().items() if answer != right)

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
        """A slip in one of these clues, the program of another puzzle, or another question."""
        drawn = rng.random()
        if drawn < OTHER_PUZZLE:
            return Slip("another puzzle", other=rng.randrange(len(self.others)))
        if drawn < OTHER_PUZZLE + OTHER_QUESTION:
            return Slip("another question")
        possible = self.slips(rng.choice(numbers))
        return rng.choices(list(possible), list(possible.values()))[0]

    def chance(self, said, numbers):
        """The probability that `draw` gives a slip that says this."""
        if said[0] == "puzzle":
            return OTHER_PUZZLE / len(self.others)
        if said[0] not in numbers:
            return OTHER_QUESTION if said == ("another question",) else 0.0
        same = sum(share for slip, share in self.slips(said[0]).items() if self.said(slip) == said)
        return (1 - OTHER_PUZZLE - OTHER_QUESTION) * same / len(numbers)

    def program(self, rng, framework, told, moved=()):
        """The text of a program in a random style.

        Clues that are `moved` have no part of their own: they stand in that of another clue, or for 0 outside of all.
        """
        problem, slip = self.problem, told.slip
        if slip and slip.other >= 0:
            problem = self.others[slip.other]
        elif slip and slip.means:
            clues = list(problem.clues)
            clues[slip.clue - 1] = replace(clues[slip.clue - 1], means=slip.means)
            problem = replace(problem, clues=tuple(clues))
        draft = WRITERS[framework](problem, rng.choice(STYLES), helpers=rng.random() < 0.3).draft(rng)
        if slip and slip.kind == "another question":
            draft.expects = ASKS[draft.expects]
        if slip and slip.kind == "left out":
            del draft.parts[slip.clue]
        if slip and slip.kind == "nothing stated":
            draft.parts[slip.clue] = IDLE[rng.choice(_UNSAID)](rng, draft, slip.clue)
        for clue in told.omitted:
            draft.parts.pop(clue, None)
        for clue, other in dict(moved).items():
            lines = draft.parts.pop(clue, [])
            if other in draft.parts:
                draft.parts[other] = [*draft.parts[other], *lines]
            else:
                draft.background += lines
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


def _loosened(rng, problem):
    """A problem with as many clues less as it takes to have several answers, of which any will do."""
    clues = list(problem.clues)
    while len(clues) > 2 and len(problem.allowed(clue.means for clue in clues)) == 1:
        clues.remove(rng.choice(clues))
    question = ("Find any arrangement for which all of that holds; there are several.", *problem.question)
    return replace(problem, expects="any", clues=tuple(clues), question=question)


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
