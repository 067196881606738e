"""The frames in which the words of clues occur that are no words of English grammar: "drinks __", "the __ house".

A chunk is a run of words that grammar and introduction leave unexplained; each must be a value of some attribute. Its
frames are what stands around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from solvent.translators.rules.clues import link_words
from solvent.translators.rules.clues.link_words import verb_stem
from solvent.translators.rules.clues.links.small_words import HAVE
from solvent.translators.rules.clues.unlisted.announced import LEADING, is_of_people
from solvent.translators.rules.clues.unlisted.labels import (
    CLOSING,
    DETERMINERS,
    HOLDERS,
    HOLDING,
    MOVING,
    REST,
    STANDING,
    Labelled,
    verbs_of,
)
from solvent.translators.rules.clues.unlisted.nouns import is_a_person
from solvent.translators.rules.text.tokens import Token

ROW = "row"  # stands for the noun for places, as the noun of a frame


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


class Sentence(Labelled):
    """A sentence of a puzzle with an introduction, taken apart into words of grammar and chunks."""

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
        if not after <= DETERMINERS | {"and", ","}:
            return False
        head = norms[1:begin] if norms[0] == "the" else norms[:begin]
        named = len(head) > 2 and head[0] in REST and self.tokens[begin - len(head) + 1].key in self.names
        if named and labels[begin - len(head) + 2] == "b":
            return set(head[3:]) <= DETERMINERS
        lead = 1 if norms[0] in ("someone", "somebody") else 3 if norms[:3] == ["one", "of", "them"] else 0
        return (
            lead > 0
            and len(self.chunks) == 1
            and all(labels[at] in "vd" or norms[at] in HAVE for at in range(lead, begin))
        )

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
                if gapped := self._gapped(at, found):
                    found.append(Chunk(at, end, gapped))
                    at = end
                    continue
                frames = self._frames(at, end, found)
                if Frame("held") not in frames and self._is_of_a_doer(at, end):
                    frames = [*frames, Frame("does")]
                found.append(Chunk(at, end, tuple(dict.fromkeys(frames))))
            at = max(end, at + 1)
            if end > at - 1 and end < len(self.tokens) and self._is_doer_of(end):
                at = end + 1
        return tuple(found)

    def _is_of_a_doer(self, at: int, end: int) -> bool:
        """Whether a chunk says what somebody does: "the painter", "the one who knits keeps ..."."""
        norm = self.tokens[at].norm
        if end - at > 1 or self._proper(at):
            return False
        told = at > 0 and self.labels[at - 1] == "r" and self._is_of_what_is_told(self._norm(end)) and norm[-1] == "s"
        return told or (self._is_articled(at) and is_a_person(norm))

    def _gapped(self, at: int, before: Sequence[Chunk]) -> tuple[Frame, ...]:
        """The frames of a chunk where the verb is left out: "Bo owns the mouse and Cy the goose"; () if it is not."""
        start = at
        while start and self.labels[start - 1] == "d":
            start -= 1
        if len(before) > 1 and self.tokens[start - 1].norm in ("and", ",") and start == at:
            following = [label for label in self.labels[at + 1 :] if label != "d"]
            if self._proper(at) and not self._proper(before[-1].start) and following[:1] == ["c"]:
                return before[-2].frames
        if len(before) > 2 and before[-1].end == start and before[-3].frames == before[-1].frames and start < at:
            return before[-2].frames
        return ()

    def _frames(self, start: int, end: int, before: Sequence[Chunk]) -> list[Frame]:
        right = self._right(start, end)
        if right is not None:
            return right
        left = start - 1
        while left >= 0 and (self.labels[left] == "d" or self.tokens[left].norm == "not" or self._is_only(left)):
            left -= 1
        if left >= 0 and self.tokens[left].norm in ("or", "nor", "and") and before and before[-1].end == left:
            return list(before[-1].frames)
        return self._closing(end) or self._left(left, start, end)

    def _is_only(self, at: int) -> bool:
        """Whether a word is part of "nothing but"."""
        norms = [token.norm for token in self.tokens[max(0, at - 1) : at + 2]]
        return norms[:2] == ["nothing", "but"] or norms[-2:] == ["nothing", "but"]

    def _right(self, start: int, end: int) -> list[Frame] | None:
        """The frames that the word after a chunk gives; None if it does not say what the chunk is."""
        if self.tokens[end - 1].owner:
            following = [token.norm.removesuffix("s") for token in self.tokens[end : end + 1]]
            return [Frame("held")] if following == ["owner"] else [self._doer(start)]
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
        plain = (
            not verb
            or verb in link_words.LIKING
            or verb in HOLDING | STANDING
            or (verb in HOLDERS and verb not in self.verbs)
        )
        held = verb in HOLDING or verb in HOLDERS
        return [Frame("verb", verb)] if not plain else [Frame("held")] if held else []

    def _closing(self, end: int) -> list[Frame]:
        """The frame of "for breakfast" or "as a hobby" after a chunk."""
        following = [each for each in self.tokens[end : end + 3] if each.norm not in DETERMINERS]
        if len(following) > 1 and following[0].norm in CLOSING and following[1].key in self.names:
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
        if label == "b":
            return self._predicate(at, start)
        found = self._after_verb(at, start)
        return self._subject(start, end) if found is None else found

    def _after_verb(self, at: int, start: int) -> list[Frame] | None:
        """The frames of a chunk after a verb at token `at`; None if there is none."""
        token, label = self.tokens[at], self.labels[at]
        if verb_stem(token.norm) in MOVING and self.tokens[start].norm.endswith("ing"):
            return [Frame("does")]  # "goes fishing"
        if label == "v":
            return [self._doer(start)] if self._inverted(at) else self._object(verb_stem(token.norm))
        if token.norm in ("does", "do", "did") and self.labels[at - 1 : at] in (["r"], ["w"], ["c"]):
            return [Frame("verb", verb_stem("do"))]
        if token.norm in HAVE or (label == "x" and token.norm == "with"):  # "has a neighbour with a cat"
            return [Frame("held")]
        return None

    def _inverted(self, at: int) -> bool:
        """Whether the subject follows the verb at a token, as in "in the red house lives the Englishman"."""
        return verb_stem(self.tokens[at].norm) in STANDING and self.labels[0] in "px" and "v" not in self.labels[:at]

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
            if word == "with" and previous is not None and self.labels[at - 1] == "v":
                return [Frame("verb", f"{verb_stem(previous.norm)} with")]  # "the ship loaded with __"
            return [Frame("held")] if held else []
        if self.labels[at - 1] == "v" and verb_stem(previous.norm) not in HOLDING:
            return [Frame("verb", f"{verb_stem(previous.norm)} {word}")]
        return []

    def _object_of(self, token: Token) -> bool:
        """Whether a participle is of a verb whose objects are an attribute that the introduction announces."""
        verb = verb_stem(token.norm)
        return any(
            verb in (attribute.verbs if is_of_people(attribute) else verbs_of(attribute))
            for attribute in self.told.attributes
        )

    def _predicate(self, at: int, start: int) -> list[Frame]:
        """The frames of what follows a form of "be": "the hobby is __", "the house is __", "is the __"."""
        ends = [n + 1 for n in range(at) if self.labels[n] in "rv" or self.tokens[n].norm in (",", "and", "whose")]
        nouns = [n for n in range(ends[-1] if ends else 0, at) if self.labels[n] in "nw"]
        head = nouns[0] if nouns else -1  # "the drink in the green house"
        described = head > 0 and self.labels[head - 1] == "c" and self.labels[head] == "w"  # "the Swiss guest"
        if nouns and self.tokens[head].key in self.names and not described:
            return [Frame("noun", self.names[self.tokens[head].key])]
        between = {token.norm for token in self.tokens[at + 1 : start]}
        if (
            "whose" in [token.norm for token in self.tokens[max(0, at - 2) : at]]
            and self.tokens[head].key not in self.names
        ):
            return [Frame("held")]
        if nouns and self.tokens[head].key == self.place and between <= {"not"}:
            return [Frame("before", ROW)]
        if self.tokens[start - 1].norm in ("the", "a", "an") and self.tokens[0].norm != "there":
            return [self._doer(start)]
        return []

    def _doer(self, start: int) -> Frame:
        """The frame of somebody who does or has something; names and nouns with an article are different things."""
        articled = self._is_articled(start)
        return Frame("doer", f"{'the ' if articled else ''}{'N' if self._proper(start) else 'n'}")

    def _subject(self, start: int, end: int) -> list[Frame]:
        """The frames of a subject, by its verb: passive, a cleft sentence, or what it does itself."""
        after = [n for n in range(end, min(end + 4, len(self.tokens))) if self.tokens[n].norm not in link_words.ADVERBS]
        if not after:
            return []
        first = self.tokens[after[0]]
        if self.labels[after[0]] == "b":
            following = next((n for n in after[1:] if self.labels[n] != "b"), -1)
            owner = next((n for n in range(after[0], len(self.tokens) - 1) if self.tokens[n].owner), -1)
            if owner >= 0 and owner + 2 == len(self.tokens) and self.tokens[owner + 1].key in self.names:
                return [Frame("noun", self.names[self.tokens[owner + 1].key])]  # "__ is the Swede's pet"
            if following < 0:
                return []
            if self.labels[following] == "v" and not self.tokens[following].norm.endswith("ing"):
                return self._passive(following)
            if self.tokens[following].norm == "what":
                return self._cleft(following)
            return [self._doer(start)] if self.labels[following] == "v" else []
        if self.labels[after[0]] == "v" or first.norm in HAVE or verb_stem(first.norm) in MOVING:
            held = verb_stem(first.norm) == verb_stem("belong")
            return [] if held else [self._doer(start)]
        return []

    def _passive(self, at: int) -> list[Frame]:
        verb = verb_stem(self.tokens[at].norm)
        by = [token.norm for token in self.tokens[at + 1 : at + 2]] == ["by"]
        if verb in HOLDING | STANDING:
            return []
        if by and not self._object_of(self.tokens[at]):
            return [Frame("verb", f"{verb} by")]
        return [Frame("verb", verb)]

    def _cleft(self, at: int) -> list[Frame]:
        """The frame of "__ is what they drink in the green house"."""
        verb = next((n for n in range(at + 1, len(self.tokens)) if self.labels[n] == "v"), None)
        return [] if verb is None else [Frame("verb", verb_stem(self.tokens[verb].norm))]
