"""Where quotations from a text stand in it, also if they were tidied up: other spaces, quotation marks or numbers."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import chain, islice

Span = tuple[int, int]
"""Where something begins and ends in a text, in characters."""

_WORD = re.compile(r"\w+")


def located(text: str, quotes: Sequence[str]) -> list[Span | None]:
    """The place of each quotation, looked for behind the one before it first; None for one that is not in the text.

    No two places overlap.
    """
    words = _Words(text)
    return [words.take(quote) for quote in quotes]


class _Words:
    """The words of a text, each of which is part of one quotation at most."""

    def __init__(self, text: str) -> None:
        self._text = text
        found = list(_WORD.finditer(text))
        self._words = [each[0].casefold() for each in found]
        self._spans = [each.span() for each in found]
        self._taken = bytearray(len(found))
        self._behind = 0
        self._absent: set[tuple[str, ...]] = set()
        self._starts: dict[str, list[int]] = {}
        for n, word in enumerate(self._words):
            self._starts.setdefault(word, []).append(n)

    def take(self, quote: str) -> Span | None:
        """The first place behind the last one that was taken, or else before it, where the quotation stands."""
        wanted = tuple(word.casefold() for word in _WORD.findall(quote))
        if not wanted or wanted in self._absent:
            return None
        starts = self._starts.get(wanted[0], [])
        middle = bisect_left(starts, self._behind)
        for n in chain(islice(starts, middle, None), islice(starts, middle)):
            end = n + len(wanted)
            if tuple(self._words[n:end]) == wanted and not any(self._taken[n:end]):
                self._taken[n:end] = b"\1" * len(wanted)
                self._behind = end
                return _with_signs(self._text, (self._spans[n][0], self._spans[end - 1][1]), quote)
        self._absent.add(wanted)
        return None


def _with_signs(text: str, place: Span, quote: str) -> Span:
    """The place with the signs that the quotation begins and ends with, as far as the text has them there, too."""
    start, end = place
    words = list(_WORD.finditer(quote))
    before, after = quote[: words[0].start()].lstrip(), quote[words[-1].end() :].rstrip()
    while before and text[start - 1 : start] == before[-1]:
        before, start = before[:-1], start - 1
    while after and text[end : end + 1] == after[0]:
        after, end = after[1:], end + 1
    return start, end
