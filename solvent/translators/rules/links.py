"""Which words may say that two values belong together: those that the grammar knows, or that the puzzle uses for it.

A clue whose values are linked by another word is not understood. Where nothing is known against the word, what the clue
would mean with it may be tried as a guess.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from solvent.translators.rules import link_words as known_words
from solvent.translators.rules.compare import measures
from solvent.translators.rules.items import ComparisonWord, Item
from solvent.translators.rules.link_words import Frame, verb_stem
from solvent.translators.rules.mentions import Lexicon, Mention
from solvent.translators.rules.tokens import Token
from solvent.translators.rules.values import LIKED, Category, is_person
from solvent.translators.rules.words import KIN, NUMBER_WORDS, is_agent, listed, stem

_DETERMINERS = frozenset(listed("the a an his her its their this that these those whose each every my our your any"))
_EMPTY = frozenset(
    listed(
        """he she it they him them who whom which what that there here i we you
        is are was were be been being am has have had having do does did will would shall
        person people someone somebody one ones man woman men women guy gal lady gentleman individual boy girl
        mr mrs ms miss dr sir madam also too exactly per whole total quite bit little slightly much somewhat sometime
        somewhere as than own not and or nor but either neither both , ; # $ % just same other time way named called
        respectively immediately directly right left next"""
    )
)
_DIVIDERS = frozenset(listed(", ; and or but nor than who which while whose"))
_FINITE = frozenset(listed("is are was were has have had does do did will would"))
_BELONGING = frozenset(
    verb_stem(word) for word in listed("belong go give award assign issue match correspond link connect attach register")
)
# Before a noun they say that somebody has it no more, not yet, or not at all.
_UNDOING = frozenset(
    listed(
        """former formerly previous previously prior past future late dead lost stolen missing alleged supposed fake imaginary
        onetime erstwhile intended planned potential hated worst would-be next last old-time ex dream dreams wish wishes
        nightmare enemy enemies rival rivals allergy dislike wrong neighbour neighbor neighbours neighbors imitation"""
    )
)
_JOBS = frozenset(map(stem, listed("job profession occupation trade work career role position title")))
# How people speak of what they like, and the puzzle of a "favorite".
_LIKING = frozenset(verb_stem(word) for word in listed("love like enjoy prefer favor favour choose partial fond keen fan adore"))
_LIKING_PREPOSITIONS = frozenset(listed("to of on for"))
_NEVER_VERBS = frozenset(listed("old long tall wide high deep worth away years year ago numbered"))


@dataclass
class Uses:
    """In which sentences words lead to the values of a category, and which words the introduction uses for it."""

    verbs: dict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    prepositions: dict[tuple[str, int], set[int]] = field(default_factory=lambda: defaultdict(set))
    told: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))


@dataclass(frozen=True)
class Link:
    """A word at a place of a sentence that leads to values of one of `categories`; `left` says they stand before it."""

    at: int
    word: str
    categories: frozenset[int]
    preposition: bool = False
    people: bool = False  # it stands between two people
    following: str = ""  # the preposition that a verb has
    nouns: frozenset[str] = frozenset()  # stems of what stands beside the value: the "shirt" of "wore the green shirt"
    compared: bool = False  # it says in what two rows are compared


@dataclass(frozen=True)
class Doubt:
    """A word that nothing allows as a link; `denied` ones are known to say something else."""

    at: int
    denied: bool


@lru_cache(maxsize=4096)
def frames(category: Category, nouns: frozenset[str] = frozenset()) -> tuple[Frame, ...]:
    """What is known of how people speak of such a category: by its name or nouns beside a value, and by its kind."""
    named = [frame for frame in known_words.FRAMES if frame.nouns & (category.words | nouns)]
    kind = known_words.KINDS.get(category.kind)
    return (*named, *([kind] if kind else []))


@lru_cache(maxsize=4096)
def is_people(category: Category) -> bool:
    """Whether the values of a category are people: by what they are, whatever the category is called.

    Names of one word could also be names of places or things, which the category's name tells.
    """
    if category.kind:
        return False
    things = any(frame.nouns & category.words for frame in known_words.FRAMES) and not category.words & _JOBS
    if all(value[:1].islower() for value in category.values):
        people = sum(is_agent(value.split()[-1].lower()) for value in category.values)
        return 3 * people >= 2 * len(category.values) and not things
    if not all(value[:1].isupper() for value in category.values):
        return False
    single = all(len(value.split()) == 1 for value in category.values)
    return is_person(category) or (single and not things)


def _of_people(known: Lexicon, categories: Iterable[int]) -> bool:
    """Whether some of the categories are of people."""
    return any(is_people(known.categories[number]) for number in categories)


def links(tokens: Sequence[Token], items: Sequence[Item], known: Lexicon) -> list[Link]:
    """The words of a sentence that link, with what they lead to; `items` are its structure."""
    return list(_Sentence(tokens, items, known).links())


_COMPARING = frozenset("KXWIJBZU")  # items that relate rows by a quantity or a place
_OPEN = frozenset("VA_vM")  # items whose words still have to be known


class _Sentence:
    """A sentence on the way to its links."""

    def __init__(self, tokens: Sequence[Token], items: Sequence[Item], known: Lexicon) -> None:
        self.tokens, self.known = tokens, known
        self.mentions = mentions = [item.payload for item in items if isinstance(item.payload, Mention)]
        self.used = {at for item in items if item.code not in _OPEN for at in range(item.start, item.end)}
        self.measured = self._measured(items)
        self.comparing = {item.start for item in items if item.code in _COMPARING}
        self.inside = {at for mention in mentions for at in range(mention.start, mention.end)}
        self.ends = {mention.end: mention for mention in mentions}
        self.nouns: set[int] = set()
        self.verbs: set[int] = set()

    def links(self) -> Iterator[Link]:
        """All links, each with the nouns of the phrase that it leads to."""
        found = list(self._found())
        for link in found:
            right = self._right(link.at)
            yield replace(link, nouns=self._nouns_of(right)) if right else link

    def _nouns_of(self, mention: Mention) -> frozenset[str]:
        """The nouns of a value's phrase, before and after it."""
        found: set[str] = set()
        for step, at in ((-1, mention.start - 1), (1, mention.end)):
            while 0 <= at < len(self.tokens) and (at in self.nouns or self.tokens[at].norm in _DETERMINERS):
                found.update([self.tokens[at].key] if at in self.nouns else ())
                at += step
        return frozenset(found)

    def _found(self) -> Iterator[Link]:
        for at, token in enumerate(self.tokens):
            if at in self.inside or at in self.used or self._is_empty(at):
                continue
            if token.norm in known_words.PREPOSITIONS:
                if link := self._preposition(at):
                    yield link
            elif self._is_noun(at):
                self.nouns.add(at)
            elif token.norm not in known_words.ADVERBS:
                self.verbs.add(at)
                yield self._verb(at)

    def _measured(self, items: Sequence[Item]) -> set[int]:
        """The words between a comparing word and its "than": "has fewer silver medals than"."""
        found: set[int] = set()
        for item in items:
            if item.code == "K":
                ends = [at for at in range(item.end, min(item.end + 8, len(self.tokens))) if self.tokens[at].norm == "than"]
                found.update(range(item.end, ends[0]) if ends else ())
                amount = item.payload.amount if isinstance(item.payload, ComparisonWord) else None
                found.update(range(amount.start, amount.end) if amount else ())
        return found

    def _is_empty(self, at: int) -> bool:
        norm = self.tokens[at].norm
        return norm in _EMPTY or norm in _DETERMINERS or not norm[:1].isalpha() or norm in NUMBER_WORDS

    def _is_noun(self, at: int) -> bool:
        """Whether a word is part of a phrase for a thing or person, by what stands before it."""
        token = self.tokens[at]
        if token.norm in _NEVER_VERBS or is_agent(token.norm) or token.norm in KIN or at in self.measured:
            return True
        if at == 0:
            return not _verb_like(token.norm)
        before = self.tokens[at - 1]
        if (before.norm in _DETERMINERS and before.norm != "that") or before.norm == "different":
            return True
        if before.owner or (at - 1 not in self.inside and before.number):
            return True
        if before.norm in known_words.PREPOSITIONS and at - 1 not in self.inside:
            return not _verb_like(token.norm)
        if at - 1 in self.verbs and at + 1 < len(self.tokens):  # "plays classical music"
            return not _verb_like(token.norm) and self.tokens[at + 1].norm not in known_words.PREPOSITIONS
        if at - 1 in self.nouns:
            return not _verb_like(token.norm)
        mention = self.ends.get(at)
        if mention is None:
            return False
        if self._is_object(mention) and self._ends_phrase(at):
            return not token.norm.endswith(("ed", "ing")) or not _verb_like(token.norm)
        articled = mention.start > 0 and self.tokens[mention.start - 1].norm in _DETERMINERS
        names = all(is_people(self.known.categories[value.category]) for value in mention.candidates)
        return not _verb_like(token.norm) and (articled or not names)

    def _is_object(self, mention: Mention) -> bool:
        """Whether a verb or preposition leads to a value: what follows it can still belong to its phrase."""
        at = mention.start - 1
        while at >= 0 and at not in self.inside and (at in self.nouns or self.tokens[at].norm in _DETERMINERS):
            at -= 1
        return at >= 0 and at not in self.inside and self.tokens[at].norm not in {*_DIVIDERS, *_FINITE} - {"has", "had"}

    def _ends_phrase(self, at: int) -> bool:
        """Whether a phrase ends after a word: what follows is a verb, a comparison, or nothing."""
        if at + 1 >= len(self.tokens) or at + 1 in self.comparing:
            return True
        return self.tokens[at + 1].norm in _FINITE | _DIVIDERS

    def _right(self, at: int) -> Mention | None:
        """The next value to the right in the same clause."""
        starts = {mention.start: mention for mention in self.mentions}
        for after in range(at + 1, len(self.tokens)):
            if after in self.comparing:
                return None
            if after in starts:
                return starts[after]
            norm = self.tokens[after].norm
            if (norm in _DIVIDERS or norm in _FINITE) and after not in self.inside:
                return None
        return None

    def _is_compared(self, at: int) -> bool:
        """Whether a comparison comes before the next value: "finished before", "lives next to"."""
        starts = {mention.start for mention in self.mentions}
        for after in range(at + 1, len(self.tokens)):
            if after in self.comparing or after in starts:
                return after in self.comparing
            if self.tokens[after].norm in _DIVIDERS:
                return False
        return False

    def _left(self, at: int) -> Mention | None:
        before = [mention for mention in self.mentions if mention.end <= at]
        return before[-1] if before else None

    def _preposition(self, at: int) -> Link | None:
        """A preposition before a value; one that only belongs to a verb or noun has no value in its phrase."""
        right = self._right(at)
        if right is None:
            return None
        between = self.tokens[at + 1 : right.start]
        if any(token.norm in known_words.PREPOSITIONS for token in between):
            return None  # "in the house with the red door": the next one leads there
        if len(between) > _PHRASE:
            return None
        return Link(at, self.tokens[at].norm, _categories(right), preposition=True)

    def _verb(self, at: int) -> Link:
        word = verb_stem(self.tokens[at].norm)
        right, left = self._right(at), self._left(at)
        following = self.tokens[at + 1].norm if at + 1 < len(self.tokens) else ""
        following = following if following in known_words.PREPOSITIONS else ""
        if self._is_compared(at):
            measured = {number for number, category in enumerate(self.known.categories) if category.kind}
            return Link(at, word, frozenset(measured), following=following, compared=True)
        if right is None or following == "by":
            others = [mention for mention in (left, right) if mention]
            return Link(at, word, frozenset(n for each in others for n in _categories(each)), following=following)
        target = _categories(right)
        if _of_people(self.known, target) and left is not None:
            if _of_people(self.known, _categories(left)) and not self.tokens[left.end - 1].owner:
                return Link(at, word, target, people=True, following=following)
            return Link(at, word, _categories(left) | target, following=following)
        return Link(at, word, target, following=following)


