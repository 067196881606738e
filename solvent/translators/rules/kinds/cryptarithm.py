"""Cryptarithms: sums, differences and products of words whose letters stand for different digits.

The answer is an object, letter to digit. Every equation is a clue. No number of several digits starts with zero, unless
the text allows it.
"""

import re
from collections.abc import Sequence
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
_CALLED = re.compile(r"\b(?:crypt\w*arithm\w*|alphametics?|verbal arithmetic)\b", re.IGNORECASE)
# Letters alone are also those of a formula; here they stand for digits.
_LETTERS = re.compile(r"\bletters?\b", re.IGNORECASE)
_DIGITS = re.compile(
    r"\b(?:digits?|numerals?|numbers?|values?|decimal|base)\b|\b0\s*(?:to|-|\u2013|through)\s*9\b", re.IGNORECASE
)
_TERM = r"(?:[A-Z]+|\d+)"
_SIGN = r"(?:[+*/\u00d7\u00b7\u00f7\u2212-]|\bx\b)"
_EQUATION = re.compile(
    rf"(?<![\w=])({_TERM}(?:\s*{_SIGN}\s*{_TERM})*)\s*=\s*({_TERM}(?:\s*{_SIGN}\s*{_TERM})*)(?![\w=])"
)
# All that could be equations: one look at every place, while _EQUATION looks as far as it can from each of its terms.
_CHAIN = re.compile(rf"(?<![\w=]){_TERM}(?:\s*+(?:{_SIGN}|=)\s*+{_TERM})++")
_LONGEST_CHAIN = 1000  # characters; no sum that anybody adds up is longer
# A sum in columns, line by line, without the spaces around them.
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
_WORDS = prose.listed(
    """a addition all alphametic an and answer any are arithmetic assign assignment below by classic correct crypt
    cryptarithm cryptarithmetic decode different digit digits distinct each equation equations every find
    following for from given here hold holds i in is it its letter letters make makes mean means multiplication
    must my number numbers of one please possible problem product puzzle replace replaced represent represents
    satisfy so solution solve stand standing stands subtraction such sum system that the there these this to
    true unique valid value values verbal what which with word words"""
)
_LARGEST = 10**15
_MOST_LINES = 50  # of a sum in columns


def decompose(text: str) -> Puzzle | None:
    """Of a cryptarithm, `data` holds `equations` (those that are clues, as written), `base` and `leading_zeros`.

    Raises:
        PuzzleError: more letters than digits.

    """
    equations, rest = _equations(_in_lines(text))
    letters = list(dict.fromkeys(re.findall(r"[A-Z]", "".join(equations))))
    if not re.search(r"[A-Z]{2}", "".join(equations)) or not (_is_called(rest) or not re.search(r"\w", rest)):
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


def translate(puzzle: Puzzle, framework: str, *_: object) -> Program:
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


def _is_called(rest: str) -> bool:
    return bool(_CALLED.search(rest) or (_LETTERS.search(rest) and _DIGITS.search(rest)))


def _equations(body: str) -> tuple[list[str], str]:
    """The equations of a text, and the text with a line break for each."""
    found: list[str] = []
    rest: list[str] = []
    end = 0
    for chain in _CHAIN.finditer(body):
        if "=" not in chain[0] or len(chain[0]) > _LONGEST_CHAIN:
            continue
        # What follows a chain decides whether its last term is one: "A + B = C2" has none.
        stop = min(chain.end() + 1, len(body))
        for match in _EQUATION.finditer(body, chain.start(), stop):
            found.append(match[0])
            rest += [body[end : match.start()], "\n"]
            end = match.end()
    return found, "".join([*rest, body[end:]])


def _in_lines(text: str) -> str:
    """The text with every sum that is written in columns as an equation in one line."""
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
    """Sign and word of the last lines, as far as they are a sum: two at least, the first without a sign."""
    found: list[tuple[str, str]] = []
    for line in reversed(lines):
        addend = _ADDEND.fullmatch(line)
        if not addend:
            break
        found.insert(0, (addend[1], addend[2]))
    start = next((at for at, (sign, _) in enumerate(found) if not sign), len(found))
    return found[start:] if 1 < len(found) - start < _MOST_LINES else []


def _in_a_line(addends: Sequence[tuple[str, str]]) -> str:
    """A column of words as a sum; lines without a sign have the sign of the last."""
    (_, first), *others = addends
    usual = next((sign for sign, _ in reversed(others) if sign), "+")
    return first + "".join(f" {sign or usual} {word}" for sign, word in others)


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
    if word.isdecimal():
        return int(word, base)
    weights: dict[str, int] = {}
    for place, letter in enumerate(reversed(word)):
        weights[letter] = weights.get(letter, 0) + base**place
    return add(*(times(weight, Var(letter)) for letter, weight in weights.items()))
