"""Seating and ordering: people in a row, a queue, a race, by age, on floors, or round a table.

The answer is a list of rows, a person and the number of their place in each. Clues compare, name neighbours and ends,
say what is between, and how many.
"""

import random
from collections.abc import Callable, Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from solvent.benchmarks.generate.clued import Amount, Clue, ClueSettings, Frame, chosen, finished, first, with_flaw
from solvent.benchmarks.generate.evaluation import negated
from solvent.benchmarks.generate.generator import Generator, Sample
from solvent.benchmarks.generate.ordering.scenes import SCENES, Scene
from solvent.benchmarks.generate.people import NAMES, capital, in_words, listed
from solvent.solvers import Pool
from solvent.translators.emit.language import (
    AllDifferent,
    AllOf,
    AnyOf,
    Apart,
    Array,
    Comparison,
    Constant,
    Constraint,
    Sum,
    Var,
)

_TRIES = 30
_CANDIDATES = 8  # clues per person, from which those of a puzzle are chosen
_DRAWS = 300  # in a row, of clues that are false or there already
_MOST_PEOPLE = 15
_RARE = 0.3  # of the clues that give a place away, these are kept
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth"),
)


class OrderingSettings(ClueSettings):
    """The options."""

    people: int = Field(default=6, description=f"how many are ordered, 3 to {_MOST_PEOPLE} (6)")
    scene: Literal["row", "queue", "race", "floors", "ages", "table"] | None = Field(
        default=None, description="where they are; by default each puzzle draws a scene"
    )
    clues: int | None = Field(default=None, description="number of clues; by default a few more than are needed")

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if not 3 <= self.people <= _MOST_PEOPLE:
            raise ValueError(f"--people is {self.people}; 3 to {_MOST_PEOPLE} can be ordered")
        if self.clues is not None and not 1 <= self.clues <= 4 * self.people:
            raise ValueError(f"--clues is {self.clues}; {self.people} people are ordered by 1 to {4 * self.people}")
        return self


def _place(person: int) -> Var:
    return Var("place", (person,))


