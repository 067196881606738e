"""Finds plain lists that stand alone between signs: "Ways: bicycle, bus, on foot", "(red, blue or silver)"."""

import re
from collections.abc import Iterator

from solvent.translators.rules.clues.link_words import PREPOSITIONS
from solvent.translators.rules.clues.links.small_words import verb_like
from solvent.translators.rules.rough.relations.wording import words
from solvent.translators.rules.text.words import GLUE, NUMBER_WORDS, RESERVED

_SIGN = re.compile(r"[:()\[\]\u2014\u2013]|\s-\s|[.?!;](?=\s|$)")
_COMMA = re.compile(r"\s*(?:,\s*(?:and|or|&)\s+|,|/|\s(?:and|or|&)\s)\s*", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|an?|some|his|her|my|our|either|one)\s+(?=\w)", re.IGNORECASE)
_WITH_ARTICLE = re.compile(r".*\b(?:the|an?|some)\s+(?=\w)", re.IGNORECASE)
_IN_WORDS = re.compile(r"(?:^|.*\s)(?:are|were|is|namely|called|named|included?)\s+(?=\S)", re.IGNORECASE)
_NAME_BEFORE = re.compile(r"([A-Za-z][\w'-]*)\s*$")
_AMOUNT = re.compile(r"[$\u00a3\u20ac]?\d[\d:.]*")
_LAST_AMOUNT = re.compile(rf"{_AMOUNT.pattern}(?: years old)?")
_OPENING = tuple(":([-\u2014\u2013")
_LEAST, _MOST = 3, 10
_MOST_WORDS = 4
_LED = re.compile(
    r"\b(?:in|into|by|from|with|at|on|as|to|of) ((?:[^,;.:()?]{2,30}, ){1,7}[^,;.:()?]{2,30}?,? (?:and|or) "
    r"[^,;.:()?]{2,30})(?=[.;:]|$)"
)
_NO_NOUNS = frozenset({"different", "distinct", "all", "also", "following", "are", "is", "were", "these", "available"})
_VERBS = frozenset(
    {"is", "are", "was", "were", "has", "have", "had", "does", "do", "who", "that", "which", "it", "they", "i", "we"}
)
_PREPOSITIONS = frozenset({"at", "in", "on", "by", "to", "from", "of", "for", "with"})
_CLAUSES = re.compile(r"[^.;:?!()]+")
_ONE = re.compile(
    r"(?:^|(?<=\s))(?:one|another|(?:a|the) (?:first|second|third|fourth|fifth|sixth|other|last))(?: one)?"
    r"(?: of (?:them|these|those|us|the \w+))?\s(?!of\b|or\b|and\b)",
    re.IGNORECASE,
)
_FIRST_ARTICLE = re.compile(r".*?\b(?:the|an?)\s+(?=\w)", re.IGNORECASE)
_FURTHER = re.compile(
    r",? (?:but|though|although|while)\b|,? and (?:they|it|he|she|each|no|none|all)\b|, ", re.IGNORECASE
)
_TRAILING = frozenset({"and", "or", "but", "too", "respectively", "each", "while", "the"})
_LEADING = frozenset({"on", "by", "in", "at"})  # "on foot"
_PLAIN = frozenset(
    {
        "of",
        "and",
        "or",
        "in",
        "the",
        "second",
        "middle",
        "last",
        "left",
        "right",
        "none",
        "st",
        "mr",
        "mrs",
        "ms",
        "dr",
        "miss",
    }
)


def enumerations(text: str) -> Iterator[tuple[str, tuple[str, ...], int, int]]:
    """The lists between signs, each with the word before it and where it begins and ends."""
    start = 0
    for sign in [*_SIGN.finditer(text), None]:
        end = sign.start() if sign else len(text)
        piece = text[start:end]
        lead = _IN_WORDS.match(piece)
        begin = start + (lead.end() if lead and piece[: lead.end()].count(",") == 0 else 0)
        opened = begin > start or text[:start].rstrip()[-1:] in _OPENING
        values = _values(text[begin:end], opened=opened)
        if values:
            yield _named_before(text[:start].rstrip(" ,:(-\u2014\u2013")), values, begin, end
        start = sign.end() if sign else end


def led(text: str) -> Iterator[tuple[tuple[str, ...], int, int]]:
    """The lists that end a clause after a preposition: "wrapped in gold paper, newspaper and a paper bag"."""
    for found in _LED.finditer(text):
        values = _values(found[1], opened=True)
        if values and not any(value.split(" ")[0] in _PREPOSITIONS for value in values):
            yield values, found.start(1), found.end(1)


