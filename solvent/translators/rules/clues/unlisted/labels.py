"""Labels the words of a clue: those of grammar and of the introduction, verbs, and what is left: values."""

from collections.abc import Sequence

from solvent.translators.rules.clues import link_words, places
from solvent.translators.rules.clues.link_words import PREPOSITIONS, verb_stem
from solvent.translators.rules.clues.links.small_words import AUXILIARY, BE, HAVE, verb_like
from solvent.translators.rules.clues.unlisted.attributes import Attribute, Introduction
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    IRREGULAR_PAST,
    NUMBER_WORDS,
    RESERVED,
    agent_stem,
    is_english,
    listed,
    stem,
)

ROW = "row"  # stands for the noun for places, as the noun of a frame
_PEOPLE = frozenset(
    listed(
        """person people man men woman women boy girl lady guy gal child children kid friend neighbour neighbor owner
        resident inhabitant occupant tenant fellow someone somebody one ones family families colleague traveller
        traveler passenger guest visitor gentleman friends owners"""
    )
)
# Of anything: they show no attribute.
HOLDING = frozenset(map(verb_stem, listed("have own possess get belong")))
HOLDERS = frozenset(listed("own keep"))  # so do such agent nouns, unless "keep" is what people do with their pets
STANDING = frozenset(map(verb_stem, listed("live stand sit lie be stay camp reside dwell find come go park moor")))
MOVING = frozenset(map(verb_stem, listed("come go get")))
_WHO = frozenset(listed("who that which whoever whom they people what where somebody someone he she everyone"))
_RELATIVE = frozenset(listed("who that which whom whoever what where whose"))
_BEFORE_VERB = frozenset(listed("not does do did will whoever"))
DETERMINERS = frozenset(listed("a an the his her its their some this that these those"))
_SKIPPED = frozenset(listed("own favourite favorite always only just also usually regularly"))
_NO_VALUE = frozenset(
    listed(
        """whoever centre center remaining last there street row line please now then find tell whom whichever your
        my our you we us me solve puzzle clue clues question answer following let lets know think determine number hand
        numbered mention mentioned named called unnamed given work works"""
    )
)
REST = frozenset(listed("remaining other missing last 3th 4th 5th 6th"))  # "the fifth pet is a fish"
_HOURS = frozenset(map(stem, listed("hour time")))
_SHORT = 3  # letters
CLOSING = frozenset(listed("for as"))  # "has porridge for breakfast", "has yoga as a hobby"


