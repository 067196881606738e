"""Knights and knaves: islanders who always tell the truth or always lie, and what they say of each other.

The answer maps each islander to "knight", "knave" or, if there are spies (who may do either), "spy". A clue is a
statement of an islander: it is true if a knight makes it, and false if a knave does.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from pydantic import Field, model_validator

from solvent.benchmarks.generate.clued import (
    Amount,
    Clue,
    ClueSettings,
    Frame,
    chosen,
    finished,
    first,
    with_flaw,
)
from solvent.benchmarks.generate.evaluation import negated
from solvent.benchmarks.generate.generator import Generator, Sample
from solvent.benchmarks.generate.people import NAMES, capital, in_words, listed
from solvent.solvers import Pool
from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Comparison,
    Constraint,
    Expression,
    Labels,
    Operator,
    Var,
    add,
    times,
)

_TRIES = 30
_CANDIDATES = 6  # statements per islander, from which those of a puzzle are chosen
_DRAWS = 200  # in a row, of statements that were there already or that the speaker would not make
_COMPARISONS: tuple[tuple[Operator, str], ...] = (("==", "exactly"), (">=", "at least"), ("<=", "at most"))
_KINDS = ("knave", "knight", "spy")
_OPENINGS = (
    "On an island, every inhabitant is either a knight, who always tells the truth, or a knave, who always lies.",
    "An island has two kinds of people: knights only ever say what is true, and knaves only ever say what is false.",
    (
        "Everyone who lives on a certain island is a knight or a knave. All that knights say is true; all that knaves "
        "say is false."
    ),
)
_ONE_SPY = "Exactly one of these people is a spy, who is neither a knight nor a knave, and may tell the truth or lie."
_SPIES = "Exactly {} of these people are spies, who are neither knights nor knaves, and may each tell the truth or lie."
_MEETINGS = ("You meet {n} people there: {names}.", "{names} live there.", "A visitor talks to {names}.")
_SPEECHES = ('{name} says: "{said}."', '{name}: "{said}."', '"{said}," says {name}.', '{name} declares, "{said}."')
_QUESTIONS = ("Who is what: {kinds}?", "Find out what each of them is: {kinds}.", "Is each of them {kinds}?")


class KnightsSettings(ClueSettings):
    """The options."""

    people: int = Field(default=4, description=f"islanders, 2 to {len(NAMES)} (4)")
    spies: int = Field(default=0, description="how many of them are spies, who may tell the truth or lie (0)")
    depth: int = Field(
        default=3,
        description="1: statements about one or two islanders; 2: also and, or, if, numbers; 3: also about "
        "what somebody would say (3)",
    )
    clues: int | None = Field(default=None, description="statements; by default a few more than are needed")

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if not 2 <= self.people <= len(NAMES):
            raise ValueError(f"--people is {self.people}; there are names for 2 to {len(NAMES)} islanders")
        if not 0 <= self.spies <= self.people - 2:
            raise ValueError(f"--spies is {self.spies}; besides them, a puzzle needs a knight and a knave")
        if not 1 <= self.depth <= 3:
            raise ValueError(f"--depth is {self.depth}; it is 1, 2 or 3")
        if self.clues is not None and not 1 <= self.clues <= 4 * self.people:
            raise ValueError(f"--clues is {self.clues}; {self.people} islanders make 1 to {4 * self.people} statements")
        return self


@dataclass(frozen=True)
class _Island:
    """The islanders by name, and how many are spies."""

    names: tuple[str, ...]
    spies: int

    def is_a(self, person: int, kind: int) -> Constraint:
        """State that a person is of a kind (a place in _KINDS)."""
        knight = Var("knight", (person,))
        if kind == 1:
            return Comparison(knight, "==", 1)
        spy = Var("spy", (person,))
        if kind == 2:
            return Comparison(spy, "==", 1)
        return Comparison(add(knight, spy) if self.spies else knight, "==", 0)

    def alike(self, one: int, other: int) -> Constraint:
        """State that two persons are of the same kind."""
        arrays = ("knight", "spy") if self.spies else ("knight",)
        parts = tuple(Comparison(Var(array, (one,)), "==", Var(array, (other,))) for array in arrays)
        return AllOf(parts) if len(parts) > 1 else parts[0]

    def many(self, kind: int, op: Operator, number: int) -> Constraint:
        """State how many are knaves or knights."""
        knights = add(*(Var("knight", (person,)) for person in range(len(self.names))))
        if kind == 1:
            return Comparison(knights, op, number)
        flipped: dict[Operator, Operator] = {"==": "==", ">=": "<=", "<=": ">="}
        return Comparison(knights, flipped[op], len(self.names) - self.spies - number)

    def claim(self, speaker: int, said: Constraint) -> Constraint:
        """State that the speaker may say this."""
        ways: list[Constraint] = [
            AllOf((self.is_a(speaker, 1), said)),
            AllOf((self.is_a(speaker, 0), negated(said))),
        ]
        return AnyOf((*ways, self.is_a(speaker, 2)) if self.spies else tuple(ways))

    def frame(self, kinds: Sequence[int]) -> Frame:
        """Return the puzzle without its statements; `kinds` is its solution."""
        size = len(self.names)
        values = {Var("knight", (person,)): int(kind == 1) for person, kind in enumerate(kinds)}
        arrays = [Array("knight", (size,), 0, 1, self.names)]
        rules: list[Constraint] = []
        if self.spies:
            values |= {Var("spy", (person,)): int(kind == 2) for person, kind in enumerate(kinds)}
            arrays.append(Array("spy", (size,), 0, 1, self.names))
            rules.append(Comparison(add(*arrays[1].variables), "==", self.spies))
            rules += [Comparison(add(Var("knight", (n,)), Var("spy", (n,))), "<=", 1) for n in range(size)]
        names = tuple(enumerate(_KINDS[: 3 if self.spies else 2]))

        def kind_of(person: int) -> Expression:
            knight = Var("knight", (person,))
            return add(knight, times(2, Var("spy", (person,)))) if self.spies else knight

        template = {name: Labels(kind_of(person), names) for person, name in enumerate(self.names)}
        return Frame(tuple(arrays), tuple(rules), template, values)


Said = tuple[str, Constraint]  # in words, without a full stop, and what it says


class _Speech:
    """Draws what one islander might say; the words are from this speaker's view."""

    def __init__(self, island: _Island, speaker: int, depth: int, rng: random.Random) -> None:
        self.island, self.speaker, self.rng = island, speaker, rng
        others = [person for person in range(len(island.names)) if person != speaker]
        self.others = others
        self.forms: list[Callable[[], Said]] = [self.kind, self.pair]
        if depth > 1:
            self.forms += [self.number, self.both, self.one_of, self.condition]
        if depth > 2 and not island.spies and len(others) > 1:
            self.forms += [self.would_say]

    def drawn(self) -> Said:
        """Return one statement."""
        return self.rng.choice(self.forms)()

    def kind(self) -> Said:
        return self._simple(self.rng.choice(self.others))

    def _simple(self, person: int) -> Said:
        kind = self.rng.randrange(3 if self.island.spies else 2)
        negative = self.rng.random() < 0.2
        says = self.island.is_a(person, kind)
        text = f"{self._is(person)} {'not ' if negative else ''}a {_KINDS[kind]}"
        return text, negated(says) if negative else says

    def pair(self) -> Said:
        one, other = self._two()
        says, alike = self.island.alike(one, other), self.rng.random() < 0.5
        who = f"{self._name(one)} and {self._name(other)}"
        same = self.rng.choice(["are of the same kind", "are the same kind of person"])
        different = self.rng.choice(["are of different kinds", "are not of the same kind"])
        return f"{who} {same if alike else different}", says if alike else negated(says)

    def number(self) -> Said:
        size = len(self.island.names)
        kind = self.rng.randrange(2)
        number = self.rng.randint(1, size - 1)
        op, words = self.rng.choice(_COMPARISONS)
        are = f"is a {_KINDS[kind]}" if number == 1 else f"are {_KINDS[kind]}s"
        return f"{words} {in_words(number)} of us {are}", self.island.many(kind, op, number)

    def both(self) -> Said:
        (left, one), (right, other) = map(self._simple, self._two())
        return f"{left}, and {right}", AllOf((one, other))

    def one_of(self) -> Said:
        (left, one), (right, other) = map(self._simple, self._two())
        if self.rng.random() < 0.5:
            return f"{left} or {right}, or both", AnyOf((one, other))
        exactly_one = AnyOf((AllOf((one, negated(other))), AllOf((negated(one), other))))
        return f"either {left} or {right}, but not both", exactly_one

    def condition(self) -> Said:
        (left, one), (right, other) = map(self._simple, self._two())
        return f"if {left}, then {right}", AnyOf((negated(one), other))

    def would_say(self) -> Said:
        """What another one would say of somebody else: true of a knight if it is true."""
        asked, about = self.rng.sample(self.others, 2)
        text, says = self._simple(self.speaker if self.rng.random() < 0.3 else about)
        would = self.rng.choice(["would say that", "would tell you that"])
        knight, knave = self.island.is_a(asked, 1), self.island.is_a(asked, 0)
        return f"{self._name(asked)} {would} {text}", AnyOf((AllOf((knight, says)), AllOf((knave, negated(says)))))

    def _two(self) -> tuple[int, int]:
        """Return two persons; the speaker may be the second one."""
        one = self.rng.choice(self.others)
        rest = [person for person in (*self.others, self.speaker) if person != one]
        return one, self.rng.choice(rest)

    def _name(self, person: int) -> str:
        return "I" if person == self.speaker else self.island.names[person]

    def _is(self, person: int) -> str:
        return "I am" if person == self.speaker else f"{self.island.names[person]} is"