_PHRASE = 5  # words between a preposition and the value that it leads to


def _categories(mention: Mention) -> frozenset[int]:
    return frozenset(value.category for value in mention.candidates)


def _verb_like(word: str) -> bool:
    """Whether a word has the form of a verb that has a subject, or of a participle."""
    if word in known_words.NOUN_LIKE:
        return False
    if word in known_words.IRREGULAR:
        return True
    return len(word) > 3 and (
        word.endswith(("ed", "ing")) or (word.endswith("s") and not word.endswith(("ss", "us", "is")))
    )


def told_by(sentences: Iterable[tuple[Sequence[Token], Sequence[Mention]]], known: Lexicon) -> dict[int, set[str]]:
    """By category, the words that an introduction uses for it: "each keeps a different pet, and drinks tea or coffee"."""
    found: dict[int, set[str]] = defaultdict(set)
    for tokens, mentions in sentences:
        named = {at: _named(token, known) for at, token in enumerate(tokens)}
        for mention in mentions:
            for at in range(mention.start, mention.end):
                named[at] = _categories(mention)
        words: list[str] = []
        last: frozenset[int] = frozenset()
        for at, token in enumerate(tokens):
            if named[at]:
                for number in named[at]:
                    found[number].update(words)
                last, words = named[at], words if last == named[at] else []
                words = []
            elif token.norm in (",", ";", "where", "while", "when", "who", "which"):
                words = words if token.norm == "," and len(words) == 0 else []
            elif token.norm.isalpha() and token.norm not in _DETERMINERS:
                words.append(token.norm if token.norm in known_words.PREPOSITIONS else verb_stem(token.norm))
        for number in last:  # "... and a swift were photographed"
            found[number].update(words)
    return found