def _named_before(text: str) -> str:
    """The last word before a list that may be a noun: "toppings" of "toppings, all different"."""
    last = _NAME_BEFORE.search(text)
    if last is None:
        return ""
    clause = re.split(r"[.;:!?(),]\s", text)[-1]
    usual = [word for word in re.findall(r"[a-z][\w'-]+", clause.lower()) if word not in _NO_NOUNS | GLUE | RESERVED]
    return usual[-1] if usual and last[1].lower() in _NO_NOUNS else last[1].lower()


def _values(piece: str, *, opened: bool) -> tuple[str, ...]:
    parts = [part.strip(" \"'*_.") for part in _COMMA.split(piece.strip())]
    if opened and any(map(_ARTICLE.match, parts[1:])) and (lead := _WITH_ARTICLE.match(parts[0])):
        parts[0] = parts[0][lead.end() :]
    parts = [_ARTICLE.sub("", part) for part in parts]
    if all(map(_AMOUNT.fullmatch, parts[1:-1])) and _LAST_AMOUNT.fullmatch(parts[-1]):
        parts[0] = parts[0].rpartition(" ")[2]
    elif not opened and " " in parts[0] and not any(" " in part for part in parts[1:]):
        return ()
    if not _LEAST <= len(parts) <= _MOST or not all(map(_is_value, parts)):
        return ()
    led = sum(part.split(" ")[0].lower() in _PREPOSITIONS for part in parts)
    return (
        tuple(parts)
        if len({part.lower() for part in parts}) == len(parts) and led in (0, len(parts), 1 if opened else 0)
        else ()
    )


def _is_value(part: str) -> bool:
    found = words(part)
    if not 0 < len(found) <= _MOST_WORDS or not _VERBS.isdisjoint(found):
        return False
    if len(found) == 1:
        return found[0] not in (GLUE | RESERVED | NUMBER_WORDS.keys()) or found[0] in ("second", "none", "both")
    if (found[0] in NUMBER_WORDS and found[-1].endswith("s")) or found[0] in ("kind", "sort", "type"):
        return False
    names = {word for at, word in enumerate(part.split()) if at and word[:1].isupper()}
    inner = found[1:] if found[0] in _LEADING else found
    inner = tuple(word for word in inner if word.capitalize() not in names)
    return all(word not in (GLUE | RESERVED) or word in _PLAIN for word in inner)


def one_by_one(text: str) -> Iterator[tuple[str, tuple[str, ...], int, int]]:
    """The values of "one drinks tea, another coffee and the third milk", with where they begin and end."""
    for sentence in _CLAUSES.finditer(text):
        parts = [*_ONE.finditer(sentence[0])]
        if len(parts) < _LEAST:
            continue
        ends = [*(part.start() for part in parts[1:]), len(sentence[0])]
        told = [sentence[0][part.end() : end] for part, end in zip(parts, ends, strict=True)]
        told = [_FURTHER.split(each)[0] for each in told]
        if all(map(_ARTICLE.match, told[1:])) and (lead := _FIRST_ARTICLE.match(told[0])):
            values = tuple(
                _first_words(each) for each in (told[0][lead.end() :], *(_ARTICLE.sub("", e) for e in told[1:]))
            )
        else:
            values = tuple(_last_words(each) for each in told)
        if all(values) and len(set(values)) == len(values) <= _MOST:
            yield "", values, sentence.start() + parts[0].start(), sentence.end()


def _first_words(told: str) -> str:
    """The words at the beginning that are no grammar: "baker" of "baker by trade"."""
    found = re.findall(r"\w[\w'-]*", told)
    size = next((at for at, word in enumerate(found) if not _is_open(word)), len(found))
    return " ".join(found[:size])


def _last_words(told: str) -> str:
    """The words at the end of a clause that are no grammar: "box" of "sat in a box", "hurdles" of "runs hurdles"."""
    found = re.findall(r"[$\u00a3\u20ac]?\w[\w'.:-]*", told.strip(" ,.;"))
    while found and found[-1].lower() in _TRAILING:
        found.pop()
    kept: list[str] = []
    while found and (not kept or len(kept) < _MOST_WORDS) and _is_open(found[-1]):
        kept.insert(0, found.pop())
    alone = not found and len(kept) > 1 and verb_like(kept[0].lower())
    return " ".join(kept[1:] if alone else kept)


def _is_open(word: str) -> bool:
    plain = word.lower()
    return plain not in GLUE | RESERVED | PREPOSITIONS | {"is", "are"} and plain not in NUMBER_WORDS
