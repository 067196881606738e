"""MiniZinc syntax: tokens with offsets, items and their kinds. A splitter, not a parser: MiniZinc does the checking."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solvent.solvers.programs.marked_file import UnbalancedError

_TOKEN = re.compile(
    r"""(?P<space>\s+) | (?P<comment>%[^\n]*|/\*.*?\*/) | (?P<quoted>'[^'\n]*') | (?P<name>[A-Za-z_]\w*)
      | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<end>;) | (?P<text>") | (?P<bad>'|/\*) | (?P<other>[0-9][\w.]*|.)""",
    re.VERBOSE | re.DOTALL,
)
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_OPERATOR = re.compile(r"'(?:\W+|not|div|mod|in|subset|superset|union|diff|symdiff|intersect|xor|default)'")


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class Item:
    """An item with its semicolon, or a comment between items; `tokens` excludes white space and inner comments."""

    start: int
    end: int
    tokens: tuple[Token, ...]

    @property
    def comment(self) -> str | None:
        return self.tokens[0].text if self.tokens[0].kind == "comment" else None

    @property
    def word(self) -> str:
        """The first word, which determines the kind of most items; empty for a lone semicolon."""
        return self.tokens[0].text if self.tokens[0].kind in ("name", "quoted") else ""

    @property
    def assigned(self) -> str:
        """The name to which an assignment item assigns a value; empty for other items."""
        plain = len(self.tokens) > 2 and self.tokens[0].kind in ("name", "quoted")
        return unquoted(self.tokens[0].text) if plain and self.tokens[1].text == "=" else ""

    @property
    def declared(self) -> tuple[str, bool]:
        """The name that a declaration introduces, and whether it is a decision variable; an empty name otherwise."""
        depth = 0
        for i, token in enumerate(self.tokens[:-1]):
            depth += {"open": 1, "close": -1}.get(token.kind, 0)
            if depth == 0 and token.text == ":" and self.tokens[i + 1].kind in ("name", "quoted"):
                variable = any(before.text in ("var", "any") for before in self.tokens[:i])
                return unquoted(self.tokens[i + 1].text), variable
        return "", False

    @property
    def truths(self) -> bool:
        """Whether the item declares a Boolean decision variable, or an array of them, without a value."""
        words = [token.text for token in self.tokens]
        before = words[: words.index(":")] if ":" in words else words
        return before[-2:] == ["var", "bool"] and "=" not in words

    @property
    def defines(self) -> str:
        """The name of the function, predicate or test that the item defines, with its quotes; empty otherwise."""
        if self.word not in ("function", "predicate", "test"):
            return ""
        depth = 0
        for before, token in zip(self.tokens, self.tokens[1:], strict=False):
            if depth == 0 and token.text == "(" and before.kind in ("name", "quoted"):
                return before.text
            depth += {"open": 1, "close": -1}.get(token.kind, 0)
        return ""


def unquoted(name: str) -> str:
    return name[1:-1] if name.startswith("'") else name


def quoted(name: str) -> str | None:
    """Write a name as a quoted MiniZinc identifier; None if it cannot be quoted."""
    return f"'{name}'" if name and not re.search(r"['\x00-\x1f]", name) else None


def is_operator(name: str) -> bool:
    """Whether a name, bare or quoted, is one of the language's operators."""
    return _OPERATOR.fullmatch(f"'{unquoted(name)}'") is not None


def tokens(text: str, at: int = 0) -> Iterator[Token]:
    """Yield all tokens from an offset on, except white space. Raises UnbalancedError at an unclosed delimiter."""
    while found := _TOKEN.match(text, at):
        kind, at = found.lastgroup or "other", found.end()
        if kind == "bad":
            raise UnbalancedError(found.start(), f"{found.group()} is opened and never closed")
        if kind == "text":
            at = _after_text(text, found.start())
            kind = "string"
        if kind != "space":
            yield Token(kind, text[found.start() : at], found.start())


def _after_text(text: str, start: int) -> int:
    """Return the offset after the string literal at `start`; a backslash and a bracket interpolate an expression."""
    at = start + 1
    while at < len(text) and text[at] != "\n":
        if text.startswith("\\(", at):
            at = _after_bracket(text, at + 1)
        elif text[at] == '"':
            return at + 1
        else:
            at += 2 if text[at] == "\\" else 1
    raise UnbalancedError(start, 'the string is not closed on its line: " is missing')


