"""Finds the values that a clue mentions, in any inflection, and resolves those that several categories share."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from solvent.translators.rules.clues.formula import Value
from solvent.translators.rules.clues.values import POSITION_WORDS, Category
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.units import is_unit
from solvent.translators.rules.text.words import COMPARATIVES, GLUE, RESERVED, agent_stem, root, stem

BEFORE = "< "  # prefix of keys for words before a mention
MANNER = "~ "  # prefix of keys for the article of a mention's phrase
BARE = ""  # key for a mention that no word describes
# How well a mention fits its value: the same words, inflected words, a part of the value, a derived word.
EXACT, INFLECTED, PART, DERIVED = 4, 3, 2, 1


_HEARD = GLUE | RESERVED | COMPARATIVES.keys()
_GLUE_RESERVED = GLUE | RESERVED


@dataclass(frozen=True)
class Form:
    """One way to write a value."""

    tokens: tuple[Token, ...]
    value: Value
    part: bool = False
    proper: bool = False  # a part of a name, which a clue must capitalise


@dataclass
class Mention:
    """Tokens `start` to `end` (exclusive) of a clue name one of `candidates`; a settled mention has only one."""

    start: int
    end: int
    candidates: tuple[Value, ...]
    level: int

    @property
    def settled(self) -> bool:
        return len(self.candidates) == 1


@dataclass(frozen=True)
class Lexicon:
    """All forms of all values of a grid, keyed by the stem of their first word."""

    categories: tuple[Category, ...]
    forms: dict[str, list[Form]] = field(repr=False, compare=False, hash=False)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The stems of every word of every value."""
        return frozenset(token.key for forms in self.forms.values() for form in forms for token in form.tokens)

    @cached_property
    def spellings(self) -> dict[str, str]:
        """Lower-case words of values, each with its value, to suggest corrections of misspellings."""
        return {
            token.norm: self.categories[form.value.category].values[form.value.index]
            for forms in self.forms.values()
            for form in forms
            for token in form.tokens
            if len(token.norm) > 2 and token.norm.isalpha()
        }

    @cached_property
    def roots(self) -> dict[str, tuple[Value, ...]]:
        """One-word values, keyed by the root that they share with derived words."""
        found: dict[str, list[Value]] = defaultdict(list)
        for forms in self.forms.values():
            for form in forms:
                if len(form.tokens) == 1 and form.tokens[0].norm.isalpha() and not form.part:
                    found[root(form.tokens[0].norm)].append(form.value)
        return {key: tuple(dict.fromkeys(values)) for key, values in found.items()}

    @cached_property
    def derived(self) -> dict[str, tuple[Value, ...]]:
        """Cache: the values that a word is derived from."""
        return {}

    @cached_property
    def sentences(self) -> dict[tuple[Token, ...], Any]:
        """Cache: the amounts and mentions in a sentence."""
        return {}

    @cached_property
    def activities(self) -> dict[str, tuple[Value, ...]]:
        """Values such as "rowing", keyed by the stem of their verb."""
        found: dict[str, list[Value]] = defaultdict(list)
        for forms in self.forms.values():
            for form in forms:
                if len(form.tokens) == 1 and form.tokens[0].norm.endswith("ing"):
                    found[form.tokens[0].key].append(form.value)
        return {key: tuple(dict.fromkeys(values)) for key, values in found.items()}

    def name(self, value: Value) -> str:
        """A value as the text spells it."""
        return self.categories[value.category].values[value.index]


@lru_cache(maxsize=64)
def lexicon(categories: tuple[Category, ...]) -> Lexicon:
    """Collect the forms of every value."""
    index: dict[str, list[Form]] = defaultdict(list)
    for number, category in enumerate(categories):
        spelled = [_strip(tokenise(value), value) for value in category.values]
        shared = _shared_words(spelled)
        for at, tokens in enumerate(spelled):
            for form in _forms(tokens, Value(number, at), category, shared):
                index[form.tokens[0].key].append(form)
    for form in _proper_parts(categories, index):
        index[form.tokens[0].key].append(form)
    return Lexicon(tuple(categories), dict(index))


