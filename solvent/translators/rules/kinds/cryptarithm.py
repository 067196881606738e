"""Cryptarithms: arithmetic equations between words whose letters stand for different digits.

The answer is an object that maps letters to digits. Every equation is a clue. No number of several digits starts with
zero unless the text allows it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import (
    AllDifferent,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Expression,
    Product,
    Var,
    add,
    times,
)
from solvent.translators.puzzle import Clue, Payload, Puzzle, PuzzleError
from solvent.translators.rules.text import closed_vocabulary
from solvent.translators.sentences import bare_sentences

KIND = "cryptarithm"
ORDER = 20
_CALLED = re.compile(r"\b(?:crypt\w*arithm\w*|alphametics?|verbal arithmetic)\b", re.IGNORECASE)
# A text that only mentions letters may be about a formula; it must mention digits as well.
_LETTERS = re.compile(r"\bletters?\b", re.IGNORECASE)
_DIGITS = re.compile(
    r"\b(?:digits?|numerals?|numbers?|values?|decimal|base)\b|\b0\s*(?:to|-|\u2013|through)\s*9\b", re.IGNORECASE
)
_TERM = r"(?:[A-Z]+|\d+)"
_SIGN = r"(?:[+*/\u00d7\u00b7\u00f7\u2212-]|\bx\b)"
_EQUATION = re.compile(
    rf"(?<![\w=])({_TERM}(?:\s*{_SIGN}\s*{_TERM})*)\s*=\s*({_TERM}(?:\s*{_SIGN}\s*{_TERM})*)(?![\w=])"
)
# Candidate equations, found in linear time; _EQUATION alone would scan ahead from each of their terms.
_CHAIN = re.compile(rf"(?<![\w=]){_TERM}(?:\s*+(?:{_SIGN}|=)\s*+{_TERM})++")
_LONGEST_CHAIN = 1000  # characters; no realistic equation is longer
# The lines of a sum written in columns, without surrounding spaces.
_ADDEND = re.compile(r"([+*\u00d7\u2212x-]?)[ \t]*([A-Z]+)")
_RULE = re.compile(r"[-=_\u2500]{2,}")
_RESULT = re.compile(r"=?[ \t]*([A-Z]+)")
_BASE = re.compile(r"\b(?:in|to|of)?\s*base[ -]?(\d{1,2})\b|\b(decimal|octal|hexadecimal|binary)\b", re.IGNORECASE)
_NAMED_BASES = {"decimal": 10, "octal": 8, "hexadecimal": 16, "binary": 2}
_FIRST = r"(?:the\ )?(?:leading|first|initial|starting)\ (?:letters?|digits?)"
_NO_ZERO = re.compile(
    rf"""\b(?:no\ (?:number|word|term)s?\ (?:may\ |can\ )?(?:starts?|begins?)\ with\ (?:an?\ )?(?:zero|0)
    |(?:there\ (?:are|is)\ )?no\ leading\ zero(?:e?s)?(?:\ (?:is|are)\ allowed)?
    |leading\ zero(?:e?s)?\ (?:are|is)\ not\ allowed
    |{_FIRST}(?:\ of\ (?:a|each|every|any|all)\ (?:word|number)s?)?
        \ (?:is|are|can|may|must)\ ?(?:not|never)\ (?:be\ )?(?:zero|0)
    |(?:numbers?|words?)\ (?:do|may|can|must)\ ?not\ (?:start|begin)\ with\ (?:an?\ )?(?:zero|0))\b""",
    re.VERBOSE | re.IGNORECASE,
)
_ZERO_ALLOWED = re.compile(r"\bleading zero(?:e?s)? (?:are|is) allowed\b", re.IGNORECASE)
_DISTINCT = re.compile(
    r"\b(?:no two (?:different )?letters (?:may |can )?(?:share|have|stand for|represent) (?:a|the same|one) digit"
    r"|different letters (?:stand for|represent|are|have|mean) different digits"
    r"|the same letter (?:always )?(?:stands for|represents|means|is) the same digit)\b",
    re.IGNORECASE,
)
_WORDS = closed_vocabulary.listed(
    """a addition all alphametic an and answer any are arithmetic assign assignment below by classic correct crypt
    cryptarithm cryptarithmetic decode different digit digits does distinct each equation equations every find
    following for from given here have hold holds i in is it its letter letters make makes mean means multiplication
    must my number numbers of one please possible problem product puzzle replace replaced represent represents
    satisfy so solution solve stand standing stands subtraction such sum system that the there these this to
    true unique valid value values verbal what which with word words"""
)
_LARGEST = 10**15
_MOST_LINES = 50  # of a sum in columns


@dataclass(frozen=True)
class Term:
    """A product of words and numbers, as written, and its divisors; it is added, or subtracted if `negative`."""

    factors: tuple[str, ...]
    divisors: tuple[str, ...]
    negative: bool


Side = tuple[Term, ...]


class Cryptarithm(Payload, kind=KIND):
    """The letters, and both sides of each equation that is understood, by clue id."""

    letters: tuple[str, ...]
    equations: Mapping[int, tuple[Side, Side]]
    base: int
    leading_zeros: bool


def decompose(text: str) -> Puzzle | None:
    """Return a puzzle with a Cryptarithm, or None.

    Raises:
        PuzzleError: there are more letters than digits.

    """
    equations, rest = _equations(_in_lines(text))
    letters = list(dict.fromkeys(re.findall(r"[A-Z]", "".join(equations))))
    if not re.search(r"[A-Z]{2}", "".join(equations)) or not (_is_called(rest) or not re.search(r"\w", rest)):
        return None
    base = next((_base(match) for match in _BASE.finditer(rest)), 10)
    if len(letters) > base:
        raise PuzzleError(f"There are {len(letters)} letters, but only {base} digits in base {base}.")
    clues = [_clue(number, equation, base) for number, equation in enumerate(equations, 1)]
    for sentence in bare_sentences(rest):
        unread = _unread(sentence)
        if unread:
            clues.append(
                Clue(id=len(clues) + 1, text=sentence, understood=False, reason=closed_vocabulary.reason(unread))
            )
    payload = Cryptarithm(
        letters=tuple(letters),
        equations={n: both_sides(text) for n, text in enumerate(equations, 1) if clues[n - 1].understood},
        base=base,
        leading_zeros=bool(_ZERO_ALLOWED.search(rest)),
    )
    schema = {
        "type": "object",
        "properties": {letter: {"type": "integer", "minimum": 0, "maximum": base - 1} for letter in letters},
        "required": letters,
        "additionalProperties": False,
    }
    expects = closed_vocabulary.expects(rest)
    return Puzzle(text=text, kind=KIND, clues=tuple(clues), expects=expects, answer_schema=schema, payload=payload)


def preferred(_: Puzzle) -> str:
    """Prefer CPMpy: CP-SAT propagates all-different and sums."""
    return "cpmpy"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """Return none: no conflicts are visible without solving."""
    return ()


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
    """Write the model of the puzzle."""
    return emit(model(puzzle.kept(Cryptarithm)), framework)


def model(found: Cryptarithm) -> ConstraintModel:
    """State a digit per letter, all different, and the equations."""
    letters, base = found.letters, found.base
    stated: list[tuple[int | None, Constraint]] = [(None, AllDifferent(tuple(Var(letter) for letter in letters)))]
    stated += [(clue, _equation(sides, base)) for clue, sides in found.equations.items()]
    words = [word for sides in found.equations.values() for side in sides for term in side for word in _words(term)]
    first = {word[0] for word in words if len(word) > 1}
    low = {letter: int(letter in first and not found.leading_zeros) for letter in letters}
    arrays = tuple(Array(letter, (), low[letter], base - 1) for letter in letters)
    shown: dict[str, Any] = {letter: Var(letter) for letter in letters}
    return ConstraintModel(arrays, tuple(stated), shown)


def _is_called(rest: str) -> bool:
    return bool(_CALLED.search(rest) or (_LETTERS.search(rest) and _DIGITS.search(rest)))


def _equations(body: str) -> tuple[list[str], str]:
    """Return the equations of a text, and the text with each replaced by a line break."""
    found: list[str] = []
    rest: list[str] = []
    end = 0
    for chain in _CHAIN.finditer(body):
        if "=" not in chain[0] or len(chain[0]) > _LONGEST_CHAIN:
            continue
        # The character after a chain decides whether its last term is complete: "A + B = C2" has no equation.
        stop = min(chain.end() + 1, len(body))
        for match in _EQUATION.finditer(body, chain.start(), stop):
            found.append(match[0])
            rest += [body[end : match.start()], "\n"]
            end = match.end()
    return found, "".join([*rest, body[end:]])


def _in_lines(text: str) -> str:
    """Rewrite every sum that is written in columns as an equation on one line."""
    lines = [line.strip(" \t") for line in text.split("\n")]
    written = text.split("\n")
    found: list[str] = []
    end = 0
    for at in range(len(lines) - 1):
        result = _RESULT.fullmatch(lines[at + 1]) if at >= end and _RULE.fullmatch(lines[at]) else None
        addends = _addends(lines[max(end, at - _MOST_LINES) : at]) if result else []
        if result and addends:
            found += [*written[end : at - len(addends)], f"{_in_a_line(addends)} = {result[1]}"]
            end = at + 2
    return "\n".join([*found, *written[end:]])


def _addends(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return sign and word of the last lines that form a sum: at least two, the first without a sign."""
    found: list[tuple[str, str]] = []
    for line in reversed(lines):
        addend = _ADDEND.fullmatch(line)
        if not addend:
            break
        found.insert(0, (addend[1], addend[2]))
    start = next((at for at, (sign, _) in enumerate(found) if not sign), len(found))
    return found[start:] if 1 < len(found) - start < _MOST_LINES else []


