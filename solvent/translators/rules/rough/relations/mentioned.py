"""Finds categories whose values no list gives: what the clues speak of, shared out by the frames in which it occurs."""

import re
from collections import Counter
from collections.abc import Collection, Sequence

from solvent.translators.rules.clues.link_words import PREPOSITIONS
from solvent.translators.rules.clues.unlisted.announced import restates
from solvent.translators.rules.rough.relations.asking import asks
from solvent.translators.rules.rough.relations.clusters import Cluster, by_case, clustered, fitted
from solvent.translators.rules.rough.relations.mentions import Mention, mentions, verb_key
from solvent.translators.rules.text.category_names import COUNTED, number_of
from solvent.translators.rules.text.grid_in_prose import Piece
from solvent.translators.rules.text.tokens import tokenise
from solvent.translators.rules.text.units import is_unit
from solvent.translators.rules.text.words import (
    GLUE,
    NUMBER_WORDS,
    RESERVED,
    is_agent,
    is_english,
    is_superlative,
    stem,
)

_MOST_ROWS = 10
_LEAST = 3
_GRAMMAR = (RESERVED | PREPOSITIONS | GLUE | {"every"}) - {"house", "houses", "home", "homes", "above"}
_BEFORE_CLUES = 4
_THAN_EACH = re.compile(r"\b(?:beat|than|before|after|behind|ahead of|above|below) (?:every|each)", re.IGNORECASE)
_TITLE = re.compile(r".{1,120}[^.?!:;]")
_OF_ALL = re.compile(
    rf"\b(?:the|all|us|of) ({'|'.join([*NUMBER_WORDS][_LEAST:_MOST_ROWS])})\b(?! (?:\w+ )?\w+s\b)"
    rf"|\b({'|'.join([*NUMBER_WORDS][_LEAST:_MOST_ROWS])}) of (?:us|them)\b",
    re.IGNORECASE,
)
_STRONG = re.compile(rf"\b({'|'.join([*NUMBER_WORDS][_LEAST:_MOST_ROWS])}) (?:strong|in all)\b", re.IGNORECASE)
_NUMBER = "|".join([*NUMBER_WORDS][_LEAST:_MOST_ROWS])
_EACH = re.compile(
    rf"\b(?:each(?! other)|every|everybody|everyone|own|different|differently|another|no two|in a (?:row|line)|"
    rf"numbered|(?:we|there) (?:have|are) (?:{_NUMBER}))\b",
    re.IGNORECASE,
)
_WHAT = re.compile(r"\W*what (?:is|are|was|were) the\b[^?]*\band\b", re.IGNORECASE)
_WHO = re.compile(r"\b(?:who|whose|whom|where|when|\?)", re.IGNORECASE)
_APIECE = re.compile(
    r"\b(?:one|an?|another|(?:a )?(?:different|separate|particular)|own|favou?rite|(?:kind|sort|type|brand|make)s? of) "
    r"([a-z]{3,})\b(?! of\b)"
)
_SEVERAL = re.compile(
    rf"\W*(?:(?!exactly\b)\w+\W+){{0,6}}?(?:{_NUMBER}|[3-9]) (?!of\b)(?:\w+ ){{0,2}}?"
    r"(?!was\b|is\b|has\b|does\b)(?P<noun>\w{3,}s)\b",
    re.IGNORECASE,
)


def mentioned(
    pieces: Sequence[Piece], consumed: Collection[int], known: Sequence[str], names: Sequence[str], rows: int
) -> list[Cluster]:
    """The categories that the clues alone tell of, beside the `known` values, in a world of that many rows."""
    asked = [piece.text for piece in pieces if asks(piece.text) and "?" in piece.text]
    told = [pieces[at].text for at in clues(pieces) if at not in consumed]
    nouns = nouns_of(pieces, names)
    taken = {token.key for value in known for token in tokenise(value)} | nouns
    clusters, loose = clustered([each for each in mentions(told, nouns) if not _is_known(each, taken)])
    seen = {key for each in (*clusters, loose) for key in each.values} | taken
    openings = {tokenise(sentence)[0].text for sentence in asked if tokenise(sentence)}
    more = [each for each in mentions(asked, nouns) if not _is_known(each, seen) and each.text not in openings]
    return [each for each in fitted(clusters, loose, more, rows) if len(each.values) >= _LEAST - 1]


def announced(pieces: Sequence[Piece], names: Sequence[str]) -> bool:
    """Whether the text says that each has one of something that it does not list: "each has a pet"."""
    own = {token.key for name in names for token in tokenise(name)}
    found = {
        stem(noun.lower())
        for piece in pieces
        if _EACH.search(piece.text) and not asks(piece.text)
        for noun in _APIECE.findall(piece.text)
        if noun.lower() not in _GRAMMAR
    }
    return bool(found - own)


