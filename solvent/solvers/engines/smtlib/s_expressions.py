"""SMT-LIB's S-expressions: tokens with offsets, top-level forms, the values that z3 prints, string literals."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from solvent.solvers.programs.marked_file import UnbalancedError

# z3 has its own interpretation of a backslash before a bar, of `#|` and of NUL, and might see commands where we see
# none: tokens never contain them, and no program needs them.
_STRING, _QUOTED, _ATOM = r'"(?:[^"\0]|"")*"', r"\|[^|\\\0]*\|", r'(?:[^\s()";|#\0]|\#(?!\|))+'
_TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<comment>;[^\n]*)|(?P<open>\()|(?P<close>\))"
    rf"|(?P<string>{_STRING})|(?P<quoted>{_QUOTED})|(?P<atom>{_ATOM})|(?P<bad>.)",
    re.DOTALL,
)
_HEAD = re.compile(rf"\(\s*+({_ATOM})")


def _balanced(depth: int) -> str:
    """Return a pattern for parenthesised text without comments, up to `depth` levels deep: it matches most forms."""
    leaf = rf"\s++|{_STRING}|{_QUOTED}|{_ATOM}"
    pattern = rf"\((?:{leaf})*+\)"
    for _ in range(depth):
        pattern = rf"\((?:{leaf}|{pattern})*+\)"
    return pattern


_BALANCED = re.compile(_balanced(8))


class Token(NamedTuple):
    kind: str
    text: str
    start: int


@dataclass(frozen=True)
class Form:
    """A top-level form: an expression, or a comment line between expressions; `text` from `start` to `end`."""

    start: int
    end: int
    text: str

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The form's tokens, with offsets relative to its start."""
        return tuple(tokens(self.text))

    @property
    def comment(self) -> str | None:
        return self.text if self.text.startswith(";") else None

    @property
    def command(self) -> str:
        """The first symbol in the parentheses; empty if the form is not a command."""
        if head := _HEAD.match(self.text):
            return head[1]
        words = list(itertools.islice((token for token in tokens(self.text) if token.kind != "comment"), 2))
        return words[1].text if len(words) > 1 and words[0].kind == "open" and words[1].kind == "atom" else ""


def tokens(text: str, start: int = 0) -> Iterator[Token]:
    """Yield all tokens except white space. Raises UnbalancedError at an unterminated string or quoted symbol."""
    for match in _TOKEN.finditer(text, start):
        kind = match.lastgroup or "bad"
        if kind == "bad":
            raise UnbalancedError(match.start(), _reason(match.group()))
        if kind != "space":
            yield Token(kind, match.group(), match.start())


def _reason(character: str) -> str:
    if character == "|":
        return "| is opened and never closed, or the symbol holds a backslash"
    return f"{character!r} has no place here" if character in "#\0" else f"{character} is opened and never closed"


def forms(text: str) -> Iterator[Form]:
    """Yield the top-level forms and comments in order. Raises UnbalancedError."""
    end = 0
    while token := next(tokens(text, end), None):
        start = token.start
        balanced = _BALANCED.match(text, start)
        end = balanced.end() if balanced else _end(text, start)
        yield Form(start, end, text[start:end])


def _end(text: str, start: int) -> int:
    """Return the end offset of the form at `start`. Raises UnbalancedError."""
    opened: list[int] = []
    for token in tokens(text, start):
        if token.kind == "open":
            opened.append(token.start)
        elif token.kind == "close":
            if not opened:
                raise UnbalancedError(token.start, "this closing parenthesis was never opened")
            opened.pop()
        if not opened:
            return token.start + len(token.text)
    raise UnbalancedError(opened[0], "this parenthesis is never closed")


def is_term(text: str) -> bool:
    """Whether `text` is a single term and nothing else, not even a comment."""
    if _BALANCED.fullmatch(text):
        return True
    try:
        found = list(forms(text))
    except UnbalancedError:
        return False
    return len(found) == 1 and not any(token.kind == "comment" for token in found[0].tokens)


def tree(text: str) -> list[Any]:
    """Parse into nested lists of token texts."""
    stack: list[list[Any]] = [[]]
    for kind, word, _ in tokens(text):
        if kind == "open":
            stack.append([])
        elif kind == "close":
            done = stack.pop()
            stack[-1].append(done)
        elif kind != "comment":
            stack[-1].append(word)
    return stack[0]


# String literals. z3 reads bytes, so non-ASCII characters are escaped. Only SMT-LIB 2.6 escapes count: in "\x41" and
# "\n" the backslash is an ordinary character.

_ESCAPE = re.compile(r"\\u(?:\{([0-9a-fA-F]{1,4}|[0-2][0-9a-fA-F]{4})\}|([0-9a-fA-F]{4}))")
_LAST = "\U0002ffff"  # the highest code point that an SMT-LIB string can contain


def quote(value: str) -> str | None:
    """Write a string literal; None if it contains a character that SMT-LIB strings cannot represent."""
    if value and max(value) > _LAST:
        return None
    escaped = "".join(c if " " <= c <= "~" and c != "\\" else f"\\u{{{ord(c):x}}}" for c in value)
    return '"' + escaped.replace('"', '""') + '"'


def unquote(literal: str) -> str:
    """Return the value of a string literal."""
    body = literal[1:-1].replace('""', '"')
    return _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), body)


def unfit(text: str) -> int | None:
    """Return the offset of the first string literal with an unrepresentable character; None if there is none."""
    if not text or max(text) <= _LAST:
        return None
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "string" and max(match.group()) > _LAST:
            return match.start()
    return None


def ascii_strings(text: str) -> str:
    """Escape the non-ASCII characters in the string literals of `text`."""
    if text.isascii():
        return text
    return "".join(
        "".join(c if c.isascii() else f"\\u{{{ord(c):x}}}" for c in match.group())
        if match.lastgroup == "string"
        else match.group()
        for match in _TOKEN.finditer(text)
    )


def whole(value: Any) -> int | None:
    """Parse a short unsigned numeral, the most common kind of value, without building a Fraction; None for others."""
    return int(value) if isinstance(value, str) and len(value) < 19 and value.isascii() and value.isdigit() else None


def rational(value: Any) -> Fraction | None:
    """Parse a number as z3 prints it: `3`, `1.5`, `(- 3)`, `(/ 1 3)`, `(- (/ 1.0 3.0))`; None for other values."""
    match value:
        case ["-", inner]:
            found = rational(inner)
            return None if found is None else -found
        case ["/", above, below]:
            top, bottom = rational(above), rational(below)
            return None if top is None or not bottom else top / bottom
        case str() if re.fullmatch(r"\d+(\.\d+)?", value):
            return Fraction(value)
    return None
