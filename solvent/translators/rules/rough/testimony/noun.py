"""Noun phrases as quantifiers over things and statements."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from solvent.translators.rules.rough.testimony.scene import NEVER, NOTHING, counted
from solvent.translators.rules.statements.language import Statement, alike, denied, every, exactly, implies, some
from solvent.translators.rules.text.words import NUMBER_WORDS

Unit = int  # a thing, or ~number for a statement
Predicate = Callable[[Unit], Statement | None]

STATEMENT = (
    r"(?:statements?|claims?|sentences?|remarks?|labels?|signs?|notes?|inscriptions?|notices?|messages?|things|answers?"
    r"|stickers?|testimon(?:y|ies)|assertions?|plaques?|texts?|placards?|cards?|lids?|tags?|accounts?|stories|story"
    r"|words|lines?|items?|predictions?|guess(?:es)?|reports?|propositions?|boasts?)"
)
NUMBER = rf"(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))}|\d+)"


@dataclass(frozen=True)
class Noun:
    """A noun phrase as a quantifier: `said_of` makes a statement of a predicate.

    `member` states that a thing is one of those meant, as far as they are fixed; `members` are those that are named.
    """

    said_of: Callable[[Predicate], Statement | None]
    member: Predicate | None = None
    members: tuple[Unit, ...] = ()
    domain: tuple[Unit, ...] = ()


def of_all(units: Sequence[Unit], *, negative: bool = False) -> Noun:
    """All of these things; or none of them."""

    def said_of(said: Predicate) -> Statement | None:
        found = [said(unit) for unit in units]
        kept = [each for each in found if each is not None]
        if len(kept) < len(found) or not kept:
            return None
        return every(map(denied, kept) if negative else kept)

    return Noun(said_of, lambda unit: NOTHING if unit in units else NEVER, tuple(units))


def of_any(units: Sequence[Unit], *, either: bool = False) -> Noun:
    """At least one of these things."""

    def said_of(said: Predicate) -> Statement | None:
        kept = [each for each in map(said, units) if each is not None]
        return some(kept, either=either) if len(kept) == len(units) else None

    return Noun(said_of, None, tuple(units))


def described(member: Predicate, units: Iterable[Unit]) -> Noun:
    """Whoever fits a description."""
    everyone = tuple(units)

    def said_of(said: Predicate) -> Statement | None:
        found = []
        for unit in everyone:
            fits, holds = member(unit), said(unit)
            if fits is not None and holds is not None:
                found.append(implies(fits, holds))
        return every(found) if found else None

    return Noun(said_of, member)


def only(noun: Noun, units: Iterable[Unit]) -> Noun:
    """Those meant, and nobody else."""
    everyone = tuple(units)

    def said_of(said: Predicate) -> Statement | None:
        found = []
        for unit in everyone:
            fits, holds = noun.member(unit) if noun.member else None, said(unit)
            if fits is not None and holds is not None:
                found.append(alike(fits, holds))
        return every(found) if found else None

    return Noun(said_of, noun.member, noun.members)


def vague(word: str) -> Callable[[Sequence[Statement]], Statement | None] | None:
    """Return what a word that is no number says of how many hold: "none", "half", "an odd number"."""
    if word in ("none", "no one", "nobody", "neither", "no", "not one", "not a single", "not even one"):
        return lambda parts: counted(parts, 0, 0)
    if word in ("some", "someone", "somebody", "anyone", "either"):
        return some
    if word.startswith("not "):
        return lambda parts: denied(every(parts))
    if word.startswith("an "):
        return lambda parts: _parity(parts, odd="odd" in word)
    if word == "half":
        return lambda parts: counted(parts, len(parts) // 2, len(parts) // 2)
    if word.endswith("majority") or word == "most":
        return lambda parts: counted(parts, len(parts) // 2 + 1, len(parts))
    return None


def bounds(op: str, number: int, more: str) -> tuple[int, int]:
    """Return the least and the most that "at least three", "four or fewer" mean."""
    if "more" in more or op in ("at least", "no fewer than", "no less than"):
        return number, 99
    if more or op in ("at most", "no more than", "not more than", "up to"):
        return 0, number
    if op == "more than":
        return number + 1, 99
    if op in ("fewer than", "less than"):
        return 0, number - 1
    return number, number


def _parity(parts: Sequence[Statement], *, odd: bool) -> Statement | None:
    if not parts or len(parts) > 6:
        return None
    return some(exactly(number, parts) for number in range(len(parts) + 1) if number % 2 == odd)


def number_of(word: str) -> int:
    """Return the number that a word or numeral says."""
    return NUMBER_WORDS[word] if word in NUMBER_WORDS else int(word)
