"""How a puzzle uses words as a whole: in its introduction, and repeatedly in its clues."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from solvent.translators.rules.clues import link_words as known_words
from solvent.translators.rules.clues.link_words import verb_stem
from solvent.translators.rules.clues.links.link import Link
from solvent.translators.rules.clues.links.small_words import DETERMINERS
from solvent.translators.rules.clues.links.sorts import categories_of
from solvent.translators.rules.clues.mentions import Lexicon, Mention
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.words import GLUE, RESERVED, listed

_OFTEN = 3  # sentences with a verb make it one of the whole puzzle, whatever it leads to
_SHORT = 4  # letters; "red" and "king" are not verb forms
# Verbs of what the solver is asked to do, or told about the puzzle.
_TASK = known_words.keys(
    """use match determine figure find solve help follow work know see give remember deduce list describe read try say
    tell name call number do base order arrange line"""
)
_LAYOUT = frozenset(listed("left named numbered called labelled labeled"))
_SUBJECTS = frozenset(listed("each that those"))
_KNOWN = (
    known_words.MADE_BY
    | known_words.DONE_BY
    | known_words.EVENTS
    | known_words.COMING
    | frozenset[str]().union(*(frame.verbs for frame in (*known_words.FRAMES, *known_words.PAIRS)))
)


@dataclass
class Uses:
    """How a puzzle uses words, by word and category (its index).

    `verbs` and `prepositions` hold the sentences in which a word leads to values of a category, `runs` those in which a
    verb with several prepositions does ("ended up with"). `told` are the words that the introduction uses for each
    category, `said` all of its verbs. `nouns` stand beside the values of a category in the clues; on `heads` their
    phrases depend. `common` are verbs that the introduction or several clues use; `things` are the stems of words in
    the introduction that belong to no value, and of all heads. `objects` are the verbs of the clues, each with a
    category to whose values it leads as its object.
    """

    verbs: dict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    prepositions: dict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    told: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    runs: dict[tuple[str, str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    nouns: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    heads: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    common: set[str] = field(default_factory=set)
    said: set[str] = field(default_factory=set)
    things: set[str] = field(default_factory=set)
    objects: set[tuple[str, int]] = field(default_factory=set)


def uses_of(
    clues: Iterable[Sequence[Link]], introduction: Iterable[tuple[Sequence[Token], Sequence[Mention]]], known: Lexicon
) -> Uses:
    """Collect how a puzzle uses words, from the links of each clue sentence and from its introduction."""
    introduced = list(introduction)
    found = Uses(told=told_by(introduced, known), said=_verbs_of(introduced, known))
    found.things = {
        token.key
        for tokens, mentions in introduced
        for at, token in enumerate(tokens)
        if not any(mention.start <= at < mention.end for mention in mentions)
    }
    recurring: dict[str, set[int]] = defaultdict(set)
    for sentence, linked in enumerate(clues):
        for link in linked:
            found.things.update(link.heads)
            if not (link.preposition or link.people or link.plain):
                recurring[link.word].add(sentence)
            where = found.prepositions if link.preposition else found.verbs
            if not (link.preposition or link.compared):
                found.objects.update((link.word, number) for number in link.categories - link.subject)
            made = link.following.endswith("by") and bool(link.categories - link.subject)
            for number in link.categories - link.subject if made else link.categories:
                where[link.word, number].add(sentence)
                if " " in link.following:
                    found.runs[link.word, link.following, number].add(sentence)
                if len(link.categories) == 1:
                    found.nouns[number].update(link.nouns)
                    found.heads[number].update(link.heads)
    often = {word for word, where in recurring.items() if len(where) >= _OFTEN}
    found.common = (found.said | often) - known_words.DENIED - known_words.PLAIN
    return found


def _verbs_of(sentences: Iterable[tuple[Sequence[Token], Sequence[Mention]]], known: Lexicon) -> set[str]:
    """The verbs of introductory sentences that name a category or value, without the verbs of the solver's task."""
    found, doing = set[str](), set[str]()
    for tokens, mentions in sentences:
        if not mentions and not any(_named(token, known) for token in tokens):
            continue
        inside = {at for mention in mentions for at in range(mention.start, mention.end)}
        found.update(
            verb_stem(token.norm)
            for at, token in enumerate(tokens)
            if at not in inside and _is_verb(token.norm) and _stands_as_verb(tokens, at)
        )
        doing |= _done_apiece(tokens)
    return (found - _TASK - known_words.PLAIN) | (doing - known_words.DENIED - known_words.PLAIN)


def _done_apiece(tokens: Sequence[Token]) -> set[str]:
    """The verb of "they each see a different film", "each chose one book"."""
    norms = [token.norm for token in tokens]
    return {
        verb_stem(norms[at + 1])
        for at in range(len(norms) - 3)
        if norms[at] == "each" and norms[at + 2] in ("a", "an", "one") and norms[at + 1].isalpha()
        if norms[at + 1] not in GLUE | RESERVED
        and (norms[at + 2] == "one" or norms[at + 3] in ("different", "separate"))
    }


def _is_verb(norm: str) -> bool:
    """Whether a word of an introduction is a verb, by its form or because the grammar knows it."""
    if norm in known_words.NOUN_LIKE or not norm.isalpha():
        return False
    formed = len(norm) > _SHORT and norm.endswith(("ed", "ing"))
    return norm in known_words.IRREGULAR or formed or verb_stem(norm) in _KNOWN


def _stands_as_verb(tokens: Sequence[Token], at: int) -> bool:
    """Whether the preceding word allows a verb: not in "Date:", "from left to right", "the order"."""
    if at == 0:
        return False
    before = tokens[at - 1]
    noun = before.norm in known_words.PREPOSITIONS or before.norm in DETERMINERS - _SUBJECTS or before.owner
    return not noun and tokens[at].norm not in _LAYOUT


def _verb_of_name(tokens: Sequence[Token], at: int) -> list[str]:
    """A word of a category's name that is also a verb leading to what follows: "bought bikes for $300"."""
    verb = tokens[at].norm in known_words.IRREGULAR and _stands_as_verb(tokens, at)
    return [verb_stem(tokens[at].norm)] if verb else []


def told_by(sentences: Iterable[tuple[Sequence[Token], Sequence[Mention]]], known: Lexicon) -> dict[int, set[str]]:
    """For each category, the words that an introduction uses for it: "each keeps a pet, and drinks tea or coffee"."""
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
                words.extend(_verb_of_name(tokens, at))
            elif token.norm in (",", ";", "where", "while", "when", "who", "which"):
                words = words if token.norm == "," and len(words) == 0 else []
            elif token.norm.isalpha() and token.norm not in DETERMINERS:
                words.append(token.norm if token.norm in known_words.PREPOSITIONS else verb_stem(token.norm))
        for number in last:  # "... and a swift were photographed"
            found[number].update(words)
    return found


def _named(token: Token, known: Lexicon) -> frozenset[int]:
    """The categories whose name, not just their description, contains a word."""
    return frozenset(
        number
        for number, category in enumerate(known.categories)
        if token.key in category.words and any(token.key == each.key for each in tokenise(category.name))
    )