class _Relations:
    """What the clues of a scene say of three people and two places; `size` places."""

    def __init__(self, size: int, around: bool) -> None:
        self.size, self.around = size, around

    def says(self, relation: str, who: Sequence[int], p: int, q: int, count: int) -> Constraint:
        """State a relation of the people a, b and c; `count` people are between."""
        a, b, c = map(_place, who)
        relations: dict[str, Callable[[], Constraint]] = {
            "before": lambda: Comparison(a, "<", b),
            "after": lambda: Comparison(a, ">", b),
            "just_before": lambda: self.next(a, b),
            "neighbours": lambda: self.beside(a, b),
            "apart": lambda: negated(self.beside(a, b)),
            "opposite": lambda: Apart(a, b, self.size // 2),
            "not_opposite": lambda: Apart(a, b, self.size // 2, holds=False),
            "amid": lambda: AllOf((self.beside(a, b), self.beside(b, c))),
            "at": lambda: Comparison(a, "==", p),
            "not_at": lambda: Comparison(a, "!=", p),
            "either": lambda: AnyOf((Comparison(a, "==", p), Comparison(a, "==", q))),
            "end": lambda: AnyOf((Comparison(a, "==", 1), Comparison(a, "==", self.size))),
            "inside": lambda: AllOf((Comparison(a, "!=", 1), Comparison(a, "!=", self.size))),
            "gap": lambda: Apart(a, b, count + 1),
            "between": lambda: AnyOf(
                (
                    AllOf((Comparison(a, "<", b), Comparison(b, "<", c))),
                    AllOf((Comparison(c, "<", b), Comparison(b, "<", a))),
                )
            ),
        }
        return relations[relation]()

    def next(self, a: Var, b: Var) -> Constraint:
        after = Comparison(b, "==", Sum((a, 1)))
        if not self.around:
            return after
        return AnyOf((after, AllOf((Comparison(a, "==", self.size), Comparison(b, "==", 1)))))

    def beside(self, a: Var, b: Var) -> Constraint:
        near = Apart(a, b, 1)
        return AnyOf((near, Apart(a, b, self.size - 1))) if self.around else near


class _Scenery:
    """Draws clues of a scene, true or not."""

    def __init__(self, scene: Scene, names: Sequence[str], rng: random.Random) -> None:
        self.scene, self.names, self.rng = scene, names, rng
        self.relations = _Relations(len(names), scene.round)
        odd = len(names) % 2
        self.known = [name for name in scene.phrases if not (odd and name.endswith("opposite"))]

    def clue(self) -> Clue:
        size, rng = len(self.names), self.rng
        relation = rng.choice(self.known)
        while relation in ("at", "either") and rng.random() > _RARE:
            relation = rng.choice(self.known)
        who = rng.sample(range(size), 3)
        p, q = sorted(rng.sample(range(1, size + 1), 2))
        count = rng.randint(1, size - 2)
        a, b, c = (self.names[person] for person in who)
        are, plural = ("is", "") if count == 1 else ("are", "s")
        words = {
            "k": in_words(count),
            "are": are,
            "people": "person is" if count == 1 else "people are",
            "runners": f"runner{plural}",
            "floors": f"floor{plural}",
        }
        phrase = rng.choice(self.scene.phrases[relation])
        text = phrase.format(a=a, b=b, c=c, p=self.written(p), q=self.written(q), **words)
        return Clue(f"{capital(text)}.", self.relations.says(relation, who, p, q, count))

    def written(self, place: int) -> str:
        return _ORDINALS[place - 1] if self.scene.ordinal else self.scene.place.format(place)

    def frame(self, order: Sequence[int]) -> Frame:
        """Return the puzzle without its clues; `order` has the place of each person."""
        size = len(self.names)
        place = Array("place", (size,), 1, size, tuple(self.names))
        who, where = self.scene.columns
        template = [{who: Constant(name), where: _place(person)} for person, name in enumerate(self.names)]
        values = {_place(person): number for person, number in enumerate(order)}
        return Frame((place,), (AllDifferent(place.variables),), template, values)

    def candidates(self, frame: Frame) -> list[Clue]:
        """Draw different true clues."""
        found: dict[Constraint, Clue] = {}
        for _ in range(_CANDIDATES * len(self.names)):
            for _ in range(_DRAWS):
                clue = self.clue()
                if clue.says not in found and frame.allows(clue.says):
                    found[clue.says] = clue
                    break
        return list(found.values())

    def false(self, frame: Frame) -> Clue:
        """Draw a clue that is false."""
        while True:
            clue = self.clue()
            if not frame.allows(clue.says):
                return clue

    def text(self, clues: Sequence[Clue]) -> str:
        """Write the puzzle."""
        size, numbered = len(self.names), self.rng.random() < 0.5
        words = {"names": listed(self.names), "n": in_words(size), "size": size}
        stated = [f"{number}. {clue.text}" if numbered else clue.text for number, clue in enumerate(clues, 1)]
        opening, question = (
            self.rng.choice(each).format(**words) for each in (self.scene.openings, self.scene.questions)
        )
        return "\n".join([capital(opening), "", *stated, "", question])


async def draw(settings: OrderingSettings, rng: random.Random, pool: Pool) -> Sample:
    """Make one puzzle."""

    async def attempt() -> Sample | None:
        scene = SCENES[settings.scene] if settings.scene else rng.choice(list(SCENES.values()))
        size = settings.people
        scenery = _Scenery(scene, rng.sample(NAMES, size), rng)
        frame = scenery.frame(rng.sample(range(1, size + 1), size))
        amount = Amount(settings.clues, settings.minimal)
        clues = await chosen(frame, scenery.candidates(frame), amount, rng, pool)
        if clues is None:
            return None
        changed = await with_flaw(frame, clues, settings.flaw, lambda _: scenery.false(frame), rng, pool)
        if changed is None:
            return None
        stated, flaw = changed
        return await finished(
            frame, stated, (settings.status, flaw), scenery.text(stated), f"ordering/{scene.name} {size}", pool
        )

    return await first(attempt, _TRIES, "ordering", settings)


GENERATOR = Generator(
    name="ordering",
    about="seating and ordering: a row, a queue, a race, ages, floors, a round table",
    card=(
        "People in a row, in a queue, in a race, by age, on floors or round a table, and clues about who is before, "
        "beside, between, opposite or at an end. The answer is a list with a row for each person, in the order of the "
        "text: the name, and the number of the place."
    ),
    settings=OrderingSettings,
    draw=draw,
)
