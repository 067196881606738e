"""Sentences about who lies, of what kind somebody is, who did it, where something lies, and what day it is."""

import re
from collections.abc import Iterator, Mapping, Sequence

from solvent.translators.rules.statements.language import Statement, denied, every, fact, some
from solvent.translators.rules.statements.nouns import Group, Noun, Predicate, Things, amount
from solvent.translators.rules.statements.parsing import Parser, chain, either, mapped, mark, optional, then, word
from solvent.translators.rules.statements.sentences import Grammar, relation
from solvent.translators.rules.testimony import cast as casting
from solvent.translators.rules.testimony.frame import DAYS, TODAY, Frame

_KIND = r"(?:kinds?|sorts?|types?|tribes?|species|groups?|clans?|class|classes|category|races?|nature|people)"
_TRUTHFUL = (
    r"(?:telling|tells?|told|speaking|speaks?|spoke|saying) (?:us |you |me )?(?:only )?the truth"
    r"|truthful|honest|right|correct"
    r"|a truth-?teller|truth-?tellers|(?:making|makes?|made) an? true statement"
)
_LYING = (
    r"lying|lies?|lied|telling (?:lies|a lie)|tells? (?:lies|a lie)|told a lie|(?:an? )?liars?|wrong|dishonest"
    r"|(?:making|makes?|made) an? false statement"
)
_SAYS = (
    r"(?:(?:would|will|could|can|might|may) (?:say|claim|tell (?:you|us|me))|says?|said|claims?|claimed"
    r"|(?:has|have) (?:said|claimed)|tells? (?:you|us|me)|told (?:you|us|me))"
)
_SHIFTS = {
    "yesterday": -1,
    "today": 0,
    "tomorrow": 1,
    "now": 0,
    "the day after tomorrow": 2,
    "the day before yesterday": -2,
}
_IS = r"is|was|will be|am"
_HIDING = r"(?:is|was|lies|lay|can be found|has been hidden|must be|sits)(?: hidden)?"
_PLACE = r"(?:in|inside|behind|under|underneath|beneath|on)"


def grammar(
    frame: Frame,
    speaker: int | None = None,
    *,
    reported: bool = False,
    before: int | None = None,
    claims: Mapping[int, Sequence[Statement]] | None = None,
) -> Grammar:
    """Return the grammar of what somebody says, or of what the narrator tells (without `speaker`).

    `before` is who spoke before, for "that is true"; `claims` are the statements that others make, as far as they are
    known, for "Ann lies when she says that ...".
    """
    return _Talk(frame, speaker, reported=reported, before=before, claims=claims or {}).grammar