def _in_a_line(addends: Sequence[tuple[str, str]]) -> str:
    """Write a column of words as a sum; lines without a sign take the last sign in the column."""
    (_, first), *others = addends
    usual = next((sign for sign, _ in reversed(others) if sign), "+")
    return first + "".join(f" {sign or usual} {word}" for sign, word in others)


def _base(match: "re.Match[str]") -> int:
    return int(match[1]) if match[1] else _NAMED_BASES[match[2].lower()]


def _clue(number: int, equation: str, base: int) -> Clue:
    longest = max(sum(map(len, re.findall(r"[A-Z\d]+", part))) for part in re.split(r"[+=\u2212-]", equation))
    too_long = base**longest > _LARGEST
    digits = [sign for sign in re.findall(r"\d", equation) if int(sign) >= base]
    reason = "its numbers are too long" if too_long else f"{digits[0]} is not a digit in base {base}" if digits else ""
    return Clue(id=number, text=equation, understood=not reason, reason=reason)


def _unread(sentence: str) -> list[str]:
    rest = sentence.replace("\u2019", "'").replace("cannot", "can not").replace("can't", "can not")
    for known in (_NO_ZERO, _ZERO_ALLOWED, _DISTINCT, _BASE):
        rest = known.sub(" ", rest)
    rest = re.sub(r"\b0\s*(?:to|-|\u2013|through)\s*\d\b|\b(?:a |one )?(?:single|unique|distinct) digit", " ", rest)
    return closed_vocabulary.unread(rest, _WORDS)


