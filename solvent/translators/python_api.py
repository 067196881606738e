"""What a Python library says of itself: signatures and docstrings, read from its source without importing it."""

import ast
import importlib.util
from collections.abc import Collection
from functools import cache
from importlib import metadata
from pathlib import Path

from solvent.translators.api_docs import Entry

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FAULTS = (OSError, SyntaxError, ValueError, RecursionError)


@cache
def version_of(library: str) -> str:
    """The name and version of an installed library, as its distribution says; "" if it is not installed."""
    try:
        return f"{library} {metadata.version(library)}"
    except metadata.PackageNotFoundError:
        return ""


@cache
def module(library: str, path: str) -> ast.Module:
    """A module of an installed library, by its path in the package; an empty one if it is not there or is unreadable.

    Only the package's place is looked up: importing it would cost more than the prompt.
    """
    try:
        found = importlib.util.find_spec(library)
        places = found.submodule_search_locations if found else None
        if places:
            return ast.parse((Path(next(iter(places))) / path).read_text(encoding="utf-8"))
    except (ImportError, *_FAULTS):
        pass
    return ast.Module(body=[], type_ignores=[])


def exported(tree: ast.Module) -> frozenset[str]:
    """The names in the `__all__` of a module."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List(elts=listed)):
                return frozenset(str(each.value) for each in listed if isinstance(each, ast.Constant))
    return frozenset()


def functions(tree: ast.Module, names: Collection[str], before: str) -> tuple[Entry, ...]:
    """The functions of these names, called as `before` and the name."""
    return _entries(tree.body, names, before, bound=False)


def methods(
    tree: ast.Module, kind: str, names: Collection[str] | None, before: str, but: str = ""
) -> tuple[Entry, ...]:
    """The methods of a class: those of these names, or all public ones whose name does not begin with `but`."""
    body = next((node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind), [])
    kept = {
        node.name
        for node in body
        if isinstance(node, _Function)
        and node.name.islower()
        and not node.name.startswith(tuple(each for each in ("_", *but.split()) if each))
    }
    return _entries(body, kept if names is None else names, before, bound=True)


def constructors(tree: ast.Module, names: Collection[str], before: str) -> tuple[Entry, ...]:
    """The classes of these names, each with the signature of its constructor and the docstring of the class."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    return tuple(
        Entry(before + name + _signature(_constructor(node, classes), bound=True), _first_sentence(node))
        for name, node in classes.items()
        if name in names
    )


def _constructor(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> _Function | None:
    """The constructor of a class or, if it has none, of the first base class in the module that has one."""
    own = next((each for each in node.body if isinstance(each, _Function) and each.name == "__init__"), None)
    if own is not None:
        return own
    bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
    return next((found for base in bases if (found := _constructor(classes[base], classes))), None)


def _entries(body: list[ast.stmt], names: Collection[str], before: str, *, bound: bool) -> tuple[Entry, ...]:
    # The last definition of a name is the one that counts; those before it are overloads.
    last = {node.name: node for node in body if isinstance(node, _Function) and not _is_setter(node)}
    return tuple(
        Entry(before + name + ("" if _is_property(node) else _signature(node, bound=bound)), _first_sentence(node))
        for name, node in last.items()
        if name in names
    )


def _is_property(node: _Function) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list)


def _is_setter(node: _Function) -> bool:
    return any(isinstance(each, ast.Attribute) and each.attr == "setter" for each in node.decorator_list)


def _signature(node: _Function | None, *, bound: bool) -> str:
    """The parameters with their defaults, without annotations, which are long and say little to a model."""
    if node is None:
        return "()"
    arguments = node.args
    plain = ast.arguments(
        posonlyargs=[_bare(each) for each in arguments.posonlyargs],
        args=[_bare(each) for each in (arguments.args[1:] if bound and not _is_static(node) else arguments.args)],
        vararg=_bare(arguments.vararg) if arguments.vararg else None,
        kwonlyargs=[_bare(each) for each in arguments.kwonlyargs],
        kw_defaults=arguments.kw_defaults,
        kwarg=_bare(arguments.kwarg) if arguments.kwarg else None,
        defaults=arguments.defaults,
    )
    return f"({ast.unparse(plain)})"


def _bare(argument: ast.arg) -> ast.arg:
    return ast.arg(arg=argument.arg)


def _is_static(node: _Function) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)


def _first_sentence(node: _Function | ast.ClassDef) -> str:
    """The first sentence of a docstring, or its first paragraph if that is shorter."""
    paragraph = (ast.get_docstring(node) or "").strip().split("\n\n")[0]
    text = " ".join(paragraph.split())
    return text.split(". ")[0].rstrip(":")
