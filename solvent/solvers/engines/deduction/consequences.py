"""What follows from clues and facts, and which of the facts it needs."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from solvent.solvers.engines.deduction.oracle import Literal, Oracle, Witness

Clues = tuple[int, ...]


@dataclass(frozen=True)
class Inference:
    """Clues (ids) and facts from which other facts follow; none of the clues and the facts can be dropped.

    `proof` shows it by contradiction, if asked for: the first fact of `derives` does not hold, so ...
    """

    clues: tuple[int, ...]
    uses: tuple[Literal, ...]
    derives: tuple[Literal, ...] = ()
    proof: "tuple[Inference, ...]" = ()


def implied(oracle: Oracle, clues: Collection[int], facts: Sequence[Literal], fact: Literal) -> Witness | None:
    """Return None if clues and facts imply a fact, else a solution in which it does not hold."""
    return oracle.find(clues, [*facts, -fact])


def blamed(
    oracle: Oracle, clues: Collection[int], facts: Sequence[Literal], fact: Literal | None
) -> tuple[Literal, ...]:
    """Return facts that, with the clues, imply a fact (None: a contradiction): few, but not always minimal."""
    denied = [] if fact is None else [-fact]
    # A solver that gives reasons takes them from the facts that it assumed first: here, places that are filled.
    ordered = [f for f in facts if f > 0] + [f for f in facts if f < 0]
    oracle.find(clues, [*denied, *ordered])
    core = set(oracle.core())
    return tuple(f for f in ordered if f in core)


def needed(
    oracle: Oracle, clues: Collection[int], facts: Sequence[Literal], fact: Literal | None
) -> tuple[Literal, ...]:
    """Return a minimal subset of the facts that, with the clues, implies a fact (None: a contradiction).

    All of them together do. Places that are filled are kept rather than values that are excluded, older facts rather
    than new ones.
    """
    denied = [] if fact is None else [-fact]
    kept = list(blamed(oracle, clues, facts, fact))
    for dropped in [f for f in reversed(kept) if f < 0] + [f for f in reversed(kept) if f > 0]:
        rest = [f for f in kept if f != dropped]
        if oracle.find(clues, [*denied, *rest]) is None:
            kept = rest
    return tuple(kept)


def consequences(
    oracle: Oracle,
    clues: Collection[int],
    facts: Sequence[Literal],
    candidates: Iterable[Literal],
    witnesses: Iterable[Witness] = (),
) -> list[Literal]:
    """Return which of the candidates follow from clues and facts; `witnesses` are solutions that are known."""
    left = list(candidates)
    for witness in witnesses:
        left = [fact for fact in left if not witness.violates(fact)]
    found: list[Literal] = []
    while left:
        fact = left.pop(0)
        other = implied(oracle, clues, facts, fact)
        if other is None:
            found.append(fact)
        else:
            left = [each for each in left if not other.violates(each)]
    return found