def _strip(tokens: Sequence[Token], value: str) -> tuple[Token, ...]:
    article = bool(re.match(r"(?:the|an?)\s|#", value, re.IGNORECASE))
    kept = tuple(tokens[1:]) if len(tokens) > 1 and article else tuple(tokens)
    return kept or tuple(tokens)


def _shared_words(spelled: Sequence[tuple[Token, ...]]) -> frozenset[str]:
    """Words in every value of a category ("riders" in "50 riders", "house" in "ranch house"), which a clue may omit."""
    keys = [{token.key for token in tokens if token.norm.isalpha()} for tokens in spelled]
    return frozenset(set.intersection(*keys)) if keys and all(len(tokens) > 1 for tokens in spelled) else frozenset()


def _forms(tokens: tuple[Token, ...], value: Value, category: Category, shared: frozenset[str]) -> list[Form]:
    if not tokens:
        return []
    if category.kind == "position":
        return _position_forms(tokens, value, category)
    forms = [Form(tokens, value)]
    bare = tuple(token for token in tokens if token.key not in shared)
    if bare and bare != tokens:
        forms.append(Form(bare, value, part=True))
    if any(mark in category.values[value.index] for mark in (" - ", "/", "&")):
        forms.append(Form(tuple(_joined(tokens)), value))
    if category.kind == "money" and tokens[0].norm == "$":
        forms.append(Form((*tokens[1:], *tokenise("dollars")), value))
    if category.kind == "clock" and tokens[0].norm == "12:00":
        forms.append(Form(tokenise("noon" if tokens[1:2] and tokens[1].norm == "pm" else "midnight"), value))
    return forms


def _joined(tokens: tuple[Token, ...]) -> list[Token]:
    """The tokens with "and" between: "black and white" for the value "black - white"."""
    linked = [tokens[0]]
    for token in tokens[1:]:
        linked += [Token("and", "and", "and"), token]
    return linked


def _position_forms(tokens: tuple[Token, ...], value: Value, category: Category) -> list[Form]:
    """The forms of a place: "third house", "house 3", "house number 3", "third"."""
    number = value.index + 1
    ordinal = Token(f"{number}th", f"{number}th", f"{number}th")
    digits = Token(str(number), str(number), str(number))
    places = [tokenise(word)[0] for word in sorted(POSITION_WORDS)]
    places += [token for token in tokenise(category.name) if token.norm.isalpha()]
    forms = [Form(tokens, value)] if not tokens[0].number else []
    forms.append(Form((ordinal,), value))
    for place in places:
        forms += [
            Form((ordinal, place), value),
            Form((place, digits), value),
            Form((place, *tokenise("number"), digits), value),
        ]
    return forms


def _proper_parts(categories: Sequence[Category], index: dict[str, list[Form]]) -> list[Form]:
    """Parts of names ("Crunch" in "Castle Crunch") that are in no other value and in no category name."""
    counts: Counter[str] = Counter()
    for category in categories:
        for value in category.values:
            counts.update({token.key for token in tokenise(value)})
        counts.update(category.words)
    parts = []
    for forms in list(index.values()):
        for form in forms:
            words = [token for token in form.tokens if token.capitalised and len(token.norm) > 2]
            if len(form.tokens) < 2 or form.part:
                continue
            parts += [
                Form((token,), form.value, part=True, proper=True)
                for token in words
                if counts[token.key] == 1 and token.norm not in _GLUE_RESERVED
            ]
    return parts


def find(tokens: Sequence[Token], known: Lexicon, taken: frozenset[int]) -> list[Mention]:
    """The mentions in a clue, left to right, longest match first; `taken` are tokens that belong to amounts."""
    found: list[Mention] = []
    at = 0
    while at < len(tokens):
        mention = None if at in taken else _at(tokens, at, known, taken)
        if mention:
            found.append(mention)
        at = mention.end if mention else at + 1
    return found


