"""Sums of money in texts, rewritten in cents: "$1.15" and "two dollars and five cents" become "money115" ..."""

import re
from fractions import Fraction

from solvent.translators.rules.quantities import number_words
from solvent.translators.rules.text.words import NUMBER_WORDS

_WORD = "|".join(NUMBER_WORDS)
_NUMBER = rf"(?:\d{{1,7}}(?:,\d{{3}})*(?:\.\d{{1,2}})?|(?:{_WORD})(?:[ -](?:{_WORD}))?)"
_SIGNED = re.compile(r"(?P<sign>[$\u00a3\u20ac])\s?(?P<n>\d{1,7}(?:,\d{3})*(?:\.\d{1,2})?)(?![\d.]*\d)(?!-)")
_NAMED = re.compile(
    rf"\b(?P<n>{_NUMBER}) (?P<unit>dollars?|euros?|pounds?)(?:(?: and)? (?P<c>{_NUMBER}) (?:cents?|pence))?\b(?! "
    rf"(?:coin|note|bill)s?)",
    re.IGNORECASE,
)
_CENTS = re.compile(
    rf"\b(?P<n>{_NUMBER})(?:(?: cents?| pence)\b(?! (?:coin|piece)s?)|p\b(?! (?:coin|piece)s?|,| and \d+p| or \d+p))",
    re.IGNORECASE,
)


def with_money(sentence: str) -> str:
    """Write all sums of money in a sentence as "money" with the number of cents."""
    sentence = _SIGNED.sub(lambda found: _cents(found["n"], 100), sentence)
    sentence = _NAMED.sub(lambda found: _cents(found["n"], 100, found["c"] or "0"), sentence)
    return _CENTS.sub(lambda found: _cents(found["n"], 1), sentence)


def _cents(number: str, unit: int, cents: str = "0") -> str:
    found = number_words.whole(tuple(number.lower().replace("-", " ").split()))
    more = number_words.whole(tuple(cents.lower().replace("-", " ").split()))
    amount = (found or Fraction(0)) * unit + (more or 0)
    return f"money{int(amount)}" if amount.denominator == 1 else number