def _statement(island: _Island, speaker: int, depth: int, rng: random.Random) -> Clue:
    said, says = _Speech(island, speaker, depth, rng).drawn()
    text = rng.choice(_SPEECHES).format(name=island.names[speaker], said=capital(said))
    return Clue(text, island.claim(speaker, says))


def _statements(island: _Island, frame: Frame, settings: KnightsSettings, rng: random.Random) -> list[Clue]:
    """Draw different statements that may be made, by each islander in turn."""
    found: dict[Constraint, Clue] = {}
    for number in range(_CANDIDATES * settings.people):
        for _ in range(_DRAWS):
            clue = _statement(island, number % settings.people, settings.depth, rng)
            if clue.says not in found and frame.allows(clue.says):
                found[clue.says] = clue
                break
    return list(found.values())


def _lie(island: _Island, frame: Frame, settings: KnightsSettings, rng: random.Random) -> Clue:
    """Draw a statement that cannot be made; a spy can make any."""
    while True:
        clue = _statement(island, rng.randrange(settings.people), settings.depth, rng)
        if not frame.allows(clue.says):
            return clue


def _text(island: _Island, clues: Sequence[Clue], rng: random.Random) -> str:
    names = listed(island.names)
    opening = [rng.choice(_OPENINGS), rng.choice(_MEETINGS).format(n=in_words(len(island.names)), names=names)]
    kinds = "a knight or a knave"
    if island.spies:
        opening.append(_ONE_SPY if island.spies == 1 else _SPIES.format(in_words(island.spies)))
        kinds = "a knight, a knave or a spy"
    numbered = rng.random() < 0.5
    said = [f"{number}. {clue.text}" if numbered else clue.text for number, clue in enumerate(clues, 1)]
    return "\n".join([" ".join(opening), "", *said, "", rng.choice(_QUESTIONS).format(kinds=kinds)])


