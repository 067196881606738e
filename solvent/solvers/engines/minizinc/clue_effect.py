"""The negation of a clue's constraints, with which MiniZinc can tell whether they exclude anything."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from solvent.solvers.engines.engine import NO_CLUES
from solvent.solvers.engines.linked_symbols import linked
from solvent.solvers.engines.minizinc import syntax
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.term_formulas import And, Compare, Formula, Not

# Solves the program with a denial, a formula and only the given clues; returns the status and the terms' values.
Ask = Callable[[str, Formula, frozenset[int]], tuple[Status, dict[str, Any]]]

_CANDIDATES = 6  # solutions of the background to test against a clue


@dataclass(frozen=True)
class Denial:
    """`code` is an expression that a clue's constraints do not all hold; empty if they cannot affect the answer.

    `helpers` tells whether the clue uses auxiliary variables, which occur nowhere else; `public` are its other
    variables. With helpers, a solution of `code` violates the clue only if the clue cannot be satisfied with the same
    values of the public variables.
    """

    code: str
    public: tuple[str, ...] = ()
    helpers: bool = False


def denied(text: str, own: Iterable[syntax.Item], others: Iterable[syntax.Item], terms: Iterable[str]) -> Denial:
    """Negate the constraints among the items `own`; `terms` are those of the template and the objectives."""
    mine, rest = list(own), list(others)
    program = _Names([*mine, *rest])
    constraints = [item for item in mine if _constrains(item, program.variables)]
    used = set().union(*(program.used(_names(item)) for item in constraints))
    elsewhere = [program.used(_names(item)) for item in rest if _constrains(item, program.variables)]
    wanted = set().union(*(program.used({token.text for token in syntax.tokens(term)}) for term in terms))
    reached = linked([*elsewhere, *(program.used(_names(item)) for item in constraints)], wanted)
    if not constraints or (used and not used & reached):
        return Denial("")
    public = used & wanted.union(*elsewhere)
    code = " /\\ ".join(f"({_expression(text, item)})" for item in constraints)
    return Denial(f"(not ({code}))", tuple(sorted(public)), helpers=bool(used - public - program.defined))


def breaks(ask: Ask, clue: int, denial: Denial) -> bool:
    """Whether `ask` finds a solution of the background that violates the clue."""
    code, tried = denial.code, And()
    helpers = denial.helpers
    for _ in range(_CANDIDATES):
        try:
            status, found = ask(code, tried, NO_CLUES)
        except ProgramError:
            if code == "true":
                return False
            code, helpers = "true", True  # not every predicate can be negated: then any solution is a candidate
            continue
        if not status.solved or not helpers:
            return status.solved
        values = And(tuple(Compare(name, "==", found[name]) for name in denial.public))
        if ask("true", values, frozenset({clue}))[0] is Status.UNSATISFIABLE:
            return True
        tried = And((tried, Not(values)))
    return False


def _constrains(item: syntax.Item, variables: Iterable[str]) -> bool:
    return item.word == "constraint" or item.assigned in variables


class _Names:
    """The variables that each name in a program depends on, through functions and definitions."""

    def __init__(self, items: Iterable[syntax.Item]) -> None:
        self.variables: set[str] = set()
        self.defined: set[str] = set()  # variables declared with a value
        self._behind: dict[str, set[str]] = {}
        for item in items:
            name, variable = item.declared
            if variable:
                self.variables.add(name)
            if name or item.defines or item.assigned:
                own = name or syntax.unquoted(item.defines) or item.assigned
                self._behind.setdefault(own, set()).update(_names(item) - {own})
                if variable and any(token.text == "=" for token in item.tokens):
                    self.defined.add(name)

    def used(self, names: Iterable[str]) -> set[str]:
        """Return the variables that some names refer to, directly or through definitions."""
        waiting, seen = list(names), set[str]()
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += self._behind.get(name, ())
        return seen & self.variables


def _names(item: syntax.Item) -> set[str]:
    return {syntax.unquoted(token.text) for token in _inner(item.tokens) if token.kind in ("name", "quoted")}


def _inner(tokens: Iterable[syntax.Token]) -> Iterator[syntax.Token]:
    """Yield the tokens that are not strings: an expression interpolated in a string constrains nothing."""
    return (token for token in tokens if token.kind != "string")


def _expression(text: str, item: syntax.Item) -> str:
    """Return the expression that the item requires to hold, without annotations."""
    if item.word != "constraint":
        return text[item.start : item.end].rstrip().rstrip(";")
    depth, end = 0, item.tokens[-1].start if item.tokens[-1].kind == "end" else item.end
    start = item.tokens[0].end
    if [token.text for token in item.tokens[1:3]] == [":", ":"] and item.tokens[3].kind == "string":
        start = item.tokens[3].end  # a name before the expression
    for token, after in zip(item.tokens[1:], item.tokens[2:], strict=False):
        if token.start < start:
            continue
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth == 0 and token.text == ":" and after.text == ":" and after.start == token.end:
            end = token.start
            break
    return text[start:end]
