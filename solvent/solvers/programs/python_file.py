"""Program files of the Python frameworks: parsed into fragments by way of the syntax tree, and rendered back.

Top-level `with clue(3):` blocks are fragments and other code is background; the file ends with
`objectives = [minimize(cost), ...]` and `answer = ...`. These two are extracted only if that does not change the
program's meaning. If its first statement, apart from imports, is `data = {"name": value, ...}`, these are the program's
data (see `python_data`): the names are bound before the program's code.
"""

import ast
import textwrap
import warnings
from collections.abc import Sequence
from typing import Any, Literal

from solvent.solvers.programs import python_data
from solvent.solvers.programs.program import Fragment, Objective, Program

_SENSES: dict[str, Literal["minimize", "maximize"]] = {"minimize": "minimize", "maximize": "maximize"}


def parse(framework: str, text: str) -> Program:
    """Parse a program file; text that is not valid Python becomes a program whose `run` reports the syntax error."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # Python accepts either as a line ending
    whole = _statements(text)
    try:
        found = None if whole is None else _parts(framework, text, whole)
    except RecursionError:  # unparsing takes a deeper stack than parsing
        found = None
    return Program(framework=framework, preamble=text.rstrip("\n")) if found is None else found


def _parts(framework: str, text: str, whole: list[ast.stmt]) -> Program:
    body, answer, objectives = _tail(_Source(text), whole)
    lines = text.split("\n")
    data, statement = python_data.stated(body)
    # The code ends where the extracted assignments begin.
    stop = whole[len(body)].lineno - 1 if len(body) < len(whole) else len(lines)
    parts: list[tuple[int | None, str]] = []
    done = 0
    for node in body:
        clue = _clue_of(node)
        if clue is not None and isinstance(node, ast.With):
            parts.append((None, _strip(_without(statement, lines, done, node.lineno - 1))))
            parts.append((clue, _body(lines, node)))
            done = node.end_lineno or node.lineno
    parts.append((None, _strip(_without(statement, lines, done, stop))))
    (_, preamble), *rest = parts
    fragments = tuple(Fragment(clue=clue, code=code) for clue, code in rest if code)
    return Program(
        framework=framework, preamble=preamble, fragments=fragments, answer=answer, objectives=objectives, data=data
    )


def render(program: Program) -> str:
    """Render a program as the text of a file."""
    preamble = _with_data(program) if program.data else program.preamble
    blocks = [preamble] if preamble else []
    blocks += [_block(fragment) for fragment in program.fragments]
    if program.objectives:
        terms = ", ".join(f"{objective.sense}({objective.term})" for objective in program.objectives)
        blocks.append(f"objectives = [{terms}]")
    if program.answer:
        blocks.append(f"answer = {program.answer}")
    return "\n".join(block.rstrip("\n") for block in blocks) + "\n" if blocks else ""


def _with_data(program: Program) -> str:
    lines = program.preamble.split("\n") if program.preamble else []
    start = python_data.head(_statements(program.preamble) or [])
    return "\n".join([*lines[:start], *[""][: bool(start)], *python_data.statement(program.data), *lines[start:]])


def used_data(program: Program) -> frozenset[str]:
    """Return the names of the data on which constraints and objectives may depend."""
    if not program.data:
        return frozenset()
    code = _statements(render(program.model_copy(update={"data": {}, "answer": ""})))
    used = python_data.used(code or [])
    return frozenset(program.data) if "data" in used else frozenset(program.data) & used


def imported(program: Program) -> frozenset[str]:
    """Return the names that the program imports."""
    return python_data.imported(_statements(program.preamble) or [])


def _block(fragment: Fragment) -> str:
    return fragment.code if fragment.clue is None else f"with clue({fragment.clue}):\n{_indent(fragment.code)}"


class _Source:
    """Looks up the source of expressions; `ast.get_source_segment` would scan the whole text for each."""

    def __init__(self, text: str) -> None:
        self._lines = [f"{line}\n".encode() for line in text.split("\n")]  # columns count bytes

    def of(self, node: ast.expr) -> str:
        """Return the source text of an expression."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        *before, end = self._lines[first : last + 1]
        whole = b"".join([*before, end[: node.end_col_offset]])
        return whole[node.col_offset :].decode()


def _tail(text: _Source, body: list[ast.stmt]) -> tuple[list[ast.stmt], str, tuple[Objective, ...]]:
    """Split off the answer and the objectives if they are the last statements."""
    body = list(body)
    answer: str | None = None
    objectives: tuple[Objective, ...] | None = None
    while body:
        last = body[-1]
        alone = len(body) < 2 or (body[-2].end_lineno or 0) < last.lineno
        value = _assigned(last, "answer")
        found = _objectives(text, last)
        if alone and answer is None and value is not None:
            answer = _expression(text, value)
        elif alone and objectives is None and found is not None:
            objectives = found
        else:
            break
        body.pop()
    return body, answer or "", objectives or ()


