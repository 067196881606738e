"""Who or what a sentence speaks of: names, pronouns, lists, "everyone", "exactly two of them", "the one who ...".

A noun phrase is a quantifier over things, which are numbered from 0: given a predicate, it makes a statement (Montague,
The Proper Treatment of Quantification in Ordinary English, 1973).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from solvent.translators.rules.statements.language import Count, Statement, denied, every, implies, some
from solvent.translators.rules.statements.parsing import (
    Parser,
    chain,
    either,
    mapped,
    mark,
    optional,
    then,
    word,
)
from solvent.translators.rules.text.words import NUMBER_WORDS

Predicate = Callable[[int], Statement]  # what is said of one thing
Group = Callable[[tuple[int, ...]], "Statement | None"]  # what is said of several together; None if it makes no sense


@dataclass(frozen=True)
class Noun:
    """A noun phrase.

    `members` are the things that it names together ("Ada and Bo"), in order. With "not", a `universal` one ("everyone")
    has two meanings, and a `negative` one ("nobody") none that is usual.
    """

    said_of: Callable[[Predicate], Statement]
    members: tuple[int, ...] = ()
    universal: bool = False
    negative: bool = False


@dataclass(frozen=True)
class Things:
    """What sentences speak of: names with the numbers of things, and regular expressions for nouns that mean them.

    `noun` matches a noun for one thing or several ("children|child"). `speaker` is who says "I"; `before` what "he",
    "she", "they" or "it" stands for, from the sentence before.
    """

    names: Mapping[str, int]
    noun: str
    speaker: int | None = None
    before: int | None = None

    @property
    def all(self) -> tuple[int, ...]:
        """All things, each once."""
        return tuple(sorted(set(self.names.values())))


_NUMBER = rf"\d+|{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))}"


def number(found: str) -> int:
    """Return the number that a word or numeral says."""
    return int(found) if found.isdecimal() else NUMBER_WORDS[found.lower()]


def named(thing: int) -> Noun:
    """Return the noun phrase for one thing."""
    return Noun(lambda said: said(thing), (thing,))


def single(things: Things, described: Parser[Predicate]) -> Parser[Noun]:
    """Read a noun phrase for one thing: a name, a pronoun, or a description such as "the child in the middle"."""
    options: list[Parser[Noun]] = [
        _by_name(things.names),
        mapped(described, lambda holds: Noun(_whichever(holds, things))),
    ]
    if things.speaker is not None:
        options.append(word("I|me|myself", named(things.speaker)))
        others = [thing for thing in things.all if thing != things.speaker]
        if len(others) == 1:
            options.append(word("you", named(others[0])))
    if things.before is not None:
        options.append(word("he|she|it|they|him|her|them", named(things.before)))
    return either(*options)


def _whichever(holds: Predicate, things: Things) -> Callable[[Predicate], Statement]:
    """Return who is meant by a description: there is one whom it fits, and it is said of whomever it fits."""

    def said_of(said: Predicate) -> Statement:
        there_is = some(every((holds(thing), said(thing))) for thing in things.all)
        return every((there_is, *(implies(holds(thing), said(thing)) for thing in things.all)))

    return said_of


def _by_name(names: Mapping[str, int]) -> Parser[Noun]:
    """Match a name as it is spelt, with or without "the"; tried one by one, since compiling a pattern takes longer."""
    longest_first = sorted(names, key=len, reverse=True)
    the = re.compile(r" ?(?:the )?", re.IGNORECASE)

    def parse(text: str, at: int) -> Iterator[tuple[Noun, int]]:
        for start in dict.fromkeys((the.match(text, at).end(), at + text.startswith(" ", at))):  # type: ignore[union-attr]
            if start and text[start - 1].isalnum():
                continue
            for name in longest_first:
                end = start + len(name)
                if text.startswith(name, start) and not re.match(r"\w", text[end : end + 1]):
                    yield named(names[name]), end
                    return

    return parse


def listed(one: Parser[Noun]) -> Parser[Noun]:
    """Read lists of single things: "A and B", "either A or B", "neither A nor B", "A but not B"."""
    comma = mark(",")
    plain = either(
        one, mapped(then(optional(word("both|all of|all")), chain(one, comma, _joint("and")), make=_second), _together)
    )
    return either(
        plain,
        then(optional(word("either")), chain(one, comma, _joint("or")), make=_alternatives),
        then(
            word("neither|none of"),
            chain(one, comma, either(_joint("nor"), _joint("or"), _joint("and"))),
            make=_none_of,
        ),
        then(one, optional(comma), word("but not|and not|not"), one, make=_but_not),
    )


def _joint(joint: str) -> Parser[object]:
    return then(optional(mark(",")), word(joint), make=lambda _, found: found)


def _second(_: object, found: list[Noun]) -> list[Noun]:
    return found


def _together(nouns: Sequence[Noun]) -> Noun:
    members = tuple(thing for noun in nouns for thing in noun.members)
    known = members if all(noun.members for noun in nouns) else ()
    return Noun(lambda said: every(noun.said_of(said) for noun in nouns), known)


def _alternatives(says_either: object, nouns: Sequence[Noun]) -> Noun:
    return Noun(lambda said: some((noun.said_of(said) for noun in nouns), either=bool(says_either)))


def _none_of(_: object, nouns: Sequence[Noun]) -> Noun:
    return Noun(lambda said: every(denied(noun.said_of(said)) for noun in nouns), negative=True)


def _but_not(one: Noun, _: object, __: object, other: Noun) -> Noun:
    return Noun(lambda said: every((one.said_of(said), denied(other.said_of(said)))), negative=True)


def quantified(things: Things, one: Parser[Noun]) -> Parser[Noun]:
    """Read "everyone", "no one", "exactly two of them", "one of A and B", "all the children", "only A"."""
    group = _groups(things, one)
    together = word("we|they|us" + ("|you" if things.speaker is None else ""), Noun(_for_every(things.all), things.all))
    others = tuple(thing for thing in things.all if thing != things.speaker)
    everyone = either(
        word("everyone|everybody|(?:we|they) all", things.all),
        then(word("all|each|every one|each one"), word("of"), group, make=lambda _, __, found: found),
        then(_all_in_number(), word("of"), group, make=lambda count, _, found: found if len(found) == count else None),
        word(rf"(?:all|each|every)(?: the)?(?: (?:{_NUMBER}))? (?:{things.noun})", things.all),
    )
    nobody = either(
        word("no one|nobody|none", things.all),
        word(rf"no (?:{things.noun})", things.all),
        then(word("none|neither|not one|no one"), word("of"), group, make=lambda _, __, found: found),
    )
    rest: list[Parser[Noun]] = []
    if things.speaker is not None:
        left = "|".join([str(len(others)), *(name for name, value in NUMBER_WORDS.items() if value == len(others))])
        rest.append(word(f"the others|the rest|the other (?:{left})", Noun(_for_every(others), others)))
    both = [word("both", Noun(_for_every(things.all), things.all))] if len(things.all) == 2 else []
    return either(
        together,
        *rest,
        *both,
        mapped(everyone, lambda found: Noun(_for_every(found), found, universal=True)),
        mapped(nobody, lambda found: Noun(_for_none(found), negative=True)),
        then(word("not"), everyone, make=lambda _, found: Noun(_not_for_every(found), negative=True)),
        then(
            amount(),
            optional(then(word("of"), group, make=_second)),
            make=lambda said, found: said(found or things.all),
        ),
        then(amount(), word(things.noun), make=lambda said, _: said(things.all)),
        then(word("only|just"), one, make=lambda _, noun: _only(noun, things)),
        mapped(word("someone|somebody"), lambda _: _amounts(1, None)(things.all)),
    )


def _groups(things: Things, one: Parser[Noun]) -> Parser[tuple[int, ...]]:
    """Read who is meant after "of": us, them, the three children, A, B and C."""
    count = len(things.all)
    sizes = "|".join([str(count), *(name for name, value in NUMBER_WORDS.items() if value == count)])
    lists = mapped(chain(one, mark(","), _joint("and")), lambda nouns: _together(nouns).members or None)
    everybody = word(rf"(?:us|them|these|those|the|you|our|my)(?: (?:{sizes}|all))?(?: (?:{things.noun}))?", things.all)
    everybody = either(everybody, word(rf"(?:his|her|their) (?:{sizes}) (?:{things.noun})", things.all))
    everybody = either(everybody, word(rf"(?:the|all) (?:{sizes}) of (?:us|them|you)", things.all))
    others = tuple(thing for thing in things.all if thing != things.speaker)
    left = [word("the others|the rest|the other ones", others)] if things.speaker is not None else []
    if things.speaker is not None and len(others) == 2:
        left.append(word("(?:those|these|the other|you|the) two|you", others))
    return either(everybody, lists, *left)


def _all_in_number() -> Parser[int]:
    """Read "all three" and "both"."""
    numeral = mapped(word(rf"all (?P<number>{_NUMBER})"), lambda match: number(match["number"]))
    return either(numeral, word("both", 2))


def amount() -> Parser[Callable[[tuple[int, ...]], "Noun | None"]]:
    """Read "exactly two", "at least one", "at most 3", "more than one", "two or more", "two"."""
    numeral = rf"(?P<number>{_NUMBER})"

    def read(
        pattern: str, least: Callable[[int], int], most: Callable[[int], int | None]
    ) -> Parser[Callable[[tuple[int, ...]], Noun | None]]:
        return mapped(
            word(pattern), lambda match: _amounts(least(number(match["number"])), most(number(match["number"])))
        )

    return either(
        read(rf"(?:exactly|precisely|only|just) {numeral}", lambda n: n, lambda n: n),
        read(rf"(?:at least|not fewer than) {numeral}", lambda n: n, lambda _: None),
        read(rf"{numeral} or more", lambda n: n, lambda _: None),
        read(rf"more than {numeral}", lambda n: n + 1, lambda _: None),
        read(rf"at most {numeral}", lambda _: 0, lambda n: n),
        read(rf"{numeral} or (?:fewer|less)", lambda _: 0, lambda n: n),
        read(rf"(?:fewer|less) than {numeral}", lambda _: 0, lambda n: n - 1),
        mapped(word(numeral), lambda match: _loose(number(match["number"]))),
    )


def _amounts(least: int, most: int | None) -> Callable[[tuple[int, ...]], "Noun | None"]:
    def of(group: tuple[int, ...]) -> Noun | None:
        if least > len(group) or (most is not None and most < 0):
            return None
        upper = len(group) if most is None else most
        return Noun(lambda said: Count(tuple(map(said, group)), least, upper), negative=True)

    return of


def _loose(count: int) -> Callable[[tuple[int, ...]], "Noun | None"]:
    def of(group: tuple[int, ...]) -> Noun | None:
        if count > len(group) or count < 1:
            return None
        if count == len(group):
            return Noun(_for_every(group), group)
        return Noun(lambda said: Count(tuple(map(said, group)), count, count, loose=True), negative=True)

    return of


def _for_every(group: tuple[int, ...]) -> Callable[[Predicate], Statement]:
    return lambda said: every(map(said, group))


def _for_none(group: tuple[int, ...]) -> Callable[[Predicate], Statement]:
    return lambda said: every(denied(said(thing)) for thing in group)


def _not_for_every(group: tuple[int, ...]) -> Callable[[Predicate], Statement]:
    return lambda said: denied(every(map(said, group)))


def _only(noun: Noun, things: Things) -> Noun | None:
    if not noun.members:
        return None
    others = [thing for thing in things.all if thing not in noun.members]
    return Noun(lambda said: every((noun.said_of(said), *(denied(said(thing)) for thing in others))), negative=True)


def nouns(things: Things, described: Parser[Predicate]) -> Parser[Noun]:
    """Read any noun phrase."""
    one = single(things, described)
    return either(listed(one), quantified(things, one))
