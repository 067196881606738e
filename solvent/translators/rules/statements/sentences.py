"""How a subject and what is said of it make a statement, and how statements are joined: not, and, or, if, either/or."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.translators.rules.statements.language import Statement, alike, denied, every, exactly, implies, some
from solvent.translators.rules.statements.nouns import Group, Noun, Predicate, Things, nouns
from solvent.translators.rules.statements.parsing import (
    Parser,
    chain,
    either,
    lazy,
    mapped,
    mark,
    normal,
    optional,
    then,
    whole,
    word,
)

_BE = "is|are|was|were|am|be"
# What can or could be so, is not said to be so.
_HELP = "did|does|do|has|have|had|will|has been|have been|had been|will be|must be|must|(?:can|could)(?= not)"
_ADVERB = "also|certainly|definitely|really|actually|indeed|in fact|just|now|then|currently|therefore|simply|even|too"
_LEAD = "also|however|moreover|furthermore|besides|finally|in addition|in fact|additionally|lastly|further|and|but|yet"
_PLACED = (
    f"{_BE}|sits?|sat|stands?|stood|comes?|came|lives?|lived|finish(?:es|ed)?|we find|you find|lies|lay|hangs?|hung"
)


@dataclass(frozen=True)
class Said:
    """What a verb phrase says of each thing (`each`), or of several together (`group`).

    `together` says that it is said of all or none ("are both knights"): "or" then joins what is said of all. `bare`
    says that it has no verb of its own, as the end of "is not at the front or at the back".
    """

    each: Predicate | None = None
    group: Group | None = None
    negated: bool = False
    together: bool = False
    bare: bool = False


def relation(
    things: Things, phrase: Parser[object], related: Callable[[int, int], Statement], noun: Parser[Noun]
) -> tuple[Parser[Predicate], Parser[Group]]:
    """Return parsers for what relates two things: "older than Ben" and, of two, "next to each other"."""
    after = optional(word("is|are|was|were|am|do|does|did|has|have|had|can"))
    everyone_else = word(
        rf"(?:everyone|everybody|anyone|anybody) else|(?:all|any|each) (?:of )?the others?|the others|all others"
        rf"|(?:any|every) other (?:one|{things.noun})|all (?:the )?other (?:{things.noun})"
    )

    def of(_: object, other: Noun, __: object) -> Predicate:
        if other.universal:
            return of_all()
        return lambda thing: other.said_of(lambda against: related(thing, against))

    def of_all(*_: object) -> Predicate:
        return lambda thing: every(related(thing, other) for other in things.all if other != thing)

    def mutual(_: object, __: object) -> Group:
        return lambda group: every((related(*group), related(*reversed(group)))) if len(group) == 2 else None

    return (
        either(then(phrase, noun, after, make=of), then(phrase, everyone_else, make=of_all)),
        then(phrase, word("each other|one another"), make=mutual),
    )


class Grammar:
    """Reads sentences about things.

    `predicates(noun)` and `groups(noun)` return the parsers of what can be said of one thing and of several together,
    without auxiliary verb and "not"; `descriptions(noun)` those of phrases that stand for whichever thing they fit
    ("the oldest", "the third child"). Each is given the parser of noun phrases, for what it relates things to. `verbs`
    are further verbs that carry no meaning of their own, as a regular expression: in "sits neither here nor there".
    `clauses(grammar)` returns the parser of clauses of other forms ("it was Ada").
    """

    def __init__(
        self,
        things: Things,
        predicates: Callable[[Parser[Noun]], Parser[Predicate]],
        groups: Callable[[Parser[Noun]], Parser[Group]] = lambda _: either(),
        descriptions: Callable[[Parser[Noun]], Parser[Predicate]] = lambda _: either(),
        verbs: str = "",
        clauses: Callable[["Grammar"], Parser[Statement]] = lambda _: either(),
    ) -> None:
        self.things = things
        self._more_clauses: Parser[Statement] = lazy(lambda: clauses(self))
        self.helping = f"{_BE}|{_HELP}|{verbs}" if verbs else f"{_BE}|{_HELP}"
        self.placed = f"{_PLACED}|(?:{_BE}) (?:{verbs})|{verbs}" if verbs else _PLACED
        self.noun: Parser[Noun] = lazy(lambda: nouns(things, self.described))
        self.described: Parser[Predicate] = lazy(lambda: either(descriptions(self.noun), self._who()))
        self.core: Parser[Predicate] = lazy(lambda: predicates(self.noun))
        self.group: Parser[Group] = lazy(lambda: groups(self.noun))
        self.verb: Parser[Said] = lazy(self._verb)
        self.clause: Parser[Statement] = lazy(self._clause)
        self.sentence: Parser[Statement] = lazy(self._sentence)

    def read(self, sentence: str) -> list[Statement]:
        """Return the different meanings of a sentence; none if it is not understood."""
        lead = then(optional(word(rf"(?:{_LEAD})")), optional(mark(",")), self.sentence, make=lambda _, __, said: said)
        return whole(lead, normal(sentence))

    # What is said of a subject.

    def _who(self) -> Parser[Predicate]:
        """Read "the child who ...", "whoever ...", "the one that ..."."""
        things = self.things.noun
        who = either(
            word(rf"(?:the|that) (?:one|person|{things}),? (?:who|that|which)"), word("whoever|whichever|the one")
        )
        return then(who, self.verb, make=lambda _, said: _positive(said))

    def _verb(self) -> Parser[Said]:
        """Read a verb phrase: simple ones, joined by and, or, but, neither ... nor."""
        simple = either(self._plain(), self._neither())
        comma = mark(",")
        return either(
            simple,
            mapped(chain(simple, comma, _joint("and|but|yet|and also|but also")), _both),
            then(optional(word("either")), chain(simple, comma, _joint("or")), make=_any),
        )

    def _plain(self) -> Parser[Said]:
        helping = optional(word(self.helping))
        negation = optional(word("(?:not|never)(?: be)?"))
        before = optional(word(_ADVERB))
        lead = either(
            then(helping, before, make=lambda verb, _: bool(verb)),
            then(word(_ADVERB), word(f"{_BE}|{_HELP}"), make=lambda *_: True),
        )
        floating = optional(word("both|all|each"))
        after = optional(word("either|too|as well|also"))
        comma = mark(",")
        cores = either(
            mapped(self.core, lambda each: (each, True)),
            then(optional(word("either")), chain(self.core, comma, _joint("or")), make=_one_of),
            mapped(chain(self.core, comma, _joint("and")), _all_of),
        )
        return either(
            then(lead, negation, before, floating, cores, after, make=_of_each),
            then(lead, negation, before, optional(word("both|all")), self.group, after, make=_of_group),
        )

    def _neither(self) -> Parser[Said]:
        helping = optional(word(self.helping))
        pieces = chain(self.core, mark(","), _joint("nor|or"))
        return then(
            helping,
            word("neither"),
            pieces,
            make=lambda _, __, found: Said(lambda thing: every(denied(each(thing)) for each in found)),
        )

    # Sentences.

    def _clause(self) -> Parser[Statement]:
        """Read a subject with its verb phrase, or the other way round ("In the middle sits Ada")."""
        usual = then(self.noun, self.verb, make=_stated)
        fronted = then(
            self.core,
            word(self.placed),
            self.noun,
            make=lambda each, _, noun: None if noun.universal else noun.said_of(each),
        )
        existing = then(word("there (?:is|are|was|were)"), self.noun, self.verb, make=lambda _, n, v: _stated(n, v))
        true = then(word("it is true that|it is a fact that"), self.clause, make=lambda _, said: said)
        false = then(
            word("it is false that|it is not true that|it is not the case that"),
            self.clause,
            make=lambda _, said: denied(said),
        )
        short = then(
            word("either"), self.noun, self.verb, word("or"), self.noun, word(f"{_BE}|{_HELP}"), make=_one_or_other
        )
        echoed = then(
            self.noun,
            self.verb,
            optional(mark(",")),
            word("and|but"),
            self._echo(),
            make=lambda n, v, _, __, e: None if (found := e(n, v)) is None else every(found),
        )
        as_well = then(
            word("if|when"),
            self.noun,
            self.verb,
            optional(mark(",")),
            optional(word("then")),
            self._echo(),
            make=lambda _, n, v, __, ___, e: None if (found := e(n, v)) is None else implies(*found),
        )
        one_only = then(
            optional(word("either")),
            self.noun,
            word("or"),
            self.noun,
            self.verb,
            mark(",? but"),
            word("not both"),
            make=lambda _, one, __, other, said, ___, ____: _just_one(one, other, said),
        )
        return either(usual, fronted, existing, true, false, short, echoed, as_well, one_only, self._more_clauses)

    def _echo(self) -> Parser[Callable[[Noun, Said], "tuple[Statement, Statement] | None"]]:
        """Read what repeats a verb phrase, for both statements: "so is B", "neither does B", "B is too", "B is not"."""
        helping = f"{_BE}|{_HELP}"

        def repeated(noun: Noun, *, negative: bool) -> Callable[[Noun, Said], "tuple[Statement, Statement] | None"]:
            def said(first: Noun, verb: Said) -> tuple[Statement, Statement] | None:
                other = Said(verb.each, verb.group, negated=negative)
                one, two = _stated(first, verb), _stated(noun, other)
                return None if one is None or two is None or verb.each is None else (one, two)

            return said

        return either(
            then(word(f"so (?:{helping})"), self.noun, make=lambda _, noun: repeated(noun, negative=False)),
            then(word(f"neither (?:{helping})"), self.noun, make=lambda _, noun: repeated(noun, negative=True)),
            then(self.noun, word(f"(?:{helping}) too"), make=lambda noun, _: repeated(noun, negative=False)),
            then(self.noun, word(f"(?:{helping}) not"), make=lambda noun, _: repeated(noun, negative=True)),
        )

    def _sentence(self) -> Parser[Statement]:
        clause, comma = self.clause, either(mark(","), mark(";"))
        also = either(_joint("and|but|while|whereas|yet"), mark(";"))
        joined: Parser[Statement] = either(
            clause,
            mapped(chain(clause, either(comma, also), also), every),
            mapped(chain(clause, comma, _joint("or")), some),
            then(
                word("either"),
                chain(clause, comma, _joint("or")),
                make=lambda _, found: some(found, either=True),
            ),
        )
        link = optional(then(optional(mark(",")), optional(word("then")), make=lambda *_: True))
        when = word("if|when|whenever|provided that|in case")
        conditional: Parser[Statement] = either(
            then(when, joined, link, joined, make=lambda _, one, __, two: implies(one, two)),
            then(joined, optional(mark(",")), when, joined, make=lambda two, _, __, one: implies(one, two)),
            then(joined, word("only if"), joined, make=lambda one, _, two: implies(one, two)),
            then(
                joined, word("if and only if|exactly if|exactly when"), joined, make=lambda one, _, two: alike(one, two)
            ),
            then(joined, optional(mark(",")), word("unless"), joined, make=lambda one, _, __, two: some((one, two))),
            then(word("unless"), joined, link, joined, make=lambda _, two, __, one: some((one, two))),
        )
        return either(joined, conditional)


def _joint(joint: str) -> Parser[Any]:
    return then(optional(mark(",")), word(joint), make=lambda _, found: found)


def _positive(said: Said) -> Predicate | None:
    each = said.each
    if each is None:
        return None
    return (lambda thing: denied(each(thing))) if said.negated else each


def _both(found: Sequence[Said]) -> Said | None:
    each = [predicate for said in found if (predicate := _positive(said)) is not None]
    return Said(lambda thing: every(one(thing) for one in each)) if len(each) == len(found) else None


def _any(says_either: object, found: Sequence[Said]) -> Said | None:
    each = [predicate for said in found if (predicate := _positive(said)) is not None]
    if len(each) < len(found):
        return None
    if found[0].negated and any(said.bare and not said.negated for said in found[1:]):
        return None  # "is not A or B": neither of them
    if any(said.together for said in found):
        return Said(group=lambda group: some((every(map(one, group)) for one in each), either=bool(says_either)))
    return Said(lambda thing: some((one(thing) for one in each), either=bool(says_either)))


def _one_of(says_either: object, found: Sequence[Predicate]) -> tuple[Predicate, bool]:
    return (lambda thing: some((each(thing) for each in found), either=bool(says_either))), True


def _all_of(found: Sequence[Predicate]) -> tuple[Predicate, bool]:
    return (lambda thing: every(each(thing) for each in found)), False


def _of_each(
    has_verb: object, negation: object, __: object, floating: object, core: tuple[Predicate, bool], ___: object
) -> Said | None:
    each, deniable = core
    if negation and not deniable:
        return None  # "is not A and B"
    if negation and floating:
        return Said(group=lambda group: denied(every(map(each, group))))
    return Said(each, negated=bool(negation), together=bool(floating), bare=not has_verb)


def _of_group(_: object, negation: object, __: object, ___: object, group: Group, ____: object) -> Said:
    return Said(group=group, negated=bool(negation))


def _one_or_other(_: object, one: Noun, said: Said, __: object, other: Noun, ___: object) -> Statement | None:
    """Return what "either A is a knight or B is" says."""
    found = [_stated(one, said), _stated(other, said)]
    stated = [each for each in found if each is not None]
    return some(stated, either=True) if len(stated) == len(found) else None


def _just_one(one: Noun, other: Noun, said: Said) -> Statement | None:
    """Return what "either A or B is a knight, but not both" says."""
    found = [_stated(one, said), _stated(other, said)]
    stated = [each for each in found if each is not None]
    return exactly(1, stated) if len(stated) == len(found) else None


def _stated(noun: Noun, said: Said) -> Statement | None:
    """Return what a subject and a verb phrase say together; None if it can be meant in two ways, or makes no sense."""
    if said.negated and (noun.universal or noun.negative):
        return None
    if said.group is not None:
        found = said.group(noun.members) if len(noun.members) > 1 else None
        return denied(found) if found is not None and said.negated else found
    predicate = _positive(said)
    return None if predicate is None else noun.said_of(predicate)
