"""The arrangement in a model's plain reply: the strict reading, without the faults of the public evaluator's.

It is the last literal in the last fenced block that has one, or else the last in the reply; it has to be of the same
type as the puzzle's example (a dictionary, a list ...), and may stand after `name =`. `true`, `false` and `null` are
read as JSON has them, comments are dropped, both only outside texts. A literal in another one does not count.
"""

import ast
import re
import warnings
from collections.abc import Iterator
from typing import Any

from solvent.benchmarks.verifiers.literals import LiteralError, read_literal, write_literal

_FENCE = "```"
_INFO = re.compile(r"(?:[ \t]*[A-Za-z]\w*\b(?!\s*=))?")
_NAMED = re.compile(r"\s*(?:[A-Za-z_]\w*\s*=(?!=))?(.*)", re.DOTALL)
_QUOTED_OR_COMMENT = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|//[^\n]*""")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_DEEPEST = 20  # no arrangement comes near it
_CONTAINERS = (dict, list, set, tuple)
_JSON_NAMES = {"true": True, "false": False, "null": None}


def blocks(text: str) -> list[str]:
    """Return what is in fences, wherever these stand in a line, without the name of a language."""
    parts = text.split(_FENCE)
    closed = parts[1 : len(parts) - 1 : 2]  # what is behind the last fence is in none, nor is what it opens
    return [_INFO.sub("", part, count=1) for part in closed]


def strict_reading(text: str, like: Any) -> str | None:
    """Return the arrangement in a reply as a literal; None if there is none.

    `like` is the example's value; if it is None, any dictionary, list, set or tuple will do.
    """
    for block in reversed(blocks(text)):
        match = _NAMED.fullmatch(block)
        whole = _value(match[1]) if match else None
        value = whole if _fits(whole, like) else _last(block, like)
        if value is not None:
            return write_literal(value)
    value = _last(text, like)
    return None if value is None else write_literal(value)


def _fits(value: Any, like: Any) -> bool:
    """Whether a value is of the type of `like`, or an attempt at one: many write an empty set as braces."""
    if like is None:
        return isinstance(value, _CONTAINERS)
    return type(value) is type(like) or (isinstance(like, set) and value == {})


def _last(text: str, like: Any) -> Any:
    """The last literal with brackets that is of the right type and in no other one; None if there is none."""
    found, after = None, 0
    for start, end in _spans(text):
        if start < after:
            continue
        value = _value(text[start:end])
        if isinstance(value, _CONTAINERS):
            after = end
            found = value if _fits(value, like) else found
    return found


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text from a bracket to the one that closes it, in order of their starts, outer ones first.

    Brackets that close nothing do not count, nor those that are still open when an outer one closes, nor parts that are
    nested deeply: so, all parts together are not much longer than the text.
    """
    opened: list[tuple[str, int]] = []
    deep: list[int] = []  # how deep what is in each of them goes
    number = dict.fromkeys(_PAIRS.values(), 0)
    found = []
    for match in re.finditer(r"[()\[\]{}]", text):
        sign = match[0]
        if sign in number:
            opened.append((sign, match.start()))
            deep.append(0)
            number[sign] += 1
        elif number[_PAIRS[sign]]:
            last, start, depth = "", 0, 0
            while last != _PAIRS[sign]:
                last, start = opened.pop()
                depth = max(depth, deep.pop() + 1)
                number[last] -= 1
            if deep:
                deep[-1] = max(deep[-1], depth)
            if depth <= _DEEPEST:
                found.append((start, match.end()))
    yield from sorted(found)


def _value(said: str) -> Any:
    """The value of a literal in Python's notation or in JSON's; None if it is neither."""
    plain = _QUOTED_OR_COMMENT.sub(lambda match: match[1] or "", said).strip()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of escapes that mean nothing
        try:
            return read_literal(plain)
        except LiteralError:
            pass
        try:
            return ast.literal_eval(_JsonNames().visit(ast.parse(plain, mode="eval")))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return None


class _JsonNames(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace JSON's names of values by the values."""
        return ast.Constant(_JSON_NAMES[node.id]) if node.id in _JSON_NAMES else node
