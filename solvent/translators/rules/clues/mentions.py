"""Finds the values that a clue mentions, in any inflection, and resolves those that several categories share."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from solvent.translators.rules.clues.formula import Value
from solvent.translators.rules.clues.value_forms import Form, forms_of, numbered, proper_parts, shared_words, strip
from solvent.translators.rules.clues.values import POSITION_WORDS, Category
from solvent.translators.rules.text.tokens import Token, tokenise
from solvent.translators.rules.text.units import is_unit
from solvent.translators.rules.text.words import COMPARATIVES, GLUE, RESERVED, agent_stem, is_agent, root, stem

BEFORE = "< "  # prefix of keys for words before a mention
MANNER = "~ "  # prefix of keys for the article of a mention's phrase
_MEASURED = frozenset({"money", "clock", "date", "duration", "percent"})  # nobody calls their values "number 2"
BARE = ""  # key for a mention that no word describes
# How well a mention fits its value: the same words, inflected words, a part of the value, a derived word.
EXACT, INFLECTED, PART, DERIVED = 4, 3, 2, 1

_HEARD = GLUE | RESERVED | COMPARATIVES.keys()
_GLUE_RESERVED = GLUE | RESERVED


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

    def moved(self, by: int) -> "Mention":
        """The same mention in a sentence in which it begins later."""
        return replace(self, start=self.start + by, end=self.end + by)


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
        for written in self.forms.values():
            for form in written:
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
        for written in self.forms.values():
            for form in written:
                if len(form.tokens) == 1 and form.tokens[0].norm.endswith("ing"):
                    found[form.tokens[0].key].append(form.value)
        return {key: tuple(dict.fromkeys(values)) for key, values in found.items()}

    def name(self, value: Value) -> str:
        """A value as the text spells it."""
        return self.categories[value.category].values[value.index]


def _says_numbers(category: Category) -> bool:
    """Whether "number 3" may mean a value of a category."""
    digits = any(char.isdecimal() for value in category.values for char in value)
    return "number" in category.words or (digits and category.kind not in _MEASURED)


@lru_cache(maxsize=64)
def lexicon(categories: tuple[Category, ...]) -> Lexicon:
    """Collect the forms of every value."""
    index: dict[str, list[Form]] = defaultdict(list)
    for number, category in enumerate(categories):
        spelled = [strip(tokenise(value), value) for value in category.values]
        shared = shared_words(spelled)
        for at, tokens in enumerate(spelled):
            for form in forms_of(tokens, Value(number, at), category, shared):
                index[form.tokens[0].key].append(form)
    places = [number for number, category in enumerate(categories) if category.kind == "position"]
    if len(places) == 1 and not any(_says_numbers(each) for at, each in enumerate(categories) if at not in places):
        for form in numbered(categories[places[0]], places[0]):
            index[form.tokens[0].key].append(form)
    for form in proper_parts(categories, index):
        index[form.tokens[0].key].append(form)
    return Lexicon(tuple(categories), dict(index))


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
    best: dict[int, list[tuple[int, Form]]] = defaultdict(list)
    forms = known.forms.get(tokens[at].key)
    if not forms:
        return _derived(tokens[at], at, known)
    for form in forms:
        end = at + len(form.tokens)
        level = _fit(tokens[at:end], form)
        if form.address and not _is_address(tokens, at, end):
            continue
        if level and end <= len(tokens) and taken.isdisjoint(range(at, end)):
            best[len(form.tokens)].append((level, form))
    if best:
        length = max(best)
        cased = _of_its_case(tokens, at, [form for _, form in best[length]])
        level = max(level for level, form in best[length] if form in cased)
        fitting = [form for each, form in best[length] if each == level and form in cased]
        noun = [form for form in forms if len(form.tokens) > length and not form.tokens[0].capitalised]
        if len(noun) == 1 and not tokens[at].capitalised and all(form.tokens[0].capitalised for form in fitting):
            fitting, level = noun, PART  # "the olive balloon" is olive-green, and no girl called Olive
        return Mention(at, at + length, tuple(dict.fromkeys(form.value for form in fitting)), level)
    return _derived(tokens[at], at, known)


def _is_address(tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether "number 3" stands alone: "lives at number 3", "number 3 is red", not "takes the number 3 bus"."""
    following = tokens[end].norm if end < len(tokens) else ""
    if at == 0:
        return following in _COPULAS
    return tokens[at - 1].norm in _AT_NUMBER and (not following.isalpha() or following in _AFTER_NUMBER)


def _of_its_case(tokens: Sequence[Token], at: int, forms: list[Form]) -> list[Form]:
    """Of names and nouns that only their case tells apart, such as Baker and the baker, those of a mention's case.

    A sentence may begin with a noun, but not with one for a person without an article.
    """
    capitals = {form.tokens[0].capitalised for form in forms}
    opens = at == 0 or tokens[at - 1].norm == ";"
    if len(capitals) < 2 or (opens and not is_agent(tokens[at].norm)):
        return forms
    return [form for form in forms if form.tokens[0].capitalised == tokens[at].capitalised]


def _derived(token: Token, at: int, known: Lexicon) -> Mention | None:
    """A mention by a derived word: "photographer" where "photography" is a value."""
    values = known.derived.get(token.norm)
    if values is None:
        values = known.derived[token.norm] = _derivations(token, known)
    return Mention(at, at + 1, values, DERIVED) if values else None


def _derivations(token: Token, known: Lexicon) -> tuple[Value, ...]:
    if not token.norm.isalpha() or token.norm in _HEARD or len(token.norm) < 5:
        return ()
    values = (
        known.roots.get(root(token.norm), ())
        or known.activities.get(agent_stem(token.norm), ())
        or known.roots.get(agent_stem(token.norm), ())
        or _played(token.norm, known)
    )
    if not values or any(token.key in category.words for category in known.categories):
        return ()
    return values


def _played(norm: str, known: Lexicon) -> tuple[Value, ...]:
    """The value that a word for its player is derived from: "cellist" from "cello", "harpist" from "harp"."""
    base = norm.removesuffix("ist")
    ends = ("", "o", "a", "e") if base != norm else ()
    spelled = [form for end in ends for form in known.forms.get(stem(base + end), ())]
    return tuple(form.value for form in spelled if len(form.tokens) == 1 and form.tokens[0].norm.startswith(base))[:1]


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
    if form.address and not same:
        return 0  # "numbered 1"
    return PART if form.part else EXACT if same else INFLECTED


def _is_function_word(mine: Token, theirs: Token) -> bool:
    """Whether a word is the auxiliary and not a one-word value such as May or Will."""
    return mine.norm in _GLUE_RESERVED and theirs.capitalised and not mine.capitalised


_COPULAS = frozenset({"is", "was", "are", "were"})
_AT_NUMBER = _COPULAS | {"at", "in", "not", "or", "nor", "and", "than", "to"}
_AFTER_NUMBER = _COPULAS | {"and", "or", "nor", "but", "not", "has", "have", "does", "do", "who"}
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
