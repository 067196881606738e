"""The equations of cryptarithms as texts lay them out: on a line, in columns, letter by letter, in words."""

import re
from collections.abc import Sequence

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
_RULE = re.compile(r"[-=_\u2500\u2014\u2013](?:[ \t]?[-=_\u2500\u2014\u2013])+")
_RESULT = re.compile(r"=?[ \t]*([A-Z]+)")
# Single letters that form a word; what stands on a line beside them, in a sum or an equation.
_SPACED = re.compile(r"(?<![\w'])[A-Z](?:[ \t]+[A-Z])+(?![\w'])")
_LONG_WORD = re.compile(r"(?<![\w'])[A-Z](?:[ \t]+[A-Z]){2,}(?![\w'])")
_ROW = re.compile(r"\s*(?:[=+*\u00d7\u2212x-]\s*)?[A-Z](?:[ \t]+[A-Z])+\s*")
_PLUS = r"(?:plus|minus|times|multiplied by)"
_WORDED = re.compile(
    rf"\b[A-Z]{{1,12}}(?: {_PLUS} [A-Z]{{1,12}}\b){{1,8}},? (?:equals|is equal to|makes|gives|is|=) [A-Z]{{2,12}}\b"
)
_SIGNS_IN_WORDS = re.compile(rf"{_PLUS}|,? (?:equals|is equal to|makes|gives|is)(?= )")
_WORD_SIGNS = {"plus": "+", "minus": "-", "times": "*", "multiplied by": "*"}
_LONGEST_ROW = 300  # characters
_MOST_LINES = 50  # of a sum in columns


def equations_of(text: str) -> tuple[list[str], list[str]]:
    """Return the equations of a text, and the parts of the text before, between and after them."""
    body = _in_words(_in_lines(_unspaced(text)))
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
            rest.append(body[end : match.start()])
            end = match.end()
    return found, [*rest, body[end:]]


def _in_lines(text: str) -> str:
    """Rewrite every sum that is written in columns as an equation on one line."""
    lines = [line.strip(" \t") for line in text.split("\n")]
    written = text.split("\n")
    found: list[str] = []
    end = 0
    for at in range(len(lines) - 1):
        ruled = _RULE.fullmatch(lines[at]) is not None
        result = _RESULT.fullmatch(lines[at + 1]) if at >= end and ruled else None
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


def _unspaced(text: str) -> str:
    """Close up words that are written letter by letter ("S E N D"), in equations and in the rows of a sum."""
    return "\n".join(_closed(line) if len(line) <= _LONGEST_ROW else line for line in text.split("\n"))


def _closed(line: str) -> str:
    # Without a longer word, "A B = C" may be a product.
    if _ROW.fullmatch(line) or ("=" in line and _LONG_WORD.search(line)):
        return _SPACED.sub(lambda word: re.sub(r"[ \t]+", "", word[0]), line)
    return line


def _in_words(text: str) -> str:
    """Write sums in words ("SEND plus MORE equals MONEY") with signs."""
    return _WORDED.sub(lambda found: _SIGNS_IN_WORDS.sub(lambda word: _WORD_SIGNS.get(word[0], " ="), found[0]), text)
