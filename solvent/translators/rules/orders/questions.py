"""What a text asks about an order: who has a place, which place somebody has, how many are between."""

import re
from collections.abc import Iterator
from dataclasses import replace

from solvent.translators.rules.orders.phrases import FREE
from solvent.translators.rules.orders.places import Places
from solvent.translators.rules.orders.relations import Relations, Steps
from solvent.translators.rules.orders.rewording import first_to
from solvent.translators.rules.orders.whole import Asked, counted_up, whole_order
from solvent.translators.rules.statements.nouns import Noun
from solvent.translators.rules.statements.parsing import (
    Parser,
    chain,
    either,
    mapped,
    mark,
    normal,
    optional,
    then,
    whole,
    word,
)

_BE = "is|are|was|were|am|be|does|do|did|has|had|have|will be|comes|came|must be|will|would"
_ASK = (
    r"(?:(?:so|now|then|and|well|ok|please|finally|now then|(?:can|could|would|will) (?:you|anyone|anybody|"
    r"someone|somebody)"
    r"(?: please)?|tell|say|see if you can|try to|help (?:me|us|him|her|them)(?: to)?|work out|find out|find|"
    r"figure out|"
    r"determine|deduce|tell me|do you know|i (?:want|need|would like|'d like) to know|my question(?: is)?|the "
    r"question is|"
    r"question|me|us|decide)\b[,: ]*)*"
)
# What may follow a question and asks nothing more.
_AFTER = re.compile(
    r"(?:,? (?:please|then|now|in the end|altogether|in all|in total|at all|exactly|after all)|,? i\.e\. .*|"
    r" \((?:second|2nd|first|1st|third|3rd|last) place\))+$",
    re.IGNORECASE,
)
_AROUND = re.compile(
    r"^(?P<lead>(?:starting|beginning|start|begin) (?:with|from|at) [^,]+?(?:,? (?:and )?(?:then )?(?:going|"
    r"moving|go) "
    r"(?:on )?(?:a?round )?(?:the table )?(?:anti-?clockwise|counter-?clockwise|clockwise))?)(?: \([^)]*\))?, "
    r"(?P<rest>.+)$|"
    r"^(?P<way>(?:going|moving) (?:a?round )?(?:the table )?clockwise (?:and )?(?:starting|beginning) (?:with|"
    r"from|at) [^,]+), "
    r"(?P<more>.+)$",
    re.IGNORECASE,
)
# "Can you get", "does she have", "do the children do": the day is asked for, whoever does it.
_DO_WE = (
    r"(?:do|does|did|will|would|can|could|should|must) (?:I|you|we|they|he|she|one|the [a-z]+)(?: have to| want "
    r"to| need to)? "
    r"[a-z]+(?: to| for| with| at)?"
)
_FREE_NOUN = "evening|morning|afternoon|storey|bed|slot|peg|hook|stool|box|carriage"
_PLACE_NOUNS = (
    "place|position|floor|storey|seat|chair|house|day|month|spot|room|lane|shelf|number|level|slot|order|direction|time"
)
_KEY_LEAD = re.compile(
    r"^(?:is|are|was|were|the|at|in|on|came|comes?|finish(?:ed|es)?|sits?|stands?|lives?|arrived|place|has|does|did|"
    r"ended up|ranked|performs?|sings?|won(?= the)|took|takes?) ",
)


