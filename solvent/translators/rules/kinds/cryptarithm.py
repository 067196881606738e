"""Cryptarithms: sums, differences and products of words whose letters stand for different digits.

The answer is an object, letter to digit. Every equation is a clue. No number of several digits starts with zero, unless
the text allows it.
"""

import re
from typing import Any

from solvent.solvers.program import Program
from solvent.translators.puzzle import Clue, Puzzle
from solvent.translators.rules import prose
from solvent.translators.rules.forms import PuzzleError
from solvent.translators.rules.integers import (
    Array,
    Compare,
    Constraint,
    Different,
    Expression,
    Model,
    Product,
    Var,
    add,
    emit,
    times,
)

KIND = "cryptarithm"
ORDER = 20
_CALLED = re.compile(r"\b(?:crypt\w*arithm\w*|alphametics?|verbal arithmetic|letters?)\b", re.IGNORECASE)
_TERM = r"(?:[A-Z]+|\d+)"
_SIGN = r"(?:[+*/\u00d7\u00b7\u00f7\u2212-]|\bx\b)"
_EQUATION = re.compile(
    rf"(?<![\w=])({_TERM}(?:\s*{_SIGN}\s*{_TERM})*)\s*=\s*({_TERM}(?:\s*{_SIGN}\s*{_TERM})*)(?![\w=])"
)
_COLUMN = re.compile(
    r"^[ \t]*([A-Z]+)[ \t]*\n((?:[ \t]*[+*\u00d7\u2212x-]?[ \t]*[A-Z]+[ \t]*\n)+)"
    r"[ \t]*[-=_\u2500]{2,}[ \t]*\n[ \t]*=?[ \t]*([A-Z]+)[ \t]*$",
    re.MULTILINE,
)
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
_WORDS = prose.listed(
    """a addition all alphametic an and answer any are arithmetic assign assignment below by classic correct crypt
    cryptarithm cryptarithmetic decode different digit digits distinct each equation equations every find
    following for from given here hold holds i in is it its letter letters make makes mean means multiplication
    must my number numbers of one please possible problem product puzzle replace replaced represent represents
    satisfy so solution solve stand standing stands subtraction such sum system that the there these this to
    true unique valid value values verbal what which with word words"""
)
_LARGEST = 10**15


def decompose(text: str) -> Puzzle | None:
    """Of a cryptarithm, `data` holds `equations` (those that are clues, as written), `base` and `leading_zeros`.

    Raises:
        PuzzleError: more letters than digits.

    """
    body = _COLUMN.sub(_in_a_line, text)
    equations = [match[0] for match in _EQUATION.finditer(body)]
    letters = list(dict.fromkeys(re.findall(r"[A-Z]", "".join(equations))))
    rest = _EQUATION.sub("\n", body)
    if not re.search(r"[A-Z]{2}", "".join(equations)) or (not _CALLED.search(rest) and re.search(r"\w", rest)):
        return None
    base = next((_base(match) for match in _BASE.finditer(rest)), 10)
    if len(letters) > base:
        raise PuzzleError(f"There are {len(letters)} letters, but only {base} digits in base {base}.")
    clues = [_clue(number, equation, base) for number, equation in enumerate(equations, 1)]
    for sentence in prose.sentences(rest):
        unread = _unread(sentence)
        if unread:
            clues.append(Clue(id=len(clues) + 1, text=sentence, understood=False, reason=prose.reason(unread)))
    data = {"letters": letters, "base": base, "leading_zeros": bool(_ZERO_ALLOWED.search(rest))}
    schema = {
        "type": "object",
        "properties": {letter: {"type": "integer", "minimum": 0, "maximum": base - 1} for letter in letters},
        "required": letters,
        "additionalProperties": False,
    }
    expects = prose.expects(rest)
    return Puzzle(text=text, kind=KIND, clues=tuple(clues), expects=expects, answer_schema=schema, data=data)


def preferred(_: Puzzle) -> str:
    """CPMpy: CP-SAT propagates all-different and sums."""
    return "cpmpy"


def suspects(_: Puzzle) -> tuple[int, ...]:
    """None."""
    return ()