class Labelled:
    """A sentence of a puzzle with an introduction, with a label for each word."""

    def __init__(self, tokens: Sequence[Token], told: Introduction, verbs: frozenset[str]) -> None:
        self.tokens, self.told, self.verbs = tokens, told, verbs
        self.place = stem(told.place)
        self.names = told.names
        self.places = False  # whether it relates places
        self.nouns = frozenset[str]().union(*(each.nouns | each.heads for each in told.attributes))
        self.labels = [self._plain_label(token) for token in tokens]
        self._mark_names()
        self._mark_passives()
        self._mark_places()
        self._mark_people()
        self._mark_verbs()

    def _plain_label(self, token: Token) -> str:
        """The label of a word by itself: "x" for grammar, "p" a preposition, "n" a noun of the introduction, ..."""
        norm = token.norm
        if norm == self.told.place or token.key == self.place or self._is_short_for_place(token):
            return "n"
        if norm in _PEOPLE or norm in self.told.people:
            return "w"
        if norm in DETERMINERS or norm in _SKIPPED:
            return "d"
        if norm in BE:
            return "b"
        if norm in PREPOSITIONS:
            return "p"
        if norm in _WHO:
            return "r"
        if token.key in self.names or (token.key in self.nouns and verb_stem(norm) not in self.verbs):
            return "n"
        grammar = norm in GLUE | RESERVED | AUXILIARY | link_words.ADVERBS | _NO_VALUE
        counting = norm in COMPARATIVES or norm in NUMBER_WORDS
        return "x" if grammar or counting or not norm[:1].isalpha() else "c"

    def _mark_names(self) -> None:
        """Label "port" in "Port Said" as part of a name, and "six" in "at six" where hours are announced."""
        timed = any(each.heads & _HOURS for each in self.told.attributes)
        for at, token in enumerate(self.tokens[1:], 1):
            before, following = self.tokens[at - 1].norm, self.tokens[at + 1 : at + 2]
            name = self.labels[at] == "n" and token.capitalised and following and following[0].capitalised
            number = token.number or token.norm in NUMBER_WORDS
            hour = timed and before == "at" and number and self._norm(at + 1) != "of"
            if name or hour:
                self.labels[at] = "c"
            if before == "whose" and self.labels[at] == "c" and following and following[0].norm in BE:
                self.labels[at] = "n"  # "whose pet is the goat?"
            if before == "on" and token.norm == "board":
                self.labels[at] = "x"

    def _is_short_for_place(self, token: Token) -> bool:
        """Whether a word is the end of the noun for places: "boat" of "houseboats"."""
        short = token.norm.removesuffix("s")
        whole = self.told.place.removesuffix("s")
        return len(short) > _SHORT and whole != short and whole.endswith(short) and is_english(whole[: -len(short)])

    def _mark_passives(self) -> None:
        """Label "get" before a participle like "be": "coffee gets drunk there"."""
        for at, token in enumerate(self.tokens[:-1]):
            following = self.tokens[at + 1].norm
            formed = following.endswith("ed") or following in link_words.IRREGULAR
            if token.norm in ("get", "gets", "got") and formed:
                self.labels[at] = "b"

    def _mark_places(self) -> None:
        """Label the phrases for places: "immediately to the right of", "the first house on the left"."""
        joined, offsets = "", []
        for token in self.tokens:
            offsets.append(len(joined))
            joined += ("houses" if token.key == self.place and self.place else token.norm) + " "
        for at, offset in enumerate(offsets):
            found = places.find(joined, offset)
            if found:
                end = found[1].end()
                self.places = True
                for n, start in enumerate(offsets):
                    if n >= at and start < end:
                        self.labels[n] = "x"

    @property
    def norms(self) -> frozenset[str]:
        """The sentence's words."""
        return frozenset(token.norm for token in self.tokens)

    def _mark_people(self) -> None:
        """Label the agent nouns in "the tea drinker", "the reader of Emma", and "that" where it is a pronoun."""
        for at, token in enumerate(self.tokens):
            before = self.labels[at - 1] if at else ""
            of = [each.norm for each in self.tokens[at + 1 : at + 2]] == ["of"]
            if self.labels[at] == "c" and self._is_doer_of(at) and (of or before == "c"):
                self.labels[at] = "w"
            if token.norm == "that" and before in ("w", "n"):
                self.labels[at] = "r"

    def _mark_verbs(self) -> None:
        """Label the verbs: each clause has one, and each relative clause one more."""
        due = 1
        for at, token in enumerate(self.tokens):
            label, before = self.labels[at], self.labels[at - 1] if at else ""
            if token.norm in ("and", "but", ",", ";", "or", "while"):
                due = max(due, 1)
            elif token.norm in _RELATIVE:
                due += before in ("w", "n", "c") or token.norm in ("whoever", "what", "where", "whose")
            elif label == "b" or token.norm in HAVE:
                due -= 1
            elif label in "cn" and self._is_participle(at, before):
                self.labels[at] = "v"  # "the person eating crisps sits", "the ship bound for Rome"
            elif label in "cn" and self._is_verb(at, before, due=due > 0):
                self.labels[at] = "v"
                due -= before != "b"

    def _is_participle(self, at: int, before: str) -> bool:
        norm = self.tokens[at].norm
        if before in ("n", "w") and self.labels[at + 1 : at + 2] == ["p"]:
            return norm.endswith("ed") or norm in link_words.IRREGULAR
        return norm.endswith("ing") and before == "w" and verb_stem(norm) in self.verbs | _KNOWN_VERBS

    def _is_verb(self, at: int, before: str, *, due: bool) -> bool:
        if self.tokens[at].norm == "belong" and before == "c":
            return True
        if at == 0 or self.labels[at - 1] == "d" or self.tokens[at - 1].owner or self._proper(at):
            return False
        return self._may_be_verb(at, before, due=due)

    def _may_be_verb(self, at: int, before: str, *, due: bool) -> bool:
        """Whether a word that follows no article is a verb, by its form and what stands around it."""
        token, previous = self.tokens[at], self.tokens[at - 1].norm
        following = self.tokens[at + 1].norm if at + 1 < len(self.tokens) else ""
        known = verb_stem(token.norm) in self.verbs
        formed = verb_like(token.norm) or token.norm in IRREGULAR_PAST
        leads_on = following in DETERMINERS or self.labels[at + 1 : at + 2] in (["p"], ["x"])
        past = token.norm in link_words.IRREGULAR or token.norm in IRREGULAR_PAST
        participle = past or token.norm.endswith(("ed", "ing"))
        if before == "r" or previous in _BEFORE_VERB or previous in ("who", "that"):
            return (known or formed) and not (self._is_of_what_is_told(following) and before == "r")
        if before == "b" or previous in HAVE:
            named = token.norm.endswith("ing") and at > 1 and self.tokens[at - 2].key in self.names
            return (
                not named and participle and (known or (formed and (leads_on or not following)))
            )  # "the hobby is knitting"
        if previous in ("and", "but"):
            return formed and (known or leads_on)
        if before in "cw" and due and known and previous.endswith("s") and verb_stem(token.norm) == token.norm:
            return True  # "the leeks grow"
        if before in "cnwx" and due and formed and following not in BE | HAVE:
            return known or verb_stem(token.norm) in _KNOWN_VERBS or bool(following)
        return previous in link_words.ADVERBS and formed and due

    def _is_of_what_is_told(self, norm: str) -> bool:
        """Whether a word is a finite verb of the main clause, so that the one before it says all: "who knits keeps"."""
        finite = norm.endswith("s") or norm in link_words.IRREGULAR
        return finite and (verb_stem(norm) in self.verbs | STANDING or norm in HAVE)

    def _is_doer_of(self, at: int) -> str:
        """The verb of an agent noun at a token: "drink" of "drinker"; "" if it is none."""
        if at >= len(self.tokens):
            return ""
        base = agent_stem(self.tokens[at].norm.removesuffix("s"))
        return next((verb for verb in (base, f"{base}e") if base and (verb in self.verbs or verb in HOLDERS)), "")

    def _norm(self, at: int) -> str:
        return self.tokens[at].norm if at < len(self.tokens) else ""

    def _is_articled(self, at: int) -> bool:
        return at > 0 and self.tokens[at - 1].norm in ("the", "a", "an")

    def _proper(self, at: int) -> bool:
        return self.tokens[at].capitalised


_KNOWN_VERBS = frozenset[str]().union(
    *(frame.verbs for frame in (*link_words.FRAMES, *link_words.PAIRS)), STANDING, HOLDING, link_words.EVENTS
)


def verbs_of(attribute: Attribute) -> frozenset[str]:
    """The verbs by which English says who has a value of an attribute: its own, else those for such nouns."""
    about = attribute.heads | attribute.nouns
    return attribute.verbs | frozenset[str]().union(*(each.verbs for each in link_words.FRAMES if each.nouns & about))
