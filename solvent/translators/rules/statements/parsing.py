"""Parser combinators that return every way to read a sentence, so that one with two meanings is noticed.

A parser takes a sentence and a position in it, and yields values, each with the position after it. Sentences are
normalised first (`normal`): contractions are written out, and words are separated by single spaces.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")
U = TypeVar("U")
Parser = Callable[[str, int], Iterator[tuple[T, int]]]

_CONTRACTIONS = tuple(
    (re.compile(pattern, re.IGNORECASE), whole)
    for pattern, whole in (
        (r"\b(ca)n't\b", r"\1n not"),
        (r"\bcannot\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"\bshan't\b", "shall not"),
        (r"(?<=[a-z])n't\b", " not"),
        (r"\b(I)'m\b", r"\1 am"),
        (r"\b(you|we|they|who)'re\b", r"\1 are"),
        (r"\b(I|you|we|they|who)'ve\b", r"\1 have"),
        (
            (
                r"\b(he|she|it|that|there|who|what|one|here)'s "
                r"(?=not\b|an?\b|the\b|in\b|one\b|neither\b|lying\b|telling\b)"
            ),
            r"\1 is ",
        ),
        (r"\b(I|you|he|she|it|we|they|who|that)'ll\b", r"\1 will"),
        (  # a possessive is not followed by these
            (
                r"\b([A-Za-z][\w-]*)'s "
                r"(?=(?:not|an?|the|lying|telling|fibbing|innocent|guilty|one of|also|just|in (?:the|here))\b)"
            ),
            r"\1 is ",
        ),
        (r"\b(must|could|should|would|might)'ve\b", r"\1 have"),
    )
)
_QUOTES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"})


def normal(sentence: str) -> str:
    """Return a sentence with contractions written out, plain quotation marks, single spaces, and no full stop."""
    plain = sentence.translate(_QUOTES)
    for pattern, whole in _CONTRACTIONS:
        plain = pattern.sub(whole, plain)
    plain = re.sub(r"\s+([,;:])", r"\1", re.sub(r"\s+", " ", plain))
    return plain.strip().rstrip(".!").strip()


def word(pattern: str, value: Any = None) -> Parser[Any]:
    """Match a regular expression as whole words, after at most one space; the value is the match unless given."""
    compiled: list[re.Pattern[str]] = []

    def parse(text: str, at: int) -> Iterator[tuple[Any, int]]:
        if not compiled:
            compiled.append(_compiled(pattern))
        match = compiled[0].match(text, at)
        if match:
            yield (match if value is None else value), match.end()

    return parse


@lru_cache(maxsize=4096)  # a grammar has hundreds of them, most of which do not depend on the puzzle
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf" ?(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


def mark(pattern: str) -> Parser[None]:
    """Match punctuation."""
    compiled = re.compile(rf" ?(?:{pattern})")

    def parse(text: str, at: int) -> Iterator[tuple[None, int]]:
        match = compiled.match(text, at)
        if match:
            yield None, match.end()

    return parse


def nothing(value: T) -> Parser[T]:
    """Match the empty string."""

    def parse(_: str, at: int) -> Iterator[tuple[T, int]]:
        yield value, at

    return parse


def either(*parsers: Parser[T]) -> Parser[T]:
    """Match what any of the parsers matches."""

    def parse(text: str, at: int) -> Iterator[tuple[T, int]]:
        for each in parsers:
            yield from each(text, at)

    return parse


def optional(parser: Parser[Any]) -> Parser[Any]:
    """Match what the parser matches, or nothing (None)."""
    return either(parser, nothing(None))


def then(*parsers: Parser[Any], make: Callable[..., T | None]) -> Parser[T]:
    """Match the parsers one after the other; `make` gets their values, and returns None for what cannot be meant."""

    def parse(text: str, at: int, values: tuple[Any, ...] = ()) -> Iterator[tuple[T, int]]:
        if len(values) == len(parsers):
            made = make(*values)
            if made is not None:
                yield made, at
            return
        for value, end in parsers[len(values)](text, at):
            yield from parse(text, end, (*values, value))

    return parse


def mapped(parser: Parser[T], make: Callable[[T], U | None]) -> Parser[U]:
    """Match the parser and change its value; None is no match."""
    return then(parser, make=make)


def chain(item: Parser[T], joint: Parser[Any], last: Parser[Any]) -> Parser[list[T]]:
    """Match two or more items: "a joint b joint c last d"; the joint before the last one may follow `joint`, too."""

    def parse(text: str, at: int) -> Iterator[tuple[list[T], int]]:
        for first, end in item(text, at):
            yield from more(text, end, [first])

    def more(text: str, at: int, found: list[T]) -> Iterator[tuple[list[T], int]]:
        for _, end in last(text, at):
            for value, after in item(text, end):
                yield [*found, value], after
        for _, end in joint(text, at):
            for value, after in item(text, end):
                yield from more(text, after, [*found, value])

    return parse


def lazy(make: Callable[[], Parser[T]]) -> Parser[T]:
    """Return a parser that is built on first use, and remembers what it read; for grammars that refer to themselves."""
    built: list[Parser[T]] = []
    known: dict[tuple[str, int], list[tuple[T, int]]] = {}

    def parse(text: str, at: int) -> Iterator[tuple[T, int]]:
        if not built:
            built.append(make())
        if (text, at) not in known:
            known[text, at] = []  # a rule that begins with itself finds nothing there
            known[text, at] = list(built[0](text, at))
        yield from known[text, at]

    return parse


def whole(parser: Parser[T], text: str) -> list[T]:
    """Return the different values of a whole text."""
    found: list[T] = []
    for value, end in parser(text, 0):
        if not text[end:].strip() and value not in found:
            found.append(value)
    return found


def furthest(parser: Parser[Any], text: str) -> int:
    """Return the position up to which a text was read, for a message about the word that stopped it."""
    ends: Sequence[int] = [end for _, end in parser(text, 0)]
    return max(ends, default=0)
