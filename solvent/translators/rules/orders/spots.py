"""Reads fixed places of an order: "third from the left", "in the middle", "at an end", "on Monday", "the oldest"."""

import re
from collections.abc import Callable

from solvent.translators.rules.orders.phrases import ORDINAL, ordinal, units
from solvent.translators.rules.orders.relations import Relations
from solvent.translators.rules.orders.scene import NUMBER, Scene, number
from solvent.translators.rules.statements.nouns import Predicate
from solvent.translators.rules.statements.parsing import Parser, either, mapped, optional, then, word
from solvent.translators.rules.text.words import NUMBER_WORDS

_PENULTIMATE = "second[ -]to[ -]last|last[ -]but[ -]one|next[ -]to[ -]last|penultimate|second[ -]last"
_AN_END = (
    r"(?:at|on|in) (?:an{the}|either|one|one of the|one of the two|either of the)(?: (?:two|outer|far))? "
    r"(?:ends?|outside|edges?)(?: of the \w+)?"
)


def spots(scene: Scene) -> Parser[Predicate]:
    """Return the parser of the fixed places of a scene."""
    if scene.axis.scale:
        return _ranked(scene)
    found = [*_named(scene), *_from_ends(scene)] if scene.fixed else []
    if scene.axis.directed and scene.fixed and not scene.circular:
        found += _ordinals(scene)
    return either(*found)


def _spot(scene: Scene, place: int, *, from_last: bool = False) -> Predicate | None:
    if not 1 <= place <= scene.size:
        return None
    return Relations(scene).at(scene.size + 1 - place if from_last else place)


