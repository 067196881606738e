"""The symbols that an SMT-LIB command introduces: they must be unique, or one clue could change another's meaning."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from solvent.solvers.engines.smtlib.s_expressions import Form, Token, tree

_ONE = {"declare-const", "declare-fun", "define-const", "define-fun", "define-fun-rec"}
_QUICK = re.compile(rf"\(\s*+(?:{'|'.join(sorted(_ONE))})\s++(\|[^|]*\||[^\s()\";|#]++)")


def plain_name(symbol: str) -> str:
    """Strip the bars of a quoted symbol."""
    return symbol[1:-1] if symbol.startswith("|") else symbol


def introduced(form: Form) -> Iterator[Token]:
    """Yield the functions, constants, constructors, selectors and named terms that a command introduces.

    Offsets are relative to the start of the command.
    """
    quick = _QUICK.match(form.text)
    if quick:
        yield Token("atom", quick[1], quick.start(1))
    elif form.command in _ONE or form.command.startswith(("declare-datatype", "define-funs-rec")):
        yield from _declared(_nested(form)[1:], form.command)
    if ":named" in form.text:
        yield from named(form.tokens)


def named(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """Yield the names introduced by `(! term :named name)`."""
    seen = [token for token in tokens if token.kind != "comment"]
    for key, name in pairwise(seen):
        if key.kind == "atom" and key.text == ":named" and name.kind in ("atom", "quoted"):
            yield name


def siblings(commands: list[str]) -> dict[str, dict[str, str]]:
    """Map every enumeration constant to the constants of its sort: from name to symbol as written."""
    found: dict[str, dict[str, str]] = {}
    for command in commands:
        match tree(command)[0]:
            case ["declare-datatype", _, list(body)]:
                bodies = [body]
            case ["declare-datatypes", [], list(sorts)]:  # the notation before 2.6
                bodies = [sort[1:] for sort in sorts]
            case ["declare-datatypes", _, list(bodies)]:
                pass
            case _:
                continue
        for body in bodies:
            heads = [item[0] if isinstance(item, list) and item else item for item in body]
            siblings = {plain_name(head): head for head in heads if isinstance(head, str)}
            found |= dict.fromkeys(siblings, siblings)
    return found


def _nested(form: Form) -> Any:
    """Return the command's tokens as nested lists."""
    stack: list[list[Any]] = [[]]
    for token in form.tokens:
        if token.kind == "open":
            stack.append([])
        elif token.kind == "close":
            done = stack.pop()
            stack[-1].append(done)
        elif token.kind != "comment":
            stack[-1].append(token)
    return stack[0][0]


def _declared(parts: list[Any], command: str) -> Iterator[Token]:
    match command, parts:
        case "define-funs-rec", [list(heads), *_]:
            yield from _heads(heads)
        case "declare-datatype", [_, body]:
            yield from _constructors(body)
        case "declare-datatypes", [[], list(sorts)]:  # the notation before 2.6
            for sort in sorts:
                yield from _constructors(sort[1:] if isinstance(sort, list) else [])
        case "declare-datatypes", [_, list(bodies)]:
            for body in bodies:
                yield from _constructors(body)
        case _, [Token() as name, *_]:
            yield name


def _constructors(body: Any) -> Iterator[Token]:
    match body:
        case [Token(_, "par"), _, inner]:
            yield from _constructors(inner)
        case list():
            yield from _heads(body)
            for constructor in body:
                yield from _heads(constructor[1:] if isinstance(constructor, list) else [])


def _heads(items: list[Any]) -> Iterator[Token]:
    for item in items:
        match item:
            case Token() | [Token(), *_]:
                yield item if isinstance(item, Token) else item[0]