def _after_bracket(text: str, start: int) -> int:
    depth = 0
    for token in tokens(text, start):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth == 0:
            return token.end
    raise UnbalancedError(start, "( is opened and never closed")


def items(text: str) -> Iterator[Item]:
    """Yield the items of a text and the comments between them, in order; the last item may lack its semicolon.

    Raises:
        UnbalancedError: a bracket, string or comment is not closed.

    """
    current: list[Token] = []
    brackets: list[Token] = []
    behind: list[Item] = []  # comments after the last token of an unfinished item
    for token in tokens(text):
        if token.kind == "comment":
            behind.append(Item(token.start, token.end, (token,)))
            if not current:
                yield behind.pop()
            continue
        behind.clear()
        current.append(token)
        if token.kind == "open":
            brackets.append(token)
        elif token.kind == "close":
            if not brackets or _PAIRS[brackets.pop().text] != token.text:
                raise UnbalancedError(token.start, f"{token.text} was never opened")
        elif token.kind == "end" and not brackets:
            yield Item(current[0].start, token.end, tuple(current))
            current = []
    if brackets:
        raise UnbalancedError(brackets[-1].start, f"{brackets[-1].text} is opened and never closed")
    if current:
        yield Item(current[0].start, current[-1].end, tuple(current))
    yield from behind


def term(text: str) -> str | None:
    """Normalise a single expression to one line without comments; None for anything else."""
    try:
        found = list(items(text))
        parts = [token for token in tokens(text) if token.kind != "comment"]
    except UnbalancedError:
        return None
    whole = [item for item in found if item.comment is None]
    if len(whole) != 1 or whole[0].tokens[-1].kind == "end":
        return None
    spaced = [(" " if i and parts[i - 1].end != token.start else "") + token.text for i, token in enumerate(parts)]
    return "".join(spaced)


def solve_goal(item: Item) -> tuple[str, str]:
    """Return the goal of a solve item: `satisfy`, `minimize` or `maximize`, and the term; empty for other items."""
    if item.word != "solve":
        return "", ""
    depth = 0
    for i, token in enumerate(item.tokens):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth == 0 and token.text in ("satisfy", "minimize", "maximize"):
            rest = item.tokens[i + 1 :]
            inner = [part.text for part in rest if part is not rest[-1] or part.kind != "end"]
            return token.text, term(_joined(rest[: len(inner)])) or ""
    return "", ""


def _joined(some: tuple[Token, ...]) -> str:
    spaced = [(" " if i and some[i - 1].end != token.start else "") + token.text for i, token in enumerate(some)]
    return "".join(spaced)


def boolean_search(found: Sequence[Item]) -> str:
    """If all decision variables are Boolean, return an annotation to branch on them first.

    By default Gecode would branch on the template's terms first. Empty otherwise.
    """
    decisions = [item for item in found if item.declared[1]]
    if not decisions or not all(item.truths for item in decisions):
        return ""
    arrays = (
        f"array1d({item.declared[0]})" if item.tokens[0].text == "array" else f"[{item.declared[0]}]"
        for item in decisions
    )
    return f" :: bool_search({' ++ '.join(arrays)}, input_order, indomain_max)"


def enums(some: Iterable[Item]) -> dict[str, frozenset[str] | None]:
    """Return the members of each enum; None if they are not simply listed."""
    found: dict[str, frozenset[str] | None] = {}
    for item in some:
        name, members = _enum(item)
        if name:
            found[name] = members or found.get(name)
        elif item.assigned in found:
            found[item.assigned] = _members(item.tokens[2:])
    return found


def _enum(item: Item) -> tuple[str, frozenset[str] | None]:
    if item.word != "enum" or len(item.tokens) < 2:
        return "", None
    body = next((i for i, token in enumerate(item.tokens) if token.text == "="), len(item.tokens) - 1)
    return unquoted(item.tokens[1].text), _members(item.tokens[body + 1 :])


def _members(tokens: tuple[Token, ...]) -> frozenset[str] | None:
    """Return the names in `{A, B, ...};`; None for anything else."""
    inner = [token for token in tokens if token.kind != "end"]
    if len(inner) < 2 or inner[0].text != "{" or inner[-1].text != "}":
        return None
    names = inner[1:-1:2]
    plain = all(token.kind in ("name", "quoted") for token in names) and all(t.text == "," for t in inner[2:-1:2])
    return frozenset(unquoted(token.text) for token in names) if plain else None
