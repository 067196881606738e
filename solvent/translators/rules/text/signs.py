"""What may change the meaning of a whole clue: unusual signs, brackets, quoted words, and "it is not true that"."""

import re
from collections.abc import Callable

from solvent.translators.rules.text.tokens import Token

_SIGNS = re.compile(
    r"[^\w\s.,;:?'\"()\u2018\u2019\u201c\u201d\u2013\u2014/&$\u00a3\u20ac%#\u00b0*!+=-]"  # other signs may negate
    r"|!(?=\s*[\w=])|[!<>]=|(?:^|(?<=\s))-(?=\w)|\.{3,}\s*$|\u2026\s*$"
)
_BRACKETS = re.compile(r"\(([^()]*)\)")
_QUOTED = re.compile(r"[\"\u201c\u2018]([a-z]+)[\"\u201d\u2019]")


def odd_sign(text: str, names_value: Callable[[str], bool]) -> str:
    """An unusual sign, or a bracket or quoted word that names no value, which may change what a clue means; or ""."""
    sign = _SIGNS.search(text)
    if sign:
        return sign[0].strip()
    for match in (*_BRACKETS.finditer(text), *_QUOTED.finditer(text)):
        if not names_value(match[1]):
            return match[0]
    return ""


def without_asides(text: str) -> tuple[str, tuple[str, ...]]:
    """A text without its brackets and unusual signs, and what was left out."""
    found = [match[0] for match in _BRACKETS.finditer(text)]
    rest = _BRACKETS.sub(" ", text)
    found += [match[0].strip() for match in _SIGNS.finditer(rest)]
    return (" ".join(_SIGNS.sub(" ", rest).split()), tuple(found)) if found else (text, ())


# Openings that negate (True) or affirm (False) the whole statement; the words are normalised tokens.
_OF_ALL = {
    ("it", "is", "not", "true", "that"): True,
    ("it", "is", "not", "the", "case", "that"): True,
    ("it", "is", "false", "that"): True,
    ("it", "is", "untrue", "that"): True,
    ("it", "is", "true", "that"): False,
    ("it", "is", "the", "case", "that"): False,
}


def denied(tokens: tuple[Token, ...]) -> tuple[int, bool]:
    """How many tokens make up such an opening, and whether it negates the statement that follows."""
    norms = tuple(token.norm for token in tokens[: max(map(len, _OF_ALL))])
    return next(((len(words), denied) for words, denied in _OF_ALL.items() if norms[: len(words)] == words), (0, False))
