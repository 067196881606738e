"""Finds the subjects and verbs of clauses in a sentence, by word and form alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from solvent.translators.rules.clues import link_words as known_words
from solvent.translators.rules.clues.links.small_words import BE, DETERMINERS, FINITE, verb_like
from solvent.translators.rules.clues.mentions import Mention
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import (
    COMPARATIVES,
    IRREGULAR_PAST,
    NUMBER_WORDS,
    RESERVED,
    is_agent,
    is_english,
    listed,
)

Tokens = tuple[Token, ...]

RELATIVES = frozenset(listed("who which that whose whom where"))
PRONOUNS = frozenset(listed("he she it they"))
JOINING = frozenset(listed("and but while whereas yet though although"))
_ENDS = frozenset(listed(", ; and or nor but than while whereas yet though although if unless because"))
_HEADS = frozenset(listed("person people one someone somebody man woman boy girl guy lady owner"))
_OF = frozenset(listed("of from in with on at for by"))
_AFTER_SUBJECT = 3  # most words between a value and its verb: "Ada's winter jacket is"
_BEFORE_VALUE = 7  # most words between the start of a subject and its value
_NO_VERBS = RESERVED | known_words.PREPOSITIONS | COMPARATIVES.keys() | DETERMINERS | PRONOUNS | RELATIVES
_PLACING = frozenset(listed("next left right beside adjacent neighbour neighbor neighbours neighbors between opposite"))


def words(text: str) -> Tokens:
    """The tokens of words of our own."""
    return tokenise(text)


@dataclass(frozen=True)
class Sentence:
    """A sentence with the values that it mentions."""

    tokens: Tokens
    mentions: tuple[Mention, ...]

    @cached_property
    def inside(self) -> frozenset[int]:
        """The tokens within a mention."""
        return frozenset(at for mention in self.mentions for at in range(mention.start, mention.end))

    def norm(self, at: int) -> str:
        """The word at a position outside the mentions; "" within one, or beyond the end."""
        return self.tokens[at].norm if 0 <= at < len(self.tokens) and at not in self.inside else ""

    @cached_property
    def norms(self) -> tuple[str, ...]:
        """All words, "" within mentions."""
        return tuple(map(self.norm, range(len(self.tokens))))

    def part(self, start: int, end: int) -> "Sentence":
        """The words from `start` to `end`, as a sentence."""
        kept = [mention for mention in self.mentions if start <= mention.start and mention.end <= end]
        moved = tuple(each.moved(-start) for each in kept)
        return Sentence(self.tokens[start:end], moved)

    def is_finite(self, at: int) -> bool:
        """Whether a word has the form of a finite verb."""
        norm = self.norm(at)
        if norm in FINITE:
            return True
        if not norm or norm in RESERVED or norm.endswith("ing") or is_agent(norm):
            return norm in ("sits", "stands", "sat", "stood", "beat", "beats", "visited", "visits", "follows")
        return norm in IRREGULAR_PAST or (verb_like(norm) and (is_english(norm) or norm in known_words.IRREGULAR))

    def is_verb(self, at: int) -> bool:
        """Whether a word may be the verb of a plural subject, or of a singular one."""
        norm = self.norm(at)
        if self.is_finite(at):
            return True
        plain = norm.isalpha() and norm not in _NO_VERBS
        return plain and not is_agent(norm) and is_english(f"{norm.removesuffix('e')}ing")

    def subject(self, start: int = 0, *, plural: bool = False) -> int | None:
        """Where the verb of a clause begins whose subject begins at `start`; None if there is no such subject."""
        first = next((mention for mention in self.mentions if mention.start >= start), None)
        if first is None or first.start - start > _BEFORE_VALUE or not self._opens_phrase(start, first):
            return None
        gap = range(start, first.start)
        if any(self.norm(at) in _ENDS | FINITE and not self._is_relative_before(at, start) for at in gap):
            return None
        if any(self.is_finite(at) and not self._is_relative_before(at, start) for at in gap):
            return None
        later = [mention for mention in self.mentions if mention.start >= start]
        for number, mention in enumerate(later[:2]):
            end = self._verb_after(mention, plural=plural)
            if end is not None:
                return end
            following = later[number + 1] if number + 1 < len(later) else None
            if following is None or any(
                not self.norm(at) or self.norm(at) not in _OF | DETERMINERS | {"who", "is"} | _HEADS
                for at in range(mention.end, following.start)
            ):
                return None
        return None

    def _opens_phrase(self, start: int, first: Mention) -> bool:
        norm = self.tokens[start].norm if start < len(self.tokens) else ""
        return start == first.start or norm in DETERMINERS or norm in _HEADS

    def _is_relative_before(self, at: int, start: int) -> bool:
        return any(self.norm(before) in RELATIVES for before in range(start, at))

    def _verb_after(self, mention: Mention, *, plural: bool) -> int | None:
        """The verb within a few nouns after a value."""
        test = self.is_verb if plural else self.is_finite
        for at in range(mention.end, min(mention.end + _AFTER_SUBJECT + 1, len(self.tokens))):
            noun = at < mention.end + _AFTER_SUBJECT and self.norm(at) not in FINITE and self.norm(at + 1) in FINITE
            if test(at) and not noun:
                return at
            norm = self.norm(at)
            if not norm.isalpha() or norm in known_words.PREPOSITIONS | RESERVED | NUMBER_WORDS.keys() | _ENDS:
                return None
        return None

    def repeatable(self, start: int, end: int) -> bool:
        """Whether a phrase says the same of the same row when it is repeated: it identifies a row by its values."""
        norms = [self.norm(at) for at in range(start, end)]
        return not any(norm in RESERVED | COMPARATIVES.keys() | _PLACING for norm in norms if norm)

    def phrase_before(self, end: int) -> int | None:
        """Where the noun phrase begins that ends before `end`: "the person from Oslo", "the red house"."""
        last = next((each for each in reversed(self.mentions) if each.end <= end), None)
        if last is None:
            return None
        if any(not self._is_noun(at) for at in range(last.end, end)):
            return None
        start = last.start
        while start > 0 and self.norm(start - 1) in DETERMINERS - {"that", "whose"}:
            start -= 1
        if self.norm(start - 1) in _OF and start > 2 and self._is_noun(start - 2):
            begin = start - 2
            while begin > 0 and self._is_noun(begin - 1) and self.norm(begin - 1) not in DETERMINERS:
                begin -= 1
            if self.norm(begin - 1) in DETERMINERS - {"that", "whose"}:
                return begin - 1
        return start

    def _is_noun(self, at: int) -> bool:
        norm = self.norm(at)
        other = known_words.PREPOSITIONS | RESERVED | _ENDS | FINITE | RELATIVES | COMPARATIVES.keys()
        return norm.isalpha() and norm not in other and not self.is_finite(at)

    def names_people_after(self, start: int) -> bool:
        """Whether a phrase after the subject may denote somebody else."""
        later = [mention for mention in self.mentions if mention.start >= start]
        described = any(norm in _HEADS or is_agent(norm) for norm in self.norms[start:] if norm)
        subject = self.mentions[0].candidates[0].category
        return described or any(mention.candidates[0].category == subject for mention in later)

    def is_be(self, at: int) -> bool:
        """Whether a word is a form of "be"."""
        return self.norm(at) in BE


def trimmed(tokens: Sequence[Token]) -> Tokens:
    """Tokens without commas at either end."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].norm in (",", ";"):
        start += 1
    while end > start and tokens[end - 1].norm in (",", ";"):
        end -= 1
    return tuple(tokens[start:end])
