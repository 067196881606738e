"""Judges single links by how the puzzle uses words, and by English."""

from dataclasses import replace

from solvent.translators.rules.clues import link_words as known_words
from solvent.translators.rules.clues.link_words import Frame, keys, verb_stem
from solvent.translators.rules.clues.links.deeds import leads, links_things
from solvent.translators.rules.clues.links.link import Link
from solvent.translators.rules.clues.links.sorts import (
    called,
    frames,
    is_people,
    leads_to_values,
    of_people,
    own_verbs,
    pairs,
)
from solvent.translators.rules.clues.links.uses import Uses
from solvent.translators.rules.clues.mentions import Lexicon
from solvent.translators.rules.clues.values import LIKED, Category
from solvent.translators.rules.text.words import KIN, TIME, listed

_RECURS = 2  # sentences that use a word in the same way make it the puzzle's own wording
_BELONGING = keys("belong go give award assign issue match correspond link connect attach register relate")
# Prepositions that may precede a place in a row.
_PLACED = frozenset(listed("in at on of"))
_TAKEN = keys("go deliver send serve bring")  # things to a place: "the toast goes to room 2"
_PAYING = keys("pay spend charge")
_BELONG = verb_stem("belong")
_GO = verb_stem("go")
_LIKING_PREPOSITIONS = frozenset(listed("to of on for"))
# After a verb these introduce company or a part, unless the verb is known to take them.
_LOOSE = frozenset(listed("with of"))


# Words before the values of a category in an introduction that do not show how clues refer to it.
_SAYING_NOTHING = keys("be have and or one two three four five six of in on at for with by to from each not follow as")


