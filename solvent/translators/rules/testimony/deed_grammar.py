"""Sentences about who did it and where something lies: "it was Ann", "Bo took it", "the ring is not in this box"."""

import re
from collections.abc import Iterator, Sequence

from solvent.translators.rules.statements.language import Statement, denied, every, some
from solvent.translators.rules.statements.nouns import Noun, Predicate
from solvent.translators.rules.statements.parsing import Parser, chain, either, mapped, mark, optional, then, word
from solvent.translators.rules.statements.sentences import Grammar
from solvent.translators.rules.testimony.frame import Frame

_HIDING = r"(?:is|was|lies|lay|can be found|has been hidden|must be|sits)(?: hidden)?"
_PLACE = r"(?:in|inside|behind|under|underneath|beneath|on)"


def predicates(frame: Frame) -> Iterator[Parser[Predicate]]:
    """Read what is said of one thing: "took the ring", "is guilty", "contains the ring"."""
    deed, did = frame.deed, frame.did
    if deed is None:
        return
    not_it: Predicate = lambda thing: denied(did(thing))  # noqa: E731
    if deed.place:
        yield word(
            (
                r"(?:contain|contains|hold|holds|hide|hides|conceal|conceals|has|have"
                rf"|leads? to) (?:it|{_object(frame)})"
            ),
            did,
        )
        yield word(r"empty", not_it)
        return
    yield word(r"(?:did|done|do)(?: it| that| this)", did)
    yield word(rf"(?:the |an? )?(?:{deed.agents()})(?: party| person| one)?", did)
    yield word(r"the (?:one|person)(?: (?:who|that) (?:did|has done)(?: it| this| that)?)?|to blame|responsible", did)
    yield then(
        word(r"the (?:one|person) (?:who|that)(?: has| had)?"),
        word(r"[a-z]+ (?:[a-z'-]+ ){0,5}?[a-z'-]+"),
        make=lambda _, match: did if deed.said(match[0].strip()) else None,
    )
    yield word(r"innocent|not guilty", not_it)
    yield mapped(
        word(r"[a-z]+ (?:[a-z'-]+ ){0,5}?[a-z'-]+"), lambda match: did if deed.said(match[0].strip()) else None
    )
    yield mapped(word(r"[a-z]+"), lambda match: did if deed.said(match[0].strip()) else None)
    for size in range(2, 6):
        pattern = rf"[a-z]+(?: [a-z'-]+){{{size - 1}}}"
        yield mapped(word(pattern), lambda match: did if deed.said(match[0].strip()) else None)


def _object(frame: Frame) -> str:
    objects = frame.deed.objects if frame.deed else frozenset()
    one_of = "|".join(map(re.escape, sorted(objects))) or "(?!)"
    return rf"(?:the|a|an|my|his|her|any) (?:(?:{one_of}) )*(?:{one_of})"


def culprits(frame: Frame, grammar: Grammar) -> Iterator[Parser[Statement]]:
    """Read "it was Ann", "it wasn't me who did it", "I didn't"."""
    deed, did = frame.deed, frame.did
    if deed is None or deed.place:
        return
    who = optional(
        then(
            optional(mark(",")),
            word("who|that"),
            grammar.verb,
            make=lambda _, __, said: (said.each is not None and not said.negated and said.each(0) == did(0)) or None,
        )
    )
    was = word(r"(?:it|that) (?:was|is|must have been|has to be|has to have been)")

    def named(_: object, negation: object, noun: Noun, __: object) -> Statement | None:
        if noun.universal or (negation and noun.negative):
            return None
        return denied(noun.said_of(did)) if negation else noun.said_of(did)

    also = optional(word("either|too|as well|alone"))
    yield then(was, optional(word("not|never")), grammar.noun, also, make=lambda a, no, n, _: named(a, no, n, None))
    yield then(was, optional(word("not|never")), grammar.noun, who, make=named)
    yield then(
        word(rf"the (?:person|one|{frame.cast.noun}) (?:who|that)"),
        grammar.verb,
        word("is|was|must be"),
        optional(word("not")),
        grammar.noun,
        make=lambda _, said, __, no, noun: (
            named(None, no, noun, None) if said.each and not said.negated and said.each(0) == did(0) else None
        ),
    )
    yield then(
        grammar.noun,
        word("did not|have not|has not"),
        make=lambda noun, _: denied(did(noun.members[0])) if len(noun.members) == 1 else None,
    )
    yield then(grammar.noun, word(r"did(?: so| it)?(?= ?(?:$|[,;]))"), make=lambda noun, _: noun.said_of(did))
    yield then(word(r"so (?:did|has)"), grammar.noun, make=lambda _, noun: noun.said_of(did))
    agent = word(rf"the (?:{deed.agents()})(?: party| person| one)?")
    yield then(
        agent,
        word("is|was|must be"),
        optional(word("not")),
        grammar.noun,
        make=lambda _, __, negation, noun: named(None, negation, noun, None),
    )


def places(frame: Frame, speaker: int | None, grammar: Grammar) -> Iterator[Parser[Statement]]:
    """Read "the ring is not in drawer 2 or in drawer 3", "it is behind this door"."""
    deed, did = frame.deed, frame.did
    if deed is None or not deed.place:
        return
    thing = word(rf"(?:{_object(frame)}|it)")
    here: list[Parser[Noun]] = []
    if speaker is not None:
        own = speaker
        here.append(word(rf"(?:{_PLACE} )?here", Noun(lambda said: said(own), (own,))))
    within = then(word(_PLACE), grammar.noun, make=lambda _, noun: None if noun.universal else noun)
    one = either(within, *here)
    several = either(
        one,
        mapped(chain(one, mark(","), then(optional(mark(",")), word("or"), make=lambda *_: True)), _any_of),
        then(word("either"), one, word("or"), one, make=lambda _, a, __, b: _any_of([a, b])),
        then(word("neither"), one, word("nor"), one, make=lambda _, a, __, b: _none_of([a, b])),
    )

    def make(_: object, __: object, negation: object, noun: Noun) -> Statement | None:
        if negation and noun.negative:
            return None
        return denied(noun.said_of(did)) if negation else noun.said_of(did)

    yield then(thing, word(_HIDING), optional(word("not")), several, make=make)


def _any_of(nouns: Sequence[Noun]) -> Noun:
    return Noun(lambda said: some(noun.said_of(said) for noun in nouns))


def _none_of(nouns: Sequence[Noun]) -> Noun:
    return Noun(lambda said: every(denied(noun.said_of(said)) for noun in nouns), negative=True)
