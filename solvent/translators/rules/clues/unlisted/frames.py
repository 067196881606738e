"""The frames in which the words of clues occur that are no words of English grammar: "drinks __", "the __ house".

A chunk is a run of words that grammar and introduction leave unexplained; each must be a value of some attribute. Its
frames are what stands around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from solvent.translators.rules.clues import link_words, places
from solvent.translators.rules.clues.link_words import PREPOSITIONS, verb_stem
from solvent.translators.rules.clues.links.small_words import AUXILIARY, BE, HAVE, verb_like
from solvent.translators.rules.clues.unlisted.announced import LEADING, Attribute, Introduction
from solvent.translators.rules.text.tokens import Token
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    GLUE,
    IRREGULAR_PAST,
    NUMBER_WORDS,
    RESERVED,
    agent_stem,
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
_HOLDING = frozenset(map(verb_stem, listed("have own possess get belong")))  # of anything: they show no attribute
_HOLDERS = frozenset(listed("own keep"))  # so do such agent nouns, unless "keep" is what people do with their pets
_STANDING = frozenset(map(verb_stem, listed("live stand sit lie be stay camp reside dwell find come go park moor")))
_MOVING = frozenset(map(verb_stem, listed("come go get")))
_WHO = frozenset(listed("who that which whoever whom they people what where somebody someone he she everyone"))
_RELATIVE = frozenset(listed("who that which whom whoever what where whose"))
_BEFORE_VERB = frozenset(listed("not does do did will whoever"))
_DETERMINERS = frozenset(listed("a an the his her its their some this that these those"))
_SKIPPED = frozenset(listed("own favourite favorite always only just also usually regularly"))
_NO_VALUE = frozenset(
    listed(
        """whoever centre center remaining last there street row line please now then find tell whom whichever your
        my our you we us me solve puzzle clue clues question answer following let lets know think determine number
        numbered mention mentioned named called unnamed given work works"""
    )
)
_REST = frozenset(listed("remaining other missing last 3th 4th 5th 6th"))  # "the fifth pet is a fish"
_CLOSING = frozenset(listed("for as"))  # "has porridge for breakfast", "has yoga as a hobby"


@dataclass(frozen=True)
class Frame:
    """What stands around a chunk: a `kind` and its word.

    The kinds: "verb" (its object, also "the tea drinker"), "noun" (names an attribute: "hobby is __"), "before"
    (modifies a noun: "the __ house"), "after" (a preposition that says what it is: "from __"), "doer" (of a verb),
    "held" ("has __", "the owner of the __").
    """

    kind: str
    word: str = ""


@dataclass(frozen=True)
class Chunk:
    """Words at tokens `start` to `end` (exclusive) that must be a value, with their frames."""

    start: int
    end: int
    frames: tuple[Frame, ...]


class Sentence:
    """A sentence of a puzzle with an introduction, taken apart into words of grammar and chunks."""

    def __init__(self, tokens: Sequence[Token], told: Introduction, verbs: frozenset[str]) -> None:
        self.tokens, self.told, self.verbs = tokens, told, verbs
        self.place = stem(told.place)
        self.names = told.names
        self.places = False  # whether it relates places
        self.nouns = frozenset[str]().union(*(each.nouns | each.heads for each in told.attributes))
        self.labels = [self._plain_label(token) for token in tokens]
        self._mark_places()
        self._mark_people()
        self._mark_verbs()

    def _plain_label(self, token: Token) -> str:
        """The label of a word by itself: "x" for grammar, "p" a preposition, "n" a noun of the introduction, ..."""
        norm = token.norm
        if norm == self.told.place or token.key == self.place:
            return "n"
        if norm in _PEOPLE or norm in self.told.people:
            return "w"
        if norm in _DETERMINERS or norm in _SKIPPED:
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

    def words(self, chunk: Chunk) -> str:
        """A chunk as written."""
        return " ".join(token.text for token in self.tokens[chunk.start : chunk.end])

    def only_names(self) -> bool:
        """Whether the sentence only names values: "the remaining pets are a horse and a fish", "someone has milk"."""
        norms, labels = [token.norm for token in self.tokens], "".join(self.labels)
        values = [at for chunk in self.chunks for at in range(chunk.start, chunk.end)]
        if not values or self.places or norms[-1] == "not":
            return False
        begin = self.chunks[0].start
        after = {norm for at, norm in enumerate(norms[begin:], begin) if at not in values}
        if not after <= _DETERMINERS | {"and", ","}:
            return False
        head = norms[1:begin] if norms[0] == "the" else norms[:begin]
        named = len(head) > 2 and head[0] in _REST and self.tokens[begin - len(head) + 1].key in self.names
        if named and labels[begin - len(head) + 2] == "b":
            return set(head[3:]) <= _DETERMINERS
        lead = 1 if norms[0] in ("someone", "somebody") else 3 if norms[:3] == ["one", "of", "them"] else 0
        return (
            lead > 0
            and len(self.chunks) == 1
            and all(labels[at] in "vd" or norms[at] in HAVE for at in range(lead, begin))
        )

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
                self.labels[at] = "v"  # "the person eating crisps sits"
            elif label in "cn" and self._is_verb(at, before, due=due > 0):
                self.labels[at] = "v"
                due -= before != "b"

    def _is_participle(self, at: int, before: str) -> bool:
        norm = self.tokens[at].norm
        return norm.endswith("ing") and before == "w" and verb_stem(norm) in self.verbs | _KNOWN_VERBS

    def _is_verb(self, at: int, before: str, *, due: bool) -> bool:
        if at == 0 or self.labels[at - 1] == "d" or self.tokens[at - 1].owner:
            return False
        token, previous = self.tokens[at], self.tokens[at - 1].norm
        following = self.tokens[at + 1].norm if at + 1 < len(self.tokens) else ""
        known = verb_stem(token.norm) in self.verbs
        formed = verb_like(token.norm) or token.norm in IRREGULAR_PAST
        leads_on = following in _DETERMINERS or self.labels[at + 1 : at + 2] in (["p"], ["x"])
        past = token.norm in link_words.IRREGULAR or token.norm in IRREGULAR_PAST
        participle = past or token.norm.endswith(("ed", "ing"))
        if before == "r" or previous in _BEFORE_VERB:
            return known or formed
        if before == "b" or previous in HAVE:
            return (known and participle) or (formed and participle and (leads_on or not following))
        if previous in ("and", "but"):
            return formed and (known or leads_on)
        if before in "cw" and due and known and previous.endswith("s") and verb_stem(token.norm) == token.norm:
            return True  # "the leeks grow"
        if before in "cnwx" and due and formed and following not in BE | HAVE:
            return known or verb_stem(token.norm) in _KNOWN_VERBS or bool(following)
        return previous in link_words.ADVERBS and formed and due

    @cached_property
    def chunks(self) -> tuple[Chunk, ...]:
        """The chunks of the sentence, left to right."""
        found: list[Chunk] = []
        at = 0
        while at < len(self.tokens):
            end = at
            while end < len(self.tokens) and self.labels[end] == "c":
                end += 1
                if self.tokens[end - 1].owner or self._is_doer_of(end):
                    break
            if end > at:
                frames = self._frames(at, end, found)
                found.append(Chunk(at, end, tuple(dict.fromkeys(frames))))
            at = max(end, at + 1)
            if end > at - 1 and end < len(self.tokens) and self._is_doer_of(end):
                at = end + 1
        return tuple(found)

    def _is_doer_of(self, at: int) -> str:
        """The verb of an agent noun at a token: "drink" of "drinker"; "" if it is none."""
        if at >= len(self.tokens):
            return ""
        base = agent_stem(self.tokens[at].norm.removesuffix("s"))
        return next((verb for verb in (base, f"{base}e") if base and (verb in self.verbs or verb in _HOLDERS)), "")

    def _frames(self, start: int, end: int, before: Sequence[Chunk]) -> list[Frame]:
        right = self._right(start, end)
        if right is not None:
            return right
        left = start - 1
        while left >= 0 and self.labels[left] == "d":
            left -= 1
        if left >= 0 and self.tokens[left].norm in ("or", "nor", "and") and before and before[-1].end == left:
            return list(before[-1].frames)
        return self._closing(end) or self._left(left, start, end)

    def _right(self, start: int, end: int) -> list[Frame] | None:
        """The frames that the word after a chunk gives; None if it does not say what the chunk is."""
        if self.tokens[end - 1].owner:
            return [self._doer(start)]
        if end >= len(self.tokens):
            return None
        token, label = self.tokens[end], self.labels[end]
        if verb := self._is_doer_of(end):
            return self._object(verb)
        if label == "n" or token.norm in ("one", "ones", "house", "houses"):
            if token.key in self.names and self.names[token.key] not in self.told.counted | {self.place}:
                return [Frame("noun", self.names[token.key])]
            own = token.key == self.place or token.norm in ("one", "ones")
            return [Frame("before", ROW if own else token.key)]
        if token.norm.removesuffix("s") == "owner":
            return [Frame("held")]
        return [self._doer(start)] if label == "w" else None

    def _object(self, verb: str) -> list[Frame]:
        plain = not verb or verb in _HOLDING | _STANDING or (verb in _HOLDERS and verb not in self.verbs)
        held = verb in _HOLDING or verb in _HOLDERS
        return [Frame("verb", verb)] if not plain else [Frame("held")] if held else []

    def _closing(self, end: int) -> list[Frame]:
        """The frame of "for breakfast" or "as a hobby" after a chunk."""
        following = [each for each in self.tokens[end : end + 3] if each.norm not in _DETERMINERS]
        if len(following) > 1 and following[0].norm in _CLOSING and following[1].key in self.names:
            return [Frame("noun", self.names[following[1].key])]
        return []

    def _left(self, at: int, start: int, end: int) -> list[Frame]:
        """The frames of a chunk by the word before it and its determiners, at token `at`."""
        if at < 0:
            return self._subject(start, end)
        token, label = self.tokens[at], self.labels[at]
        if label == "n" and token.key in self.names and at == start - 1:
            return [Frame("noun", self.names[token.key])]
        if label == "p":
            return self._after_preposition(at, start)
        if label == "v":
            return self._object(verb_stem(token.norm))
        if label == "b":
            return self._predicate(at, start)
        if token.norm in HAVE:
            return [Frame("held")]
        return self._subject(start, end)

    def _after_preposition(self, at: int, start: int) -> list[Frame]:
        word, previous = self.tokens[at].norm, self.tokens[at - 1] if at else None
        if word == "of" and previous is not None:
            verb = self._is_doer_of(at - 1)
            return self._object(verb)
        if word == "by" and previous is not None and self._object_of(previous):
            return [self._doer(start)]
        if word in LEADING:
            return [Frame("after", word)]
        if word in ("with", "of", "than") or previous is None:
            held = word == "with" and previous is not None and self.labels[at - 1] in "wn"
            return [Frame("held")] if held else []
        if self.labels[at - 1] == "v" and verb_stem(previous.norm) not in _HOLDING:
            return [Frame("verb", f"{verb_stem(previous.norm)} {word}")]
        return []

    def _object_of(self, token: Token) -> bool:
        """Whether a participle is of a verb whose objects are an attribute that the introduction announces."""
        return any(verb_stem(token.norm) in attribute.verbs for attribute in self.told.attributes)

    def _predicate(self, at: int, start: int) -> list[Frame]:
        """The frames of what follows a form of "be": "the hobby is __", "the house is __", "is the __"."""
        ends = [n + 1 for n in range(at) if self.labels[n] in "rv" or self.tokens[n].norm in (",", "and", "whose")]
        nouns = [n for n in range(ends[-1] if ends else 0, at) if self.labels[n] in "nw"]
        head = nouns[0] if nouns else -1  # "the drink in the green house"
        described = head > 0 and self.labels[head - 1] == "c" and self.labels[head] == "w"  # "the Swiss guest"
        if nouns and self.tokens[head].key in self.names and not described:
            return [Frame("noun", self.names[self.tokens[head].key])]
        if nouns and self.tokens[head].key == self.place and start == at + 1:
            return [Frame("before", ROW)]
        if self.tokens[start - 1].norm in ("the", "a", "an") and self.tokens[0].norm != "there":
            return [self._doer(start)]
        return []

    def _doer(self, start: int) -> Frame:
        """The frame of somebody who does or has something; names and nouns with an article are different things."""
        articled = start > 0 and self.tokens[start - 1].norm in ("the", "a", "an")
        return Frame("doer", f"{'the ' if articled else ''}{'N' if self._proper(start) else 'n'}")

    def _proper(self, at: int) -> bool:
        return self.tokens[at].capitalised

    def _subject(self, start: int, end: int) -> list[Frame]:
        """The frames of a subject, by its verb: passive, a cleft sentence, or what it does itself."""
        after = [n for n in range(end, min(end + 4, len(self.tokens))) if self.tokens[n].norm not in link_words.ADVERBS]
        if not after:
            return []
        first = self.tokens[after[0]]
        if self.labels[after[0]] == "b":
            following = next((n for n in after[1:] if self.labels[n] != "b"), -1)
            if following < 0:
                return []
            if self.labels[following] == "v" and not self.tokens[following].norm.endswith("ing"):
                return self._passive(following)
            if self.tokens[following].norm == "what":
                return self._cleft(following)
            return [self._doer(start)] if self.labels[following] == "v" else []
        if self.labels[after[0]] == "v" or first.norm in HAVE or verb_stem(first.norm) in _MOVING:
            held = verb_stem(first.norm) == verb_stem("belong")
            return [] if held else [self._doer(start)]
        return []

    def _passive(self, at: int) -> list[Frame]:
        verb = verb_stem(self.tokens[at].norm)
        by = [token.norm for token in self.tokens[at + 1 : at + 2]] == ["by"]
        if verb in _HOLDING | _STANDING:
            return []
        if by and not self._object_of(self.tokens[at]):
            return [Frame("verb", f"{verb} by")]
        return [Frame("verb", verb)]

    def _cleft(self, at: int) -> list[Frame]:
        """The frame of "__ is what they drink in the green house"."""
        verb = next((n for n in range(at + 1, len(self.tokens)) if self.labels[n] == "v"), None)
        return [] if verb is None else [Frame("verb", verb_stem(self.tokens[verb].norm))]


_KNOWN_VERBS = frozenset[str]().union(
    *(frame.verbs for frame in (*link_words.FRAMES, *link_words.PAIRS)), _STANDING, _HOLDING, link_words.EVENTS
)


def verbs_of(attribute: Attribute) -> frozenset[str]:
    """The verbs by which English says who has a value of an attribute: its own, else those for such nouns."""
    about = attribute.heads | attribute.nouns
    return attribute.verbs | frozenset[str]().union(*(each.verbs for each in link_words.FRAMES if each.nouns & about))
