"""A logic grid with its words and clues, and the program that states them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from solvent.benchmarks.generate.zebra.clues import Clue, Grid, formula
from solvent.benchmarks.generate.zebra.settings import ZebraSettings
from solvent.benchmarks.generate.zebra.theme import themes
from solvent.benchmarks.generate.zebra.wording import Words
from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.kinds.support.grid_model import model

FRAMEWORK = "smtlib"  # of a sample's program
OTHER_FRAMEWORK = "ortools"  # picks the clues: another solver than the one that confirms the answer
LAYOUTS = ("list", "told", "prose")


@dataclass(frozen=True)
class Puzzle:
    """A grid with its words, and some clues."""

    grid: Grid
    words: Words
    clues: tuple[Clue, ...] = ()

    def program(self, framework: str, ids: Sequence[int] = ()) -> Program:
        """Return the program that states the clues; `ids` are their numbers, by default from 1."""
        categories = [
            Category(name=name, values=topic.values, words=frozenset(), quantities=numbers)
            for name, topic, numbers in zip(self.words.columns, self.words.categories, self.grid.numbers, strict=True)
        ]
        numbered = zip(ids or range(1, len(self.clues) + 1), self.clues, strict=True)
        stated = [(number, formula(clue, self.grid)) for number, clue in numbered]
        return emit(model(categories, stated), framework).model_copy(update={"trusted": True})

    @property
    def answer(self) -> list[dict[str, str]]:
        """The solution: an object for each row, in the order of the first category, as the program answers."""
        columns = list(zip(self.words.columns, self.words.categories, self.grid.rows, strict=True))
        return [{name: topic.values[rows.index(row)] for name, topic, rows in columns} for row in range(self.grid.size)]


def invented(settings: ZebraSettings, rng: random.Random) -> Puzzle:
    """Choose a theme, topics, values and a solution; there are no clues yet."""
    known = themes(settings.language)
    theme = known[rng.choice(settings.theme.split(",") if settings.theme else list(known))]
    first, *others = theme.topics
    topics = [first, *rng.sample(others, settings.topics - 1)]
    chosen = [topic.only(sorted(rng.sample(range(len(topic.values)), settings.rows))) for topic in topics]
    plain = settings.wording == "plain"
    layout = LAYOUTS[0] if plain else rng.choice(LAYOUTS)
    words = Words(theme, settings.shape, tuple(chosen), settings.rows, layout, plain)
    places = () if settings.shape == "plain" else (tuple(range(1, settings.rows + 1)),)
    return Puzzle(solved(settings.shape, (*places, *(topic.numbers for topic in chosen)), settings.rows, rng), words)


def solved(shape: str, numbers: tuple[tuple[int, ...], ...], size: int, rng: random.Random) -> Grid:
    """Return a grid of these quantities with a random solution."""
    rows = (tuple(range(size)), *(tuple(rng.sample(range(size), size)) for _ in numbers[1:]))
    return Grid(shape, rows, numbers)
