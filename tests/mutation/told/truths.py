"""Puzzles about truth tellers from our own templates, solved by brute force, and changed so that they say less or else.

A puzzle is a frame (who there is, what is known) and what each says. In `doubted` a word takes a statement or a rule
back, so nothing may be claimed; in `changed` the meaning is another one, which brute force knows.
"""

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

World = dict[str, str | bool]  # of each whether they tell the truth, and who did it under "culprit"

NAMES = ("Ann", "Bo", "Cleo", "Dov", "Esra", "Finn", "Gita", "Hugo")
_KINDS = (("knight", "knave"), ("Honestan", "Deceptor"), ("truth-teller", "liar"))
_RULES = (
    "Everybody on the island is either a {one}, who always tells the truth, or a {other}, who always lies.",
    "On the island live {one}s, who never lie, and {other}s, who always lie, and nobody else lives there.",
    "Each of them is a {one} or a {other}. {One}s make only true statements, {other}s make only false statements.",
)
_SAYS = (
    '{who} says: "{said}"',
    '"{bare}," says {who}.',
    '{who} then claims: "{said}"',
    '{who} mutters, "{said}"',
    '"{bare}," {who} replies calmly.',
    '{who}: "{said}"',
    '{who} smiles and says, "{said}"',
)
_DEEDS = (
    ("broke the vase", "A vase lies in pieces, and exactly one of {names} broke it."),
    ("took the spoon", "A spoon is gone. One of {names} took it."),
    ("ate the cake", "Only one of {names} ate the cake."),
)
# Each takes back that somebody says something, or leaves open whether they do.
_DOUBTED_SPEECH = (
    '{who} hardly ever says: "{said}"',
    '{who} seldom says: "{said}"',
    'It is rumoured that {who} says: "{said}"',
    '{who} once said: "{said}"',
    '{who} would say: "{said}"',
    '{who} almost said: "{said}"',
    '{who} is said to have said: "{said}"',
    'I think {who} said: "{said}"',
    'If I remember rightly, {who} said: "{said}"',
    'In a dream {who} says: "{said}"',
    '{who} never says: "{said}"',
    '{who} jokingly says: "{said}"',
    '{who} wants to say: "{said}"',
    'Sometimes {who} says: "{said}"',
    '{who} pretended to be somebody else and said: "{said}"',
    '{who} might have answered: "{said}"',
    'Rumour says about {who}: "{said}"',
    '{who} says: "I think that {small}"',
    '{who} says: "Perhaps {small}"',
    '{who} says: "It may be that {small}"',
    '{who} asks: "Is it so that {small}"',
    '{who} says: "{said}" Then {who} took it back.',
)
_DOUBTED_RULES = (
    ("always", "almost always"),
    ("always", "usually"),
    ("always", "nearly always"),
    ("never", "hardly ever"),
    ("only", "mostly"),
    ("exactly one", "roughly one"),
    ("is true", "may be true"),
    ("are true", "are perhaps true"),
)

_DOUBTED_COUNTS = (
    "Mum thinks that {small}",
    "Nobody knows that {small}",
    "When Mum is tired, {small}",
    "Mum was told that {small}",
    "Mum once dreamt that {small}",
)


@dataclass(frozen=True)
class Said:
    """What somebody says, as a sentence, and in which worlds it is true."""

    who: str
    text: str
    holds: Callable[[World], bool]
    form: str = _SAYS[0]

    def told(self) -> str:
        """Return the sentence in which it is told."""
        bare = self.text.rstrip(".")
        small = bare if bare.startswith(("I ", *NAMES)) else bare[0].lower() + bare[1:]
        return self.form.format(who=self.who, said=self.text, bare=bare, small=small)


@dataclass(frozen=True)
class Told:
    """A puzzle: its sentences before and after the statements, which worlds there are, and how an answer reads."""

    before: str
    said: tuple[Said, ...]
    after: str
    worlds: tuple[World, ...]
    fits: Callable[[tuple[bool, ...], World], bool]
    answer: Callable[[World], object]

    @property
    def text(self) -> str:
        """Return the whole text."""
        return f"{self.before}\n\n" + "\n".join(each.told() for each in self.said) + f"\n\n{self.after}"

    def answers(self) -> list[object]:
        """Return every answer that the statements allow."""
        found: list[object] = []
        for world in self.worlds:
            if self.fits(tuple(each.holds(world) for each in self.said), world):
                answer = self.answer(world)
                if answer not in found:
                    found.append(answer)
        return found


