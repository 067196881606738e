"""What sort of thing a category holds, people or not, and how English refers to such things."""

from collections.abc import Iterable
from functools import lru_cache

from solvent.translators.rules.clues import link_words as known_words
from solvent.translators.rules.clues.item_codes import ComparisonWord, Item
from solvent.translators.rules.clues.link_words import Frame, verb_stem
from solvent.translators.rules.clues.mentions import Lexicon, Mention
from solvent.translators.rules.clues.values import Category, is_person
from solvent.translators.rules.text.tokens import tokenise
from solvent.translators.rules.text.words import COMPARATIVES, agent_stem, is_agent, listed, stem

# What a category of people may be called, besides "name" or an agent noun.
_PEOPLE = frozenset(
    map(
        stem,
        listed(
            """job profession occupation trade work career role position title host hostess witness customer
            client buyer shopper owner winner champion student teacher professor instructor tutor coach
            trainer player friend child parent mother father husband wife candidate patient employee worker
            guest member actor actress singer author writer poet artist painter sculptor photographer director
            producer composer discoverer explorer inventor founder manager supervisor leader captain skipper
            pilot driver rider jockey doctor physician chef baker cook reporter photographer crafter
            woodworker"""
        ),
    )
)


# Words in category names that are not verbs of the category: "Ada named the cat" does not link.
_CALLING = frozenset(map(stem, listed("name title call number person people type kind")))


@lru_cache(maxsize=4096)
def frames(category: Category, nouns: frozenset[str] = frozenset()) -> tuple[Frame, ...]:
    """The frames that apply to a category: by its name and description, by `nouns` beside a value, and by its kind."""
    words = category.words | nouns | called(category)
    named = [frame for frame in known_words.FRAMES if frame.nouns & words]
    kind = known_words.KINDS.get(category.kind)
    return (*named, *([kind] if kind else []))


def called(category: Category) -> frozenset[str]:
    """The stems of a category's name, and of the last word of its values if they share it ("ranch house")."""
    last = {stem(value.split()[-1].lower()) for value in category.values if " " in value}
    shared = last if len(last) == 1 and all(" " in value for value in category.values) else set[str]()
    return frozenset(token.key for token in tokenise(category.name)) | shared


@lru_cache(maxsize=4096)
def own_verbs(category: Category) -> frozenset[str]:
    """The verbs in the name and description of a category: "each wrote a famous poem", "the drivers"."""
    words = category.words - _CALLING
    agents = {agent_stem(word) for word in words} - {""}
    return frozenset(map(verb_stem, words)) | frozenset(f"{agent}{end}" for agent in agents for end in ("", "e"))


@lru_cache(maxsize=4096)
def is_people(category: Category) -> bool:
    """Whether the values of a category are people, judged by the values as well as by the category's name.

    One-word names could also name places or things; then the category's name decides.
    """
    if category.kind:
        return False
    verb = verb_stem(category.name)  # "they drive a Fiat, a Ford and a Volvo"
    things = any(frame.nouns & category.words or verb in frame.verbs for frame in known_words.FRAMES)
    things = things and not category.words & _PEOPLE
    if all(value[:1].islower() for value in category.values):
        people = sum(is_agent(value.split()[-1].lower()) for value in category.values)
        return 4 * people >= 3 * len(category.values) and not things
    if not all(value[:1].isupper() for value in category.values):
        return False
    single = all(len(value.split()) == 1 for value in category.values)
    return bool(category.words & _PEOPLE) or (not things and (single or is_person(category)))


def of_people(known: Lexicon, categories: Iterable[int]) -> bool:
    """Whether any of the categories holds people."""
    return any(is_people(known.categories[number]) for number in categories)


def categories_of(mention: Mention) -> frozenset[int]:
    """The categories that a mention may refer to."""
    return frozenset(value.category for value in mention.candidates)


@lru_cache(maxsize=4096)
def pairs(category: Category, nouns: frozenset[str] = frozenset()) -> tuple[Frame, ...]:
    """The frames for what people do with things such as the values of a category, or such as `nouns`."""
    if category.kind:
        return ()
    values = [frozenset(token.key for token in tokenise(value)) for value in category.values]
    words = category.words | nouns
    several = 2
    return tuple(
        frame
        for frame in known_words.PAIRS
        if frame.nouns & words or sum(bool(value & frame.nouns) for value in values) >= several
    )


@lru_cache(maxsize=4096)
def leads_to_values(category: Category, preposition: str) -> bool:
    """Whether a preposition may precede every value of a category because of what the values are: "in the south"."""
    return any(
        preposition in frame.prepositions
        and all({*map(stem, value.lower().split())} <= frame.nouns for value in category.values)
        for frame in known_words.PLACES
    )


def quantities(item: Item, known: Lexicon) -> frozenset[int]:
    """The categories that a comparison may refer to, judged by its word and unit."""
    measured = [(number, each) for number, each in enumerate(known.categories) if each.kind]
    said = item.payload
    if not isinstance(said, ComparisonWord) or said.word not in COMPARATIVES:
        places = [number for number, each in measured if each.kind == "position"]
        return frozenset(places or [number for number, _ in measured])
    kinds = COMPARATIVES[said.word].kinds
    fitting = [(number, each) for number, each in measured if each.kind in kinds]
    units = said.amount.unit if said.amount else ()
    counted = [number for number, each in fitting if {unit for unit, _ in each.units} & {*units}]
    return frozenset(counted or [number for number, _ in fitting] or [number for number, _ in measured])
