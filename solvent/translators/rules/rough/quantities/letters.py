"""Sums with letters for digits in a text that also tells other things: "Mr Osei wrote TO + GO = OUT on the board"."""

import re
from collections.abc import Iterator

from solvent.translators.rules.quantities.facts import Fact, compared, equal
from solvent.translators.rules.quantities.polynomial import Poly, total
from solvent.translators.rules.rough.draft import Draft
from solvent.translators.rules.rough.quantities.ledger import Ledger

_LETTER = re.compile(r"\bletters?\b|\bcryptarithms?\b|\balphametics?\b|\bdigits?\b", re.IGNORECASE)
_INLINE = re.compile(r"\b[A-Z]{1,8}(?:\s*[+]\s*[A-Z]{1,8}){1,4}\s*=\s*[A-Z]{1,9}\b")
_COLUMN = re.compile(r"^[ \t>|]*(?P<sign>[+=])?[ \t]*(?P<word>[A-Z](?:[ \t]?[A-Z]){1,8})[ \t|]*$")
_RULE = re.compile(r"^[ \t>|]*[-=_\u2500\u2014\u2013]{2,}[ \t|]*$")
# What is more than the usual rules.
_UNUSUAL = re.compile(
    r"\b(?:may|can|could|need not|even|odd|prime|larger|smaller|greater|bigger|less|than|twice|half|base)\b"
    r"|(?:\b(?:is|are|be)|=|n't)\s*(?:not )?[1-9]\b",
    re.IGNORECASE,
)
_MOST = 10  # letters


def draft(text: str) -> Draft | None:
    """Read the sum of a text; what else it tells is taken for the usual rules."""
    words = _words(text) if _LETTER.search(text) and not _UNUSUAL.search(text) else None
    if words is None:
        return None
    letters = sorted({letter for word in words for letter in word})
    if not 2 < len(letters) <= _MOST:
        return None
    ledger = Ledger()
    digits = {letter: ledger.unknown(letter, 0, 9) for letter in letters}
    values = [_value([digits[letter] for letter in word]) for word in words]
    ledger.told(f"{' + '.join(words[:-1])} = {words[-1]}", [tuple(_columns(words, digits, ledger))])
    ledger.different.append(tuple(letters))
    ledger.always += [compared(digits[first], ">=", Poly.constant(1)) for first in sorted({word[0] for word in words})]
    asked = _asked(text, words)
    ledger.asked = values[words.index(asked)] if asked else digits
    ledger.question = asked
    return ledger.draft()


def _words(text: str) -> list[str] | None:
    """The numbers of the sum, the last of them the result."""
    if inline := _INLINE.search(text):
        return re.findall(r"[A-Z]+", inline[0])
    found: list[str] = []
    ruled = False
    for line in text.splitlines():
        if match := _COLUMN.match(line):
            found.append(re.sub(r"[ \t]", "", match["word"]))
            if (ruled or match["sign"] == "=") and len(found) > 2:
                return found
        elif _RULE.match(line) and len(found) > 1:
            ruled = True
        elif line.strip():
            found, ruled = [], False
    return None


def _columns(words: list[str], digits: dict[str, Poly], ledger: Ledger) -> Iterator[Fact]:
    """The sum column by column, from the right, which solvers find easier."""
    carry = Poly(())
    for at in range(1, max(map(len, words)) + 1):
        column = [digits[word[-at]] for word in words[:-1] if len(word) >= at]
        result = digits[words[-1][-at]] if len(words[-1]) >= at else Poly(())
        after = ledger.unknown(f"carry {at}", 0, len(words))
        yield equal(total(column) + carry, result + after.times(10))
        carry = after
    yield equal(carry, Poly(()))


def _value(digits: list[Poly]) -> Poly:
    return total(each.times(10**place) for place, each in enumerate(reversed(digits)))


def _asked(text: str, words: list[str]) -> str:
    """The word whose number is asked for; "" if all letters are."""
    for sentence in re.split(r"[.?!][)\"'\u201d]*\s+|\n", text):
        asks = re.search(r"\b(?:what|which|how much|value|find|give|post|wants)\b", sentence, re.IGNORECASE)
        if not asks or "+" in sentence:
            continue
        named = [word for word in words if re.search(rf"\b{word}\b", sentence)]
        if len(named) == 1:
            return named[0]
    return words[-1] if re.search(r"\bhow much (?:money|is it)\b", text, re.IGNORECASE) else ""