def translate(puzzle: Puzzle, framework: str, _: str) -> Program:
    """A digit per letter; the letters differ."""
    letters, base = puzzle.data["letters"], puzzle.data["base"]
    stated: list[tuple[int | None, Constraint]] = [(None, Different(tuple(Var(letter) for letter in letters)))]
    written = " ".join(clue.text for clue in puzzle.clues if clue.understood)
    first = {word[0] for word in re.findall(r"[A-Z]{2,}", written)}
    low = {letter: int(letter in first and not puzzle.data["leading_zeros"]) for letter in letters}
    stated += [(clue.id, _equation(clue.text, base)) for clue in puzzle.clues if clue.understood]
    arrays = tuple(Array(letter, (), low[letter], base - 1) for letter in letters)
    shown: dict[str, Any] = {letter: Var(letter) for letter in letters}
    return emit(Model(arrays, tuple(stated), shown), framework)


def _in_a_line(match: "re.Match[str]") -> str:
    """A sum written in columns as an equation; lines without a sign have the sign of the last."""
    lines = [line.split() for line in match[2].strip().split("\n")]
    signs = [line[0] if len(line) > 1 else "" for line in lines]
    usual = next((sign for sign in reversed(signs) if sign), "+")
    return (
        match[1]
        + "".join(f" {sign or usual} {line[-1]}" for sign, line in zip(signs, lines, strict=True))
        + f" = {match[3]}"
    )


def _base(match: "re.Match[str]") -> int:
    return int(match[1]) if match[1] else _NAMED_BASES[match[2].lower()]


def _clue(number: int, equation: str, base: int) -> Clue:
    longest = max(sum(map(len, re.findall(r"[A-Z\d]+", part))) for part in re.split(r"[+=\u2212-]", equation))
    too_long = base**longest > _LARGEST
    digits = [sign for sign in re.findall(r"\d", equation) if int(sign) >= base]
    reason = "its numbers are too long" if too_long else f"{digits[0]} is no digit in base {base}" if digits else ""
    return Clue(id=number, text=equation, understood=not reason, reason=reason)


def _unread(sentence: str) -> list[str]:
    rest = sentence.replace("\u2019", "'").replace("cannot", "can not").replace("can't", "can not")
    for known in (_NO_ZERO, _ZERO_ALLOWED, _DISTINCT, _BASE):
        rest = known.sub(" ", rest)
    rest = re.sub(r"\b0\s*(?:to|-|\u2013|through)\s*\d\b|\b(?:a |one )?(?:single|unique|distinct) digit", " ", rest)
    return prose.unread(rest, _WORDS)


# Equations


def _equation(text: str, base: int) -> Constraint:
    left, right = text.split("=")
    (above, below), (over, under) = _sum(left, base), _sum(right, base)
    return Compare(_product(above, under), "==", _product(over, below))


def _product(term: Expression, other: Expression) -> Expression:
    return term if other == 1 else other if term == 1 else Product((term, other))


def _sum(text: str, base: int) -> tuple[Expression, Expression]:
    """Its value as a fraction: what a division leaves below is told apart, so that everything stays whole."""
    parts = re.split(r"([+\u2212-])", text.strip())
    if len(parts) == 1:
        return _fraction(parts[0], base)
    terms: list[Expression] = []
    below: Expression = 1
    for sign, part in zip(["+", *parts[1::2]], parts[::2], strict=True):
        above, under = _fraction(part, base)
        terms = [_product(term, under) for term in terms]
        above, below = _product(above, below), _product(below, under)
        terms.append(above if sign == "+" else times(-1, above))
    return add(*terms), below


def _fraction(text: str, base: int) -> tuple[Expression, Expression]:
    above: Expression = 1
    below: Expression = 1
    parts = re.split(r"([*/\u00d7\u00b7\u00f7]|\bx\b)", text.strip())
    for sign, word in zip(["*", *parts[1::2]], parts[::2], strict=True):
        value = _word(word.strip(), base)
        above, below = (above, _product(below, value)) if sign in "/\u00f7" else (_product(above, value), below)
    return above, below


def _word(word: str, base: int) -> Expression:
    if word.isdigit():
        return int(word, base)
    weights: dict[str, int] = {}
    for place, letter in enumerate(reversed(word)):
        weights[letter] = weights.get(letter, 0) + base**place
    return add(*(times(weight, Var(letter)) for letter, weight in weights.items()))