def _assigned(node: ast.stmt, name: str) -> ast.expr | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
            return value
    return None


def _objectives(text: _Source, node: ast.stmt) -> tuple[Objective, ...] | None:
    """Return the objectives that a statement, possibly `model.minimize(...)`, fully specifies; None for others."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("model"), sense), [term], [])):
            return (Objective(sense=_SENSES[sense], term=_expression(text, term)),) if sense in _SENSES else None
    value = _assigned(node, "objectives")
    if value is None:
        return None
    found = []
    for item in value.elts if isinstance(value, ast.List | ast.Tuple) else [value]:
        match item:
            case ast.Call(ast.Name(sense), [term], []) if sense in _SENSES:
                found.append(Objective(sense=_SENSES[sense], term=_expression(text, term)))
            case _:
                return None
    return tuple(found)


def _expression(text: _Source, node: ast.expr) -> str:
    """Return the source of an expression, parenthesised if it needs that to stand alone."""
    source = text.of(node)
    match _statements(f"_ = {source}"):
        case [ast.Assign(value=value)] if _equal([value], [node]):
            return source
    return f"({source})"


def _clue_of(node: ast.stmt) -> int | None:
    match node:
        case ast.With([ast.withitem(ast.Call(ast.Name("clue"), [ast.Constant(int(number))], []), None)]):
            return number
    return None


def _body(lines: list[str], node: ast.With) -> str:
    first, last = node.body[0], node.body[-1]
    header = node.items[-1].context_expr.end_lineno or node.lineno
    end = last.end_lineno or last.lineno
    if first.lineno == header:  # on the same line as `with`
        inner = lines[header - 1].encode()[first.col_offset :].decode()
        code = "\n".join([inner, *lines[header:end]])
    else:
        code = textwrap.dedent("\n".join(lines[header:end]))
        if end == header + 1 and not code[:1].isspace() and not code.endswith("\\"):
            return code  # a single line has no string that dedenting may change
    # Dedenting may change a multi-line string: unparse the code in that case.
    return code.strip("\n") if _equal(_statements(code), node.body) else "\n".join(map(ast.unparse, node.body))


def _indent(code: str) -> str:
    moved = "\n".join("    " + line if line.strip() else line for line in code.split("\n"))
    body = _statements(code)
    if body is None:
        return moved  # invalid already: `run` reports where
    if not body:
        return f"{moved}\n    pass".lstrip("\n")
    if len(code.splitlines()) == 1:
        return moved  # indentation only affects multi-line strings
    match _statements("if 1:\n" + moved):
        case [ast.If(body=inner)] if _equal(inner, body):
            return moved
    try:
        return textwrap.indent("\n".join(map(ast.unparse, body)), "    ")
    except RecursionError:
        return moved


def _statements(code: str) -> list[ast.stmt] | None:
    """Parse code into its statements; None if it is not valid Python, or nested too deeply to handle."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes and the like are the program's business
            body = ast.parse(code).body
        for node in body:
            _is_same(node, node)  # recurses as deeply as everything else that is done with the tree
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return body


def _equal(some: Sequence[ast.AST] | None, others: Sequence[ast.AST]) -> bool:
    return some is not None and _is_same(list(some), list(others))


def _is_same(one: Any, other: Any) -> bool:
    """Return whether two trees are equal, wherever in a file they are.

    `ast.dump` would take several times as long; this recurses exactly as deeply.
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, ast.AST):
        for name in one._fields:  # noqa: SIM110  # a generator would be another level of recursion
            if not _is_same(getattr(one, name, None), getattr(other, name, None)):
                return False
        return True
    if isinstance(one, list):
        return len(one) == len(other) and all(_is_same(*pair) for pair in zip(one, other, strict=True))
    return repr(one) == repr(other)  # `0.0` is not `-0.0`


def _without(statement: ast.stmt | None, lines: list[str], first: int, stop: int) -> list[str]:
    """Return the lines from `first` to `stop` without those of a statement, nor the empty lines before it."""
    if statement is None or not first < statement.lineno <= stop:
        return lines[first:stop]
    before = "\n".join(lines[first : statement.lineno - 1]).rstrip()
    return [*before.split("\n"), *lines[statement.end_lineno : stop]]


def _strip(lines: list[str]) -> str:
    return "\n".join(lines).strip("\n").rstrip()
