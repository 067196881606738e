"""The denial of a clue's constraints, by which MiniZinc is asked whether they exclude anything."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from solvent.solvers.engines.engine import NO_CLUES
from solvent.solvers.engines.linked_symbols import linked
from solvent.solvers.engines.minizinc import syntax
from solvent.solvers.programs.outcome import Status
from solvent.solvers.programs.program_error import ProgramError
from solvent.solvers.programs.term_formulas import And, Compare, Formula, Not

# Solves the program with the clues that are named, a denial and a formula besides: the status, and the terms' values.
Ask = Callable[[str, Formula, frozenset[int]], tuple[Status, dict[str, Any]]]

_CANDIDATES = 6  # solutions of the background that a clue may break


@dataclass(frozen=True)
class Denial:
    """`code` is an expression that a clue's constraints do not all hold; empty where they cannot touch the answer.

    `helpers` says that variables serve nothing but to state the clue; `public` are its other variables. With helpers,
    what `code` finds is broken only if the clue cannot be kept while the public variables keep their values.
    """

    code: str
    public: tuple[str, ...] = ()
    helpers: bool = False


def denied(text: str, own: Iterable[syntax.Item], others: Iterable[syntax.Item], terms: Iterable[str]) -> Denial:
    """Deny the constraints among the items `own`; `terms` are those of the template and the objectives."""
    mine, rest = list(own), list(others)
    program = _Names([*mine, *rest])
    constraints = [item for item in mine if _constrains(item, program.variables)]
    used = set().union(*(program.used(_names(item)) for item in constraints))
    elsewhere = [program.used(_names(item)) for item in rest if _constrains(item, program.variables)]
    wanted = set().union(*(program.used({token.text for token in syntax.tokens(term)}) for term in terms))
    if not used & linked([*elsewhere, *(program.used(_names(item)) for item in constraints)], wanted):
        return Denial("")
    public = used & wanted.union(*elsewhere)
    code = " /\\ ".join(f"({_expression(text, item)})" for item in constraints)
    return Denial(f"(not ({code}))", tuple(sorted(public)), helpers=bool(used - public - program.defined))


def breaks(ask: Ask, clue: int, denial: Denial) -> bool:
    """Whether the background has a solution that breaks the clue, as `ask` finds."""
    code, tried = denial.code, And()
    helpers = denial.helpers
    for _ in range(_CANDIDATES):
        try:
            status, found = ask(code, tried, NO_CLUES)
        except ProgramError:
            if code == "true":
                return False
            code, helpers = "true", True  # not every predicate can be denied: then any solution is a candidate
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
    """Which variables stand behind the names of a program: those of functions and definitions lead further."""

    def __init__(self, items: Iterable[syntax.Item]) -> None:
        self.variables: set[str] = set()
        self.defined: set[str] = set()  # variables that are declared with their value
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
        """The variables to which names lead."""
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
    """The tokens, with those of the expressions that strings hold left out: a string constrains nothing."""
    return (token for token in tokens if token.kind != "string")


def _expression(text: str, item: syntax.Item) -> str:
    """What the item demands, without annotations."""
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
