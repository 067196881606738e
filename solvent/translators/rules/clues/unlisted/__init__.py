"""Reads logic grids whose values no list gives, as in Einstein's riddle: they are found by their frames in the clues.

The introduction announces rows and attributes ("five houses", "keep five different pets"), the clues use their values
("keeps snails"). A grid is read only if each attribute gets exactly as many values as there are rows, in only one way.
"""

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from solvent.translators.rules.clues.links.small_words import FINITE, verb_like
from solvent.translators.rules.clues.reordered import without_view
from solvent.translators.rules.clues.unlisted.announced import announces, introduction, restates
from solvent.translators.rules.clues.unlisted.attributes import Introduction
from solvent.translators.rules.clues.unlisted.frames import Chunk, Sentence
from solvent.translators.rules.clues.unlisted.sharing import Found, Key, Shared, shared_out
from solvent.translators.rules.clues.unlisted.unannounced import ANYTHING, with_more
from solvent.translators.rules.clues.usual_wording import in_usual_words
from solvent.translators.rules.text.courtesies import courteous
from solvent.translators.rules.text.grid_in_prose import Piece, divide
from solvent.translators.rules.text.grid_layouts import Grid
from solvent.translators.rules.text.prose_lists import lists
from solvent.translators.rules.text.sorting import CATEGORIES_HEADING, HEADING, Part
from solvent.translators.rules.text.telling import Knowledge
from solvent.translators.rules.text.tokens import tokenise
from solvent.translators.rules.text.words import is_english, stem
from solvent.translators.sentences import sentences

__all__ = ["read"]

_LONGEST = 20_000  # characters
_MOST_SENTENCES = 120
_MOST_VALUES = 60
_GATE = re.compile(
    r"\b(?:each|every|everybody|everyone|differ|different|another|own|no two)\b|"
    r"\b(three|four|five|six|[3-6]) [a-z ]+, (?:and )?\1 [a-z ]+, (?:and )?\1\b",
    re.IGNORECASE,
)
_TITLE = re.compile(r"[^.?!:;]{1,60}?(?:\([^()]{1,80}\))?\W*")  # no sentence, but for an aside
_ASIDE = re.compile(r"\([^()]*\)")
_OR_WHICH = frozenset({"or", "not", "either", "neither", "nor", "and", "but", "than"})  # two values may be in two rows


@dataclass
class _Text:
    """The sentences of a text: those before the clues, and those of the clues and questions, taken apart."""

    pieces: list[Piece]
    begin: int
    told: Introduction
    asked: list[Sentence] = field(default_factory=list)
    stated: list[Sentence] = field(default_factory=list)
    naming: set[str] = field(default_factory=set)  # sentences that only name values: "the remaining pet is a fish"


def read(text: str) -> tuple[Grid | None, str]:
    """Read the grid in a text; None if it announces none, or if the numbers of its values do not come out.

    In the latter case, if most values were found, the second part says so.
    """
    if len(text) > _LONGEST or not _GATE.search(text):
        return None, ""
    found = _taken_apart(text)
    if found is None:
        return None, ""
    reason = ""
    for anything, with_all in itertools.product((False, True), (True, False)):
        if anything and with_all:
            found.told.attributes.append(ANYTHING)
        values = _values([*found.stated, *found.asked], found.told)
        if not with_all:
            _drop_words_of_questions(values, found)
        if len(values.frames) > _MOST_VALUES:
            return None, ""
        shares, why = shared_out(values, found.told)
        reason = reason or why
        if shares is not None and sum(bool(each.keys) for each in shares) > 1:
            return _grid(found, shares), ""
    needed = sum(each.needed for each in found.told.attributes) * found.told.rows
    if 2 * len(_values(found.stated, found.told).frames) < needed:
        return None, ""
    return None, f"The values stand only in the clues, and their numbers do not come out: {reason}."


def _taken_apart(text: str) -> _Text | None:
    pieces = divide(text)
    if len(pieces) > _MOST_SENTENCES:
        return None
    plain = Knowledge(rows=0)
    first = (
        n
        for n, each in enumerate(pieces)
        if (restates(each.text) or (not each.marked and announces(each.text))) and not courteous(each.text, plain)
    )
    begin = next(first, None)
    if begin is None:
        return None
    end = begin + 1
    while end < len(pieces) and not pieces[end].clue and announces(pieces[end].text):
        end += 1
    telling = [*range(begin, end), *(n for n in range(end, len(pieces)) if restates(pieces[n].text))]
    told = introduction([pieces[n].text for n in telling])
    if told is None or any(
        lists(piece.text, told.rows, piece.elsewhere)
        for piece in pieces
        if not (_asks(piece) or piece.text in told.announcing)
    ):
        return None
    clues = [piece for n, piece in enumerate(pieces) if (n >= begin or _asks(piece)) and n not in telling]
    said = [sentence for piece in clues for sentence in _said(piece.text, told)]
    with_more(told, [tokenise(sentence) for sentence in said])
    found = _Text(pieces, begin, told)
    verbs = told.verbs
    for sentence in said:
        taken = Sentence(tokenise(sentence), told, verbs)
        (found.asked if sentence.rstrip().endswith("?") else found.stated).append(taken)
        if taken.only_names():
            found.naming.add(sentence)
    return found


