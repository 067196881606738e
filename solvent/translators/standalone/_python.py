"""Writes programs out in Python: what is common to CPMpy and OR-Tools.

The names that programs are given (`labelled`, `where`, ...) become a few lines at the top, as far as they are used; at
the end comes what solves. A program may use any names for its own, such as `all` or `json`: the end imports those anew.
"""

import ast
import builtins
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from solvent.solvers import Program
from solvent.solvers.errors import SolventError
from solvent.solvers.programs import python_data
from solvent.translators.standalone._listing import Listing

_GIVEN = '''
LabelledTerm = namedtuple("LabelledTerm", "term labels")
WhereItem = namedtuple("WhereItem", "condition item")
Goal = namedtuple("Goal", "sense term")


def labelled(term, labels):
    """In the answer: a term whose values are shown as labels, a dict, or a list that is indexed from 0."""
    return LabelledTerm(term, labels if isinstance(labels, dict) else dict(enumerate(labels)))


def where(condition, item):
    """In a list of the answer: an item that is there only if the condition holds."""
    return WhereItem(condition, item)


def minimize(term):
    return Goal("minimize", term)


def maximize(term):
    return Goal("maximize", term)
'''
_SHOWING = '''

def is_list(part):
    return isinstance(part, (list, tuple, range)) or bool(getattr(part, "shape", ()))


def shown(part):
    """The answer, or a part of it, with the values of the last solution."""
    if isinstance(part, LabelledTerm):
        return part.labels[value(part.term)]
    if isinstance(part, dict):
        return {str(key): shown(item) for key, item in part.items()}
    if is_list(part):
        present = (item for item in part if not isinstance(item, WhereItem) or value(item.condition))
        return [shown(item.item if isinstance(item, WhereItem) else item) for item in present]
    return value(part)


def settled(part):
    """Each term of the answer with the values that look like that of the last solution."""
    if isinstance(part, LabelledTerm):
        here = value(part.term)
        yield part.term, [each for each, label in part.labels.items() if label == part.labels.get(here)]
    elif isinstance(part, WhereItem):
        yield part.condition, [value(part.condition)]
        if value(part.condition):
            yield from settled(part.item)
    elif isinstance(part, dict) or is_list(part):
        for item in part.values() if isinstance(part, dict) else part:
            yield from settled(item)
    else:
        yield part, [value(part)]
'''
_SOLVING = """
if not solve():
    sys.exit("There is no answer: the clues contradict each other.")
for goal in objectives:  # the most important first
    aim(goal)
found = again = shown(answer)
print(json.dumps(found, ensure_ascii=False))
while again == found:
    forbid(list(settled(answer)))
    if not solve():
        print("This is the only answer{as_good}.", file=sys.stderr)
        break
    again = shown(answer)
else:
    print("Another answer{as_good}:", json.dumps(again, ensure_ascii=False), file=sys.stderr)
"""
_IMPORTS = {"json": "import json", "sys": "import sys"}
_CLUE = "from contextlib import nullcontext as clue  # `with clue(3):` says that the block states clue 3"


@dataclass(frozen=True)
class Library:
    """A library: the import that programs use, the name that it binds, its class of models, and the pip package."""

    line: str
    name: str
    maker: str
    package: str


def text(listing: Listing, library: Library, asking: str, preparing: str = "") -> str:
    """Write a program out.

    `asking` is code that defines `solve()`, whether there is a solution; `value(term)`; `aim(goal)`, which finds the
    best value of an objective and states it; and `forbid(last)`, which asks for another answer. `preparing` is what
    comes before the first solution.

    Raises SolventError for a program that is no Python.
    """
    program = listing.program
    stated = [f"answer = {program.answer}"] if program.answer else []
    if program.objectives:
        stated.insert(0, f"objectives = [{', '.join(f'{goal.sense}({goal.term})' for goal in program.objectives)}]")
    body = _body("\n".join([program.preamble, *(part.code for part in program.fragments), *stated]))
    aims = "objectives" in _bound(body)
    more = f"It needs Python 3.9 or later and `pip install {library.package}`."
    lines = [*listing.head("#", "python FILE", more), *listing.unstated("#"), "", *_beginning(program, library, body)]
    for comments, part in listing.parts("#"):
        lines += [*comments, part.code]
    ending = asking + _SHOWING + preparing + _SOLVING.format(as_good=" that is as good" if aims else "")
    lines += ["", *([] if aims else ["objectives = []"]), *stated, *_again(ending, library, body)]
    return "\n".join(lines).rstrip() + "\n" + ending


def _beginning(program: Program, library: Library, body: ast.Module) -> Iterator[str]:
    """Yield the lines of the preamble, with the names that programs are given after its imports."""
    own = program.preamble.split("\n")
    start = python_data.head(_body(program.preamble).body)
    imports = [*_IMPORTS.values(), "from collections import namedtuple"]
    if any(isinstance(node, ast.Name) and node.id == "clue" for node in ast.walk(body)):
        imports.append(_CLUE)
    if library.line not in own:
        imports.append(library.line)
    # What has to come first: a docstring, and imports from the future.
    first = own[:start] if re.match(r"\s*[\"'rR]|.*__future__", "\n".join(own[:start]), re.DOTALL) else []
    yield from (*first, *imports, *own[len(first) : start], "", "", *_GIVEN.strip("\n").split("\n"), "", "")
    if program.data:
        yield from (*python_data.statement(program.data), *(f"{name} = data[{name!r}]" for name in program.data))
    models = _models(body, library)
    if not models:
        yield f"model = {library.name}.{library.maker}()"
    yield from "\n".join(own[start:]).lstrip("\n").split("\n")
    if models and "model" not in models:
        yield f"model = {models[-1]}"


def _body(code: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes and the like are the program's business
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SolventError(f"the program is no Python, so that it cannot be exported: {error}") from None


def _bound(body: ast.Module) -> set[str]:
    """The names that a program binds anywhere, but for those of imports."""
    names = {node.id for node in ast.walk(body) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return names | {node.name for node in ast.walk(body) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _models(body: ast.Module, library: Library) -> list[str]:
    """The names that a program gives to models that it makes at its top level, in order."""
    found = []
    for node in body.body:
        match node:
            case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(_, maker) | ast.Name(maker))):
                found += [name] if maker == library.maker else []
    return found


def _again(ending: str, library: Library, body: ast.Module) -> Iterator[str]:
    """Yield the imports of names that the ending uses and the program has bound to something else."""
    bound = _bound(body)
    for node in ast.walk(body):
        if isinstance(node, ast.ImportFrom) and any(name.name == "*" for name in node.names):
            bound |= {*vars(builtins)}  # `from cpmpy import *` binds `all`, `sum` and more
    used = {node.id for node in ast.walk(_body(ending)) if isinstance(node, ast.Name)}
    hidden = sorted(used & bound & {*vars(builtins)})
    if hidden:
        yield f"from builtins import {', '.join(hidden)}"
    yield from (line for name, line in {**_IMPORTS, library.name: library.line}.items() if name in used & bound)
