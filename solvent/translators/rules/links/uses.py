"""How a whole puzzle uses words: those of its introduction, and those that recur."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from solvent.translators.rules import link_words as known_words
from solvent.translators.rules.link_words import verb_stem
from solvent.translators.rules.links.sentence import Link
from solvent.translators.rules.links.small_words import DETERMINERS
from solvent.translators.rules.links.sorts import categories_of
from solvent.translators.rules.mentions import Lexicon, Mention
from solvent.translators.rules.tokens import Token, tokenise


@dataclass
class Uses:
    """In which sentences words lead to the values of a category, and which words the introduction uses for it.

    `runs` are verbs with several prepositions, "ended up with"; `nouns` are what stands beside the values of a category
    in the clues, `heads` what their phrases belong to.
    """

    verbs: dict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    prepositions: dict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    told: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    runs: dict[tuple[str, str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    nouns: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    heads: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))


def uses_of(
    clues: Iterable[Sequence[Link]], introduction: Iterable[tuple[Sequence[Token], Sequence[Mention]]], known: Lexicon
) -> Uses:
    """How a whole puzzle uses words: the links of each of its sentences, and its introduction."""
    found = Uses(told=told_by(introduction, known))
    for sentence, linked in enumerate(clues):
        for link in linked:
            where = found.prepositions if link.preposition else found.verbs
            made = link.following.endswith("by") and bool(link.categories - link.subject)
            for number in link.categories - link.subject if made else link.categories:
                where[link.word, number].add(sentence)
                if " " in link.following:
                    found.runs[link.word, link.following, number].add(sentence)
                if len(link.categories) == 1:
                    found.nouns[number].update(link.nouns)
                    found.heads[number].update(link.heads)
    return found


def told_by(sentences: Iterable[tuple[Sequence[Token], Sequence[Mention]]], known: Lexicon) -> dict[int, set[str]]:
    """By category, the words that an introduction uses for it: "each keeps a pet, and drinks tea or coffee"."""
    found: dict[int, set[str]] = defaultdict(set)
    for tokens, mentions in sentences:
        named = {at: _named(token, known) for at, token in enumerate(tokens)}
        for mention in mentions:
            for at in range(mention.start, mention.end):
                named[at] = categories_of(mention)
        words: list[str] = []
        last: frozenset[int] = frozenset()
        for at, token in enumerate(tokens):
            if named[at]:
                for number in named[at]:
                    found[number].update(words)
                last, words = named[at], []
            elif token.norm in (",", ";", "where", "while", "when", "who", "which"):
                words = words if token.norm == "," and len(words) == 0 else []
            elif token.norm.isalpha() and token.norm not in DETERMINERS:
                words.append(token.norm if token.norm in known_words.PREPOSITIONS else verb_stem(token.norm))
        for number in last:  # "... and a swift were photographed"
            found[number].update(words)
    return found


def _named(token: Token, known: Lexicon) -> frozenset[int]:
    """The categories whose names have a word; what else is said of them are the words that lead to them."""
    return frozenset(
        number
        for number, category in enumerate(known.categories)
        if token.key in category.words and any(token.key == each.key for each in tokenise(category.name))
    )
