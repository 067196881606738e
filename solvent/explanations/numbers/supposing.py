"""Steps by contradiction: suppose that a cell holds a number, and see that no grid does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from solvent.explanations.numbers import techniques
from solvent.explanations.numbers.board import Candidate, Move, State, capital
from solvent.explanations.numbers.proving import Prover

_TRIED = 16  # suppositions; the one with the shortest proof is told
_LONGEST = 200  # moves to a contradiction


def refutation(
    state: State, prover: Prover, candidates: Sequence[Candidate], facts: Sequence[int], clues: tuple[int, ...]
) -> Move | None:
    """The shortest proof found that one of these candidates, none of which is possible, is not; None if none is."""
    rules = state.rules
    candidates = sorted(candidates, key=lambda candidate: state.left[candidate[0]].bit_count())
    quick = [one for one in candidates if not prover.propagates([*facts, rules.literal(*one)], clues)]
    proofs = []
    for candidate in (quick or candidates)[:_TRIED]:
        proof = _proof(state, candidate, clues, deep=not quick)
        if proof is not None:
            proofs.append((len(proof), candidate, proof))
    if not proofs:
        return None
    _, candidate, proof = min(proofs, key=lambda found: found[:2])
    outside = _outside(state, candidate, proof)
    used = tuple(sorted({clue for move in proof for clue in move.clues}))
    found = prover.minimal(outside, used, [-rules.literal(*candidate)])
    if found is None:
        return None
    # The proof from nothing but the facts that are needed, if singles and sets still find one.
    own = _proof(State.of(rules, found[1]), candidate, found[0], deep=not quick)
    proof = _news(state, candidate, own) if own else proof
    cell, number = candidate
    text = (
        f"Suppose that {rules.cells[cell]} is {rules.value(number)}. {_told(proof)} So {rules.cells[cell]} is not "
        f"{rules.value(number)}."
    )
    return Move("contradiction", text, found[1], crosses=(candidate,), clues=found[0], supposes=tuple(proof))


def _proof(state: State, candidate: Candidate, clues: tuple[int, ...], *, deep: bool) -> list[Move] | None:
    """The moves from a supposition to a contradiction that are needed for it; None if techniques find none."""
    inner = state.copy()
    inner.tick(candidate)
    moves: list[tuple[Move, list[int]]] = []
    while len(moves) < _LONGEST:
        move = next(_moves(inner, clues, deep=deep), None)
        if move is None:
            return None
        moves.append((move, inner.apply(move)))
        if move.ends:
            return _pruned(moves)
    return None


def _moves(state: State, clues: tuple[int, ...], *, deep: bool) -> Iterator[Move]:
    rules = state.rules
    units = [unit for unit in rules.units if unit.clue is None or unit.clue in clues]
    parts = [part for part in rules.constraints if set(part.clues) <= set(clues)]
    yield from techniques.contradictions(state, units)
    yield from techniques.naked_singles(state)
    yield from techniques.hidden_singles(state, units)
    for unit in units:
        if unit.clue is not None:
            yield from techniques.exclusions(state, unit)
    yield from chain.from_iterable(part.moves(state) for part in parts)
    if deep:
        yield from techniques.locked(state, units)
        for size in (2, 3):
            yield from techniques.naked_sets(state, units, size)
            yield from techniques.hidden_sets(state, units, size)


def _pruned(moves: Sequence[tuple[Move, list[int]]]) -> list[Move]:
    """The last move, and those before that it needs."""
    needed: set[int] = set()
    kept = []
    for move, new in reversed(moves):
        if move.ends or needed & set(new):
            kept.append(move)
            needed |= set(move.needs)
    return kept[::-1]


def _outside(state: State, candidate: Candidate, proof: Sequence[Move]) -> tuple[int, ...]:
    """The facts that a proof takes from the state before the supposition."""
    inner = state.copy()
    inside = {state.rules.literal(*candidate)}
    inner.tick(candidate)
    for move in proof:
        inside |= set(inner.apply(move))
    return tuple(dict.fromkeys(need for move in proof for need in move.needs if need not in inside))


def _news(state: State, candidate: Candidate, proof: Sequence[Move]) -> list[Move]:
    """A proof without what is known without the supposition."""
    inner = state.copy()
    inner.tick(candidate)
    found = []
    for move in proof:
        new = replace(
            move,
            ticks=tuple((cell, number) for cell, number in move.ticks if inner.ticks.get(cell) != number),
            crosses=tuple(candidate for candidate in move.crosses if inner.has(candidate)),
        )
        if move.ends or not new.ends:
            inner.apply(new)
            found.append(new)
    return found


def _told(proof: Sequence[Move]) -> str:
    """What a proof comes to, in a sentence or two."""
    *before, last = proof
    count = len(before)
    steps = {0: "Then", 1: "Then, one step on,"}.get(count, f"Then, {count} steps on,")
    said = last.text.removesuffix(": a contradiction.")
    return f"{steps} {said[:1].lower()}{said[1:]}, which is impossible." if said else capital(last.text)
