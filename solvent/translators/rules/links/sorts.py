"""What sort of thing a category holds: people or not, and how English speaks of such a sort."""

from collections.abc import Iterable
from functools import lru_cache

from solvent.translators.rules import link_words as known_words
from solvent.translators.rules.link_words import Frame
from solvent.translators.rules.mentions import Lexicon, Mention
from solvent.translators.rules.values import Category, is_person
from solvent.translators.rules.words import is_agent, listed, stem

_JOBS = frozenset(map(stem, listed("job profession occupation trade work career role position title")))


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


def of_people(known: Lexicon, categories: Iterable[int]) -> bool:
    """Whether some of the categories are of people."""
    return any(is_people(known.categories[number]) for number in categories)


def categories_of(mention: Mention) -> frozenset[int]:
    """The categories that a mention may be of."""
    return frozenset(value.category for value in mention.candidates)