class _Talk:
    def __init__(
        self,
        frame: Frame,
        speaker: int | None,
        *,
        reported: bool,
        before: int | None,
        claims: Mapping[int, Sequence[Statement]],
    ) -> None:
        self.frame, self.speaker, self.claims = frame, speaker, claims
        names = dict(frame.cast.names)
        singular = frame.one_each and all(frame.made)
        if singular:
            names |= casting.statement_names(frame.cast.names)
        if speaker is not None:
            names |= casting.speaking_of_itself(frame.cast, speaker)
            if reported:
                names |= dict.fromkeys(("he", "she", "he himself", "she herself", "himself", "herself"), speaker)
                names |= dict.fromkeys(("him", "her"), speaker)
            elif frame.count == 2:
                names |= dict.fromkeys(("he", "she"), 1 - speaker)
            if singular:
                names |= dict.fromkeys(("this statement", "This statement", "this sentence", "This sentence"), speaker)
        if before is not None and singular:
            names |= dict.fromkeys(("that", "That", "the statement before this one", "the previous statement"), before)
        noun = casting.statements_noun(frame.cast) if singular else frame.cast.noun
        things = Things(names, noun, None if reported else speaker)
        self.things = things
        self.singular = singular
        self.grammar = Grammar(things, self.predicates, self.groups, clauses=self.clauses)

    # What is said of one thing.

    def predicates(self, noun: Parser[Noun]) -> Parser[Predicate]:
        return either(*self._sorts(), *self._truths(), *self._deeds(), *self._days(), *self._alike(noun))

    def _sorts(self) -> Iterator[Parser[Predicate]]:
        frame = self.frame
        lead = (
            r"(?:(?:an?|the) |one of the |(?:belongs?|belonging) to (?:the )?|(?:comes?"
            r"|is|are)? ?(?:from|of) the |a member of the "
            r"|members of the )?"
        )
        for at, sort in enumerate(frame.sorts):
            people = rf"(?: (?:{frame.cast.noun}|tribe|clan|family|folk))?"
            yield word(rf"{lead}(?:{sort.pattern}|SORT{at}){people}", frame.is_sort(at))
        if frame.two_valued:
            told = {form for sort in frame.sorts for form in sort.forms}
            for nature, pattern, own in (
                (
                    "true",
                    r"always (?:tell|tells|telling|speak|speaks) the truth|never (?:lie|lies|lied)",
                    "truth-teller",
                ),
                (
                    "false",
                    r"always (?:lie|lies|lying)|always (?:tell|tells) lies|never (?:tell|tells|speak|speaks) the truth",
                    "liar",
                ),
            ):
                holds = self._nature(nature)
                yield word(pattern, holds)
                if own not in told and own.replace("-", "") not in told:
                    yield word(rf"an? {own}|{own}s", holds)

    def _nature(self, nature: str) -> Predicate:
        return lambda thing: self.frame.of_nature(thing, nature)

    def _truths(self) -> Iterator[Parser[Predicate]]:
        honest = self.frame.honest()
        if honest is None:
            return
        lying: Predicate = lambda thing: denied(honest(thing))  # noqa: E731
        taken = "|".join(sort.pattern for sort in self.frame.sorts)
        clear = rf"(?!(?:an? )?(?:{taken})\b)" if taken else ""
        yield word(clear + rf"(?:{_TRUTHFUL})", honest)
        yield word(clear + rf"(?:{_LYING})", lying)
        if self.singular:
            yield word(r"an? true statement|true(?: statements| ones)?", honest)
            yield word(r"false(?: statements| ones)?|untrue|an? (?:lie|false statement)|not true", lying)

    def _deeds(self) -> Iterator[Parser[Predicate]]:
        deed, did = self.frame.deed, self.frame.did
        if deed is None:
            return
        not_it: Predicate = lambda thing: denied(did(thing))  # noqa: E731
        if deed.place:
            yield word(
                (
                    r"(?:contain|contains|hold|holds|hide|hides|conceal|conceals|has|have"
                    rf"|leads? to) (?:it|{self._object()})"
                ),
                did,
            )
            yield word(r"empty", not_it)
            return
        yield word(r"(?:did|done|do)(?: it| that| this)", did)
        yield word(rf"(?:the |an? )?(?:{deed.agents()})(?: party| person| one)?", did)
        yield word(r"innocent|not guilty", not_it)
        yield mapped(
            word(r"[a-z]+ (?:[a-z'-]+ ){0,5}?[a-z'-]+"), lambda match: did if deed.said(match[0].strip()) else None
        )
        for size in range(2, 6):
            pattern = rf"[a-z]+(?: [a-z'-]+){{{size - 1}}}"
            yield mapped(word(pattern), lambda match: did if deed.said(match[0].strip()) else None)

    def _object(self) -> str:
        objects = self.frame.deed.objects if self.frame.deed else frozenset()
        one_of = "|".join(map(re.escape, sorted(objects))) or "(?!)"
        return rf"(?:the|a|an|my|his|her|any) (?:(?:{one_of}) )*(?:{one_of})"

    def _days(self) -> Iterator[Parser[Predicate]]:
        if not self.frame.lying:
            return
        for day, shift in _SHIFTS.items():
            lies: Predicate = lambda thing, shift=shift: self.frame.lies_on(thing, shift)  # type: ignore[misc] # noqa: E731
            true: Predicate = lambda thing, lies=lies: denied(lies(thing))  # type: ignore[misc] # noqa: E731
            yield word(rf"(?:lies?|lied|lying) {day}|tells? lies {day}|told lies {day}", lies)
            yield word(rf"(?:tells?|told|telling|speak|spoke) the truth {day}", true)

    def _alike(self, noun: Parser[Noun]) -> Iterator[Parser[Predicate]]:
        if not self.frame.sorts or self.frame.implied:
            return
        same = word(rf"(?:of|from|in) the same {_KIND} as|the same(?: {_KIND})? as|the same {_KIND} of \w+ as")
        other = word(rf"(?:of|from|in) an?(?:other| different) {_KIND} (?:than|from|to|as)|different from")
        yield relation(self.things, same, self.frame.same_sort, noun)[0]
        yield relation(self.things, other, lambda one, two: denied(self.frame.same_sort(one, two)), noun)[0]

    # What is said of several together.

    def groups(self, _: Parser[Noun]) -> Parser[Group]:
        if not self.frame.sorts or self.frame.implied:
            return either()

        kind = f"(?:{_KIND}|{self.frame.cast.own_noun})" if self.frame.cast.own_noun else _KIND

        def same(group: tuple[int, ...]) -> Statement:
            return every(self.frame.same_sort(group[0], other) for other in group[1:])

        def different(group: tuple[int, ...]) -> Statement | None:
            return denied(self.frame.same_sort(*group)) if len(group) == 2 else None

        return either(
            word(rf"(?:both )?(?:of|from|in) the same {kind}|the same(?: {kind})?|(?:of|from) one {kind}|alike", same),
            word(rf"(?:(?:of|from|in) )?(?:two )?different {kind}|different", different),
        )

    # Whole clauses.

    def clauses(self, grammar: Grammar) -> Parser[Statement]:
        return either(
            *self._claims(grammar),
            *self._when_saying(grammar),
            *self._amounts(),
            *self._culprits(grammar),
            *self._places(grammar),
            *self._dates(),
        )

    def _claims(self, grammar: Grammar) -> Iterator[Parser[Statement]]:
        """Read "Ann would say that ..." and "Ann claims to be ..."."""
        if not self.frame.two_valued:
            return

        def said(noun: Noun, _: object, what: Statement) -> Statement | None:
            return None if noun.negative or len(noun.members) != 1 else self.frame.would_say(noun.members[0], what)

        def to_be(noun: Noun, _: object, what: Predicate) -> Statement | None:
            return said(noun, None, what(noun.members[0])) if len(noun.members) == 1 else None

        yield then(grammar.noun, word(rf"{_SAYS}(?: that)?"), grammar.clause, make=said)
        yield then(grammar.noun, word(r"(?:claims|claimed|would claim) to be"), grammar.core, make=to_be)

    def _when_saying(self, grammar: Grammar) -> Iterator[Parser[Statement]]:
        """Read "Ann is lying when she says that ...", but only if Ann does say that."""
        honest = self.frame.honest()
        if honest is None:
            return

        def make(noun: Noun, judged: bool, _: object, said: Statement) -> Statement | None:
            if len(noun.members) != 1 or said not in self.claims.get(noun.members[0], ()):
                return None
            true = honest(noun.members[0])
            return true if judged else denied(true)

        be = r"(?:(?:is|was|am|are) )?"
        judged = either(word(be + rf"(?:{_TRUTHFUL})", value=1), mapped(word(be + rf"(?:{_LYING})"), lambda _: 0))
        saying = word(
            r"(?:when|if|in|by) (?:(?:he|she|it|they) )?(?:says?|said|claims?|claimed|saying|claiming)(?: that)?"
        )
        yield then(grammar.noun, judged, saying, grammar.clause, make=make)
        if self.frame.deed is None or self.frame.deed.place:
            return

        def accused(noun: Noun, judged: bool, _: object, whom: Noun) -> Statement | None:
            return make(noun, judged, None, whom.said_of(self.frame.did))

        accusing = word(
            r"(?:when|if|in|by) (?:(?:he|she|it|they) )?(?:accus(?:es?|ed|ing)|blam(?:es?|ed|ing)|suspect(?:s|ed|ing)?)"
        )
        yield then(grammar.noun, judged, accusing, grammar.noun, make=accused)

    def _amounts(self) -> Iterator[Parser[Statement]]:
        """Read "there are exactly two knaves among us"."""
        everyone = self.things.all
        among = optional(
            word(
                r"(?:among|amongst|between|of) (?:us|them|you|these (?:people|three"
                r"|four))|here|in (?:this|the) group|in all|altogether"
            )
        )

        def make(_: object, many: object, predicate: Predicate, __: object) -> Statement | None:
            noun = many(everyone) if callable(many) else None
            return noun.said_of(predicate) if isinstance(noun, Noun) else None

        for at, sort in enumerate(self.frame.sorts):
            if not self.frame.implied:
                yield then(
                    word("there is|there are|there was|there were"),
                    amount(),
                    word(sort.pattern, self.frame.is_sort(at)),
                    among,
                    make=make,
                )

    def _culprits(self, grammar: Grammar) -> Iterator[Parser[Statement]]:
        """Read "it was Ann", "it wasn't me who did it", "I didn't"."""
        deed, did = self.frame.deed, self.frame.did
        if deed is None or deed.place:
            return
        who = optional(
            then(
                optional(mark(",")),
                word("who|that"),
                grammar.verb,
                make=lambda _, __, said: (
                    (said.each is not None and not said.negated and said.each(0) == did(0)) or None
                ),
            )
        )
        was = word(r"(?:it|that) (?:was|is|must have been|has to be|has to have been)")

        def named(_: object, negation: object, noun: Noun, __: object) -> Statement | None:
            if noun.universal or (negation and noun.negative):
                return None
            return denied(noun.said_of(did)) if negation else noun.said_of(did)

        yield then(was, optional(word("not|never")), grammar.noun, who, make=named)
        yield then(
            grammar.noun,
            word("did not|have not|has not"),
            make=lambda noun, _: denied(did(noun.members[0])) if len(noun.members) == 1 else None,
        )
        yield then(grammar.noun, word(r"did(?: so| it)?(?= ?(?:$|[,;]))"), make=lambda noun, _: noun.said_of(did))
        yield then(word(r"so (?:did|has)"), grammar.noun, make=lambda _, noun: noun.said_of(did))
        agent = word(rf"the (?:{deed.agents()})")
        yield then(
            agent,
            word("is|was|must be"),
            optional(word("not")),
            grammar.noun,
            make=lambda _, __, negation, noun: named(None, negation, noun, None),
        )

    def _places(self, grammar: Grammar) -> Iterator[Parser[Statement]]:
        """Read "the ring is not in drawer 2 or in drawer 3", "it is behind this door"."""
        deed, did = self.frame.deed, self.frame.did
        if deed is None or not deed.place:
            return
        thing = word(rf"(?:{self._object()}|it)")
        here: list[Parser[Noun]] = []
        if self.speaker is not None:
            own = self.speaker
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

    def _dates(self) -> Iterator[Parser[Statement]]:
        if not self.frame.lying:
            return
        shifts = "|".join(_SHIFTS)
        for when, shift in _SHIFTS.items():
            noun = self.grammar.noun if hasattr(self, "grammar") else None
            if noun is not None:
                lies: Predicate = lambda thing, shift=shift: self.frame.lies_on(thing, shift)  # type: ignore[misc] # noqa: E731
                true: Predicate = lambda thing, lies=lies: denied(lies(thing))  # type: ignore[misc] # noqa: E731
                verb = either(
                    word(r"lied|will lie|lie|was lying|am lying", lies),
                    word(r"told the truth|will tell the truth|tell the truth|spoke the truth", true),
                )
                yield then(word(when), noun, verb, make=lambda _, noun, said: noun.said_of(said))
        day = "|".join(DAYS)

        def dated(match: "re.Match[str]") -> Statement:
            shift = _SHIFTS.get((match["when"] or "today").lower(), 0)
            said = fact(TODAY, "==", (DAYS.index(match["day"].capitalize()) - shift) % 7)
            return denied(said) if match["no"] else said

        yield mapped(
            word(rf"(?:(?P<when>{shifts})|it) (?:{_IS})(?P<no> not)? (?:an? )?(?P<day>{day})(?: today)?"), dated
        )
        if self.speaker is None:
            return
        speaker = self.speaker

        def lying(match: "re.Match[str]") -> Statement:
            said = self.frame.lies_on(speaker, _SHIFTS[match["when"].lower()])
            true = bool(match["no"]) != bool(match["true"])
            return denied(said) if true else said

        mine = r"(?:one of my|an?|my) (?:(?:lying|lie)|(?P<true>truth|truthful|truth-telling|honest))[ -]days?"
        yield mapped(word(rf"(?P<when>{shifts}) (?:{_IS})(?P<no> not)? {mine}(?:,? too|,? as well)?"), lying)


def _any_of(nouns: Sequence[Noun]) -> Noun:
    return Noun(lambda said: some(noun.said_of(said) for noun in nouns))


def _none_of(nouns: Sequence[Noun]) -> Noun:
    return Noun(lambda said: every(denied(noun.said_of(said)) for noun in nouns), negative=True)
