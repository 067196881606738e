"""Arithmetic phrases and statements, whatever they are about: "twice the sum of ...", "... differ by 7"."""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from solvent.translators.rules.quantities import number_words
from solvent.translators.rules.quantities.facts import Fact, Relation, apart, compared, equal, remainder
from solvent.translators.rules.quantities.polynomial import Poly, multiplied, total
from solvent.translators.rules.quantities.templates import Slots, Words, matches
from solvent.translators.rules.text.words import listed as text_words

_TOKEN = re.compile(
    r"money\d+|[$\u00a3\u20ac]\d+(?:,\d{3})*(?:\.\d+)?|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?p?(?![\w])"
    r"|\d{1,4}/\d{1,4}"
    r"|[a-z]+(?:'[a-z]+)?|[,;:%\u20ac]|\d+[a-z]+"
)
_SHORT = {
    "i'm": "i am", "i've": "i have", "you've": "you have", "they're": "they are", "we've": "we have", "it's": "it is",
    "he's": "he is", "she's": "she is", "what's": "what is", "there's": "there is", "he'll": "he will",
    "you're": "you are", "she'll": "she will", "they'll": "they will", "i'll": "i will", "that's": "that is",
    "they've": "they have", "there'd": "there would", "there'll": "there will",
}  # fmt: skip
_CONTRACTED = re.compile(r"([a-z]+)'(ve|re|ll|d)")
_LONG = {"ve": "have", "re": "are", "ll": "will", "d": "would"}
_MORE = "more|greater|larger|bigger|higher|taller|older|longer|heavier"
_LESS = "less|fewer|smaller|lower|shorter|younger|lighter"
_BE = "is|are|was|were|equals|equal|makes|make|gives|give|be|totals"
_LONGEST = 45  # words of a sentence
Said = tuple[Fact, ...]


def words_of(sentence: str) -> Words:
    """The words, numbers and marks of a sentence, in lower case; hyphens separate words."""
    plain = re.sub(r"[\u2018\u2019`\u00b4]", "'", sentence.lower())
    found: list[str] = []
    for word in _TOKEN.findall(plain):
        if word in _SHORT:
            found += _SHORT[word].split()
        elif word in ("won't", "shan't"):
            found += ["will", "not"]
        elif match := _CONTRACTED.fullmatch(word):
            found += [match[1], _LONG[match[2]]]
        elif word.endswith("n't"):
            found += [word[:-3] if word != "can't" else "can", "not"]
        elif word.endswith("'s"):
            found += [word[:-2], "'s"]
        else:
            found.append(word)
    return tuple(found)


class Arithmetic:
    """Reads arithmetic phrases over the quantities that a theme names.

    `atoms` reads a phrase for one quantity, `groups` one for several; both return all meanings, usually none.
    """

    def __init__(
        self,
        atoms: Callable[[Words], Iterable[Poly]],
        groups: Callable[[Words], Iterable[tuple[Poly, ...]]],
        constants: Callable[[Words], Iterable[Fraction]] = lambda words: numbers(words),  # noqa: PLW0108 - defined below
    ) -> None:
        self._atoms, self._groups, self._constants = atoms, groups, constants
        self._known: dict[tuple[str, Words], Sequence[Any]] = {}
        self.slots: Slots = {
            "e": self.quantity,
            "s": self.group,
            "n": lambda words: self._memo("n", words, self._constants),
            "i": lambda words: [int(n) for n in numbers(words) if n.denominator == 1],
            "f": lambda words: [each for each in (number_words.factor(words),) if each is not None],
            "divisors": _divisors,
        }

    def _memo(self, slot: str, words: Words, read: Callable[[Words], Iterable[Any]]) -> Sequence[Any]:
        key = slot, words
        if key not in self._known:
            self._known[key] = ()
            self._known[key] = tuple(dict.fromkeys(read(words)))
        return self._known[key]

    def quantity(self, words: Words) -> Sequence[Poly]:
        """All meanings of a phrase for one quantity."""
        return self._memo("e", words, self._quantity) if len(words) <= _LONGEST else ()

    def group(self, words: Words) -> Sequence[tuple[Poly, ...]]:
        """All meanings of a phrase for several quantities."""
        return self._memo("s", words, self._group) if len(words) <= _LONGEST else ()

    def _group(self, words: Words) -> Iterable[tuple[Poly, ...]]:
        yield from self._groups(words)
        parts = listed(words[1:] if words[:1] == ("both",) else words)
        read = [self.quantity(part) for part in parts]
        if 1 < len(parts) <= _LONGEST and all(len(each) == 1 for each in read):
            yield tuple(each[0] for each in read)

    def _quantity(self, words: Words) -> Iterable[Poly]:
        yield from (Poly.constant(number) for number in self.slots["n"](words))
        yield from self._atoms(words)
        for template, make in _PHRASES:
            if "," in words and template in _MULTIPLES:
                continue  # "five times a number, increased by 3": what follows the comma is not multiplied
            for found in matches(template, words, self.slots):
                yield make(*found)

    def statement(self, words: Words) -> Sequence[Said]:
        """All meanings of a sentence that states a relation."""
        return self._memo("statement", words, self._statement) if len(words) <= _LONGEST else ()

    def _statement(self, words: Words) -> Iterable[Said]:
        for template, make in _STATEMENTS:
            for found in matches(template, words, self.slots):
                said = make(*found)
                yield said if isinstance(said, tuple) else (said,)


