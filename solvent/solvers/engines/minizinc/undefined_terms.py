"""A conservative, syntactic check for MiniZinc terms that may be undefined in some solutions.

A term that depends on no variable is defined in all solutions or in none; MiniZinc itself warns about the latter.
"""

import re
from collections.abc import Iterator

from solvent.solvers.engines.minizinc import syntax

_PLAIN = re.compile(r"\w+ ?(\[ ?[0-9]+( ?, ?[0-9]+)* ?\])?")  # most terms: a name, or an element at a constant index
_BOTH_OR_EITHER = re.compile(r"/\\|\\/")  # contains a slash that looks like a division
_DIVISIONS = {"div", "mod", "/", "^"}
# Total functions and keywords.
_TOTAL = {
    *("sum", "product", "forall", "exists", "count", "card", "length", "abs", "bool2int", "bool2float", "int2float"),
    *("index_set", "index_set_1of2", "index_set_2of2", "array1d", "array2d", "occurs", "absent", "not", "xorall"),
    *("iffall", "if", "then", "else", "elseif", "in", "where", "and", "or", "xor", "union", "intersect", "diff"),
}
_EXTREMES = {"max", "min"}


def may_lack_value(term: str, variables: set[str], sets: set[str]) -> bool:
    """Whether a term may be undefined in some solutions.

    `variables` are the program's decision variables, `sets` its names declared as sets.
    """
    if _PLAIN.fullmatch(term):
        return False
    tokens = [token for token in syntax.tokens(_BOTH_OR_EITHER.sub(" xor ", term)) if token.kind != "comment"]
    varying = variables | set(_bound(tokens, variables))
    for i, token in enumerate(tokens):
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        if token.text in _DIVISIONS and not _fixed_operand(tokens[i + 1 :]):
            return True
        if after is None:
            continue
        is_name = token.kind in ("name", "quoted")
        inner = _inside(tokens, i + 1)
        names = {syntax.unquoted(part.text) for part in inner}
        if after.text == "[" and (is_name or token.kind == "close") and names & varying:
            return True
        is_call = after.text == "(" and is_name and token.text not in (_DIVISIONS | _TOTAL)
        if is_call and (token.text not in _EXTREMES or names & sets):
            return True
    return any(token.text == "let" for token in tokens)


def _fixed_operand(rest: list[syntax.Token]) -> bool:
    """Whether the right operand is a literal other than 0; nothing is known about names."""
    text = rest[0].text if rest else ""
    return text[:1].isdigit() and any(digit in text for digit in "123456789")


def _inside(tokens: list[syntax.Token], start: int) -> list[syntax.Token]:
    """Return the tokens between the bracket at `start` and the matching one."""
    depth = 0
    for i in range(start, len(tokens)):
        depth += {"open": 1, "close": -1}.get(tokens[i].kind, 0)
        if depth == 0:
            return tokens[start + 1 : i]
    return []


def _bound(tokens: list[syntax.Token], variables: set[str]) -> Iterator[str]:
    """Yield the names that a generator `x in E` binds to values that depend on variables, because `E` does."""
    known = set(variables)
    for i, token in enumerate(tokens):
        if token.text != "in" or i == 0:
            continue
        depth = 0
        for part in tokens[i + 1 :]:
            depth += {"open": 1, "close": -1}.get(part.kind, 0)
            if depth < 0 or (depth == 0 and part.text in (",", "where", "|")):
                break
            if syntax.unquoted(part.text) in known:
                names = list(_names_before(tokens, i))
                known.update(names)
                yield from names
                break


def _names_before(tokens: list[syntax.Token], at: int) -> Iterator[str]:
    """Yield the names in `x, y in`, from right to left."""
    for token, before in zip(tokens[at - 1 :: -2], [*tokens[at - 2 :: -2], None], strict=False):
        yield syntax.unquoted(token.text)
        if before is None or before.text != ",":
            return