def _asks(piece: Piece) -> bool:
    return piece.text.rstrip().endswith("?")


def _said(text: str, told: Introduction) -> list[str]:
    """The sentences of a piece of the text that may state or ask something."""
    if HEADING.match(text) or CATEGORIES_HEADING.match(text):
        return []
    plain = Knowledge(rows=told.rows)
    return [in_usual_words(without_view(sentence)) for sentence in sentences(text) if not courteous(sentence, plain)]


def _key(sentence: Sentence, chunk: Chunk) -> Key:
    return tuple(token.key for token in sentence.tokens[chunk.start : chunk.end])


def _given(told: Introduction) -> set[Key]:
    return {tuple(token.key for token in tokenise(value)) for each in told.attributes for value in each.values}


def _values(told: Sequence[Sentence], known: Introduction) -> Found:
    """The values in the sentences, with the frames in which they occur."""
    found, given = Found(), _given(known)
    for sentence in told:
        keys = [_key(sentence, chunk) for chunk in sentence.chunks]
        for chunk, key in zip(sentence.chunks, keys, strict=True):
            if key not in given:
                found.frames[key].update(chunk.frames)
                found.spelled[key] = sentence.words(chunk)
                first = sentence.tokens[chunk.start]
                if chunk.start or not is_english(first.norm):
                    found.proper[key] = first.capitalised
        if len(keys) == 2 and keys[0] != keys[1] and not sentence.places and not _OR_WHICH & sentence.norms:
            found.apart.add(frozenset(keys))
    _join_doers(found)
    return found


def _join_doers(found: Found) -> None:
    """Take a word for who does something for what is done, where the clues name that too: "the golfer" plays golf."""
    for key in [key for key in found.frames if len(key) == 1]:
        base = re.sub(r"(?:er|or|ist|ian|man|woman)$", "", found.spelled[key].lower())
        same = [each for each in ((stem(base),), (stem(f"{base}e"),), (stem(base[:-1]),)) if each in found.frames]
        if len(base) < len(found.spelled[key]) and len(base) > 2 and same and same[0] != key:
            _move(found, key, same[0])


def _move(found: Found, key: Key, to: Key) -> None:
    del found.frames[key], found.spelled[key]
    found.proper.pop(key, None)
    found.apart = {frozenset(to if each == key else each for each in pair) for pair in found.apart}
    found.apart = {pair for pair in found.apart if len(pair) > 1}


def _drop_words_of_questions(values: Found, found: _Text) -> None:
    """Leave out what only a question contains, in no frame: "what is the position of ..."."""
    stated = {_key(sentence, chunk) for sentence in found.stated for chunk in sentence.chunks}
    for key in [key for key, frames in values.frames.items() if key not in stated and not frames]:
        del values.frames[key]


def _grid(found: _Text, shares: Sequence[Shared]) -> Grid:
    grid = Grid()
    told = found.told
    spelled = _spelled([*found.stated, *found.asked])
    place = told.place.capitalize().removesuffix("s")
    if place:
        grid.categories[place] = [str(number + 1) for number in range(told.rows)]
        grid.positions.append(place)
    stated = {_key(sentence, chunk) for sentence in found.stated for chunk in sentence.chunks}
    for each in sorted(shares, key=lambda each: not each.values):
        if each.values:
            grid.categories[each.name] = list(each.values)
        elif each.keys:
            asked = sum(key not in stated for key in each.keys)
            grid.categories[each.name] = _in_one_case([spelled[key] for key in each.keys])
            grid.inferred[each.name] = f"{asked} of its values stand only in a question" if asked > 1 else ""
        grid.descriptions[each.name] = each.said
    grid.parts = [_part(piece, found, before=n < found.begin) for n, piece in enumerate(found.pieces)]
    return grid


def _part(piece: Piece, found: _Text, *, before: bool) -> Part:
    part = Part(piece.text, piece.raw, piece.number, given=piece.clue, marked=piece.marked)
    said = sentences(piece.text)
    part.title = before and _is_title(piece.text)
    part.lists = (not piece.clue and piece.text in found.told.rest) or all(each in found.naming for each in said)
    part.rest = found.told.rest.get(piece.text, "")
    return part


def _is_title(text: str) -> bool:
    """Whether a line has no verb, outside an aside: it says nothing."""
    words = tokenise(_ASIDE.sub("", text))
    return bool(_TITLE.fullmatch(text)) and not any(each.norm in FINITE or verb_like(each.norm) for each in words)


def _spelled(told: Sequence[Sentence]) -> dict[Key, tuple[str, bool]]:
    """The spelling of each value, within a sentence if it occurs there, and whether it does."""
    found: dict[Key, tuple[str, bool]] = {}
    for sentence in told:
        for chunk in sentence.chunks:
            key = _key(sentence, chunk)
            within = chunk.start > 0
            if key not in found or (within and not found[key][1]):
                found[key] = sentence.words(chunk), within
    return found


def _in_one_case(spelled: Sequence[tuple[str, bool]]) -> list[str]:
    """The values, with those that only begin sentences in lower case if the others are."""
    within = [text for text, inside in spelled if inside]
    lower = bool(within) and all(text[:1].islower() for text in within)
    return [text[:1].lower() + text[1:] if lower and not inside else text for text, inside in spelled]
