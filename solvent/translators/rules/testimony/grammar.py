"""Sentences about who lies, of what kind somebody is, who did it, where something lies, and what day it is."""

import re
from collections.abc import Iterator, Mapping, Sequence

from solvent.translators.rules.statements.language import Statement, denied, every, fact, some
from solvent.translators.rules.statements.nouns import Group, Noun, Predicate, Things, amount
from solvent.translators.rules.statements.parsing import Parser, either, mapped, mark, optional, then, word
from solvent.translators.rules.statements.sentences import Grammar, Said, relation
from solvent.translators.rules.testimony import cast as casting
from solvent.translators.rules.testimony import deed_grammar, sorts
from solvent.translators.rules.testimony.frame import DAYS, TODAY, Frame

_KIND = r"(?:kinds?|sorts?|types?|tribes?|species|groups?|clans?|class|classes|category|races?|nature|people)"
_TRUTHFUL = (
    r"(?:telling|tells?|told|speaking|speaks?|spoke|saying) (?:us |you |me |him |her |them )?(?:only )?the truth"
    r"(?: now| here| today| this time)?"
    r"|truthful|honest|right|correct|trustworthy|sincere|being (?:honest|truthful)|to be trusted"
    r"|a truth-?teller|truth-?tellers|(?:making|makes?|made) an? true statement"
)
_LYING = (
    r"lying(?: to (?:us|you|me|him|her|them))?(?: about (?:me|us|it|this|that|him|her|them|myself))?|lies?"
    r"|lied|(?:telling|tells?|told) (?:us |you |me )?(?:lies|a lie|fibs"
    r"|a fib|an untruth)|(?:an? )?(?:liars?|fibbers?)|fibbing|fibs|fibbed|wrong|mistaken|dishonest|untruthful"
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
_COMPANIONS = (
    "sister", "brother", "twin", "twin sister", "twin brother", "friend", "companion", "neighbour", "neighbor", "wife",
    "husband", "partner", "mate", "colleague", "cousin",
)  # fmt: skip


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
        singular = (frame.one_each and all(frame.made)) or frame.two_valued
        if singular:
            spoke = {name: thing for name, thing in names.items() if not frame.made or frame.made[thing]}
            names |= casting.statement_names(spoke)
        if speaker is not None:
            names |= casting.speaking_of_itself(frame.cast, speaker)
            if reported:
                names |= dict.fromkeys(("he", "she", "he himself", "she herself", "himself", "herself"), speaker)
                names |= dict.fromkeys(("him", "her"), speaker)
            if frame.count == 2:
                names |= dict.fromkeys((f"{my} {each}" for my in ("my", "My") for each in _COMPANIONS), 1 - speaker)
            if not reported and frame.count == 2:
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
        return either(
            *self._sorts(), *self._truths(), *deed_grammar.predicates(self.frame), *self._days(), *self._alike(noun)
        )

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
            if sort.nature == "mixed":
                yield word(
                    rf"{sorts.MIXES}|(?:the (?:one|sister|brother|\w+) who )?(?:mixes|alternates)", frame.is_sort(at)
                )
        if frame.two_valued or (self.speaker is None and any(sort.nature == "mixed" for sort in frame.sorts)):
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

        def all_or_all(_: object, __: object, one: Predicate, ___: object, ____: object, other: Predicate) -> Group:
            return lambda group: some((every(map(one, group)), every(map(other, group))))

        both = word("both|all")
        alternatives: Parser[Group] = (
            then(
                optional(word("either")), both, self.grammar.core, word("or"), both, self.grammar.core, make=all_or_all
            )
            if hasattr(self, "grammar")
            else either()
        )
        return either(
            alternatives,
            word(rf"(?:both )?(?:of|from|in) the same {kind}|the same(?: {kind})?|(?:of|from) one {kind}|alike", same),
            word(rf"(?:(?:of|from|in) )?(?:two )?different {kind}|different", different),
        )

    # Whole clauses.

    def clauses(self, grammar: Grammar) -> Parser[Statement]:
        return either(
            *self._claims(grammar),
            self._one_each(grammar),
            *self._identified(grammar),
            *self._when_saying(grammar),
            *self._amounts(),
            *deed_grammar.culprits(self.frame, grammar),
            *deed_grammar.places(self.frame, self.speaker, grammar),
            *self._dates(),
        )

    def _identified(self, grammar: Grammar) -> Iterator[Parser[Statement]]:
        """Read "the spy is Bo"."""
        for at, sort in enumerate(self.frame.sorts):
            if not self.frame.implied:
                holds = self.frame.is_sort(at)
                yield then(
                    word(rf"the (?:{sort.pattern})"),
                    word("is|must be"),
                    optional(word("not")),
                    grammar.noun,
                    make=lambda _, __, no, noun, holds=holds: (
                        None
                        if len(noun.members) != 1
                        else denied(holds(noun.members[0]))
                        if no
                        else holds(noun.members[0])
                    ),
                )

    @staticmethod
    def _one_each(grammar: Grammar) -> Parser[Statement]:
        """Read "one of Ann and Bo is a knight and the other one is a knave"."""

        def make(_: object, pair: Sequence[Noun], one: Said, __: object, ___: object, other: Said) -> Statement | None:
            members = [noun.members for noun in pair]
            if [len(each) for each in members] != [1, 1] or not one.each or not other.each:
                return None
            if one.negated or other.negated:
                return None
            (first,), (second,) = members
            return some(every((one.each(a), other.each(b))) for a, b in ((first, second), (second, first)))

        pair = then(grammar.noun, word("and"), grammar.noun, make=lambda one, _, other: (one, other))
        rest = word("the other(?: one)?")
        joint = then(optional(mark(",")), word("and|but|while"), make=lambda *_: True)
        return then(word("(?:exactly )?one of"), pair, grammar.verb, joint, rest, grammar.verb, make=make)

    def _claims(self, grammar: Grammar) -> Iterator[Parser[Statement]]:
        """Read "Ann would say that ..." and "Ann claims to be ..."."""
        if not self.frame.two_valued or self.speaker is None:
            return  # of the narrator's "Ann would say that ...", nobody knows whether she did

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
        so = word(
            r"(?:when|if|in|by) (?:(?:he|she|it|they) )?(?:says?|said|claims?|claimed|saying|claiming)"
            r" (?:that|so|this)$"
        )
        yield then(
            grammar.noun,
            judged,
            so,
            make=lambda noun, judged, _: (
                None
                if len(noun.members) != 1
                else honest(noun.members[0])
                if judged
                else denied(honest(noun.members[0]))
            ),
        )
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
                    word(
                        r"lied|(?:told|tell|(?:will|shall) tell) (?:lies|a lie|fibs)|(?:will|shall) (?:lie"
                        r"|be lying)|lie|was lying|am lying|am going to lie",
                        lies,
                    ),
                    word(
                        r"told the truth|(?:will|shall) (?:tell|be telling|speak|be speaking) the truth|tell the truth"
                        r"|spoke the truth|was telling the truth|am going to tell the truth",
                        true,
                    ),
                )
                yield then(word(when), noun, verb, make=lambda _, noun, said: noun.said_of(said))
        day = "|".join(DAYS)

        def dated(match: re.Match[str]) -> Statement:
            shift = _SHIFTS.get((match["when"] or "today").lower(), 0)
            said = fact(TODAY, "==", (DAYS.index(match["day"].capitalize()) - shift) % 7)
            return denied(said) if match["no"] else said

        yield mapped(
            word(rf"(?:(?P<when>{shifts})|it) (?:{_IS})(?P<no> not)? (?:an? )?(?P<day>{day})(?: today)?"), dated
        )
        if self.speaker is None:
            return
        speaker = self.speaker

        def lying(match: re.Match[str]) -> Statement:
            said = self.frame.lies_on(speaker, _SHIFTS[match["when"].lower()])
            true = bool(match["no"]) != bool(match["true"])
            return denied(said) if true else said

        mine = r"(?:one of my|an?|my) (?:(?:lying|lie)|(?P<true>truth|truthful|truth-telling|honest))[ -]days?"
        yield mapped(word(rf"(?P<when>{shifts}) (?:{_IS})(?P<no> not)? {mine}(?:,? too|,? as well)?"), lying)
