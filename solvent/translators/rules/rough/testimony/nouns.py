"""Reads noun phrases: "exactly two of us", "none of the labels", "what #3 says", "the one who did it", "the others".

The text has "#1" for the thing of number 1 and "$0" for the sort of number 0; all else is in lower case.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from solvent.translators.rules.rough.testimony.noun import (
    NUMBER,
    STATEMENT,
    Noun,
    Predicate,
    Unit,
    bounds,
    described,
    number_of,
    of_all,
    of_any,
    only,
    vague,
)
from solvent.translators.rules.rough.testimony.scene import NEVER, NOTHING, counted
from solvent.translators.rules.rough.testimony.wording import INNOCENT, OF_OTHERS, ON_IT, PARITY, REST, WITH_IT
from solvent.translators.rules.statements.language import Statement, denied, every
from solvent.translators.rules.text.words import ORDINAL_WORDS

if TYPE_CHECKING:
    from solvent.translators.rules.rough.testimony.reader import Reader

_ORDINAL = rf"(?:{'|'.join(ORDINAL_WORDS)}|last|other)"
_AGENT = (
    r"(?:culprits?|thie(?:f|ves)|guilty(?: (?:ones?|part(?:y|ies)|persons?|people|man|men|woman|child|pair|two))?"
    r"|murderers?|killers?|burglars?|robbers?|winners?"
    r"|offenders?|criminals?|villains?|wrongdoers?|perpetrators?|responsible (?:one|person)|person responsible"
    r"|one responsible)"
)
_OP = (
    r"exactly|only|just|precisely|at least|at most|more than|fewer than|less than|no more than|not more than"
    r"|no fewer than"
    r"|no less than|up to"
)
_QUANTIFIED = re.compile(
    rf"^(?:(?P<op>{_OP}) )?(?P<n>{NUMBER}|none|no one|nobody|neither|either|all|both|each|every|everyone|everybody"
    rf"|half|some"
    r"|someone|somebody|anyone|not all|not every|not everyone|not everybody|not both|an odd number|an even number|no"
    r"|a single"
    r"|not a single|not one|not even one|(?:a|the) majority|most)\b(?P<more> or (?:more|fewer|less))?(?P<group>.*)$"
)
_LIST = re.compile(
    r"^(?P<lead>both|either|neither|each of|all of|exactly one of|only one of|just one of|at least one of|one of"
    r"|none of"
    r"|at most one of|not both|neither of|both of)?(?P<items>.+)$"
)
_JOINT = re.compile(r",? (?:and|or|nor|as well as)(?: also)? |, ")
_CLAIM = re.compile(
    rf"^(?:(?:the|this|that|his|her|its|my|your) )?(?:(?P<nth>{_ORDINAL}) )?{STATEMENT} (?:on|of|by|from|at|in"
    rf"|made by|above|inside"
    rf"|outside|given by)(?: the)?(?: lid of| door of)? (?P<of>#\d+|this (?!list|page|sheet)\w+|me|here)$"
    rf"|^(?:both |all )?(?:of )?(?P<whose>#\d+'s|my|his|her|your|this|the"
    rf"|that)(?: own)?(?: {NUMBER})? (?:(?P<first>{_ORDINAL}) )?{STATEMENT}$"
    rf"|^(?:what|everything|all|whatever)(?: that)? (?P<who>#\d+|i|you|he|she)(?: (?:board|sign|label|note|card|door"
    rf"|inscription))? (?:has |have )?(?:just |only )?(?:says?|said|claims?|claimed|told"
    rf"|tells?)(?: (?:you|us|me|now|here|(?:about|of) (?:me|us|him|her|it|#\d+|this|that|you)))*$"
    rf"|^(?:the )?{STATEMENT} (?P<number>\d+)$"
)
_DESCRIBED = re.compile(
    r"^(?:(?:the|that|any|each|every|an?) (?:only )?(?:(?:two|three) )?[a-z]+ (?:who|that|which)|whoever|(?:he|she"
    r"|those|anyone) who) (?P<what>.+)$"
)
_OF_SORT = re.compile(rf"(?:the |a |an |any |our )?(?:only |two |three )?\$(\d+)(?: {NUMBER})?(?: among us)?")
_RANKED = re.compile(r"(?:the |each |every )?(?:winner|loser|runner-up)(?: of the \w+)?|whoever won")
_NAMED = re.compile(r"#\d+(?: (?:himself|herself|itself|there|here|alone))?")
_OWN = re.compile(r"i|me|myself|i myself|this (?:one|\w+)|here|my own \w+")
_OWN_STATEMENT = re.compile(rf"(?:this|my own) {STATEMENT}")
_WE = re.compile(r"we|us|both of us|all of us|we (?:both|all|two|three)|ourselves|the two of us")
_YOU = re.compile(r"you|(?:both|all)(?: of)? you|you (?:both|two|all)|the (?:both|two) of you|you lot")
_HE = re.compile(r"he|she|it|him|her|himself|herself|he himself|she herself|that one")
_THEY = re.compile(r"they|them|they (?:both|all)|(?:both|all) of them")
_THAT = re.compile(
    r"that|this|the (?:previous|last|preceding) statement|what .* just said|the statement before(?: this one)?"
)
_OTHER = re.compile(r"my (?:[a-z]+ )?[a-z]+|the other(?: (?:one|man|woman|[a-z]+))?|the other of us")


class Nouns:
    """Reads noun phrases for a reader of statements."""

    def __init__(self, reader: "Reader") -> None:
        self.reader = reader
        self.scene = reader.scene

    def read(self, text: str) -> Noun | None:
        """Return what a whole phrase means, or None."""
        text = re.sub(r"^(?:then |that |but |and |so |of these,? |here,? )+(?=.)", "", text).strip(" ,")
        text = OF_OTHERS.sub("", text)
        if not text or len(text) > 160:
            return None
        if text.startswith("only ") and not re.match(rf"only (?:{NUMBER}|the two|some)\b", text):
            noun = self.read(text[5:])
            return only(noun, self.scene.people) if noun and noun.member else None
        return (
            self._one(text)
            or self._excepting(text)
            or self._listed(text)
            or self._quantified(text)
            or self._description(text)
        )

    def _one(self, text: str) -> Noun | None:
        reader = self.reader
        if _NAMED.fullmatch(text):
            return of_all((int(re.sub(r"\D", "", text)),))
        own = reader.speaker is not None and _OWN.fullmatch(text)
        if (
            own
            and reader.speaker is not None
            and (self.scene.made[reader.speaker] or not _OWN_STATEMENT.fullmatch(text))
        ):
            return of_all((reader.speaker,))
        units = self._pronoun(text)
        if units is not None:
            return of_all(units) if units else None
        parity = PARITY.fullmatch(text)
        numbers = [(at, int(name)) for at, name in enumerate(self.scene.cast.shown) if name.isdecimal()]
        if parity and numbers:
            return of_any([at for at, number in numbers if number % 2 == (parity[1] == "odd")])
        return self._claim(text)

    def _pronoun(self, text: str) -> tuple[Unit, ...] | None:
        """Return whom a pronoun means, () if that is not known, and None for what is no pronoun."""
        reader = self.reader
        if _WE.fullmatch(text):
            return tuple(self.scene.people)
        if _YOU.fullmatch(text):
            return self._you(text)
        if _HE.fullmatch(text):
            return () if reader.he is None else (reader.he,)
        if _THEY.fullmatch(text):
            return reader.they
        if _THAT.fullmatch(text):
            return reader.before[:1]
        if reader.speaker is not None and len(self.scene.people) == 2 and _OTHER.fullmatch(text):
            return (1 - reader.speaker,)
        return None

    def _you(self, text: str) -> tuple[Unit, ...]:
        reader = self.reader
        others = tuple(each for each in self.scene.people if each != reader.speaker)
        if reader.called is not None:
            return (reader.called,)
        if len(others) == 1:
            return others
        if re.search(r"both|two", text):
            return reader.before[:2] if len(reader.before) > 1 else ()
        return reader.before[:1] if text == "you" else others

    def _claim(self, text: str) -> Noun | None:
        """Read what means one statement, or all that somebody says."""
        match = _CLAIM.match(text)
        if match is None:
            return None
        if match["number"]:
            at = int(match["number"]) - 1
            return of_all((~at,)) if 0 <= at < self.scene.statements else None
        whose = (match["of"] or match["whose"] or match["who"]).removesuffix("'s")
        owner = {"my": "i", "his": "he", "her": "she", "your": "you"}.get(whose, whose)
        if owner in ("the", "that"):
            return None
        noun = self._one("i" if owner == "this" or owner.startswith("this ") else owner)
        if noun is None or len(noun.members) != 1:
            return None
        made = self.scene.made[noun.members[0]]
        nth = match["nth"] or match["first"]
        if nth:
            at = len(made) - 1 if nth in ("last", "other") else ORDINAL_WORDS[nth] - 1
            return of_all((~made[at],)) if 0 <= at < len(made) else None
        return of_all(tuple(~each for each in made)) if made else None

    def _excepting(self, text: str) -> Noun | None:
        match = re.match(
            r"^(?P<all>.+?),? (?:except(?: for)?|but|apart from|besides|other than|save) (?P<who>.+)$", text
        )
        if match is None:
            return None
        people = tuple(self.scene.people)
        if re.match(rf"^all but {NUMBER}\b", text):
            number = number_of(re.findall(NUMBER, text)[0])
            return Noun(lambda said: self._count(people, said, len(people) - number, len(people) - number))
        noun = self.read(match["who"])
        if noun is None or noun.member is None:
            return None
        member = noun.member
        if re.match(r"(?:no one|nobody|none)", match["all"]):
            return only(noun, people)
        if not re.match(r"(?:all|every|everyone|everybody|each)\b", match["all"]):
            return None

        def others(unit: Unit) -> Statement | None:
            fits = member(unit)
            return None if fits is None else denied(fits)

        return only(described(others, people), people)

    def _listed(self, text: str) -> Noun | None:
        match = _LIST.match(text)
        if match is None or not _JOINT.search(match["items"]):
            return None
        lead = match["lead"] or ""
        items = [
            re.sub(r"^(?:both|either|neither|also|in|on|behind|under|inside) ", "", item.strip())
            for item in _JOINT.split(match["items"])
            if item
        ]
        nouns = [self._one(item) for item in items]
        if len(nouns) > 12 or any(noun is None or len(noun.members) != 1 for noun in nouns):
            return self._pair(items, match["items"], lead)
        units = tuple(dict.fromkeys(noun.members[0] for noun in nouns if noun))
        if lead in ("exactly one of", "only one of", "just one of", "one of", "either of"):
            return Noun(lambda said: self._count(units, said, 1, 1, loose=lead == "one of"), None, units)
        if lead == "at least one of":
            return of_any(units)
        if lead in ("at most one of", "not both"):
            return Noun(lambda said: self._count(units, said, 0, 1), None, units)
        if lead.startswith(("neither", "none")) or " nor " in text:
            return of_all(units, negative=True)
        if re.search(r"\bor\b", match["items"]):
            return of_any(units, either=lead == "either")
        return of_all(units)

    def _pair(self, items: Sequence[str], text: str, lead: str) -> Noun | None:
        """Join descriptions by "and": "the thief and one of the others"."""
        if len(items) != 2 or lead or " and " not in text or any(map(_QUANTIFIED.match, items)):
            return None
        one, other = map(self.read, items)
        if one is None or other is None:
            return None

        def said_of(said: Predicate) -> Statement | None:
            both = one.said_of(said), other.said_of(said)
            return None if both[0] is None or both[1] is None else every((both[0], both[1]))

        return Noun(said_of)

    def _quantified(self, text: str) -> Noun | None:
        match = _QUANTIFIED.match(text)
        if match is None:
            return None
        group = self.group(match["group"])
        if group is None:
            return None
        units, member = group
        n, op = match["n"], match["op"] or ""

        def narrowed(said: Predicate) -> list[Statement]:
            found = []
            for unit in units:
                holds, fits = said(unit), member(unit) if member else NOTHING
                if holds is not None and fits is not None:
                    found.append(every((fits, holds)) if member else holds)
            return found

        if n in ("all", "both", "each", "every", "everyone", "everybody"):
            return described(member, units) if member else self._whole(units)
        so_many = vague(n)
        if so_many:
            return Noun(lambda said: so_many(found) if (found := narrowed(said)) else None)
        number = 1 if n == "a single" else number_of(n)
        least, most = bounds(op, number, match["more"] or "")
        loose = not op and not match["more"] and self.reader.loose
        return Noun(
            domain=tuple(units),
            said_of=lambda said: (
                counted(found, least, len(found) if loose else min(most, len(found)))
                if (found := narrowed(said))
                else None
            ),
        )

    def _whole(self, units: Sequence[Unit]) -> Noun:
        def said_of(said: Predicate) -> Statement | None:
            found = [each for each in map(said, units) if each is not None]
            return every(found) if found else None

        return Noun(said_of, lambda unit: NOTHING if unit in units else NEVER, tuple(units))

    def _count(
        self, units: Sequence[Unit], said: Predicate, least: int, most: int, *, loose: bool = False
    ) -> Statement | None:
        found = [each for each in map(said, units) if each is not None]
        return counted(found, least, len(found) if loose and self.reader.loose else most) if found else None

    def group(self, text: str) -> tuple[Sequence[Unit], Predicate | None] | None:
        """Return of whom something is counted, and what limits them."""
        given = text
        text = re.sub(
            rf"^[, ]*(?:of (?:the |these |those |us |them |you )?)?(?:{NUMBER}(?= )(?! of us$))? ?", "", text + " "
        ).strip(" ,")
        text = re.sub(
            r"^(?:of )?(?:(?:the|these|those|all|our|my|its|their|his|her|this|your|following|above) )+", "", f"{text} "
        ).strip()
        people = tuple(self.scene.people)
        if len(self.reader.earlier) > 1 and re.fullmatch(
            r"[, ]*of (?:them|the two|those two|these two|them both)", given.rstrip()
        ):
            return self.reader.earlier, None
        text = re.sub(rf"^(?:{NUMBER}(?: (?:of|different|other(?=$)))? ?)?(?:of )?(?:the )?(?=.|$)", "", text).strip()
        if re.fullmatch(
            r"(?:us|we|them|they|you|ones?|people|persons?|here|in all|altogether)?(?: (?:all|here|" + NUMBER + r"))*",
            text,
        ):
            return people, None
        if re.match(r"(?:others?|rest|remaining)\b", text) or re.search(r"\bothers?\b", text):
            return (people, self.reader.others()) if self.reader.others() else None
        noun = self._listed(text) or self._one(text)
        if noun and noun.members:
            return noun.members, None
        if re.match(rf"(?:[\w-]+ )?{STATEMENT}(?: [a-z]+){{0,5}}$", text) and not re.search(
            r"\b(?:who|not|and|or|only|exactly|just)\b", text
        ):
            return self._statements(), None
        whose = re.match(rf"^(#\d+)'s (?:{NUMBER} )?{STATEMENT}$|^{STATEMENT} (?:of|by|made by) (#\d+)$", text)
        if whose:
            return tuple(~each for each in self.scene.made[int((whose[1] or whose[2])[1:])]), None
        if re.fullmatch(r"(?:[a-z][a-z'-]*)(?: [a-z][a-z'-]*){0,4}", text) and not re.search(
            r"\b(?:not|and|or|but|if|than|is|are|was|were|had|who|which|what|that|only|exactly|just|at)\b", text
        ):
            return people, None
        return None

    def _statements(self) -> tuple[Unit, ...]:
        """All statements; where each speaker is spoken of as one, the speakers."""
        speaking = [thing for thing in self.scene.people if self.scene.made[thing]]
        if self.reader.by_speaker and len(speaking) < self.scene.statements:
            return tuple(speaking)
        return tuple(~each for each in range(self.scene.statements))

    def _description(self, text: str) -> Noun | None:
        """Read "the thief", "the knave", "the one who did it", "the other two"."""
        people = tuple(self.scene.people)
        rest = self._rest(text)
        if rest is not None:
            return rest
        fits = self._culprit(text) or self._owner(text)
        sort = _OF_SORT.fullmatch(text)
        if sort:
            fits = lambda unit: self.scene.is_a(unit, int(sort[1])) if unit >= 0 else None  # noqa: E731
        match = _DESCRIBED.match(text)
        if fits is None and match:
            fits = self.reader.predicate(match["what"])
        return described(fits, people) if fits else None

    def _culprit(self, text: str) -> Predicate | None:
        """Read "the thief", "the innocent ones", "the box with the ring"."""
        scene = self.scene
        agents = "|".join(sorted(scene.agents)) or "(?!)"
        guilty = ON_IT.fullmatch(text) or re.fullmatch(
            rf"(?:the|a|our|real|actual| )*(?:{NUMBER} )?(?:{_AGENT}|(?:{agents})(?: [a-z]+)?)", text
        )
        if (guilty and scene.world in ("deed", "place")) or (scene.world == "place" and WITH_IT.fullmatch(text)):
            return lambda unit: scene.did(unit) if unit >= 0 else None
        if scene.world == "deed" and INNOCENT.fullmatch(text):
            return lambda unit: None if unit < 0 or (did := scene.did(unit)) is None else denied(did)
        return None

    def _owner(self, text: str) -> Predicate | None:
        """Read "the winner", "the owner of the %1"."""
        scene = self.scene
        owned = (
            re.findall(r"%(\d+)", text) if scene.world == "value" and re.match(r"(?:the|whoever|who)\b", text) else []
        )
        if len(owned) == 1 and not re.search(r"\b(?:not|if|or|and|but)\b", text):
            return self.reader.orders.predicate(text)
        if scene.world == "rank" and _RANKED.fullmatch(text):
            last = len(scene.options) - 1
            return self.reader.orders.at(last if "loser" in text else 1 if "runner" in text else 0)
        return None

    def _rest(self, text: str) -> Noun | None:
        """Read "the others", "the fourth one": those who are left."""
        match = REST.match(text)
        if match is None:
            return None
        noun, _ = self.reader.last
        people = (noun.domain if noun else ()) or tuple(self.scene.people)
        number = (
            match["n"]
            or match["m"]
            or ("one" if match["one"] or text.endswith("other") or not re.search("other|rest|remaining", text) else "")
        )
        if number and (noun is None or noun.member is None):
            count = number_of(number)
            return Noun(lambda said: self._count(people, said, count, count))
        others = self.reader.others()
        return described(others, people) if others else None