def _ranked(scene: Scene) -> Parser[Predicate]:
    """Read "the oldest", "second tallest", "in the middle"."""
    relations, count = Relations(scene), len(scene.names)
    thing = optional(word(f"{scene.noun}|one"))

    def ranks(superlatives: str, *, greatest: bool) -> Parser[Predicate]:
        def has(_: object, said: "str | None", __: object, ___: object) -> Predicate | None:
            rank = ordinal(said) if said else 1
            return relations.rank(rank if greatest else count + 1 - rank) if rank <= count else None

        nth = optional(mapped(word(rf"(?P<n>{ORDINAL})"), lambda match: str(match["n"])))

        def but(_: object, __: object, said: "re.Match[str]") -> Predicate | None:
            return has(None, f"{NUMBER_WORDS[said['n'].lower()] + 1}th", None, None)

        counted = word(rf"but (?P<n>{'|'.join(NUMBER_WORDS)})")
        return either(
            then(optional(word("the")), nth, word(superlatives), thing, make=has),
            then(optional(word("the")), word(superlatives), counted, make=but),
        )

    found = [ranks(scene.axis.last, greatest=True), ranks(scene.axis.first, greatest=False)]
    if count % 2:
        middle = word(rf"(?:exactly )?in the middle|the middle (?:one|{scene.noun})")
        found.append(mapped(middle, lambda _: relations.rank((count + 1) // 2)))
    return either(*found)


def numbered(scene: Scene) -> Parser[int]:
    """Read places by their names and numbers: "Monday", "floor 3"."""
    found: list[Parser[int]] = [
        word(rf"(?:on |in |for )?(?:a |the )?{label}s?", place) for place, label in enumerate(scene.labels, 1)
    ]
    if not scene.labels and (scene.numbered or scene.axis.directed):
        unit = units(scene)
        lead = rf"(?:in |at |on |has |took )?(?:the )?(?:{unit}|number|no\.)(?: number| no\.)?"
        found.append(mapped(word(rf"{lead} (?P<n>{NUMBER})"), lambda match: number(match["n"])))
    return mapped(either(*found), lambda place: place if 1 <= place <= scene.size else None)


def _named(scene: Scene) -> list[Parser[Predicate]]:
    """Read places by their names and numbers, and by odd and even numbers."""
    at, unit = Relations(scene).at, units(scene)
    found: list[Parser[Predicate]] = [
        word(rf"(?:on |in |for )?(?:a |the )?{label}s?", at(place)) for place, label in enumerate(scene.labels, 1)
    ]
    if scene.numbered or (scene.axis.directed and not scene.labels):
        lead = rf"(?:in |at |on |has |took )?(?:the )?(?:{unit}|number|no\.)(?: number| no\.)?"
        found.append(mapped(word(rf"{lead} (?P<n>{NUMBER})"), lambda match: _spot(scene, number(match["n"]))))
        for which, place in (("lowest|smallest", 1), ("highest|largest|greatest", scene.size)):
            found.append(word(rf"(?:in |at |on |has )?the (?:{unit}) with the (?:{which}) number", at(place)))
            found.append(word(rf"has the (?:{which}) (?:{unit} )?number", at(place)))
        for parity, start in (("odd", 1), ("even", 2)):
            which = (
                rf"(?:in |at |on |has )?(?:an? |the )?{parity}(?:-numbered| numbered)? (?:{unit}|number|{unit} number)"
            )
            found.append(word(which, at(*range(start, scene.size + 1, 2))))
    if "Saturday" in scene.labels and "Sunday" in scene.labels:
        ends = [place for place, label in enumerate(scene.labels, 1) if label in ("Saturday", "Sunday")]
        found.append(word(r"(?:at|on|during) the weekend(?: \(Saturday (?:or|and) Sunday\))?", at(*ends)))
    return found


def _from_ends(scene: Scene) -> list[Parser[Predicate]]:
    """Read places at an end, counted from one, and in the middle."""
    if scene.circular:
        return []
    axis, relations, unit = scene.axis, Relations(scene), units(scene)
    thing = rf"(?: (?:{unit}|{scene.noun}|one))?"
    found: list[Parser[Predicate]] = [
        word(rf"(?:right (?=[aio][tn] the ))?(?:{axis.first}){thing}", relations.at(1)),
        word(rf"(?:right (?=[aio][tn] the ))?(?:{axis.last}){thing}", relations.at(scene.size)),
    ]
    for pair in axis.ways:
        for end, from_last in zip(pair, (False, True), strict=True):
            counted = rf"(?:in |on |at )?(?:the )?(?P<n>{ORDINAL}){thing} from (?:the )?(?:{end})(?: end| side)?"
            found.append(mapped(word(counted), _counted_from(scene, from_last=from_last)))
    # "At the end" of a queue or race is its last place.
    an_end = _AN_END.format(the="" if axis.name in ("queue", "race", "time") else "|the")
    outer = rf"(?:in|at|on) (?:an|one of the) (?:end|outer|corner) (?:{unit})"
    found.append(word(rf"{an_end}|{outer}", relations.at(1, scene.size)))
    if scene.size % 2:
        where = rf"(?:exactly |right )?(?:in|at|on) the (?:very |exact )?(?:middle|cent(?:re|er|ral))(?: (?:{unit}))?"
        middle = rf"{where}(?: of the \w+)?|(?:the )?(?:middle|central)(?: one| (?:{unit}|{scene.noun}))?"
        found.append(word(middle, relations.at((scene.size + 1) // 2)))
    return found


def _counted_from(scene: Scene, *, from_last: bool) -> Callable[[re.Match[str]], Predicate | None]:
    return lambda match: _spot(scene, ordinal(match["n"]), from_last=from_last)


def _medals(scene: Scene) -> list[Parser[Predicate]]:
    """Read "won bronze", "took the silver medal"."""
    lead = "(?:won|wins?|win|took|takes?|gets?|got|earned|received)(?: the| a)?"
    return [
        word(rf"{lead} {metal}(?: medal)?", Relations(scene).at(place))
        for place, metal in enumerate(("gold", "silver", "bronze"), 1)
        if place <= scene.size
    ]


def _ordinals(scene: Scene) -> list[Parser[Predicate]]:
    """Read "third", "in third place", "last", "second to last", "the third child", "among the first three"."""
    size, at = scene.size, Relations(scene).at
    lead = "(?:in |on |at |as |took |the )*"
    what = rf"(?: (?:{units(scene)}|{scene.noun}|one))?(?: overall)?"
    some = rf"(?P<n>{NUMBER})(?: (?:{units(scene)}|{scene.noun}))?"

    def backwards(said: str) -> Predicate | None:
        return _spot(scene, ordinal(said), from_last=True) if ordinal(said) > 2 else None

    def among(count: int, *, first: bool) -> Predicate | None:
        if not 1 <= count <= size:
            return None
        return at(*(range(1, count + 1) if first else range(size - count + 1, size + 1)))

    return [
        mapped(word(rf"{lead}(?P<n>{ORDINAL}){what}"), lambda match: _spot(scene, ordinal(match["n"]))),
        word(rf"{lead}(?:very )?last(?! but)(?! of all the){what}", at(size)),
        word(rf"{lead}(?:{_PENULTIMATE}){what}", at(size - 1)),
        mapped(
            word(rf"{lead}(?P<n>{ORDINAL})[ -](?:to|from)[ -](?:the )?last{what}"), lambda match: backwards(match["n"])
        ),
        *(_medals(scene) if scene.axis.name == "race" else ()),
        mapped(
            word(rf"(?:among|in|one of) the (?:first|top) {some}"), lambda match: among(number(match["n"]), first=True)
        ),
        mapped(word(rf"(?:among|in|one of) the last {some}"), lambda match: among(number(match["n"]), first=False)),
    ]