def islanders(draw: random.Random) -> Told:
    """Make a puzzle about two kinds of people."""
    names = draw.sample(NAMES, draw.choice((2, 3, 3)))
    one, other = draw.choice(_KINDS)
    rule = draw.choice(_RULES).format(one=one, other=other, One=one[0].upper() + one[1:])
    worlds = tuple(
        dict(zip(names, kinds, strict=True)) for kinds in itertools.product((True, False), repeat=len(names))
    )
    said = tuple(replace(_about_kinds(draw, who, names, one, other), form=draw.choice(_SAYS)) for who in names)
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return Told(
        before=f"{rule} You meet {listed}.",
        said=said,
        after=draw.choice(("What are they?", "What is each of them?", "Who is what?")),
        worlds=worlds,
        fits=lambda true, world: all(world[each.who] == so for each, so in zip(said, true, strict=True)),
        answer=lambda world: {name: one if world[name] else other for name in names},
    )


def _about_kinds(draw: random.Random, who: str, names: list[str], one: str, other: str) -> Said:
    mate = draw.choice([name for name in names if name != who])
    kind, truth = draw.choice(((one, True), (other, False)))
    many = draw.randint(1, len(names))
    number = ("zero", "one", "two", "three")[many]
    rest = [name for name in names if name != who]
    are = f"is a {other}" if many == 1 else f"are {other}s"
    forms: list[tuple[str, Callable[[World], bool]]] = [
        (f"{mate} is a {kind}.", lambda world: world[mate] == truth),
        (f"{mate} and I are of the same kind.", lambda world: world[mate] == world[who]),
        (f"At least one of us is a {other}.", lambda world: not all(world[name] for name in names)),
        (f"I am a {other} or {mate} is a {kind}.", lambda world: not world[who] or world[mate] == truth),
        (f"If {mate} is a {one}, then I am a {kind}.", lambda world: not world[mate] or world[who] == truth),
        (f"Exactly {number} of us {are}.", lambda world: sum(not world[name] for name in names) == many),
        (f"Neither {rest[0]} nor I am a {kind}.", lambda world: world[rest[0]] != truth and world[who] != truth),
    ]
    text, holds = draw.choice(forms)
    return Said(who, text, holds)


def culprits(draw: random.Random) -> Told:
    """Make a puzzle about who did it, with a number of true statements."""
    names = draw.sample(NAMES, draw.choice((3, 4)))
    deed, scene = draw.choice(_DEEDS)
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    many = draw.randint(1, len(names) - 1)
    number = ("zero", "one", "two", "three")[many]
    be = "is" if many == 1 else "are"
    worlds = tuple({"culprit": name} for name in names)
    said = tuple(replace(_about_deed(draw, who, names, deed), form=draw.choice(_SAYS)) for who in names)
    return Told(
        before=scene.format(names=listed),
        said=said,
        after=f"Exactly {number} of these statements {be} true. Who {deed}?",
        worlds=worlds,
        fits=lambda true, _: sum(true) == many,
        answer=lambda world: world["culprit"],
    )


def _about_deed(draw: random.Random, who: str, names: list[str], deed: str) -> Said:
    mate, third = draw.sample([name for name in names if name != who], 2)
    forms: list[tuple[str, Callable[[World], bool]]] = [
        (f"It was {mate}.", lambda world: world["culprit"] == mate),
        ("I did not do it.", lambda world: world["culprit"] != who),
        (f"{mate} {deed}.", lambda world: world["culprit"] == mate),
        (f"Either {mate} or {third} did it.", lambda world: world["culprit"] in (mate, third)),
        (f"It was neither {mate} nor {third}.", lambda world: world["culprit"] not in (mate, third)),
        (f"{mate} is innocent.", lambda world: world["culprit"] != mate),
    ]
    text, holds = draw.choice(forms)
    return Said(who, text, holds)


def doubted(draw: random.Random, told: Told) -> Iterator[str]:
    """Yield texts of which nothing may be claimed: one statement, or the rule, is in doubt."""
    at = draw.randrange(len(told.said))
    form = draw.choice(_DOUBTED_SPEECH)
    said = (*told.said[:at], replace(told.said[at], form=form), *told.said[at + 1 :])
    yield replace(told, said=said).text
    rules = [pair for pair in _DOUBTED_RULES if pair[0] in told.before + told.after]
    if rules:
        old, new = draw.choice(rules)
        yield replace(told, before=told.before.replace(old, new), after=told.after.replace(old, new)).text
    if "of these statements" in told.after:
        yield replace(told, after=draw.choice(_DOUBTED_COUNTS).format(small=f"e{told.after[1:]}")).text
        yield replace(told, after=told.after.partition(". ")[2]).text


def changed(draw: random.Random, told: Told) -> Iterator[Told]:
    """Yield puzzles of another meaning: a statement is denied, or given to another speaker."""
    at = draw.randrange(len(told.said))
    one = told.said[at]

    def with_said(new: Said) -> Told:
        said = (*told.said[:at], new, *told.said[at + 1 :])
        return replace(told, said=said)

    small = one.text if one.text.startswith(("I ", *NAMES)) else one.text[0].lower() + one.text[1:]
    denied = f"It is not true that {small}"
    yield with_said(replace(one, text=denied, holds=lambda world: not one.holds(world)))