def spellings(pieces: Sequence[Piece]) -> dict[str, str]:
    """The words of a text by their stems, nouns and verbs, the shortest first."""
    found: dict[str, str] = {}
    for word in sorted({token.norm for piece in pieces for token in tokenise(piece.text)}, key=len):
        found.setdefault(stem(word), word)
        found.setdefault(verb_key(word), word)
    return found


def counted_rows(text: str) -> list[int]:
    """How many things a text may be about, by what it counts; the likeliest first."""
    counts = Counter(number_of(match[1]) for match in COUNTED.finditer(text))
    counts.update(NUMBER_WORDS[(match[1] or match[2]).lower()] for match in _OF_ALL.finditer(text))
    counts.update(NUMBER_WORDS[match[1].lower()] for match in _STRONG.finditer(text))
    return [number for number, _ in counts.most_common() if _LEAST <= number <= _MOST_ROWS]


def likely_rows(pieces: Sequence[Piece]) -> list[int]:
    """How many values the clues name in one frame, where nothing says how many there are; the most first."""
    nouns = nouns_of(pieces, ())
    clusters, loose = clustered(
        [each for each in mentions([pieces[at].text for at in clues(pieces)], nouns) if not _is_known(each, set(nouns))]
    )
    sizes = {len(each.values) for each in (*clusters, *by_case(loose))}
    sizes |= {
        sum(len(each.values) for each in (*clusters, *by_case(loose)) if each.proper == case) for case in (True, False)
    }
    return sorted((size for size in sizes if _LEAST <= size <= _MOST_ROWS), reverse=True)


def clues(pieces: Sequence[Piece]) -> list[int]:
    """The numbers of the sentences that are no question, no introduction and nothing before it."""
    begin = next(
        (
            at
            for at, piece in enumerate(pieces[:_BEFORE_CLUES])
            if at and not asks(piece.text) and _introduces(piece, at)
        ),
        0,
    )
    return [
        at
        for at, piece in enumerate(pieces)
        if (at >= begin or piece.marked) and not (asks(piece.text) or _introduces(piece, at))
    ]


def _introduces(piece: Piece, at: int) -> bool:
    """Whether a sentence is a title, or tells what all rows have."""
    if _THAN_EACH.search(piece.text):
        return False
    if piece.text.rstrip().endswith(":") or (at == 0 and not piece.marked and _TITLE.fullmatch(piece.text)):
        return True
    if piece.marked:
        return bool(_EACH.search(piece.text)) and restates(piece.text)
    several = _SEVERAL.match(piece.text)
    if at > _BEFORE_CLUES or not (_EACH.search(piece.text) or (several and not is_unit(several["noun"].lower()))):
        return False
    return not any(token.capitalised and not is_english(token.norm) for token in tokenise(piece.text)[1:])


def _is_known(each: Mention, taken: set[str]) -> bool:
    return not each.key or not taken.isdisjoint(each.key.split())


def nouns_of(pieces: Sequence[Piece], names: Sequence[str] = ()) -> frozenset[str]:
    """The stems of words for places, people and categories: what is counted, and what each row has one of."""
    text = " ".join(piece.text for piece in pieces)
    found = {stem(match[2].lower()) for match in COUNTED.finditer(text) if match[2].lower() not in _GRAMMAR}
    found |= {f"{match[2][:-3].lower()}f" for match in COUNTED.finditer(text) if match[2].endswith("ves")}
    found |= {token.key for name in names for token in tokenise(name)} | _heads(pieces)
    for at, piece in enumerate(pieces):
        if _EACH.search(piece.text):
            found |= {stem(noun.lower()) for noun in _APIECE.findall(piece.text) if noun.lower() not in _GRAMMAR}
        task = asks(piece.text) and (_WHAT.match(piece.text) or not _WHO.search(piece.text))
        if task or (not asks(piece.text) and _introduces(piece, at)):
            for token in tokenise(piece.text):
                plain = token.norm.isalpha() and token.norm not in _GRAMMAR
                if plain and not token.capitalised and len(token.norm) > 2:
                    found.add(token.key)
    return frozenset(found)


def _heads(pieces: Sequence[Piece]) -> set[str]:
    """The stems of nouns that tell things apart by what precedes them: "the red parcel", "the blue parcel"."""
    before: dict[str, set[str]] = {}
    for piece in pieces:
        tokens = tokenise(piece.text)
        for lead, one, head in zip(tokens, tokens[1:], tokens[2:], strict=False):
            plain = {one.norm, head.norm}.isdisjoint(_GRAMMAR) and not (one.owner or head.capitalised)
            if (
                lead.norm in ("the", "a", "an")
                and plain
                and not is_agent(head.norm)
                and head.norm.isalpha()
                and not is_superlative(one.norm)
            ):
                before.setdefault(head.key, set()).add(one.key)
    return {head for head, ones in before.items() if len(ones) > 2 and head not in set().union(*before.values())}