def listed(words: Words) -> list[Words]:
    """The items of "a, b and c"; empty ones are kept, since they show that it is no list."""
    found: list[list[str]] = [[]]
    for at, word in enumerate(words):
        if word in (",", "and", "or"):
            if word != "," and at and words[at - 1] == ",":
                continue  # ", and"
            found.append([])
        else:
            found[-1].append(word)
    return [tuple(each) for each in found]


def only_meaning(line: str, read: Callable[[Words], Sequence[Said]], shown: Callable[[str], str] = str) -> Said | str:
    """The meaning of a sentence, or why it has none; `shown` returns a word as the text spells it."""
    words = tuple(line.split())
    found = split(words, read)
    if len(found) == 1:
        return found[0]
    if found:
        return "it can be read in more than one way"
    readable = (end for end in range(len(words) - 1, 0, -1) if split(words[:end], read))
    return f"'{shown(words[next(readable, 0)])}' is not understood here" if words else "it is not understood"


def split(words: Words, read: Callable[[Words], Sequence[Said]]) -> Sequence[Said]:
    """All meanings of a sentence that may consist of several statements: "a, and b", "a while b"."""
    known: dict[Words, tuple[Said, ...]] = {}

    def meanings(part: Words) -> tuple[Said, ...]:
        part = _bare(part)
        if part not in known:
            found = list(read(part))
            for at, word in enumerate(part):
                if word in _JOINTS and 0 < at < len(part) - 1 and (heads := read(_bare(part[:at]))):
                    tails = meanings(part[at + 1 :]) or continued(part[:at], _bare(part[at + 1 :]))
                    found += [(*head, *tail) for head in heads for tail in tails]
            known[part] = tuple(dict.fromkeys(found))
        return known[part]

    def continued(head: Words, tail: Words) -> tuple[Said, ...]:
        """Meanings of a predicate without its subject: "a is twice b and half c", "a is even and is a square"."""
        verb = next((at for at, word in enumerate(head) if at and word in _VERBS), 0)
        if not verb or not tail:
            return ()
        return meanings((*head[:verb], *tail)) if tail[0] in _VERBS else meanings((*head[: verb + 1], *tail))

    return meanings(words) if len(words) <= _LONGEST else ()


def _bare(words: Words) -> Words:
    while words and words[0] in _JOINTS:
        words = words[1:]
    while words and words[-1] in (",", ":", ";"):
        words = words[:-1]
    return words


_VERBS = frozenset(text_words("is are was were has have gets get leaves costs cost will equals receives add adds"))
_JOINTS = (",", ";", ":", "and", "but", "while", "whereas", "where", "such", "so", "with", "also")


def numbers(words: Words) -> list[Fraction]:
    """The number that words say, in a list; empty if they are none."""
    found = number_words.whole(words)
    return [] if found is None else [found]


def _divisors(words: Words) -> list[tuple[int, ...]]:
    kept = [word for word in words if word not in (",", "and", "or", "both", "either", "each", "of", "by")]
    ranged = re.fullmatch(
        r"(?:every|all|each) (?:of )?(?:the )?(?:whole )?numbers? from (\d{1,2}) to (\d{1,2})", " ".join(words)
    )
    if ranged:
        return [tuple(range(max(2, int(ranged[1])), int(ranged[2]) + 1))]
    found = [numbers((word,)) for word in kept]
    if not kept or not all(found) or (kept != list(words) and words[0] in ("and", "or", ",")):
        return []
    return [tuple(int(each[0]) for each in found)]


def _constant(number: Fraction) -> Poly:
    return Poly.constant(number)


