"""Texts about orders, made from templates, whose answers are known by trying all orders; nothing comes from the rules.

`told` makes a text with one answer. `mutants` changes it: with a clue in doubt or about something else nothing may be
claimed; without a clue, or with another one, what may be claimed is known again.
"""

from dataclasses import dataclass, replace
from itertools import permutations

NAMES = ("Abby", "Boris", "Cleo", "Derek", "Elif", "Freya", "Gwen", "Hakim", "Ines", "Jonas")
NUMBERS = ("no", "one", "two", "three", "four", "five")
ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class Scene:
    """How an order is told: `before` and `after` with a verb, `at` the places; `close` says that steps are counted."""

    opening: str
    verb: str
    before: str
    after: str
    at: tuple[str, ...]
    question: str
    close: bool = True
    beside: str = ""


SCENES = (
    Scene(
        "{n} children are queuing at the ice cream van: {names}.",
        "is", "in front of", "behind", ORDINALS, "Who is {at} in the queue?", beside="stands next to",
    ),
    Scene(
        "{n} runners took part in a race: {names}. There were no ties.",
        "finished", "ahead of", "behind", ORDINALS, "Who came {at}?",
    ),
    Scene(
        "{n} friends sit side by side on a bench: {names}.",
        "sits", "to the left of", "to the right of", tuple(f"{each} from the left" for each in ORDINALS),
        "Who is {at}?", beside="sits next to",
    ),
    Scene(
        "A house has {n} floors, numbered from 1 at the bottom upwards. One person lives on each floor: {names}.",
        "lives", "below", "above", tuple(f"on floor {n}" for n in range(1, 6)), "Who lives {at}?",
    ),
    Scene(
        "{n} cousins, {names}, are all of different ages.",
        "is", "younger than", "older than",
        ("the youngest", "the second youngest", "the third youngest"), "Who is {at}?", close=False,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Clue:
    """A sentence, and the orders in which it is true."""

    text: str
    fits: object


@dataclass(frozen=True)
class Told:
    """A text about an order; `place` is asked for. If `claimable` is false, nothing may be claimed."""

    kind: str
    scene: Scene
    names: tuple[str, ...]
    clues: tuple[Clue, ...]
    place: int
    claimable: bool = True

    @property
    def text(self):
        names = f"{', '.join(self.names[:-1])} and {self.names[-1]}"
        opening = self.scene.opening.format(n=NUMBERS[len(self.names)], names=names)
        asked = self.scene.question.format(at=self.scene.at[self.place])
        return " ".join((opening[0].upper() + opening[1:], *(clue.text for clue in self.clues), asked))

    @property
    def answers(self):
        """Who may have the place that is asked for."""
        fitting = (order for order in permutations(self.names) if all(clue.fits(order) for clue in self.clues))
        return {order[self.place] for order in fitting}

    def wrong(self, status, answer):
        """Whether what is claimed is not so."""
        if status in ("unverified", "failed"):
            return False
        if not self.claimable:
            return True
        right = {1: "verified", 0: "contradictory"}.get(len(self.answers), "ambiguous")
        return status != right or (right == "verified" and {answer} != self.answers)


def told(rng, scene):
    """A text whose question has one answer; no clue of it can be spared."""
    while True:
        names = tuple(rng.sample(NAMES, rng.choice((4, 5))))
        order = tuple(rng.sample(names, len(names)))
        place = rng.randrange(min(len(names), len(scene.at)))
        made = [_clue(rng, scene, order) for _ in range(7)]
        found = Told("unmutated", scene, tuple(rng.sample(names, len(names))), tuple(made), place)
        for clue in made:
            fewer = replace(found, clues=tuple(each for each in found.clues if each is not clue))
            found = fewer if len(fewer.answers) == 1 else found
        if len(found.answers) == 1 and len(found.clues) > 1:
            return found


def _clue(rng, scene, order):
    """A true sentence about two or three of the names."""
    a, b, c = rng.sample(order, 3)
    if order.index(a) > order.index(b):
        a, b = b, a
    gap = order.index(b) - order.index(a)
    denied = {"is": "is not", "finished": "did not finish"}.get(scene.verb, f"does not {scene.verb[:-1]}")
    options = [
        (f"{a} {scene.verb} {scene.before} {b}.", lambda o: o.index(a) < o.index(b)),
        (f"{b} {scene.verb} {scene.after} {a}.", lambda o: o.index(a) < o.index(b)),
        (f"{b} {denied} {scene.before} {a}.", lambda o: o.index(a) < o.index(b)),
    ]
    at = order.index(c)
    if at < len(scene.at):
        options.append((f"{c} {scene.verb} {scene.at[at]}.", lambda o: o.index(c) == at))
    if at + 1 < len(order) and scene.close:
        d = order[at + 1]
        options.append((f"{c} {scene.verb} immediately {scene.before} {d}.", lambda o: o.index(d) - o.index(c) == 1))
    if gap > 1 and scene.close:
        people = "person is" if gap == 2 else "people are"
        text = f"Exactly {NUMBERS[gap - 1]} {people} between {a} and {b}."
        options.append((text, lambda o: abs(o.index(b) - o.index(a)) == gap))
    if scene.beside and at + 1 < len(order):
        d = order[at + 1]
        options.append((f"{d} {scene.beside} {c}.", lambda o: abs(o.index(d) - o.index(c)) == 1))
    return Clue(*rng.choice(options))


# What puts a clue in doubt: before it, and behind its verb.
BEFORE = (
    "I think", "Maybe", "Perhaps", "If I remember rightly,", "Supposedly,", "In last year's race,",
    "Rumour has it that",
    "In my dream,", "Usually", "It is not certain that", "Nobody believes that", "Somebody wrote that", "Before lunch,",
    "It may be that", "According to a liar,", "Had it rained,", "Some say that", "Until yesterday",
)  # fmt: skip
BEHIND = ("perhaps", "usually", "hardly ever", "almost", "not always", "supposedly", "said to be", "probably", "seldom")
INSTEAD = (
    "{a} used to be {before} {b}.", "{a} wants to be {before} {b}.", "{a} is said to be {before} {b}.",
    "{a} would rather be {before} {b}.", "{a} pretends to be {before} {b}.", "{a} was {before} {b} last year.",
    "{a} should be {before} {b}.", "{a} was {before} {b} until {b} moved.", "{a} is {before} {b}, or so it seems.",
    "{a} is {before} {b}, if {b} is here at all.", "{a} is {before} {b} in the photograph of last summer.",
    "{a} is about as far along as {b}.", "{a} is {before} {b}'s sister.", "{a} is {before} {b} in the alphabet.",
)  # fmt: skip
# Said on another scale than the order that is told.
ELSEWHERE = (
    "{a} is taller than {b}.", "{a} is richer than {b}.", "{a} phoned before {b} did.", "{a} speaks louder than {b}.",
    "{a} weighs more than {b}.", "{a} has more stamps than {b}.",
)  # fmt: skip


def mutants(rng, base):
    """The same text changed in one place, once in every manner."""
    at = rng.randrange(len(base.clues))
    clue = base.clues[at]
    a, b = rng.sample(base.names, 2)

    def changed(kind, text, *, claimable=False, fits=clue.fits):
        clues = (*base.clues[:at], Clue(text, fits), *base.clues[at + 1 :])
        return replace(base, kind=kind, clues=clues, claimable=claimable)

    first, _, rest = clue.text.partition(f" {base.scene.verb} ")
    yield changed(
        "doubted", f"{rng.choice(BEFORE)} {clue.text[0].lower() if rest == '' else clue.text[0]}{clue.text[1:]}"
    )
    if rest:
        yield changed("weakened", f"{first} {base.scene.verb} {rng.choice(BEHIND)} {rest}")
        yield changed("cut off", f"{first} {base.scene.verb}")
    yield changed("instead", rng.choice(INSTEAD).format(a=a, b=b, before=base.scene.before))
    yield changed("elsewhere", rng.choice(ELSEWHERE).format(a=a, b=b))
    yield replace(base, kind="without", clues=(*base.clues[:at], *base.clues[at + 1 :]))
    other = _clue(rng, base.scene, tuple(rng.sample(base.names, len(base.names))))
    yield changed("replaced", other.text, claimable=True, fits=other.fits)
    yield replace(base, kind="more", clues=(*base.clues, other))
