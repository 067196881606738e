"""Whether clauses of propositional logic can all hold: a small search, for checks of how a text may be read."""

from collections.abc import Iterable, Sequence

Literal = tuple[str, bool]
Clause = tuple[Literal, ...]
_DECISIONS = 300


class TooHardError(Exception):
    """The search was given up."""


def consistent(clauses: Sequence[Clause], *supposed: Literal) -> bool:
    """Whether some values of the names satisfy all clauses and what is supposed.

    Raises:
        TooHardError: neither was found after a few hundred decisions.

    """
    about: dict[Literal, list[Clause]] = {}
    for clause in clauses:
        for name, value in clause:
            about.setdefault((name, not value), []).append(clause)
    units = [clause[0] for clause in clauses if len(clause) == 1]
    waiting: list[tuple[dict[str, bool], list[Literal]]] = [({}, [*supposed, *units])]
    for _ in range(_DECISIONS):
        if not waiting:
            return False
        values, new = waiting.pop()
        if not _propagated(values, new, about):
            continue
        open_names = (_undecided(clause, values) for clause in clauses)
        undecided = next((name for name in open_names if name), None)
        if undecided is None:
            return True
        waiting += [(dict(values), [(undecided, value)]) for value in (False, True)]
    raise TooHardError


def _propagated(values: dict[str, bool], new: Iterable[Literal], about: dict[Literal, list[Clause]]) -> bool:
    """Add literals and what follows from them by single clauses; false if they clash."""
    pending = list(new)
    while pending:
        name, value = pending.pop()
        if values.setdefault(name, value) is not value:
            return False
        for clause in about.get((name, value), ()):
            if not any(values.get(other) is wanted for other, wanted in clause):
                left = list(dict.fromkeys(literal for literal in clause if literal[0] not in values))
                if not left:
                    return False
                pending += left if len(left) == 1 else ()
    return True


def _undecided(clause: Clause, values: dict[str, bool]) -> str | None:
    """Return a name without a value, in a clause that is not yet satisfied."""
    if any(values.get(name) is value for name, value in clause):
        return None
    return next((name for name, _ in clause if name not in values), None)
