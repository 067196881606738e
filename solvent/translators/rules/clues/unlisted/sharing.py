"""Shares the chunks of a puzzle's clues out among its attributes, so that each gets exactly as many values as rows.

Chunks with a common frame are values of one attribute, and a frame that belongs to an attribute decides which. Where
this leaves several ways to give every attribute its number of values, nothing is claimed.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from solvent.translators.rules.clues.unlisted.announced import is_of_people
from solvent.translators.rules.clues.unlisted.attributes import Attribute, Introduction
from solvent.translators.rules.clues.unlisted.frames import ROW, Frame
from solvent.translators.rules.clues.unlisted.labels import verbs_of
from solvent.translators.rules.clues.unlisted.nouns import is_a_person
from solvent.translators.rules.text.words import listed, stem

Key = tuple[str, ...]  # the stems of a value's words
_MOST_TRIES = 3_000
_MOST_WAYS = 100
_BOTH = 2  # cases
_NAMED = frozenset(map(stem, ("nationality", "surname", "name", "country")))
_WORKING = frozenset(map(stem, ("job", "profession", "occupation", "trade")))
_COLOR = stem("colour")
_ACTIVITIES = frozenset(
    map(stem, listed("hobby sport job profession occupation trade instrument pastime activity interest game work"))
)
_LOOSE = frozenset({"doer", "held", "does"})  # frames that values of several attributes may share


@dataclass
class Found:
    """The values in the clues by their key, each with its frames, and the pairs of values that are in one row.

    `proper` says which are capitalised, unless they only begin sentences.
    """

    frames: dict[Key, set[Frame]] = field(default_factory=lambda: defaultdict(set))
    apart: set[frozenset[Key]] = field(default_factory=set)
    proper: dict[Key, bool] = field(default_factory=dict)
    spelled: dict[Key, str] = field(default_factory=dict)

    def named(self, keys: Sequence[Key]) -> str:
        """Values in words."""
        return ", ".join(self.spelled[key] for key in keys)


@dataclass(frozen=True)
class _Class:
    """Values of one attribute, and the attributes (by index) that it may be."""

    keys: tuple[Key, ...]
    may_be: frozenset[int]


Shares = list[tuple[Key, ...]]


@dataclass(frozen=True)
class Shared:
    """An attribute by its name and the words of its announcement, with the keys of its values, or its given values."""

    name: str
    said: str
    keys: tuple[Key, ...]
    values: tuple[str, ...] = ()


def shared_out(found: Found, told: Introduction) -> tuple[list[Shared] | None, str]:
    """The attributes with the keys of their values, or None and the reason.

    Attributes that the text only counts may stay without values, all together or one by one. Which of two attributes
    gets which values may be open: that is but a matter of their names, as long as the same values go together.
    """
    reason = ""
    for all_join in (True, False):
        classes = _classes(found, told.attributes, all_join=all_join)
        ways: dict[frozenset[frozenset[Key]], list[Shares]] = defaultdict(list)
        for way in _ways(classes, found, told):
            ways[_sorts(way)].append(way)
            if len(ways) > _MOST_WAYS or not any(way):
                return None, "there are too many ways to sort the values"
        alike = [each for each in ways.values() if len(ways) == 1 or _in_one_case(each[0], found)]
        if len(alike) == 1:
            return _named_best(alike[0], found, told), ""
        if ways:
            one, other, *_ = alike or ways.values()
            return None, _open_between(one[0], other[0], found, told)
        reason = reason or _counted(classes, found, told)
    return None, reason


def _named_best(ways: Sequence[Shares], found: Found, told: Introduction) -> list[Shared]:
    """The attributes with their values; where nothing tells which of two has which values, they have both names."""
    fits = [_fit(way, found, told) for way in ways]
    best = [way for way, fit in zip(ways, fits, strict=True) if fit == max(fits)]
    shared = []
    for attribute, keys in zip(told.attributes, best[0], strict=True):
        names = {
            each.name: each
            for way in best
            for each, other in zip(told.attributes, way, strict=True)
            if keys and set(other) == set(keys)
        }
        called = " or ".join(sorted(names, key=[each.name for each in told.attributes].index))
        said = " ".join(each.said for each in names.values())
        shared.append(Shared(called or attribute.name, said or attribute.said, keys, attribute.values))
    return shared


def _in_one_case(way: Shares, found: Found) -> bool:
    """Whether all values of an attribute are names, or all common nouns, as far as their place shows it."""
    cases = [{found.proper[key] for key in keys if key in found.proper} for keys in way]
    return all(len(each) < _BOTH for each in cases)


def _sorts(way: Shares) -> frozenset[frozenset[Key]]:
    return frozenset(frozenset(keys) for keys in way if keys)


def _open_between(one: Shares, other: Shares, found: Found, told: Introduction) -> str:
    """A value whose sort is open, with two attributes that it may be of."""
    for at, keys in enumerate(one):
        for key in keys:
            if key not in other[at] and not _sorts([keys]) <= _sorts(other):
                others = [each.name for n, each in enumerate(told.attributes) if key in other[n]]
                return (
                    f"'{found.named([key])}' may be one of the {told.attributes[at].name} or of the {' '.join(others)}"
                )
    return "there are several ways to sort the values"


def _fit(way: Shares, found: Found, told: Introduction) -> int:
    """How well the names of attributes fit their values: doers are people, what modifies a noun may be a colour."""
    score = 0
    for attribute, keys in zip(told.attributes, way, strict=True):
        frames = {frame for key in keys for frame in found.frames[key]}
        kinds = {frame.kind for frame in frames}
        doers = {frame.word for frame in frames if frame.kind == "doer"}
        score += bool(keys) and (2 if is_of_people(attribute) == bool(doers) else -1)
        score += "before" in kinds and attribute.key == _COLOR
        score += Frame("before", ROW) in frames and attribute.placed
        score += attribute.key in _NAMED and any(each.endswith("N") for each in doers)
        score += attribute.key in _WORKING and any(each.endswith("n") for each in doers)
    return score


def admissible(frame: Frame, attributes: Sequence[Attribute]) -> frozenset[int] | None:
    """The indices of the attributes that a frame belongs to; None if that is not known."""
    fitting: list[int] = []
    verb, _, preposition = frame.word.partition(" ")
    if frame.kind == "noun":
        fitting = [n for n, each in enumerate(attributes) if each.key == frame.word]
    elif frame.kind == "verb":
        fitting = [n for n, each in enumerate(attributes) if verb in each.verbs]
        known = [n for n, each in enumerate(attributes) if verb in verbs_of(each)]
        fitting = fitting or ([] if preposition else known)
    elif frame.kind == "before":
        own = frame.word == ROW
        fitting = [n for n, each in enumerate(attributes) if (each.placed if own else frame.word in each.nouns)]
    elif frame.kind == "doer":
        fitting = [n for n, each in enumerate(attributes) if each.key != _COLOR]
    elif frame.kind == "held":
        fitting = [n for n, each in enumerate(attributes) if not is_of_people(each)]
    elif frame.kind == "does":
        fitting = [n for n, each in enumerate(attributes) if each.heads & _ACTIVITIES]
    elif frame.kind == "after":
        fitting = [n for n, each in enumerate(attributes) if frame.word in each.leads]
    return frozenset(fitting) or None


def _classes(found: Found, attributes: Sequence[Attribute], *, all_join: bool) -> list[_Class]:
    """Join the values that share a frame; those of several attributes and doers only if `all_join`."""
    names = frozenset(n for n, each in enumerate(attributes) if each.needed or not is_a_person(each.name))
    every = frozenset(range(len(attributes)))
    may_be = {key: every if found.proper.get(key, True) else names for key in found.frames}  # people have names
    parent = {key: key for key in found.frames}

    def top(key: Key) -> Key:
        while parent[key] != key:
            key = parent[key]
        return key

    first: dict[Frame, Key] = {}
    for key, frames in found.frames.items():
        for frame in frames:
            fitting = admissible(frame, attributes)
            if fitting is not None:
                may_be[key] &= fitting
            if all_join or (frame.kind not in _LOOSE and (fitting is None or len(fitting) == 1)):
                parent[top(key)] = top(first.setdefault(frame, key))
    members: dict[Key, list[Key]] = defaultdict(list)
    for key in found.frames:
        members[top(key)].append(key)
    return [_Class(tuple(keys), frozenset.intersection(*(may_be[key] for key in keys))) for keys in members.values()]


def _ways(classes: Sequence[_Class], found: Found, told: Introduction) -> Iterator[list[tuple[Key, ...]]]:
    """All ways to give each attribute exactly as many values as there are rows."""
    attributes, rows = told.attributes, told.rows
    order = sorted(classes, key=lambda each: (len(each.may_be), -len(each.keys)))
    got: list[list[Key]] = [[] for _ in attributes]
    tries = 0

    def full(number: int) -> bool:
        given = len(got[number])
        return given == rows or (not given and (not attributes[number].needed or bool(attributes[number].values)))

    def place(at: int) -> Iterator[list[tuple[Key, ...]]]:
        nonlocal tries
        tries += 1
        if tries > _MOST_TRIES:
            return
        if at == len(order):
            if all(map(full, range(len(attributes)))):
                yield [tuple(keys) for keys in got]
            return
        each = order[at]
        for number in sorted(each.may_be):
            if attributes[number].values:
                continue
            fits = len(got[number]) + len(each.keys) <= rows
            if not fits or any(frozenset((one, other)) in found.apart for one in each.keys for other in got[number]):
                continue
            got[number].extend(each.keys)
            yield from place(at + 1)
            del got[number][-len(each.keys) :]

    yield from place(0)
    if tries > _MOST_TRIES:
        yield [() for _ in attributes]  # too many to tell


def _counted(classes: Sequence[_Class], found: Found, told: Introduction) -> str:
    """How many values each attribute surely has, where the numbers do not come out."""
    sure: Mapping[int, list[Key]] = defaultdict(list)
    rest: list[Key] = []
    for each in classes:
        if len(each.may_be) == 1:
            sure[min(each.may_be)].extend(each.keys)
        else:
            rest.extend(each.keys)
    said = [f"{len(sure[n])} {each.name} ({found.named(sure[n])})" for n, each in enumerate(told.attributes) if sure[n]]
    total, needed = len(rest) + sum(map(len, sure.values())), sum(each.needed for each in told.attributes)
    left = f"{', ' if said else ''}and {len(rest)} more ({found.named(rest)})" if rest else ""
    return f"{total} values for {needed} categories of {told.rows}: {', '.join(said)}{left}"