async def draw(settings: KnightsSettings, rng: random.Random, pool: Pool) -> Sample:
    """Make one puzzle."""

    async def attempt() -> Sample | None:
        size = settings.people
        island = _Island(tuple(rng.sample(NAMES, size)), settings.spies)
        knaves = rng.randint(1, size - settings.spies - 1)
        kinds = [0] * knaves + [2] * settings.spies + [1] * (size - knaves - settings.spies)
        rng.shuffle(kinds)
        frame = island.frame(kinds)
        amount = Amount(settings.clues, settings.minimal)
        clues = await chosen(frame, _statements(island, frame, settings, rng), amount, rng, pool)
        if clues is None:
            return None
        changed = await with_flaw(frame, clues, settings.flaw, lambda _: _lie(island, frame, settings, rng), rng, pool)
        if changed is None:
            return None
        stated, flaw = changed
        group = f"knights/{size} people" + (f" {settings.spies} spies" if settings.spies else "")
        return await finished(frame, stated, (settings.status, flaw), _text(island, stated, rng), group, pool)

    return await first(attempt, _TRIES, "puzzle of knights and knaves", settings)


GENERATOR = Generator(
    name="knights",
    about="knights and knaves: islanders who always tell the truth or always lie",
    card=(
        "Islanders are knights, who always tell the truth, knaves, who always lie, or spies, who may do either. Each "
        "task lists what some of them say, of one another and of all; with depth 3, also what others would say. The "
        "answer maps names to `knight`, `knave` or `spy`."
    ),
    settings=KnightsSettings,
    draw=draw,
)
