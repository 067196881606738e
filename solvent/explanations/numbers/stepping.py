"""From the rules of a puzzle of numbers to the moves that solve it, the easiest technique first."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from solvent.explanations.numbers import techniques
from solvent.explanations.numbers.board import Candidate, Move, Rules, State, Unit, capital, listed, named
from solvent.explanations.numbers.proving import Prover
from solvent.explanations.numbers.supposing import refutation

_FLAT = 8  # candidates; of so many, the one is proven that needs the fewest clues and facts


def given(state: State, prover: Prover) -> Iterator[Move]:
    """What a rule of the game excludes from the start, and the givens; each is made before the next is asked for."""
    rules = state.rules
    crosses = tuple(candidate for candidate in rules.excluded if state.has(candidate))
    if crosses:
        yield Move(rules.why, f"{capital(rules.why)}.", (), crosses=crosses)
    implying = any(not part.clues for part in rules.constraints)
    for clue, cell, number in rules.givens:
        says = capital(f"{rules.cells[cell]} is {rules.value(number)}")
        if not state.has((cell, number)):
            text = f"{says} (given), but what is known already excludes it: a contradiction."
            yield Move("given", text, state.grounds([(cell, number)]), clues=(clue,))
        elif state.ticks.get(cell) != number:
            if not implying or prover.possible([-rules.literal(cell, number)], ()):
                yield Move("given", f"{says} (given).", (), ticks=((cell, number),), clues=(clue,))
            else:  # such as the middle of a magic square
                named_rule = f"the rules of {rules.game}"
                yield Move(named_rule, f"{says}, by {named_rule}.", (), ticks=((cell, number),))


def moves(state: State, prover: Prover, *, givens: bool) -> Iterator[Move]:
    """Every move, from a state to all that follows, each with the fewest clues and facts that it needs; makes them.

    A contradiction is the last one.
    """
    if givens:
        for move in given(state, prover):
            state.apply(move)
            yield move
            if move.ends:
                return
    while (found := _next(state, prover)) is not None:
        state.apply(found)
        yield found
        if found.ends:
            return


def needed(found: Sequence[Move], rules: Rules, start: State) -> list[Move]:
    """The moves without those that only cross out what no later one needs.

    Before a move with several clues all are kept, as it is made only where no single clue says anything more.
    """
    state = start.copy()
    new = [set(state.apply(move)) for move in found]
    several = max((at for at, move in enumerate(found) if len(move.clues) > 1), default=-1)
    used: set[int] = set()
    kept = []
    for at, move in reversed(list(enumerate(found))):
        if at < several or move.ends or move.ticks or move.rule == rules.why or used & new[at]:
            used |= {need for part in (move, *move.supposes) for need in part.needs}
            kept.append(move)
    return kept[::-1]


def _next(state: State, prover: Prover) -> Move | None:
    """The easiest move, or None if nothing more follows."""
    for move in _tried(state, prover):
        found = _minimal(move, state, prover)
        if found is not None:
            return found
    return None


def _tried(state: State, prover: Prover) -> Iterator[Move]:
    """Moves in the order in which they are to be tried: without a clue, with one, with more."""
    rules = state.rules
    yield from techniques.contradictions(state, rules.units)
    if len(state.ticks) == len(rules.cells):
        return
    yield from _simple(state)
    for clue in rules.clues:
        yield from _with_clue(state, clue)
    yield from techniques.fish(state, rules.basic, 2)
    yield from techniques.xy_wings(state)
    yield from techniques.fish(state, rules.basic, 3)
    for clues in ((), *((clue,) for clue in rules.clues)):
        yield from _supposed(state, prover, clues)
    yield from (move for part in rules.implied for move in part.moves(state))
    if len(rules.clues) > 1:
        yield from _supposed(state, prover, rules.clues)


def _simple(state: State) -> Iterator[Move]:
    """Singles, sums, locked candidates, pairs and larger sets, by the rules of the game alone."""
    yield from techniques.singles(state, state.rules.basic)
    for part in state.rules.constraints:
        if not part.clues:
            yield from part.moves(state)
    yield from _sets(state, state.rules.basic)


def _with_clue(state: State, clue: int) -> Iterator[Move]:
    """The same with a clue: a cage, or diagonals."""
    for part in state.rules.constraints:
        if part.clues == (clue,):
            yield from part.moves(state)
    units = [unit for unit in state.rules.units if unit.clue == clue]
    for unit in units:
        yield from techniques.exclusions(state, unit)
    if units:
        yield from techniques.hidden_singles(state, units)
        yield from _sets(state, [*state.rules.basic, *units])


def _sets(state: State, units: Sequence[Unit]) -> Iterator[Move]:
    yield from techniques.locked(state, units)
    for size in (2, 3, 4):
        yield from techniques.naked_sets(state, units, size)
        yield from techniques.hidden_sets(state, units, size)


def _supposed(state: State, prover: Prover, clues: tuple[int, ...]) -> Iterator[Move]:
    """What follows by a supposition, or else by no technique at all."""
    rules = state.rules
    facts = state.facts()
    if not prover.possible(facts, clues):
        text = "Nothing satisfies all of this: a contradiction."
        yield Move(f"the rules of {rules.game}", text, tuple(facts), clues=clues)
        return
    candidates = prover.impossible(state, facts, clues)
    if not candidates:
        return
    found = refutation(state, prover, candidates, facts, clues)
    if found is not None:
        inner = [_minimal(move, state, prover) for move in found.supposes]
        if all(inner):
            found = replace(found, supposes=tuple(move for move in inner if move is not None))
            yield _with_others(found, prover, candidates)
    cores = []
    for candidate in candidates:
        own = rules.literal(*candidate)
        core = prover.core([*facts, own], clues)
        if core is not None:
            needs = tuple(literal for literal in core[1] if literal != own)
            cores.append((len(core[0]), len(needs), candidate, core[0], needs))
    for _, _, (cell, number), used, needs in sorted(cores)[:_FLAT]:
        text = (
            f"{capital(rules.cells[cell])} is not {rules.value(number)}: with it, nothing satisfies the rules of "
            f"{rules.game}."
        )
        flat = Move(f"the rules of {rules.game}", text, needs, crosses=((cell, number),), clues=used)
        found = _minimal(flat, state, prover)
        if found is not None:
            yield _with_others(found, prover, candidates)


def _with_others(move: Move, prover: Prover, candidates: Sequence[Candidate]) -> Move:
    """The move with whatever other candidates the same facts exclude."""
    rules = prover.rules
    if rules.whole:
        return move
    others = [
        one
        for one in candidates
        if one not in move.crosses and not prover.possible([*move.needs, rules.literal(*one)], move.clues)
    ]
    groups: dict[int, list[int]] = {}
    for cell, number in others:
        groups.setdefault(number, []).append(cell)
    said = [f"{rules.value(number)} for {named(rules, cells)}" for number, cells in groups.items()]
    also = f" The same facts exclude {listed(said)}." if said else ""
    return replace(move, text=move.text + also, crosses=(*move.crosses, *others))


def _minimal(move: Move, state: State, prover: Prover) -> Move | None:
    """The move with no clue or fact more than needed; None if it does not follow."""
    rules = state.rules
    ticked = {cell for cell, _ in move.ticks}
    goal = [rules.literal(*candidate) for candidate in move.ticks]
    goal += [-rules.literal(*candidate) for candidate in move.crosses if candidate[0] not in ticked]
    found = prover.minimal(move.needs, move.clues, goal)
    if found is None:
        return None
    clues, uses = found
    if clues == move.clues:
        return replace(move, needs=uses)
    # A clue is not needed after all, so it is not to be named as if it were.
    marks = [f"{rules.cells[cell]} is {rules.value(number)}" for cell, number in move.ticks]
    marks += [
        f"{rules.cells[cell]} is not {rules.value(number)}" for cell, number in move.crosses if cell not in ticked
    ]
    said = capital(listed(marks)) or "These facts cannot be together"
    text = f"{said}, by the rules of {rules.game}{'' if marks else ': a contradiction'}."
    return replace(move, rule=f"the rules of {rules.game}", text=text, needs=uses, clues=clues)