def names_value(text: str, known: Lexicon) -> bool:
    """Whether a text mentions a value."""
    return bool(find(tokenise(text), known, frozenset()))


def _at(tokens: Sequence[Token], at: int, known: Lexicon, taken: frozenset[int]) -> Mention | None:
    best: dict[tuple[int, int], list[Value]] = defaultdict(list)
    forms = known.forms.get(tokens[at].key)
    if not forms:
        return _derived(tokens[at], at, known)
    for form in forms:
        end = at + len(form.tokens)
        level = _fit(tokens[at:end], form)
        if level and end <= len(tokens) and taken.isdisjoint(range(at, end)):
            best[(len(form.tokens), level)].append(form.value)
    if best:
        length, level = max(best)
        return Mention(at, at + length, tuple(dict.fromkeys(best[(length, level)])), level)
    return _derived(tokens[at], at, known)


def _derived(token: Token, at: int, known: Lexicon) -> Mention | None:
    """A mention by a derived word: "photographer" where "photography" is a value."""
    values = known.derived.get(token.norm)
    if values is None:
        values = known.derived[token.norm] = _derivations(token, known)
    return Mention(at, at + 1, values, DERIVED) if values else None


def _derivations(token: Token, known: Lexicon) -> tuple[Value, ...]:
    if not token.norm.isalpha() or token.norm in _HEARD or len(token.norm) < 5:
        return ()
    values = known.roots.get(root(token.norm), ()) or known.activities.get(agent_stem(token.norm), ())
    if not values or any(token.key in category.words for category in known.categories):
        return ()
    return values


def _fit(tokens: Sequence[Token], form: Form) -> int:
    if len(tokens) != len(form.tokens):
        return 0
    if any(mine.key != theirs.key for mine, theirs in zip(tokens, form.tokens, strict=True)):
        return 0
    if form.proper and not tokens[0].capitalised:
        return 0
    same = all(mine.norm == theirs.norm for mine, theirs in zip(tokens, form.tokens, strict=True))
    if not same and any(mine.norm in _GLUE_RESERVED for mine in tokens):
        return 0
    if len(tokens) == 1 and _is_function_word(tokens[0], form.tokens[0]):
        return 0
    return PART if form.part else EXACT if same else INFLECTED


def _is_function_word(mine: Token, theirs: Token) -> bool:
    """Whether a word is the auxiliary and not a one-word value such as May or Will."""
    return mine.norm in _GLUE_RESERVED and theirs.capitalised and not mine.capitalised


_COPULAS = frozenset({"is", "was", "are", "were"})
_DIVIDES = _COPULAS | {"left", "right", "next", "beside", "adjacent", "between"}
_LONGEST_NOUN = 3  # words between "whose" and its verb
_OPENS = _DIVIDES | {"who", "whose", "that", "which", "with", "in", "from", "on", "at", "and", "or", "not"}


def neighbours(tokens: Sequence[Token], mentions: Sequence[Mention], at: int) -> list[Token]:
    """The words around a mention, up to the next mention or comma on either side."""
    start = mentions[at - 1].end if at else 0
    if at and not tokens[start - 1].owner:
        # In "the dog owner is left of the cat", "owner" describes the dog; in "Ada's pet is the cat", "pet" both.
        ends = [n + 1 for n in range(start, mentions[at].start) if _divides(tokens, n, start)]
        start = ends[-1] if ends else start
    end = mentions[at + 1].start if at + 1 < len(mentions) else len(tokens)
    left, right = list(tokens[start : mentions[at].start]), list(tokens[mentions[at].end : end])
    stops = {",", ";", "and", "or", "nor", "than"}
    while any(token.norm in stops for token in left):
        left.pop(0)
    # "Her pet is the cat" describes the cat; what follows "the cat is" does not.
    stops |= _COPULAS | {"not"}
    cut = next((n for n, token in enumerate(right) if token.norm in stops), len(right))
    return [token for token in left + right[:cut] if token.norm.isalpha() and token.norm not in _GLUE_RESERVED]