class Questions:
    """Reads the questions about one scene."""

    def __init__(self, places: Places, background: str) -> None:
        self.background = frozenset(re.findall(r"[a-z'-]+", background.lower()))
        self.scene, self.grammar = places.scene, places.grammar

    def read(self, sentence: str) -> list[tuple[Asked, ...]]:
        """Return the different readings of a question; none if it is not understood."""
        text = normal(
            re.sub(r"\b([Ww]ho|[Ww]hat|[Ww]here)['\u2019]s\b", r"\1 is", sentence.strip().rstrip("?. "))
        ).rstrip("?")
        lead = re.match(_ASK, text, re.IGNORECASE)
        text = text[lead.end() :] if lead else text
        text = re.sub(r"^(who|which \w+) is [^,]+, i\.e\. (?=\w)", r"\1 is ", text, flags=re.IGNORECASE)
        text = re.sub(
            r"^where (?:do|does|did|will) (?:he|she|it|they|we|I|you|the \w+) (?:make|have|stop on|do) "
            r"(?:his|her|its|their|our|my|the|your) (?P<which>[a-z]+(?: to last)? (?:stop|visit))$",
            r"which is the \g<which>",
            text,
            flags=re.IGNORECASE,
        )
        text = self._counted(first_to(text, self.scene))
        text = _AFTER.sub("", text)
        around = _AROUND.match(text)
        if around:
            rest = around["rest"] or around["more"]
            who = re.fullmatch(rf"(?:who|which \w+) (?:{self.scene.axis.verbs}|is) where", rest, re.IGNORECASE)
            text = f"{'name them all' if who else rest} {around['lead'] or around['way']}"
        within = rf"(?:in|at|on) (?:the|this|our) (?:[a-z]+ )?(?:queue|line|row|race|bench|{self.scene.noun})"
        text = re.sub(rf"^(who .+? where) {within}$", r"\1", text, flags=re.IGNORECASE)
        text = counted_up(text, self.scene)
        order = whole_order(text, self.scene, self.background)
        if order is not None:
            return [(_with_key(order, "order"),)]
        return self._parsed(text)

    def _counted(self, text: str) -> str:
        """Drop "counting from the front", where places are counted from there anyway."""
        lead = re.match(r"(?:counting|counted|seen|viewed) from (?:the )?(\w+)(?: end| side)?, ", text, re.IGNORECASE)
        starts = [first for first, _ in self.scene.axis.ways]
        known = lead and any(re.fullmatch(first, lead[1], re.IGNORECASE) for first in starts)
        return text[lead.end() :] if lead and known and not self.scene.circular else text

    def _parsed(self, text: str) -> list[tuple[Asked, ...]]:
        one = self._question()
        comma = mark(",")
        joint = then(optional(comma), word("and"), make=lambda _, found: found)
        parser: Parser[tuple[Asked, ...]] = either(
            one,
            mapped(
                chain(one, comma, either(joint, comma)), lambda found: tuple(each for part in found for each in part)
            ),
        )
        found: list[tuple[Asked, ...]] = []
        for asked in whole(_keyed(parser, text), text):
            if not any(len(asked) == len(each) for each in found):
                found.append(asked)
        return found

    def _question(self) -> Parser[tuple[Asked, ...]]:
        return either(self._who(), self._where(), self._how_many(), self._neighbours(), self._each(), self._vacant())

    def _who(self) -> Parser[tuple[Asked, ...]]:
        noun = self.scene.noun
        who = either(
            word(
                rf"who|which one(?: of them)?|whose(?: {self.scene.owned or noun})?|(?:which|"
                rf"what)(?: of (?:the|them|these|my|our)(?: \w+)?(?: (?:{noun}))?)?(?: (?:{noun}))?"
            ),
            word(f"(?:who|whom|what|which [a-z]+) {_DO_WE}"),
            word(rf"(?:which|what) (?!(?:{_PLACE_NOUNS})s?\b)[a-z]+"),
            word(rf"(?:which|what) [a-z]+ (?:{noun})"),
            word(rf"what is the name of the (?:{noun}) (?:who|that|which)|(?:which|what) is"),
        )
        core = self.grammar.core
        helping = optional(word(_BE))
        joint = then(optional(mark(",")), word("and"), make=lambda _, found: found)
        single = mapped(core, lambda each: (each,))
        several = mapped(chain(core, mark(","), joint), tuple)
        loud = then(
            word("who|which(?: one)?"),
            helping,
            core,
            mark(","),
            self.grammar.noun,
            make=lambda _, __, each, ___, noun: (
                (Asked("who", "", each, among=noun.members),) if len(noun.members) > 1 else None
            ),
        )
        return either(
            then(
                who,
                helping,
                either(single, several),
                make=lambda _, __, found: tuple(Asked("who", "", each) for each in found),
            ),
            loud,
        )

    def _where(self) -> Parser[tuple[Asked, ...]]:
        verb = optional(
            word(
                self.scene.axis.verbs + "|happen|be|live|lying|sitting|standing|hanging"
                "|sit|stand|finish|come|come in|arrive|perform|take place|have|is|in|on"
            )
        )
        told = "|".join(filter(None, (self.scene.owned, "lesson|turn|birthday|appointment|talk|exam")))
        of_it = rf"(?:{told})"
        lead = word(
            rf"where|(?:in|on|at) (?:which|what) (?:{_PLACE_NOUNS})|when|"
            rf"(?:which|what) (?:{_PLACE_NOUNS})|what is the (?:{_PLACE_NOUNS}) of"
        )
        return then(
            lead,
            optional(either(word("is|are|was|were|does|do|did|will|has"), word(_DO_WE))),
            self.grammar.noun,
            verb,
            optional(word("in|at|on")),
            optional(word(rf"(?:have|has|had|take|takes|get|gets) (?:his|her|its|their) {of_it}")),
            make=lambda _, __, noun, *___: (
                (Asked("place", thing=noun.members[0]),)
                if len(noun.members) == 1 and self.scene.fixed and not self.scene.axis.scale
                else None
            ),
        )

    def _vacant(self) -> Parser[tuple[Asked, ...]]:
        """Read "which seat stays empty?"."""
        vacant = self.scene.vacant
        if vacant is None or not self.scene.fixed:
            return either()
        noun = f"{_FREE_NOUN}|{_PLACE_NOUNS}"
        what = rf"(?:in |on |at )?(?:which|what) (?:{noun})(?: (?:is|was|stays|remains|has|are|does|do))?"
        free = rf"(?:{FREE})(?: (?:one|{_PLACE_NOUNS}))?"
        return either(
            word(rf"{what} (?:the )?{free}", (Asked("place", thing=vacant),)),
            word(rf"(?:where|which) is the {free}", (Asked("place", thing=vacant),)),
            word(rf"what is the number of the {free}", (Asked("place", thing=vacant),)),
        )

    def _how_many(self) -> Parser[tuple[Asked, ...]]:
        lead = word(
            rf"how many(?: of them| of the (?:{self.scene.noun}))?(?: (?:other "
            rf")?(?:{self.scene.noun}))?(?: (?:are|is|were) there| (?:are|is|were|was|do|does|did))?"
        )
        return then(lead, self.grammar.core, make=lambda _, each: (Asked("number", "", each),))

    def _neighbours(self) -> Parser[tuple[Asked, ...]]:
        noun = self.grammar.noun

        def beside(other: Noun) -> tuple[Asked, ...] | None:
            if len(other.members) != 1 or self.scene.axis.scale:
                return None

            near = Relations(self.scene).apart
            return (Asked("all", "", lambda x: near(x, other.members[0], Steps(1, 1))),)

        return either(
            then(
                word("who|which two(?: \\w+)?"),
                word("are"),
                noun,
                mark("'s?"),
                word("(?:two |direct |immediate )*neighbou?rs"),
                make=lambda _, __, other, ___, ____: beside(other),
            ),
            then(
                word("who are the (?:two |direct |immediate )*neighbou?rs of"),
                noun,
                make=lambda _, other: beside(other),
            ),
            then(
                word(rf"(?:between (?:whom|who|which (?:two )?(?:{self.scene.noun}))|who) (?:does|do|did|is|are)"),
                noun,
                word("sit|stand|live|sitting|standing|sit next to|stand next to"),
                make=lambda _, other, __: beside(other),
            ),
            then(
                word(
                    rf"which two (?:{self.scene.noun}) (?:sit|are|stand|"
                    rf"live|are sitting|are standing) (?:next to|beside)"
                ),
                noun,
                make=lambda _, other: beside(other),
            ),
        )

    def _each(self) -> Parser[tuple[Asked, ...]]:
        if not self.scene.fixed or self.scene.axis.scale:
            return either()
        where = rf"(?:in|on|at) (?:which|what) (?:{_PLACE_NOUNS})"
        verbs = f"{self.scene.axis.verbs}|is|are|has"
        each = rf"(?:everyone|everybody|each (?:of them|one|{self.scene.noun})|they|the {self.scene.noun}|each)"
        on_each = r"(?:on|in|at) (?:each|which|every|what) (?:day|month|evening|morning|night)"
        what = rf"(?:what|which [a-z]+) (?:{_DO_WE}|is|comes|are)? ?{on_each}"
        listed: Parser[tuple[Asked, ...]] = either()
        if self.scene.labels:
            span = rf",? from {self.scene.labels[0]} to {self.scene.labels[-1]}"
            listed = either(word(what, (Asked("order"),)), word(what + span, (Asked("order", plain=True),)))
        return either(
            listed,
            word(
                rf"(?:who|which (?:{self.scene.noun})) (?:has|gets?|takes?|got|had|took|occupies|sits in|is in) "
                rf"(?:which|what) (?:{_PLACE_NOUNS}|{self.scene.axis.units or 'place'})",
                (Asked("places"),),
            ),
            word(
                rf"(?:who|which (?:{self.scene.noun}))(?: (?:is|are|was))?(?: (?:{verbs}))? (?:{where}|where|when)",
                (Asked("places"),),
            ),
            word(rf"(?:{where}|where|when) (?:does|do|is|are|did|was|were) {each}(?: \w+)?", (Asked("places"),)),
            word(
                rf"(?:which|what) (?:{_PLACE_NOUNS}) (?:is|are|does|do) {each}"
                r"(?: (?:live|sit|stand|stay))? (?:on|in|at)",
                (Asked("places"),),
            ),
        )


def _keyed(parser: Parser[tuple[Asked, ...]], text: str) -> Parser[tuple[Asked, ...]]:
    """Give each of several questions its own words as a key."""

    def parse(_: str, at: int) -> Iterator[tuple[tuple[Asked, ...], int]]:
        for asked, end in parser(text, at):
            if text[end:].strip():
                continue
            keys = keys_of(text, len(asked))
            if keys is not None:
                yield tuple(_with_key(each, key) for each, key in zip(asked, keys, strict=True)), end

    return parse


def _with_key(asked: Asked, key: str) -> Asked:
    return replace(asked, key=key)


def keys_of(text: str, count: int) -> list[str] | None:
    """Return what tells several questions apart: "first" and "last" in "who came first and who came last"."""
    parts = re.split(r",? and |, ", text) if count > 1 else [text]
    if len(parts) != count:
        return None
    keys = []
    for part in parts:
        key = re.sub(r"^(?:who|which \w+|which|whose \w+|what|how many \w+) ", "", part.strip(), flags=re.IGNORECASE)
        while (match := _KEY_LEAD.match(key)) is not None:
            key = key[match.end() :]
        keys.append(key.strip())
    return keys if len(set(keys)) == len(keys) and all(keys) else None
