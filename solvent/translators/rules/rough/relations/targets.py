"""Which category a question asks for."""

import re

from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.sentences.axes import category_of
from solvent.translators.rules.rough.relations.sentences.relations import Rows
from solvent.translators.rules.rough.relations.sentences.tokens import tokens
from solvent.translators.rules.text.words import is_agent, listed

_HOW = {
    "old": "age",
    "tall": "height",
    "heavy": "weight",
    "high": "height",
    "much": "price",
    "fast": "speed",
    "far": "length",
    "long": "length",
    "expensive": "price",
}
_TIMES = ("day", "time", "month", "year", "hour", "date", "weekday", "when", "morning", "evening")
_PLACES = frozenset(["place", "position", "spot", "seat", "slot", "rank", "turn"])
_NAMES = frozenset(listed("""person people child children friend friends name one man woman girl boy"""))
_ASKS = {"cost": "price", "pay": "price", "paid": "price", "spend": "price", "weigh": "weight", "score": "number"}
_VERBS = ("is", "are", "was", "were", "does", "did", "do", "has")


class Targets:
    """Finds the categories that the words of questions name."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.world = scene, scene.world
        self.rows = Rows(scene)

    @property
    def people(self) -> int:
        return self.rows.people

    def target(self, wh: str, rest: str) -> tuple[int | None, str]:
        """The category that is asked for, and what follows the words that name it."""
        if wh.startswith("how"):
            return category_of(self.world, _HOW.get(wh[4:], ""), rest, self.scene.nouns), rest
        if wh in ("who", "whom"):
            return self.people, rest
        if wh == "when":
            return category_of(self.world, "time"), rest
        if wh == "where":
            return self._where(), rest
        category, rest = self._named(rest)
        if wh == "whose":
            return self.people, rest
        return (self._unnamed(rest) if category is None else category), rest

    def by_noun(self, word: str) -> int | None:
        """The category of a noun."""
        singular = word.removesuffix("s")
        for each in (word, singular):
            if each in self.rows.nouns:
                return self.rows.nouns[each]
        for number, category in enumerate(self.world.categories):
            if category.name.lower() in (word, singular):
                return number
        if singular in _PLACES:
            return self.world.place
        if singular in _TIMES:
            return category_of(self.world, "time")
        return self.people if word in _NAMES else None

    def _named(self, rest: str) -> tuple[int | None, str]:
        """The category that a noun after "which" names, or at the end of "what is Ann's pet", and the other words."""
        words = re.findall(r"[\w'-]+", rest)
        for at, word in enumerate(words[:4]):
            plain = word.lower().removesuffix("'s")
            category = self.by_noun(plain)
            if category is None and is_agent(plain):
                category = self.people
            if category is not None:
                before, after = rest.split(word, 1)
                return category, f"{before} {after}" if "'s" in before else after
            if at and plain in _VERBS:
                break
        last = self.by_noun(words[-1].lower()) if words and "'s" in rest else None
        return (None, rest) if last is None else (last, rest.rsplit(words[-1], 1)[0])

    def _where(self) -> int | None:
        if self.world.place is not None:
            return self.world.place
        return 1 if len(self.world.categories) == 2 else None

    def _unnamed(self, rest: str) -> int | None:
        """What "what" asks for: what a verb tells, else the one category that is not mentioned and no places."""
        asked = next((axis for word, axis in _ASKS.items() if re.search(rf"\b{word}s?\b", rest)), "")
        measured = category_of(self.world, asked) if asked else None
        if measured is not None and self.world.categories[measured].axis == asked:
            return measured
        named = {value.category for token in tokens(rest, self.scene) for value in token.values}
        free = [number for number in range(len(self.world.categories)) if number not in (*named, self.world.place)]
        things = [number for number in free if number != self.people] or free
        if not things:
            return self.people
        return things[0] if len(things) == 1 or len(self.world.categories) <= 3 else None
