"""The scenes of ordering puzzles: where people are, and how clues speak of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

# What clues say of people a, b and c, and of the places p and q: the words for each, of which one is drawn.
Words = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Scene:
    """Where people are; `columns` name a person and a place in the answer, and `place` writes a place in a clue.

    `round` means that the last place is next to the first one. The clues of a scene are those that it has `words` for.
    """

    name: str
    openings: tuple[str, ...]
    questions: tuple[str, ...]
    columns: tuple[str, str]
    words: Words
    place: str = "place {}"
    ordinal: bool = False
    round: bool = False
    common: Words = field(default_factory=lambda: _COMMON)

    @property
    def phrases(self) -> Words:
        """All words for its clues."""
        return {**({} if self.round else self.common), **self.words}


_COMMON: Words = {
    "gap": ("Exactly {k} {people} between {a} and {b}", "There {are} exactly {k} of the others between {a} and {b}"),
    "between": (
        "{b} is somewhere between {a} and {c}",
        "{b} is between {a} and {c}, not necessarily right next to them",
    ),
}

ROW = Scene(
    name="row",
    openings=(
        "{n} friends, {names}, stand in a row. The places are numbered 1 to {size} from left to right.",
        "{names} sit on a bench, one in each of {size} places, which are numbered from left (1) to right ({size}).",
    ),
    questions=("Who is in which place?", "Give the place of each of them."),
    columns=("person", "place"),
    words={
        "before": ("{a} is somewhere to the left of {b}", "{a} is further left than {b}"),
        "after": ("{a} is somewhere to the right of {b}", "{a} is further right than {b}"),
        "just_before": ("{a} is directly to the left of {b}", "{a} is immediately left of {b}"),
        "neighbours": ("{a} and {b} are next to each other", "{a} is right beside {b}"),
        "apart": ("{a} and {b} are not next to each other",),
        "at": ("{a} is in {p}",),
        "not_at": ("{a} is not in {p}",),
        "either": ("{a} is in {p} or in {q}", "{a} is either in {p} or in {q}"),
        "end": ("{a} is at one of the two ends", "{a} is in the first or the last place"),
        "inside": ("{a} is not at either end",),
    },
)
RACE = Scene(
    name="race",
    openings=(
        "{n} runners, {names}, ran a race. No two of them finished at the same time.",
        "{names} took part in a race, and all {n} of them reached the finish, one after the other.",
    ),
    questions=("In which place did each of them finish?", "Give the rank of each runner, from 1 to {size}."),
    columns=("runner", "rank"),
    words={
        "before": ("{a} finished before {b}", "{a} was faster than {b}"),
        "after": ("{a} finished after {b}", "{a} was slower than {b}"),
        "just_before": ("{a} finished immediately before {b}", "{b} was the next to finish after {a}"),
        "neighbours": ("{a} and {b} finished one directly after the other, in one order or the other",),
        "apart": ("{a} and {b} did not finish one directly after the other",),
        "at": ("{a} finished {p}", "{a} came {p}"),
        "not_at": ("{a} did not finish {p}", "{a} did not come {p}"),
        "either": ("{a} finished {p} or {q}", "{a} came either {p} or {q}"),
        "end": ("{a} was either the first or the last to finish",),
        "inside": ("{a} was neither the first nor the last to finish",),
        "gap": ("Exactly {k} {runners} finished between {a} and {b}",),
        "between": ("{b} finished somewhere between {a} and {c}", "{b} finished between {a} and {c}"),
    },
    ordinal=True,
)
FLOORS = Scene(
    name="floors",
    openings=(
        (
            "A house has {size} floors, numbered from 1 at the bottom to {size} at the top. On each floor lives one of "
            "these people: {names}."
        ),
        "{names} live in a tower with {n} floors, one person on each floor; floor 1 is the lowest.",
    ),
    questions=("Who lives on which floor?", "Find the floor of each of them."),
    columns=("person", "floor"),
    words={
        "before": ("{a} lives somewhere below {b}", "{a} lives on a lower floor than {b}"),
        "after": ("{a} lives somewhere above {b}", "{a} lives on a higher floor than {b}"),
        "just_before": ("{a} lives directly below {b}", "{b} lives on the floor directly above {a}"),
        "neighbours": ("{a} and {b} live on adjacent floors",),
        "apart": ("{a} and {b} do not live on adjacent floors",),
        "at": ("{a} lives on {p}",),
        "not_at": ("{a} does not live on {p}",),
        "either": ("{a} lives on {p} or {q}", "{a} lives either on {p} or on {q}"),
        "end": ("{a} lives on the lowest or on the highest floor",),
        "inside": ("{a} lives neither on the lowest nor on the highest floor",),
        "gap": ("There {are} exactly {k} {floors} between those of {a} and {b}",),
        "between": ("{b} lives on some floor between those of {a} and {c}",),
    },
    place="floor {}",
)
TABLE = Scene(
    name="table",
    openings=(
        (
            "{n} people, {names}, sit at a round table. The seats are numbered 1 to {size} clockwise, so that seat "
            "{size} is next to seat 1."
        ),
        "{names} sit round a table with {n} seats. Going clockwise, these are seats 1 to {size}, then seat 1 again.",
    ),
    questions=("Who sits in which seat?", "Give the seat of each of them."),
    columns=("person", "seat"),
    words={
        "just_before": (
            "Going clockwise, {b} comes directly after {a}",
            "The next person clockwise from {a} is {b}",
            "Going anticlockwise, {a} comes directly after {b}",
        ),
        "neighbours": ("{a} and {b} sit next to each other", "{a} is a neighbour of {b}"),
        "apart": ("{a} and {b} do not sit next to each other", "{a} is not a neighbour of {b}"),
        "opposite": ("{a} and {b} sit opposite each other", "{a} sits directly opposite {b}"),
        "not_opposite": ("{a} and {b} do not sit opposite each other",),
        "amid": ("{b} sits directly between {a} and {c}", "The two neighbours of {b} are {a} and {c}"),
        "at": ("{a} sits in {p}",),
        "not_at": ("{a} does not sit in {p}",),
        "either": ("{a} sits in {p} or in {q}", "{a} sits either in {p} or in {q}"),
    },
    place="seat {}",
    round=True,
)
AGES = Scene(
    name="ages",
    openings=(
        "{names} are {n} cousins, all of different ages.",
        "No two of the {n} children {names} are of the same age.",
    ),
    questions=(
        "Rank them by age, from 1 for the youngest to {size} for the oldest.",
        "Give the rank of each of them by age; the youngest has rank 1, the oldest rank {size}.",
    ),
    columns=("person", "rank"),
    words={
        "before": ("{a} is younger than {b}", "{b} is older than {a}"),
        "just_before": (
            "{b} is older than {a}, and nobody's age is between theirs",
            "{a} is the next younger one after {b}",
        ),
        "neighbours": ("Nobody's age is between those of {a} and {b}",),
        "apart": ("The age of at least one of the others is between those of {a} and {b}",),
        "at": ("Counting from the youngest, {a} is {p}",),
        "not_at": ("Counting from the youngest, {a} is not {p}",),
        "either": ("Counting from the youngest, {a} is {p} or {q}",),
        "end": ("{a} is either the youngest or the oldest",),
        "inside": ("{a} is neither the youngest nor the oldest",),
        "gap": ("Exactly {k} of the others {are} between {a} and {b} in age",),
        "between": ("The age of {b} is between those of {a} and {c}",),
    },
    ordinal=True,
)
QUEUE = Scene(
    name="queue",
    openings=(
        "{n} people, {names}, wait in a queue. Place 1 is at the front, place {size} at the back.",
        "{names} queue for tickets, one behind the other; the first place is at the front, place {size} at the back.",
    ),
    questions=("Who is in which place?", "Give the place of each of them in the queue."),
    columns=("person", "place"),
    words={
        "before": ("{a} is somewhere ahead of {b}", "{a} will be served before {b}"),
        "after": ("{a} is somewhere behind {b}", "{a} will be served after {b}"),
        "just_before": ("{a} is directly in front of {b}", "{b} is immediately behind {a}"),
        "neighbours": ("{a} and {b} are next to each other in the queue",),
        "apart": ("{a} and {b} are not next to each other in the queue",),
        "at": ("{a} is in {p}",),
        "not_at": ("{a} is not in {p}",),
        "either": ("{a} is in {p} or in {q}",),
        "end": ("{a} is at the front or at the back of the queue",),
        "inside": ("{a} is neither at the front nor at the back of the queue",),
    },
)

SCENES = {scene.name: scene for scene in (ROW, RACE, FLOORS, TABLE, AGES, QUEUE)}
