"""The negation of a clue's assertions, with which z3 can tell whether they exclude anything."""

from collections.abc import Iterable, Iterator
from typing import Any

from solvent.solvers.engines.linked_symbols import linked
from solvent.solvers.engines.smtlib import s_expressions

_DEFINITIONS = {"define-const", "define-fun", "define-fun-rec"}


def denied(own: Iterable[str], others: Iterable[str], terms: Iterable[str]) -> str:
    """Return an assertion that the assertions in `own` do not all hold; empty if they cannot affect the answer.

    Constants that occur only in `own` are auxiliary: the clue is violated if no values of them satisfy it. If no chain
    of assertions connects the clue's constants to those of the template's `terms`, the clue excludes nothing.
    """
    mine, rest = _trees(own), _trees(others)
    wanted = [each for term in terms for each in s_expressions.tree(term)]
    asserted = [command[1] for command in mine if command[0] == "assert"]
    program = _Symbols([*mine, *rest])
    used = set().union(*map(program.used, asserted))
    elsewhere = [command[1] for command in rest if command[0] == "assert"]
    if not used & linked(map(program.used, [*asserted, *elsewhere]), set().union(*map(program.used, wanted))):
        return ""
    public = set().union(*map(program.used, [*elsewhere, *wanted]))
    helpers = sorted((used - public) & program.sorts.keys())
    denial = f"(not (and true {' '.join(map(_text, asserted))}))"
    if helpers:
        denial = f"(forall ({' '.join(f'({name} {program.sorts[name]})' for name in helpers)}) {denial})"
    return f"(assert {denial})"


class _Symbols:
    """The constants and functions that commands declare, and the declared symbols that their definitions use."""

    def __init__(self, commands: Iterable[list[Any]]) -> None:
        self.sorts: dict[str, str] = {}  # sorts of the declared constants
        self._declared: set[str] = set()
        self._bodies: dict[str, Any] = {}
        for command in commands:
            match command:
                case ["declare-const", str(name), sort] | ["declare-fun", str(name), [], sort]:
                    self.sorts[name] = _text(sort)
                    self._declared.add(name)
                case ["declare-fun", str(name), *_]:
                    self._declared.add(name)
                case [str(word), str(name), *_, body] if word in _DEFINITIONS:
                    self._bodies[name] = body
        self._behind: dict[str, frozenset[str]] = {}

    def used(self, term: Any) -> frozenset[str]:
        """Return the declared symbols that a term uses, directly or through definitions."""
        atoms = set(_atoms(term))
        return frozenset(atoms & self._declared).union(*(self._of(name) for name in atoms & self._bodies.keys()))

    def _of(self, name: str) -> frozenset[str]:
        if name not in self._behind:
            self._behind[name] = frozenset()  # a recursive function refers to itself
            self._behind[name] = self.used(self._bodies[name])
        return self._behind[name]


def _trees(commands: Iterable[str]) -> list[list[Any]]:
    return [s_expressions.tree(command)[0] for command in commands]


def _atoms(term: Any) -> Iterator[str]:
    waiting = [term]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting += part
        else:
            yield part


def _text(term: Any) -> str:
    """Return a term as text, without annotations such as `:named`."""
    if not isinstance(term, list):
        return str(term)
    if term[:1] == ["!"]:
        return _text(term[1])
    return f"({' '.join(map(_text, term))})"
