"""Which category a comparison is about, and which way its values run."""

from collections.abc import Iterable

from solvent.translators.rules.rough.world import World

# Axes that a word may be about, the likeliest first, where the text has none with the word's own name.
_NEAR = {
    "time": ("time", "rank", "queue", "age", "left", "vertical"),
    "rank": ("rank", "queue", "time", "speed", "left"),
    "queue": ("queue", "rank", "time", "left"),
    "left": ("left", "circle", "west", "north", "queue"),
    "west": ("west", "left", "north"),
    "north": ("north", "left", "west"),
    "circle": ("circle", "left"),
    "vertical": ("vertical", "height", "north", "rank"),
    "height": ("height", "length"),
    "length": ("length", "height", "distance"),
    "age": ("age", "time"),
    "speed": ("speed", "rank", "time"),
    "wealth": ("wealth", "price"),
}
_IN_LINE = ("rank", "queue", "time", "left", "circle", "west", "north", "vertical")
_RANKED = ("rank", "quality")
_BETTER_FIRST = frozenset(("higher", "above", "better", "faster", "quicker", "top", "on top of"))
_WORSE_LAST = frozenset(("lower", "below", "worse", "slower", "bottom", "under"))


def ordered(world: World) -> list[int]:
    """The categories whose values can be compared, the places first."""
    found = [number for number, each in enumerate(world.categories) if each.amounts and number != world.place]
    return found if world.place is None else [world.place, *found]


def category_of(world: World, axis: str, said: str = "", nouns: Iterable[tuple[str, int]] = ()) -> int | None:
    """The category that a comparison on an axis is about; nouns said with it go first, then the axis."""
    found = ordered(world)
    if not found:
        return None
    words = said.split()
    by_noun = [category for noun, category in nouns if category in found and (noun in words or f"{noun}s" in words)]
    by_name = [number for number in found if world.categories[number].name.lower() in words]
    if by_noun or by_name:
        return (by_noun or by_name)[0]
    axes = (axis, *_NEAR.get(axis, ())) if axis else ()
    for each in axes:
        for number in found:
            if world.categories[number].axis == each:
                return number
    return found[0]


def turned(world: World, category: int | None, sign: int, word: str, said: str = "") -> int:
    """The sign of a comparison along the values of a category: who is faster has the lower rank."""
    if category is None:
        return sign
    axis = world.categories[category].axis
    first = word.split(" ", maxsplit=1)[0]
    if said == "rank" and axis not in _IN_LINE and not first.endswith("er") and first != "worse":
        return -sign  # who beats another has more
    if axis in _RANKED and (word in _BETTER_FIRST | _WORSE_LAST or first in _BETTER_FIRST | _WORSE_LAST):
        return -1 if word in _BETTER_FIRST or first in _BETTER_FIRST else 1
    if axis == "queue" and first in ("faster", "quicker", "slower"):
        return 1 if first == "slower" else -1
    if axis == "time" and first in ("faster", "quicker", "older", "elder"):
        return -1
    if axis == "time" and first in ("slower", "younger", "newer"):
        return 1
    if axis == "age" and word in ("before", "born before", "after"):
        return 1 if "before" in word else -1
    return sign
