"""Adds places that a text counts or numbers, but does not list, to the categories of a grid."""

import re
from collections.abc import Sequence

from solvent.translators.rules.text.grid_found import Grid
from solvent.translators.rules.text.grid_in_prose import stem_of
from solvent.translators.rules.text.places_in_row import place_of
from solvent.translators.rules.text.words import NUMBER_WORDS, ORDINAL_WORDS

_COUNT = "|".join([*NUMBER_WORDS, r"\d+"])
_ROW_OF_HOUSES = re.compile(
    rf"\b({_COUNT})\s+(?:\w+\s+){{0,2}}(houses|cottages|homes|huts|villas|bungalows|chalets)\b", re.IGNORECASE
)


def counts_up(values: list[str]) -> bool:
    """Whether values are the numbers 1, 2, 3 ... in order."""
    return values == [str(number + 1) for number in range(len(values))]


def add_places(grid: Grid, text: str) -> None:
    """Add houses in a row, which the text counts but does not list, as the first category."""
    row = _ROW_OF_HOUSES.search(text)
    if not grid.categories:
        return
    if not row:
        _add_others(grid, text)
        return
    several = row[2].casefold()
    named = ("house", "houses", several, several.removesuffix("s"))
    own = [name for name in grid.categories if name.casefold() in named]
    if own and _NUMBERS.search(text) and not any(map(str.isdecimal, grid.categories[own[0]])):
        _rename(grid, own[0])
    elif own:
        counted = [name for name in own if counts_up(grid.categories[name])]
        if counted == [several]:  # "five houses, numbered 1 to 5": a house of that number
            counted = [several.capitalize().removesuffix("s")]
            grid.categories = {
                counted[0] if name == several else name: values for name, values in grid.categories.items()
            }
        grid.positions += counted
        return
    first = grid.given[0] if grid.given else ""
    if first and 0 <= text.find(first) < row.start():
        return
    count = (
        NUMBER_WORDS.get(row[1].lower(), 0) or int(row[1])
        if row[1].isdecimal() or row[1].lower() in NUMBER_WORDS
        else 0
    )
    if 2 <= count <= 99:
        name = row[2].capitalize().removesuffix("s")
        grid.categories = {name: [str(number + 1) for number in range(count)], **grid.categories}
        grid.positions.append(name)


def numbered_by_us(grid: Grid, said: Sequence[str]) -> list[str]:
    """Say that a row is numbered from the left, if the text numbers none of its places: then the numbers are ours."""
    text = " ".join(said)
    places = [name for name in grid.positions if counts_up(grid.categories.get(name, []))]
    if len(places) != 1 or any(places[0] in part.gives for part in grid.parts) or _NUMBERED_PLACE.search(text):
        return []
    noun = re.escape(places[0].lower().removesuffix("s"))
    if re.search(rf"\b{noun}s? (?:#|no\.? ?)?\d", text, re.IGNORECASE):
        return []
    return [f"The {noun}s are numbered from left to right."]


# "The first on the left" needs no numbers, "the second boat" and "at number 3" do.
_NUMBERED_PLACE = re.compile(
    rf"\b(?:number(?:s|ed|ing)?|(?:{'|'.join(ORDINAL_WORDS)}|last|final|\d+(?:st|nd|rd|th))"
    r"(?! (?:\w+ )?(?:from|on) the (?:far )?(?:left|right)))\b|"
    r"\b(?:house|place|position|spot|seat|slot|no\.?|[a-z]*room) #?\d",
    re.IGNORECASE,
)
# The houses have numbers, so that "the houses are red and blue" tells something else about them.
_NUMBERS = re.compile(
    r"\b(?:house|cottage)s? (?:number |no\. ?)?1\b|\bno\. ?1\b|\bnumber 1\b|\bnumbered\b", re.IGNORECASE
)


def _rename(grid: Grid, name: str) -> None:
    """Give a category another name, since the places themselves are called so."""
    new = next(each for each in ("kind", f"kind of {name}") if each not in grid.categories)
    grid.categories = {new if each == name else each: values for each, values in grid.categories.items()}
    if name in grid.descriptions:
        grid.descriptions[new] = grid.descriptions.pop(name)


def _add_others(grid: Grid, text: str) -> None:
    """Add other places that the text counts and numbers as the first category."""
    sizes = {len(values) for values in grid.categories.values()}
    if (
        len(sizes) > 1
        or any(map(counts_up, grid.categories.values()))
        or not (place := place_of(text, next(iter(sizes))))
    ):
        return
    name, lined_up = place
    same = [other for other in grid.categories if stem_of(name) == stem_of(other)]
    if same and lined_up and not any(map(str.isdecimal, grid.categories[same[0]])):
        _rename(grid, same.pop())
    if not same:
        grid.categories = {name: [str(number + 1) for number in range(sizes.pop())], **grid.categories}
        grid.positions += [name] if lined_up else []