def _named(token: Token, known: Lexicon) -> frozenset[int]:
    return frozenset(
        number for number, category in enumerate(known.categories) if token.key in category.words and token.norm.isalpha()
    )


def doubts(
    found: Sequence[Link], uses: Uses, tokens: Sequence[Token], items: Sequence[Item], known: Lexicon
) -> list[Doubt]:
    """The words of a sentence that nothing allows as links."""
    inside = {at for item in items if item.code == "M" for at in range(item.start, item.end)}
    undone = [
        Doubt(at, denied=True)
        for at, token in enumerate(tokens)
        if token.norm in _UNDOING and at not in inside and _undoes(tokens, at)
    ]
    fine = {link.at for link in found if _allowed(link, uses, tokens, known)}
    # "loves eating grilled cheese" is as good as eating it.
    fine |= {link.at for link in found if link.word in _LIKING and link.at + 1 in fine and _is_doing(tokens[link.at + 1])}
    return undone + [Doubt(link.at, denied=_is_denied(link, uses, known)) for link in found if link.at not in fine]


def _is_doing(token: Token) -> bool:
    return token.norm.endswith("ing")


def _undoes(tokens: Sequence[Token], at: int) -> bool:
    """Whether such a word stands in a phrase of its own: "her former pet", not "the last house"."""
    norm = tokens[at].norm
    return norm not in ("next", "last", "opposite") or (at > 0 and tokens[at - 1].owner)