def _divides(tokens: Sequence[Token], at: int, start: int) -> bool:
    """Whether a word separates two phrases; the verb in "whose pet is a dog" or "his child is named Ann" does not."""
    if tokens[at].norm not in _DIVIDES:
        return False
    inside = tokens[at].norm in _COPULAS and (
        [token.norm for token in tokens[at + 1 : at + 2]] in (["named"], ["called"])
        or "whose" in [token.norm for token in tokens[max(start, at - _LONGEST_NOUN) : at]]
    )
    return not inside


def manner(tokens: Sequence[Token], mention: Mention) -> str:
    """The article of the phrase that a mention ends: "a" (also for "an"), "the" or ""."""
    for token in reversed(tokens[: mention.start]):
        if token.norm in ("a", "an", "the"):
            return token.norm[0] if token.norm != "the" else "the"
        if token.norm in _OPENS or not token.norm.isalpha():
            break
    return ""


def associate(clues: Sequence[tuple[Sequence[Token], Sequence[Mention]]]) -> dict[str, frozenset[int]]:
    """For each descriptive word, the categories beside whose settled mentions it occurs in the clues."""
    found: dict[str, set[int]] = defaultdict(set)
    for tokens, mentions in clues:
        for at, mention in enumerate(mentions):
            if mention.settled:
                for key in [token.key for token in neighbours(tokens, mentions, at)] or [BARE]:
                    found[key].add(mention.candidates[0].category)
                for token in tokens[mentions[at - 1].end if at else 0 : mention.start]:
                    found[f"{BEFORE}{token.key}"].add(mention.candidates[0].category)
                found[f"{MANNER}{manner(tokens, mention)}"].add(mention.candidates[0].category)
    return {key: frozenset(categories) for key, categories in found.items()}


def settle(tokens: Sequence[Token], mentions: list[Mention], known: Lexicon, beside: dict[str, frozenset[int]]) -> bool:
    """Resolve ambiguous mentions by the words around them; returns whether any was resolved.

    If `beside` is empty, only words that name a category or its unit count; otherwise those that occur beside its
    values.
    """
    done = False
    for at, mention in enumerate(mentions):
        if mention.settled:
            continue
        named = _named_at_once(tokens, mention, known)
        if named:
            mention.candidates = (named,)
            done = True
            continue
        around = [token.key for token in neighbours(tokens, mentions, at)] or [BARE]
        rivals = {value.category for value in mention.candidates}
        votes = [
            sum(
                (beside[key] & rivals == {value.category}) if beside else _names(known, value, key)
                for key in around
                if not beside or key in beside
            )
            for value in mention.candidates
        ]
        if max(votes) and votes.count(max(votes)) == 1:
            mention.candidates = (mention.candidates[votes.index(max(votes))],)
            done = True
    return done


_AGE = stem("age")  # what "nine years old" states


def _named_at_once(tokens: Sequence[Token], mention: Mention, known: Lexicon) -> Value | None:
    """The only candidate whose category is named by a place word before it or a unit after it: "house 9", "9 years"."""
    before = [token.key for token in tokens[max(0, mention.start - 1) : mention.start] if token.norm in POSITION_WORDS]
    after = [token.key for token in tokens[mention.end : mention.end + 1] if is_unit(token.norm)]
    after += [_AGE] if tokens[mention.end + 1 : mention.end + 2] and tokens[mention.end + 1].norm == "old" else []
    found = [
        value for value in mention.candidates if known.categories[value.category].words.intersection((*before, *after))
    ]
    return found[0] if len(found) == 1 else None


def _names(known: Lexicon, value: Value, key: str) -> int:
    """How well a word names the category of a value: 2 for a word of its name, 1 for one of its description, else 0.

    "name" counts for none, as everything has a name; an agent noun counts as its verb ("keeper" as "keep").
    """
    category = known.categories[value.category]
    said = {key, agent_stem(key)} & category.words
    if key == "name" or not said:
        return 0
    return 2 if not said.isdisjoint(token.key for token in tokenise(category.name)) else 1
