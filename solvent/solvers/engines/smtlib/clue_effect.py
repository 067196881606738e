"""The negation of a clue's assertions, with which z3 can tell whether they exclude anything."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solvent.solvers.engines.linked_symbols import linked
from solvent.solvers.engines.smtlib import s_expressions

_DEFINITIONS = {"define-const", "define-fun", "define-fun-rec"}


@dataclass(frozen=True)
class Denial:
    """`term` says that a clue's assertions do not all hold; it is empty if the clue is idle: it excludes nothing.

    `shown` tells whether the constants that the clue shares are all among those that an answer determines.
    """

    term: str
    shown: bool = True


def denials(
    commands: Sequence[tuple[int | None, str]], terms: Iterable[str], shown: Collection[str]
) -> dict[int, Denial]:
    """Return for each clue a denial of its assertions, given commands with their clues.

    Constants that occur only in a clue are auxiliary: the clue is violated if no values of them satisfy it. It is idle
    if no chain of assertions connects its constants to those of the template's `terms`. Those in `shown` are determined
    by an answer.
    """
    trees = [(clue, s_expressions.tree(command)[0]) for clue, command in commands]
    program = _Symbols([command for _, command in trees])
    asserted = [(clue, command[1], program.used(command[1])) for clue, command in trees if command[0] == "assert"]
    wanted = set().union(*(program.used(each) for term in terms for each in s_expressions.tree(term)))
    reached = linked((used for _, _, used in asserted), wanted)
    found = {}
    for clue in {clue for clue, _ in commands if clue is not None}:
        used = set().union(*(used for owner, _, used in asserted if owner == clue))
        public = wanted.union(*(used for owner, _, used in asserted if owner != clue))
        own = [_text(term) for owner, term, _ in asserted if owner == clue]
        if own and (used & reached or not used):
            helpers = sorted((used - public) & program.sorts.keys())
            found[clue] = Denial(_denial(own, helpers, program), used - {*helpers} <= {*shown})
        else:
            found[clue] = Denial("")
    return found


def _denial(own: Sequence[str], helpers: Sequence[str], program: "_Symbols") -> str:
    denial = f"(not (and true {' '.join(own)}))"
    if helpers:
        denial = f"(forall ({' '.join(f'({name} {program.sorts[name]})' for name in helpers)}) {denial})"
    return denial


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