class Judge:
    """Judges single links by how the puzzle uses words, and by English."""

    def __init__(self, uses: Uses, known: Lexicon) -> None:
        self.uses, self.known = uses, known

    def denies(self, link: Link) -> bool:
        """Whether a link that is not allowed is known to mean something else."""
        if link.preposition:
            return False
        return link.word in known_words.DENIED

    def allows(self, link: Link) -> bool:
        """Whether a link may say that values are in one row."""
        if not link.categories or link.plain:
            return True
        if link.preposition:
            found = any(self._allows_preposition(link, number) for number in link.categories)
            return found or leads(link, self.uses, self.known)
        if " " in link.following and not any(self._has_run(link, number) for number in link.categories):
            return False
        if any(self._is_told(link, number) for number in link.categories):
            return True
        if self._is_served(link) or links_things(link, self.uses, self.known):
            return True
        if link.people:
            return self._is_identity(link) or self._is_kin(link) or self._is_topic(link)
        if link.word in known_words.DENIED:
            return False
        return any(self._is_common(link, number) or self._is_paired(link, number) for number in link.categories) or any(
            self._allows_verb(link, number) or self._is_only_way(link, number) for number in link.categories
        )

    def _allows_preposition(self, link: Link, number: int) -> bool:
        """Whether a preposition may lead to values of a category."""
        category = self.known.categories[number]
        if link.apart and link.apart not in self.uses.told.get(number, ()):
            return False  # "in front of the cat"
        if category.kind == "position" and link.word == "to" and link.after in _TAKEN:
            return not of_people(self.known, link.subject)
        if category.kind == "position" and not (link.word in _PLACED or link.word in category.words):
            return False
        return (
            self._is_told(link, number)
            or self._fits_preposition(link.word, link, number)
            or self._is_done_by(link, number)
            or leads_to_values(category, link.word)
            or (link.stuff and category.kind == "position" and link.word == "on")
            or any(link.word in frame.prepositions for frame in self._pairs(link, number))
        )

    def _is_done_by(self, link: Link, number: int) -> bool:
        """Whether "by" names the agent of a verb that links in the active voice: "worn by Ada"."""
        category = self.known.categories[number]
        if not link.passive or category.kind or of_people(self.known, link.subject):
            return False
        if link.after in known_words.DENIED:
            return False
        return any(self._is_active(link.after, each) for each in link.subject) or (
            is_people(category) and link.after in self.uses.common
        )

    def _is_active(self, word: str, number: int) -> bool:
        """Whether people do what a verb says with the values of a category."""
        category = self.known.categories[number]
        known = (*frames(category, frozenset(self.uses.nouns.get(number, ()))), *pairs(category))
        if any(word in frame.verbs and not frame.only_with for frame in known):
            return True
        if word in self.uses.told.get(number, ()) or word in own_verbs(category):
            return True
        return len(self.uses.verbs.get((word, number), ())) >= _RECURS

    def _pairs(self, link: Link, number: int) -> tuple[Frame, ...]:
        """The `PAIRS` frames for a category; if it has no verb of its own, also those for the puzzle's things."""
        category = self.known.categories[number]
        alone = not self._said_otherwise(link, number)
        things = frozenset(self.uses.things) if alone else frozenset[str]()
        return pairs(category, self._nouns(link, number) | things)

    def _said_otherwise(self, link: Link, number: int) -> bool:
        """Whether the puzzle has another verb for a category: a recurring one, or one from the introduction."""
        if self.uses.told.get(number, set()) & self.uses.said - {link.word, link.after}:
            return True
        others = {word for word, where in self.uses.verbs.items() if word[1] == number and len(where) >= _RECURS}
        return bool({word for word, _ in others} - known_words.PLAIN - {link.word, link.after})

    def _is_paired(self, link: Link, number: int) -> bool:
        """Whether the verb is what people do with such things: "sewed the hexagons" where everybody makes a quilt."""
        if is_people(self.known.categories[number]) and not link.people:
            return False
        return any(
            link.word in frame.verbs and (not link.following or link.following in frame.prepositions)
            for frame in self._pairs(link, number)
        )

    def _is_common(self, link: Link, number: int) -> bool:
        """Whether it is a verb of the whole puzzle, for a category without a verb of its own: "bought on Saturday"."""
        category = self.known.categories[number]
        if link.outermost:
            return link.word in known_words.EVENTS | known_words.COMING | self.uses.common
        if link.compared and category.kind == "money" and link.word in _PAYING and not link.following:
            return True
        if link.compared and category.kind == "money" and (link.word, link.following) in known_words.FETCHING:
            return True
        if link.word not in self.uses.common or is_people(category) or self._said_otherwise(link, number):
            return False
        if link.passive and link.categories == link.subject and not link.following:
            return True  # it has only a subject: "was bought"
        known = not category.kind and any(frame.verbs for frame in frames(category, self._nouns(link, number)))
        if known or category.kind == "position" or (category.kind not in TIME and self._is_taken(link.word, number)):
            return False  # where people drink tea, "drinks" does not lead to a cat or a house
        if link.compared or not link.following:
            return bool(link.compared) or not category.kind
        return self._fits_preposition(link.following, replace(link, after=link.word), number)

    def _is_taken(self, word: str, number: int) -> bool:
        """Whether a verb belongs to another category that is not a quantity."""
        others = {each for each, category in enumerate(self.known.categories) if each != number and not category.kind}
        told = any(word in self.uses.told.get(each, ()) for each in others)
        things = {each for each in others if not is_people(self.known.categories[each])}
        return told or any(self.uses.verbs.get((word, each)) for each in things)

    def _is_served(self, link: Link) -> bool:
        """Whether a verb is what one role does for or with another: "Dr. Ross saw Ada", "Ada commands the Pike"."""
        if link.following or not link.subject:
            return False
        for number in link.subject:
            told = self.uses.told.get(number, set())
            if {link.word, "by"} <= told and link.word not in known_words.DENIED:
                return True
            who = called(self.known.categories[number])
            whom = frozenset().union(*(called(self.known.categories[each]) for each in link.categories))
            if any(a & who and link.word in does and c & whom for a, does, c in known_words.SERVING):
                return True
        return False

    def _has_run(self, link: Link, number: int) -> bool:
        """Whether a verb may take its several prepositions: "ended up with"."""
        if link.following in known_words.PHRASAL.get(link.word, ()):
            return True
        if len(self.uses.runs.get((link.word, link.following, number), ())) >= _RECURS:
            return True
        if any(
            link.word in frame.verbs and {*link.following.split()} <= frame.only_with
            for frame in frames(self.known.categories[number], self._nouns(link, number))
        ):
            return True
        return {link.word, *link.following.split()} <= self.uses.told.get(number, set())

    def _is_identity(self, link: Link) -> bool:
        """Whether the verb identifies one person with another: "became the judge", "works as the judge"."""
        if link.word not in known_words.PERSON_LINKS:
            return False
        return link.following == "as" or (not link.following and link.word not in known_words.AS_LINKS)

    def _is_topic(self, link: Link) -> bool:
        """Whether somebody talks about another person, in a puzzle with talks on such people."""
        return bool(link.following) and any(
            link.word in frame.verbs and link.following in frame.only_with
            for number in link.categories
            for frame in frames(self.known.categories[number], self._heads(link, number))
        )

    def _is_kin(self, link: Link) -> bool:
        """Whether it says that two people are related, in a puzzle that describes people as relatives."""
        kin = set().union(*(self.uses.nouns.get(number, ()) for number in link.categories)) & KIN
        return bool(kin) and link.word == verb_stem("relate") and link.following == "to"

    def _is_told(self, link: Link, number: int) -> bool:
        """Whether the introduction or several clues use the word for the category."""
        if link.word in self.uses.told.get(number, ()):
            return True
        if link.word in known_words.DENIED or (link.people and link.word in known_words.RELATES_PEOPLE):
            return False
        if not link.preposition and self._is_own(link, number):
            return True
        where = (self.uses.prepositions if link.preposition else self.uses.verbs).get((link.word, number), ())
        return len(where) >= _RECURS

    def _is_own(self, link: Link, number: int) -> bool:
        """Whether the verb is in the description of the category, or of the people that are its subject."""
        if link.people:
            return False
        told = (number, *(each for each in link.subject if is_people(self.known.categories[each])))
        return any(link.word in own_verbs(self.known.categories[each]) for each in told)

    def _nouns(self, link: Link, number: int) -> frozenset[str]:
        """The nouns beside the value in this clue, and beside values of its category in all clues."""
        return link.nouns | frozenset(self.uses.nouns.get(number, ()))

    def _heads(self, link: Link, number: int) -> frozenset[str]:
        """The nouns on which phrases with such values depend: "talk" in "a talk on Rome"."""
        return link.heads | frozenset(self.uses.heads.get(number, ()))

    def _allows_verb(self, link: Link, number: int) -> bool:
        """Whether English uses the verb for such a category."""
        category, word = self.known.categories[number], link.word
        if LIKED in category.words and word in known_words.LIKING:
            return True
        if link.following in known_words.PHRASAL.get(word, ()):
            return link.following.endswith("by") or not is_people(category)
        if word in known_words.PLAIN and not is_people(category):
            return True
        if link.following.endswith("by"):
            return self._is_made_by(link, category)
        if word == _BELONG and link.following == "to":
            return True
        if word == _GO and link.following == "to" and link.subject and not of_people(self.known, link.subject):
            return True  # "the soup goes to table 1"
        if category.kind in TIME and self._happens(link, number):
            return True
        return self._is_framed(link, number) or self._is_synonym(link, number)

    def _happens(self, link: Link, number: int) -> bool:
        """Whether the verb says when something happened, and the puzzle has no other verb for that time."""
        if link.compared and not link.following and len(link.categories) == 1 and link.word in known_words.COMING:
            return True
        told = self.uses.told.get(number, set()) & known_words.EVENTS
        return link.word in known_words.EVENTS and not self._other_verbs(link, number) and not told - {link.word}

    def _is_framed(self, link: Link, number: int) -> bool:
        """Whether a frame has the verb for the category, or for the nouns beside its values."""
        category, word = self.known.categories[number], link.word
        if link.compared == "place":
            thing = link.passive and word in known_words.LOCATING and not of_people(self.known, link.subject)
            return thing or word in known_words.KINDS["position"].verbs
        if self._is_located(link, category):
            return True
        beside = frames(category, self._nouns(link, number))
        if any(word in frame.verbs and _goes_with(link, frame) for frame in beside):
            return True
        over = frames(category, self._heads(link, number))
        return any(word in frame.verbs and link.following in frame.only_with for frame in over)

    def _is_located(self, link: Link, category: Category) -> bool:
        """Whether the verb says where a thing is: "the case is heard in room 2", "tea is drunk in the red house"."""
        if link.word not in known_words.LOCATING or not link.passive or of_people(self.known, link.subject):
            return False
        return link.following in ("in", "at", "on") and not is_people(category)

    def _is_synonym(self, link: Link, number: int) -> bool:
        """Whether the verb is a synonym of another that the puzzle uses for the category."""
        if link.following and not self._fits_preposition(link.following, replace(link, after=link.word), number):
            return False
        said = {*self.uses.told.get(number, ()), *self._other_verbs(link, number)} - {link.word}
        return any(group & said for group in known_words.SYNONYMS if link.word in group)

    def _is_made_by(self, link: Link, category: Category) -> bool:
        """Whether a verb with "by" says who a thing belongs to: its maker or operator."""
        if link.following != "by":
            return False
        if any(link.word in frame.verbs for frame in frames(category, link.nouns)):
            return True
        if all(is_people(self.known.categories[number]) for number in link.categories):
            return False
        if is_people(category):
            return link.word in known_words.DONE_BY
        return link.word in known_words.MADE_BY and all(value[:1].isupper() for value in category.values)

    def _other_verbs(self, link: Link, number: int) -> set[str]:
        return self._all_verbs(link, number) - known_words.PLAIN

    def _all_verbs(self, link: Link, number: int) -> set[str]:
        return {word for word, where in self.uses.verbs if where == number} - {link.word}

    def _is_only_way(self, link: Link, number: int) -> bool:
        """Whether it is the puzzle's only verb for a category, and harmless, or the sort of category is unknown."""
        category = self.known.categories[number]
        if is_people(category) or link.compared or self._other_verbs(link, number):
            return False
        if category.kind:
            return category.kind == "number" and link.word in known_words.MEASURING and not link.following
        if link.word in known_words.DENIED_UNLESS_TOLD:
            return False
        if link.word in known_words.HAVING:
            return not link.following or link.following in known_words.GOVERNED.get(link.word, ())
        if link.following in known_words.HAVING_WITH.get(link.word, ()):
            return True
        if frames(category, self._nouns(link, number)) or self.uses.told.get(number, set()) - _SAYING_NOTHING:
            return False
        if self._all_verbs(link, number):
            return False
        return link.word not in known_words.RELATES_PEOPLE and not link.following

    def _fits_preposition(self, word: str, link: Link, number: int) -> bool:
        """Whether a preposition may lead to a value of a category."""
        category = self.known.categories[number]
        if link.after:
            return self._fits_after_verb(word, link, number)
        if any(word in frame.prepositions for frame in frames(category, self._nouns(link, number))):
            return True
        if word == "for" and link.thing:
            return True  # "the rental is for the Fiat"
        if frames(category) and not is_people(category):
            return word == "of"
        return not category.kind and word in (("by", "of") if is_people(category) else ("with", "of"))

    def _fits_after_verb(self, word: str, link: Link, number: int) -> bool:
        """Whether a preposition after a verb may lead to a value: the verb takes it, or it fits the category."""
        verb, category = link.after, self.known.categories[number]
        if LIKED in category.words and verb in known_words.LIKING:
            return word in _LIKING_PREPOSITIONS
        brought = {words.split()[-1] for words in known_words.PHRASAL.get(verb, ())}
        if (
            word in brought
            or (verb, word) == (_BELONG, "to")
            or (word in known_words.HAVING_WITH.get(verb, ()) and not is_people(category))
        ):
            return True
        if word == "by" and not category.kind:
            return verb in (known_words.DONE_BY if is_people(category) else known_words.MADE_BY)
        governed = known_words.GOVERNED.get(verb)
        if governed and word not in governed:
            return False
        known = frames(category, self._nouns(link, number) | self._heads(link, number))
        bound = [frame for frame in known if frame.only_with and verb in frame.verbs]
        if bound:
            return any(word in frame.only_with for frame in bound)
        if governed:
            return not known or any(word in frame.prepositions for frame in known)
        if word == "to" and verb in _BELONGING:
            return True
        recurs = len(self.uses.verbs.get((verb, number), ())) >= _RECURS
        fitting = known if category.kind or recurs else [frame for frame in known if verb in frame.verbs]
        return any(word in frame.prepositions - _LOOSE for frame in fitting)


def _goes_with(link: Link, frame: Frame) -> bool:
    """Whether the prepositions after a verb are ones that the frame, or the verb itself, takes."""
    if link.compared:
        return link.following in ("", "for", *frame.only_with)
    if not link.following:
        return not frame.only_with
    if frame.only_with:
        return {*link.following.split()} <= frame.only_with
    if link.following in known_words.GOVERNED.get(link.word, ()):
        return True
    return link.following in frame.prepositions - _LOOSE