def _is_denied(link: Link, uses: Uses, known: Lexicon) -> bool:
    if link.preposition:
        return False
    related = link.people and link.word in known_words.RELATES_PEOPLE
    return link.word in known_words.DENIED or related


def _allowed(link: Link, uses: Uses, tokens: Sequence[Token], known: Lexicon) -> bool:
    if not link.categories:
        return True
    if any(_is_told(link, number, uses) for number in link.categories):
        return True
    if link.preposition:
        return _known_preposition(link, tokens, known)
    if link.people:
        return link.word in known_words.PERSON_LINKS
    if link.word in known_words.DENIED:
        return False
    return any(
        _known_verb(link, number, uses, known) or _is_only_way(link, number, uses, known) for number in link.categories
    )


def _is_only_way(link: Link, number: int, uses: Uses, known: Lexicon) -> bool:
    """Whether nothing is known of how to speak of a category, and the puzzle has this one verb for it."""
    category = known.categories[number]
    if is_people(category) or category.kind or frames(category) or uses.told.get(number):
        return False
    if link.word in known_words.DENIED_UNLESS_TOLD or link.word in known_words.RELATES_PEOPLE:
        return False
    others = {word for word, where in uses.verbs if where == number and word not in known_words.PLAIN}
    return others == {link.word}


_RECURS = 2  # sentences that use a word alike make it the puzzle's own way to say it


def _is_told(link: Link, number: int, uses: Uses) -> bool:
    """Whether the introduction uses the word for the category, or several clues do."""
    if link.word in uses.told.get(number, ()):
        return True
    if link.word in known_words.DENIED or (link.people and link.word in known_words.RELATES_PEOPLE):
        return False
    where = (uses.prepositions if link.preposition else uses.verbs).get((link.word, number), ())
    return len(where) >= _RECURS


def _known_verb(link: Link, number: int, uses: Uses, known: Lexicon) -> bool:
    category, word = known.categories[number], link.word
    if word in known_words.PLAIN and not is_people(category):
        return True
    if LIKED in category.words and word in _LIKING:
        return True
    if word in category.words or (link.compared and measures(word, category)):
        return True
    for frame in frames(category, link.nouns):
        if word in frame.verbs and (link.compared or not frame.only_with or link.following in frame.only_with):
            return True
    said = {*uses.told.get(number, ()), *(verb for verb, where in uses.verbs if where == number)}
    return any(group & (said - {word}) for group in known_words.SYNONYMS if word in group)


def _known_preposition(link: Link, tokens: Sequence[Token], known: Lexicon) -> bool:
    before = verb_stem(tokens[link.at - 1].norm) if link.at else ""
    for number in link.categories:
        category = known.categories[number]
        people = is_people(category)
        if any(link.word in frame.prepositions for frame in frames(category, link.nouns)):
            return True
        if LIKED in category.words and before in _LIKING and link.word in _LIKING_PREPOSITIONS:
            return True
        if link.word in (("by", "of") if people else ("with", "of")):
            return True
        if link.word == "to" and before in _BELONGING:
            return True
    return False


def uses_of(
    clues: Iterable[Sequence[Link]], introduction: Iterable[tuple[Sequence[Token], Sequence[Mention]]], known: Lexicon
) -> Uses:
    """How a whole puzzle uses words: the links of each of its sentences, and its introduction."""
    found = Uses(told=told_by(introduction, known))
    for sentence, linked in enumerate(clues):
        for link in linked:
            where = found.prepositions if link.preposition else found.verbs
            for number in link.categories:
                where[link.word, number].add(sentence)
    return found
