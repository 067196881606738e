"""Finds the scene of a puzzle: categories with their values, places in an order, and what else the text says."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from solvent.translators.rules.rough.relations.asking import asks, options
from solvent.translators.rules.rough.relations.clusters import Cluster
from solvent.translators.rules.rough.relations.columns import Column, columns, stacks
from solvent.translators.rules.rough.relations.company import together
from solvent.translators.rules.rough.relations.compared import compared
from solvent.translators.rules.rough.relations.listed import Group, calendar, extra, groups, worlds
from solvent.translators.rules.rough.relations.measures import measured
from solvent.translators.rules.rough.relations.mentioned import (
    announced,
    clues,
    counted_rows,
    likely_rows,
    mentioned,
    spellings,
)
from solvent.translators.rules.rough.relations.named import names, with_articles
from solvent.translators.rules.rough.relations.ordering import Order, orders
from solvent.translators.rules.rough.relations.scene import Scene
from solvent.translators.rules.rough.relations.wording import derived, is_general, nouns, phrases, words
from solvent.translators.rules.rough.world import Category, Value, World
from solvent.translators.rules.text.grid_in_prose import Piece, divide
from solvent.translators.rules.text.words import ORDINAL_WORDS, is_agent
from solvent.translators.sentences import sentences

Phrases = tuple[tuple[tuple[str, ...], Value], ...]
_LONGEST = 6000  # characters of a text
_MOST_PIECES = 80
_MOST = 3  # scenes
_SEVERAL = 2  # categories
_MOST_TRIED = 8
_BLANKS = re.compile(r"[^\S\n]{2,}")
_ASKED_BELOW = re.compile(r"\n(?=(?:so |and )?(?:who|whose|what|which|where|when|how)\b[^\n]{1,200}\?)", re.IGNORECASE)
_ASKED_NEXT = re.compile(r"(?<=[a-z)][.!?] )[a-z](?=(?:ho|hose|hat|hich|here|hen|ow)\b(?:'s)?[^.]*\?)")
_SHOUTED = re.compile(r"(?<!\S)(?:[A-Z']{2,} ){2,10}[A-Z']{2,}(?=\W*(?:\n|$))")
_LETTERS = re.compile(r"\b[A-Z], [A-Z](?:,| and\b)")
_AFTER_LETTER = re.compile(r"(?<=\s)([A-Z])\. (?=[A-Z])")
_SMALL = re.compile(r"(?<=[a-z)]{2}[.!?] )[a-z]|(?<=[a-z)]{2}[.!?]\n)[a-z]")
_CAPITAL = re.compile(r"[a-z)]{2}[.!?]\s+[A-Z]")
_ASIDE = re.compile(r"\s*\([^()]{0,120}\)")
_WHICH = rf"remaining|missing|{'|'.join([*ORDINAL_WORDS][2:10])}"
_IT = re.compile(r"\bit\b", re.IGNORECASE)
_CALLED = re.compile(r"\b(?:is|was) (?:called|named)\b", re.IGNORECASE)
_LAST_ONE = re.compile(
    rf"(?:and )?the (?P<which>{_WHICH}) [\w' -]{{3,30}}? (?:is|was|are|were)(?: called| named)? [\w' -]{{2,30}}\W*|"
    rf"[\w'. -]{{2,30}} (?:is|was) the (?P<other>{_WHICH}) [\w -]{{3,20}}\W*",
    re.IGNORECASE,
)
_CONJUNCTION = re.compile(r"^\W*(?:(?:and|but|though|although|while|where|with)\b\W*)*", re.IGNORECASE)
_BULLET = re.compile(r"^[^\w\"'(\u201c\u2018$\u00a3\u20ac]+")
_NAME = re.compile(r"(?:[A-Z][a-z]{1,3}\.? )?[A-Z][\w'-]+")


def scenes(text: str) -> tuple[Scene, ...]:
    """The scenes that a text may set, the likeliest first; none if it names nothing that could stand in rows."""
    if len(text) > _LONGEST:
        return ()
    tables, plain = columns(together(text))
    stacked, plain = stacks(plain)
    pieces = divide(_BLANKS.sub(" ", _in_sentences(plain)))
    if len(pieces) > _MOST_PIECES:
        return ()
    found = sorted(
        islice(_scenes(pieces, [*tables, *stacked], plain), _MOST_TRIED), key=lambda each: each[0], reverse=True
    )
    return tuple(scene for _, scene in found[:_MOST])


def named_only(text: str) -> tuple[Scene, ...]:
    """The scenes in which nothing but the names in a text, or what it compares, stand in an order."""
    if len(text) > _LONGEST:
        return ()
    pieces = divide(_BLANKS.sub(" ", _in_sentences(text)))
    counts = counted_rows(text)
    if len(pieces) > _MOST_PIECES:
        return ()
    named = [each for each in (names(pieces, clues(pieces), counts), compared(pieces, counts)) if each]
    found = [orders([Category("name", each)], len(each), text) for each in dict.fromkeys(named)]
    placed = [each for several in found for each in several if each.place is not None]
    return tuple(_scene(pieces, each, {}) for each in placed[:3])


def _in_sentences(text: str) -> str:
    """A text whose sentences begin with capitals; "B." ends one if letters are names."""
    text = _SHOUTED.sub(lambda match: match[0].capitalize(), text)
    text = _ASKED_NEXT.sub(lambda match: match[0].upper(), _ASKED_BELOW.sub("\n\n", text))
    if _LETTERS.search(text):
        text = _AFTER_LETTER.sub(r"\1.\n", text)
    if len(_SMALL.findall(text)) <= len(_CAPITAL.findall(text)):
        return text
    return _SMALL.sub(lambda match: match[0].upper(), text)


def _scenes(pieces: Sequence[Piece], tables: Sequence[Column], text: str) -> Iterator[tuple[float, Scene]]:
    """The scenes with how well each fits the text."""
    spelled = spellings(pieces)
    for rows, listed in _settings(pieces, tables, text):
        consumed = _consumed([group for group, _ in listed])
        known = [value for _, category in listed for value in category.values]
        names = [category.name for _, category in listed]
        clusters = mentioned(pieces, consumed, known, names, rows)
        announces = len(listed) < _SEVERAL or announced(pieces, names)
        for added in _choices(clusters, listed=bool(listed)):
            doubt = sum(_doubt(each, sure=announces) for each in added)
            named = _things_first(
                [*(category for _, category in listed), *(_unlisted(each, spelled) for each in added)]
            )
            for order in orders(named, rows, text)[: 2 if len(listed) > 1 else 3]:
                if len(order.categories) > 1:
                    scene = _scene(pieces, order, consumed)
                    yield _related(scene) + len(consumed) - doubt, scene


def _choices(clusters: Sequence[Cluster], *, listed: bool) -> list[list[Cluster]]:
    """Which of the categories that no list gives to take: none, if there are lists; those that are sure; all."""
    sure = [each for each in clusters if each.proper or each.shared > 1]
    chosen = [[], [*clusters]] if listed else [sure, [*clusters]]
    return [each for at, each in enumerate(chosen) if (each or listed) and each not in chosen[:at]]


def _consumed(listed: Sequence[Group]) -> dict[int, str]:
    """The sentences that give lists, each with what it tells after its last list."""
    found: dict[int, Group] = {}
    for group in listed:
        if group.at not in found or found[group.at].end < group.end:
            found[group.at] = group
    return {at: _CONJUNCTION.sub("", group.rest) for at, group in found.items()}


def _settings(
    pieces: Sequence[Piece], tables: Sequence[Column], text: str
) -> Iterator[tuple[int, list[tuple[Group, Category]]]]:
    """How many rows there may be, with the categories that are listed."""
    counts = counted_rows(text)
    tabled = [Group(each.name.lower(), each.values, -1, 0, 0, each.name) for each in tables]
    found = [*tabled, *groups(pieces, counts)]
    found += calendar(text, found)
    listed = worlds(found, text)[:2]
    for rows, chosen in listed:
        whole = sorted([*chosen, *extra(found, chosen, rows)], key=lambda each: (each.at, each.start))
        yield rows, [(each, _category(each)) for each in whole]
    for rows in (counts or ([] if listed else likely_rows(pieces)))[:2]:
        if rows not in (each for each, _ in listed):
            yield rows, []


def _unlisted(each: Cluster, spelled: Mapping[str, str]) -> Category:
    return measured(Category(each.name(spelled), tuple(each.values.values())), "")


def _related(scene: Scene) -> int:
    """How many sentences relate two values in a scene."""
    return sum(len(_values(sentence, scene.phrases)) > 1 for sentence in scene.sentences)


def _doubt(each: Cluster, *, sure: bool) -> float:
    """How many more sentences a category that no list gives must relate; `sure` if the text seems to announce it."""
    if each.proper:
        return 0
    return 1.5 if sure or each.shared > 1 else 2.5


def _are_names(category: Category) -> bool:
    return all(_NAME.fullmatch(value) for value in category.values)


def _category(group: Group) -> Category:
    return measured(Category(group.name, group.values), f"{group.said} {group.name}")


def _things_first(categories: Sequence[Category]) -> list[Category]:
    """The categories, people first; else the first that are no amounts."""

    def rank(category: Category) -> int:
        if category.amounts:
            return 3
        people = category.name == "name" or is_agent(category.name)
        return (0 if people else 1) if _are_names(category) else 2

    return sorted(categories, key=rank)


def _scene(pieces: Sequence[Piece], order: Order, consumed: Mapping[int, str]) -> Scene:
    text = " ".join(piece.text for piece in pieces)
    categories = tuple(with_articles(each, text) for each in order.categories)
    world = replace(order, categories=categories).world()
    found = tuple(each for each in phrases(world) if not is_general(each[0], world, each[1], text))
    found += tuple(derived(world, {phrase for phrase, _ in found}, text))
    asked = [piece.text for piece in pieces if asks(piece.text)]
    chosen = options(pieces)
    known = {phrase for phrase, _ in found}
    stated = set(clues(pieces))
    told = [
        each
        for at, piece in enumerate(pieces)
        if at not in chosen and piece.text not in asked
        for part in ([consumed[at]] if at in consumed else _parts(piece))
        for each in [_without_asides(part, known)]
        for named in [_values(each, found)]
        if named
        and ((at in stated and at not in consumed) or _tells(named, world))
        and not _completes(each, named, world)
    ]
    question = _resolved(" ".join(asked), pieces, world, found)
    words_for = [(category.name, at) for at, category in enumerate(world.categories)]
    return Scene(world, found, nouns(words_for), tuple(told), question)


def _tells(named: set[Value], world: World) -> bool:
    """Whether the introduction relates values: two, and not both places."""
    return len(named) > 1 and any(value.category != world.place for value in named)


def _completes(text: str, named: set[Value], world: World) -> bool:
    """Whether a sentence only names the last of several values: "the fourth animal is a tortoise"."""
    plain = [value for value in named if value.category != world.place]
    match = _LAST_ONE.fullmatch(text.strip())
    several = len(world.categories) - (world.place is not None) >= _SEVERAL
    if not match or len(plain) != 1 or not (several or _CALLED.search(text)):
        return False
    which = (match["which"] or match["other"]).lower()
    return ORDINAL_WORDS.get(which, world.rows) == len(world.categories[plain[0].category].values)


def _resolved(question: str, pieces: Sequence[Piece], world: World, found: Phrases) -> str:
    """A question with the value that "it" means, if a sentence names that as the last one: "the fourth is a fish"."""
    if not _IT.search(question) or _values(question, found):
        return question
    for piece in pieces:
        named = _values(piece.text, found)
        if _completes(piece.text, named, world):
            value = next(each for each in named if each.category != world.place)
            return _IT.sub(world.categories[value.category].values[value.number], question, count=1)
    return question


def _parts(piece: Piece) -> list[str]:
    """The sentences of a line, without its bullet."""
    return sentences(_BULLET.sub("", piece.text))


def _values(text: str, known: Phrases) -> set[Value]:
    """The values that a text names, by their longest phrases."""
    found, left = set(), words(text)
    table = dict(reversed(known))
    longest = max(map(len, table), default=0)
    at = 0
    while at < len(left):
        size = next((n for n in range(longest, 0, -1) if left[at : at + n] in table), 0)
        if size:
            found.add(table[left[at : at + size]])
        at += max(1, size)
    return found


def _without_asides(text: str, known: set[tuple[str, ...]]) -> str:
    return _ASIDE.sub(lambda match: match[0] if _names(match[0], known) else "", text)


def _names(text: str, known: set[tuple[str, ...]]) -> bool:
    """Whether a text names a value."""
    found = words(text)
    longest = max(map(len, known), default=0)
    return any(found[at : at + size] in known for at in range(len(found)) for size in range(1, longest + 1))
