"""Links by what people do with things: "drinks water", "was eaten with the tea", in a puzzle that says nothing else."""

from solvent.translators.rules.clues import link_words as known_words
from solvent.translators.rules.clues.links.link import Link
from solvent.translators.rules.clues.links.sorts import called, frames, is_people, of_people
from solvent.translators.rules.clues.links.uses import Uses
from solvent.translators.rules.clues.mentions import Lexicon
from solvent.translators.rules.clues.values import Category
from solvent.translators.rules.text.tokens import tokenise
from solvent.translators.rules.text.words import TIME

_WHEN = frozenset({"in", "on", "at"})
_WHERE = frozenset({"in", "on", "at", "inside"})
_LIVING = known_words.keys("live reside dwell stay camp sleep work sit stand")
_PLANNED = known_words.keys("book schedule plan arrange fix set reserve")
_MAKE = known_words.verb_stem("make")
_MADE_OF = frozenset({"of", "from", "out of"})
_DRESSED = known_words.keys("go come dress")
_GETTING = known_words.keys("get receive")
# What is done to things only: nobody "was worn" or "was completed".
_DONE = known_words.keys(
    """order eat drink buy purchase wear ride drive sail use play read discuss make bake cook build write compose knit
    sew finish complete open found launch release publish print deliver post repair plant grow"""
)
_SOONER = frozenset({"before", "after", "earlier", "later", "sooner"})
_FALL = known_words.verb_stem("fall")
_PLACES = frozenset({"", "ordinal", "number", "position"})


def links_things(link: Link, uses: Uses, known: Lexicon) -> bool:
    """Whether a verb links for one of the reasons of this module."""
    if is_gotten(link, known) or is_where(link, known):
        return True
    return is_deed(link, uses, known) or is_when(link, uses, known)


def is_gotten(link: Link, known: Lexicon) -> bool:
    """Whether a verb says how many of something somebody has: "got 12 points", "got two points more than"."""
    numbers = all(known.categories[number].kind == "number" for number in link.categories)
    own = bool(link.compared) or link.categories != link.subject
    return link.word in _GETTING and not link.following and not link.people and numbers and own


def is_deed(link: Link, uses: Uses, known: Lexicon) -> bool:
    """Whether a verb says what somebody does with a thing, and the puzzle has no verb that may say something else."""
    if link.word not in known_words.DEEDS | _DRESSED or link.people or link.compared:
        return False
    things = [number for number in link.categories if _is_thing(number, known)]
    if link.following == "as" and link.word in _DRESSED and not link.categories & link.subject:
        return not any(known.categories[number].kind for number in link.categories)
    if link.passive and link.following in _MADE_OF and link.word == _MAKE:
        return bool(things)
    if link.passive and link.following == "with":
        return bool(things) and not of_people(known, link.subject) and _agrees(link.word, things, uses, known)
    if link.following or link.word in _DRESSED:
        return False
    if link.categories == link.subject:
        return _agrees(
            link.word, link.categories, uses, known
        )  # "the pet that Ada has brought", "the novel was discussed"
    return len(things) == len(link.categories) and _agrees(link.word, things, uses, known)


def _is_thing(number: int, known: Lexicon) -> bool:
    return not known.categories[number].kind and not is_people(known.categories[number])


def _agrees(word: str, numbers: "list[int] | frozenset[int]", uses: Uses, known: Lexicon) -> bool:
    """Whether no other verb of the puzzle, for these categories or for none, may say something else than this one."""
    for number in numbers:
        own = uses.told.get(number, set()) | {verb for verb, where in uses.objects if where == number}
        elsewhere = {verb for other, told in uses.told.items() if other != number for verb in told}
        if _belongs_elsewhere(word, number, known):
            return False  # "Ada drank the cat", where everybody has a drink
        general = set() if word in uses.said else uses.said - elsewhere
        others = (own | general) & known_words.DEEDS
        both = {"sell", "buy"} <= uses.said
        done = frozenset[str]().union(*(frame.verbs for frame in frames(known.categories[number])))
        if not known_words.usual(word, done):
            return False
        if any(not known_words.alike(word, other) for other in others - ({"sell", "buy"} if both else set())):
            return False
    return True


def _belongs_elsewhere(word: str, number: int, known: Lexicon) -> bool:
    """Whether another category is known for a verb, and this one is not."""

    def has(category: Category) -> bool:
        named = [frame for frame in known_words.FRAMES if frame.nouns & called(category)]
        own = {known_words.verb_stem(token.norm) for token in tokenise(category.name)}
        return word in own or any(word in frame.verbs for frame in named)

    others = [each for at, each in enumerate(known.categories) if at != number and not each.kind]
    return not has(known.categories[number]) and any(map(has, others))


def is_when(link: Link, uses: Uses, known: Lexicon) -> bool:
    """Whether a verb says when something happened: "was read in February", "falls in May", "is booked for 10:30"."""
    if not all(known.categories[number].kind in TIME for number in link.categories):
        return False
    if sum(each.kind in TIME for each in known.categories) > 1:
        return False
    if link.word == _FALL:
        return link.following in ("in", "on") or bool(link.compared)
    if link.passive and link.following == "for" and link.word in _PLANNED:
        return True
    if link.compared and link.following in _WHEN:
        return link.word in known_words.COMING
    happens = link.passive and link.following in _WHEN
    happens = happens and (link.word in _DONE or not of_people(known, link.subject))
    told = uses.common.union(*(uses.told.get(number, ()) for number in link.subject))
    return happens and link.word in known_words.DEEDS | known_words.EVENTS | _DONE | told - known_words.DENIED


def is_where(link: Link, known: Lexicon) -> bool:
    """Whether a verb says at which number somebody lives, or comes: "lives at number 12", "came at 3"."""
    kinds = {known.categories[number].kind for number in link.categories}
    if link.word in known_words.COMING and not link.compared and link.following == "at":
        return kinds == {"number"} and not any(each.kind in TIME for each in known.categories)
    if link.compared in _SOONER and kinds == {"number"}:
        return link.word in known_words.COMING and not link.following
    people = any(is_people(known.categories[number]) for number in link.categories)
    return link.word in _LIVING and link.following in _WHEN and not link.compared and kinds <= _PLACES and not people


def leads(link: Link, uses: Uses, known: Lexicon) -> bool:
    """Whether a preposition says where a thing is, or where somebody lives, or continues a verb of `is_deed`."""
    number = next(iter(link.categories))
    category = known.categories[number]
    if len(link.categories) != 1 or link.apart or is_people(category):
        return False
    if link.after in _LIVING and link.word in _WHEN:
        return category.kind in _PLACES
    if link.word == "as" and link.after in _DRESSED:
        return not category.kind and number not in link.subject
    if link.passive and link.after == _MAKE and link.word in _MADE_OF and not category.kind:
        return True
    if link.word == "at" and link.after in known_words.COMING:
        return is_where(Link(link.at, link.after, link.categories, following=link.word), known)
    if not link.after:
        return link.thing and link.word in _WHERE and not category.kind
    verb = Link(link.at, link.after, link.categories, following=link.word, subject=link.subject, passive=True)
    if link.word == "with":
        return is_deed(verb, uses, known)
    return category.kind in TIME and is_when(verb, uses, known)