_MULTIPLE = "{f} of? {e}"
_MULTIPLES = (_MULTIPLE, "{e} times {e}", "{e} multiplied by {e}")
_PHRASES: tuple[tuple[str, Callable[..., Poly]], ...] = (
    ("the? sum|total of {s}", total),
    ("the? sum|total of all? the? {s}", total),
    ("{e} plus {e}", lambda a, b: a + b),
    ("{e} minus {e}", lambda a, b: a - b),
    ("the? product of {s}", multiplied),
    ("{e} times {e}", lambda a, b: a * b),
    ("{e} multiplied by {e}", lambda a, b: a * b),
    (_MULTIPLE, lambda f, e: e.times(f)),
    (f"{{n}} {_MORE} than {{e}}", lambda n, e: e + _constant(n)),
    (f"{{n}} {_LESS} than {{e}}", lambda n, e: e - _constant(n)),
    (f"{{e}} {_MORE} than {{f}} of? {{e}}", lambda a, f, e: e.times(f) + a),
    ("{e} increased by {e}", lambda a, b: a + b),
    ("{e} decreased|diminished|reduced by {e}", lambda a, b: a - b),
    ("the? square of {e}", lambda e: e * e),
    ("{e} squared", lambda e: e * e),
    ("the? sum of the squares of {s}", lambda s: total(e * e for e in s)),
)


def _shared(op: Any) -> Callable[..., Fact]:
    return lambda one, other: compared(one, op, other)


def _multiple(factor: Fraction, one: Poly, other: Poly) -> Fact:
    return equal(one, other.times(factor))


def _divided(number: Poly, divisors: Sequence[int], rest: int = 0) -> Said:
    return tuple(remainder(number, divisor, rest) for divisor in divisors if divisor > 0)


def _differ(some: Sequence[Poly], by: Poly) -> Fact:
    if len(some) != 2:
        return Fact(((Relation(Poly(()), "!="),),))
    return apart(some[0], some[1], by)


_STATEMENTS: tuple[tuple[str, Callable[..., Fact | Said]], ...] = (
    (f"{{e}} {_BE} {{e}}", equal),
    ("{e} is|are|was|were|be equal to {e}", equal),
    ("{e} is|are|was|were the same as {e}", equal),
    ("{e} comes|amounts to {e}", equal),
    (f"{{e}} {_BE} exactly {{e}}", equal),
    ("{e} is|are|was|were {f} as large|big|great|high|much|many|old as {e}", lambda a, f, b: _multiple(f, a, b)),
    ("{e} exceeds {e} by {e}", lambda a, b, by: equal(a, b + by)),
    ("{s} add|adds|sum|sums|adding up? to {e}", lambda s, e: equal(total(s), e)),
    ("{s} total|make|makes|are|is {e} together|altogether|combined", lambda s, e: equal(total(s), e)),
    ("together|altogether {s} make|are|is|total {e}", lambda s, e: equal(total(s), e)),
    ("{s} are|is together|altogether {e}", lambda s, e: equal(total(s), e)),
    ("{s} together|altogether are|is|make {e}", lambda s, e: equal(total(s), e)),
    ("{e} is|are|was|were as large|big|great|high|much|many|old as {e}", equal),
    ("{s} multiply to {e}", lambda s, e: equal(multiplied(s), e)),
    ("{s} have|has a|the sum of? {n}", lambda s, n: equal(total(s), _constant(n))),
    ("{s} have|has a|the product of? {n}", lambda s, n: equal(multiplied(s), _constant(n))),
    ("{s} have|has a|the difference of? {n}", lambda s, n: _differ(s, _constant(n))),
    ("{s} have|has a|the sum of? {n} and a|the difference of? {n}",
     lambda s, n, by: (equal(total(s), _constant(n)), _differ(s, _constant(by)))),
    ("{s} have|has a|the sum of? {n} and a|the product of? {n}",
     lambda s, n, by: (equal(total(s), _constant(n)), equal(multiplied(s), _constant(by)))),
    ("{s} are all? different|distinct", lambda s: tuple(compared(a, "!=", b) for a, b in combinations(s, 2))),
    ("{s} differ by {e}", _differ),
    (f"the? difference of|between {{s}} {_BE} {{e}}", _differ),
    (f"{{e}} is|are|was {_MORE} than {{e}}", _shared(">")),
    (f"{{e}} is|are|was {_LESS} than {{e}}", _shared("<")),
    ("{e} is at least {e}", _shared(">=")),
    ("{e} is at most {e}", _shared("<=")),
    ("{e} is|lies between {e} and {e}", lambda e, low, high: (compared(e, ">", low), compared(e, "<", high))),
    ("{e} is even", lambda e: remainder(e, 2, 0)),
    ("{e} is odd", lambda e: remainder(e, 2, 1)),
    ("{e} is a multiple of {divisors}", _divided),
    ("{e} is|are divisible by {divisors}", _divided),
    ("{e} can be divided by {divisors} without a? remainder", _divided),
    ("{e} leaves a? remainder of? {i} when|if it? is? divided by {divisors}", lambda e, r, d: _divided(e, d, r)),
    ("{e} leaves a? remainder of? {i} on division by {divisors}", lambda e, r, d: _divided(e, d, r)),
    ("when|if {e} is divided by {divisors} the remainder is {i}", _divided),
    ("divided by {divisors} {e} leaves a? remainder of? {i}", lambda d, e, r: _divided(e, d, r)),
)  # fmt: skip