# Equations


def both_sides(equation: str) -> tuple[Side, Side]:
    """Read both sides of an equation of words, numbers and signs."""
    left, right = equation.split("=")
    return _side(left), _side(right)


def _side(text: str) -> Side:
    parts = re.split(r"([+\u2212-])", text.strip())
    return tuple(_term(part, sign != "+") for sign, part in zip(["+", *parts[1::2]], parts[::2], strict=True))


def _term(text: str, negative: bool) -> Term:
    parts = re.split(r"([*/\u00d7\u00b7\u00f7]|\bx\b)", text.strip())
    words = list(zip(["*", *parts[1::2]], map(str.strip, parts[::2]), strict=True))
    divisors = tuple(word for sign, word in words if sign in "/\u00f7")
    return Term(tuple(word for sign, word in words if sign not in "/\u00f7"), divisors, negative)


def _words(term: Term) -> tuple[str, ...]:
    return (*term.factors, *term.divisors)


def _equation(sides: tuple[Side, Side], base: int) -> Constraint:
    (above, below), (over, under) = (_sum(side, base) for side in sides)
    return Comparison(_product(above, under), "==", _product(over, below))


def _product(term: Expression, other: Expression) -> Expression:
    return term if other == 1 else other if term == 1 else Product((term, other))


def _sum(side: Side, base: int) -> tuple[Expression, Expression]:
    """Return a side as a fraction (numerator, denominator), so that all numbers stay integers."""
    terms: list[Expression] = []
    below: Expression = 1
    for term in side:
        above, under = (_all(words, base) for words in (term.factors, term.divisors))
        terms = [_product(other, under) for other in terms]
        above, below = _product(above, below), _product(below, under)
        terms.append(times(-1, above) if term.negative else above)
    return add(*terms), below


def _all(words: Iterable[str], base: int) -> Expression:
    found: Expression = 1
    for word in words:
        found = _product(found, _word(word, base))
    return found


def _word(word: str, base: int) -> Expression:
    if word.isdecimal():
        return int(word, base)
    weights: dict[str, int] = {}
    for place, letter in enumerate(reversed(word)):
        weights[letter] = weights.get(letter, 0) + base**place
    return add(*(times(weight, Var(letter)) for letter, weight in weights.items()))
