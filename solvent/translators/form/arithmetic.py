"""The texts of arithmetic in a form, such as `2 * paid of Ben - 1`: from text to trees."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

from solvent.translators.code_extraction import ReplyError

DEEPEST = 20  # brackets in brackets
FUNCTIONS = ("sum", "max", "min", "abs")
RESERVED = ("of", "each")
NUMERAL = re.compile(r"-?\d{1,10}", re.ASCII)
_NUMBER = r"\d+(?![\w.])"
_CALLS = re.compile(r"\s*(?:[(\[]|of\b)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d]\w*|\S")
_ADVICE = {
    "/": "multiply both sides instead of dividing",
    "%": "there is no remainder: write x == 3 * k with a number variable k",
    "=": "the sign stands in the key `is`",
    "<": "the sign stands in the key `is`",
    ">": "the sign stands in the key `is`",
    ".": "only whole numbers: multiply both sides",
}
_SAME = {"×": "*", "·": "*", "−": "-", "–": "-", "[": "(", "]": ")"}  # noqa: RUF001  # signs that models write


@dataclass(frozen=True)
class Name:
    """A variable, table, list or item."""

    text: str


@dataclass(frozen=True)
class Each:
    """The item that a constraint is about at the moment."""


@dataclass(frozen=True)
class Of:
    """A variable or table for an item."""

    family: str
    index: "Node"


@dataclass(frozen=True)
class Signed:
    """A sum; the numbers are 1 or -1."""

    parts: tuple[tuple[int, "Node"], ...]


@dataclass(frozen=True)
class Times:
    parts: tuple["Node", ...]


@dataclass(frozen=True)
class Call:
    """A function of one or several terms."""

    function: str
    parts: tuple["Node", ...]


Node = int | Name | Each | Of | Signed | Times | Call


class Parser:
    """Reads texts in which these names may occur; the longest name that fits is meant, in any case if it is unique."""

    def __init__(self, names: Iterable[str]) -> None:
        self._exact = {spaced(name) for name in names if not NUMERAL.fullmatch(name)}
        folded: dict[str, set[str]] = {}
        for name in self._exact:
            folded.setdefault(name.casefold(), set()).add(name)
        self._folded = {key: next(iter(same)) for key, same in folded.items() if len(same) == 1}
        longest = sorted(self._exact | {*RESERVED, *FUNCTIONS}, key=len, reverse=True)
        spelled = "|".join(rf"{_edge(name[0], '<!')}{re.escape(name)}{_edge(name[-1], '!')}" for name in longest)
        signs = re.escape("".join(("-+*(),", *_SAME)))
        self._token = re.compile(
            rf"\s*(?:(?P<name>{spelled})|(?P<number>{_NUMBER})|(?P<sign>[{signs}]))", re.IGNORECASE
        )

    def parse(self, text: str) -> Node:
        """Parse a text. Raises ReplyError with what is wrong about it."""
        return _Reading(self._tokens(text)).whole()

    def _tokens(self, text: str) -> list[str | int]:
        plain = spaced(text)
        found: list[str | int] = []
        at = 0
        while at < len(plain):
            match = self._token.match(plain, at)
            if match is None:
                _refuse_word(plain[at:].lstrip())
            at = match.end()
            if match["number"]:
                found.append(_number(match["number"]))
            elif match["sign"]:
                found.append(_SAME.get(match["sign"], match["sign"]))
            else:
                found.append(self._name(match["name"], called=_CALLS.match(plain, at) is not None))
        return found

    def _name(self, text: str, *, called: bool) -> str:
        if called and text.casefold() in FUNCTIONS:  # Max may also be somebody's name
            return text.casefold()
        if text in self._exact:
            return text
        folded = text.casefold()
        known = self._folded.get(folded)
        if known is None and folded not in (*RESERVED, *FUNCTIONS):
            raise ReplyError(f"{text!r} differs from several names in capitals only: write it as it is declared.")
        return known or folded


class _Reading:
    """The tokens of one text, read from left to right."""

    def __init__(self, tokens: list[str | int]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        if not self.tokens:
            raise ReplyError("it is empty: write a variable or a number.")
        found = self._sum()
        if self.at < len(self.tokens):
            self._refuse()
        return found

    def _sum(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ReplyError(f"more than {DEEPEST} brackets are open at once: write it simpler.")
        sign = -1 if self._take("-") else 1
        parts = [(sign, self._product())]
        while self._next() in ("+", "-"):
            sign = 1 if self._next() == "+" else -1
            self.at += 1
            parts.append((sign, self._product()))
        self.depth -= 1
        return parts[0][1] if parts == [(1, parts[0][1])] else Signed(tuple(parts))

    def _product(self) -> Node:
        parts = [self._factor()]
        while self._take("*"):
            parts.append(self._factor())
        return parts[0] if len(parts) == 1 else Times(tuple(parts))

    def _factor(self) -> Node:
        token = self._next()
        if isinstance(token, int):
            self.at += 1
            return token
        if self._take("-"):
            return Signed(((-1, self._factor_in_depth()),))
        if self._take("("):
            found = self._sum()
            self._expect(")")
            return found
        if token is None or token in (")", "+", "*", ",", "of"):
            self._refuse()
        self.at += 1
        if token in FUNCTIONS and self._next() in ("(", "of"):
            return self._call(token)
        if token == "each":  # noqa: S105  # no password
            return Each()
        if self._take("of"):
            return Of(token, self._index())
        if self._take("("):
            index = self._sum()
            self._expect(")")
            return Of(token, index)
        return Name(token)

    def _call(self, function: str) -> Node:
        if self._take("of"):
            return Call(function, (self._factor_in_depth(),))
        self._expect("(")
        parts = [self._sum()]
        while self._take(","):
            parts.append(self._sum())
        self._expect(")")
        return Call(function, tuple(parts))

    def _index(self) -> Node:
        found = self._factor_in_depth()
        if isinstance(found, Each) and isinstance(self._next(), str) and self._next() not in {*"+-*(),"}:
            self.at += 1  # the list may be named: `paid of each friend`
        return found

    def _factor_in_depth(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ReplyError("it is nested too deeply: write it simpler.")
        found = self._factor()
        self.depth -= 1
        return found

    def _next(self) -> str | int | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _take(self, token: str) -> bool:
        taken = self._next() == token
        self.at += taken
        return taken

    def _expect(self, token: str) -> None:
        if not self._take(token):
            self._refuse()

    def _refuse(self) -> NoReturn:
        token = self._next()
        if token is None:
            raise ReplyError("it ends too early: a term or a bracket is missing.")
        raise ReplyError(f"{str(token)!r} does not belong where it is: between two terms stands one of + - *.")


def _refuse_word(rest: str) -> NoReturn:
    match = _WORD.match(rest)
    word = match[0] if match else rest[:20]
    if rest[:1].isdigit():
        digits = re.match(r"[\w.]+", rest)
        raise ReplyError(f"{(digits[0] if digits else rest)[:40]!r} is neither a whole number nor a declared name.")
    if word in _ADVICE:
        raise ReplyError(f"{word!r} cannot be used: {_ADVICE[word]}.")
    raise UnknownNameError(word[:100])


class UnknownNameError(ReplyError):
    """A word that is not declared; `word` is that word."""

    def __init__(self, word: str) -> None:
        super().__init__(f"{word!r} is not declared.")
        self.word = word


def _number(digits: str) -> int:
    if len(digits) > 10 or not digits.isascii():
        raise ReplyError(f"the number {digits[:20]} is too large.")
    return int(digits)


def spaced(text: str) -> str:
    return " ".join(text.split())


def _edge(character: str, look: str) -> str:
    return rf"(?{look}\w)" if character.isalnum() or character == "_" else ""
