"""The techniques of those who solve Sudoku by hand: singles, locked candidates, pairs and larger sets, fish.

Each is a generator of moves from the rules of the game, over the units it is given: the rules' own, and those of a clue
such as diagonals, which the move then names. The names are those in common use (e.g. at hodoku.sourceforge.net).
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from solvent.explanations.numbers.board import Candidate, Move, State, Unit, bits, capital, listed, named, numbered

SIZES = {2: "pair", 3: "triple", 4: "quad"}
_DRAWN = ("row", "column", "box", "region", "diagonal", "square")  # units that are seen on a board
_FISH = {2: "X-wing", 3: "swordfish"}


def singles(state: State, units: Sequence[Unit]) -> Iterator[Move]:
    """A cell with one number left, or a number with one cell left in a unit; what fewer facts show comes first."""
    yield from sorted([*hidden_singles(state, units), *naked_singles(state)], key=lambda move: len(move.needs))


def naked_singles(state: State) -> Iterator[Move]:
    """Cells in which one number is left."""
    rules = state.rules
    for cell, left in enumerate(state.left):
        if left and not left & (left - 1) and cell not in state.ticks:
            number = left.bit_length() - 1
            text = (
                f"{capital(rules.cells[cell])} is {rules.value(number)}: no other {rules.noun} is left for it "
                "(naked single)."
            )
            grounds = state.grounds(state.excluded((cell,), rules.everything))
            yield Move("naked single", text, grounds, ticks=((cell, number),))


def hidden_singles(state: State, units: Sequence[Unit]) -> Iterator[Move]:
    """Numbers with one cell left in a unit."""
    rules = state.rules
    for unit in units:
        if not unit.full:
            continue
        once = twice = done = 0
        for cell in unit.cells:
            twice |= once & state.left[cell]
            once |= state.left[cell]
            if cell in state.ticks:
                done |= 1 << state.ticks[cell]
        for number in bits(once & ~twice & ~done):
            (cell,) = (cell for cell in unit.cells if state.has((cell, number)))
            cell_name, value = rules.cells[cell], rules.value(number)
            text = f"Only {cell_name} can be {value} (hidden single)."
            if unit.kind in _DRAWN:
                at = _within(unit, cell_name)
                text = f"{capital(unit.name)}: {value} can only go in {at}, so {cell_name} is {value} (hidden single)."
            others = [other for other in unit.cells if other != cell]
            grounds = state.grounds(state.excluded(others, 1 << number))
            yield Move(f"hidden single in {unit.name}", text, grounds, ticks=((cell, number),), clues=_clues(unit))


def locked(state: State, units: Sequence[Unit]) -> Iterator[Move]:
    """Numbers whose cells in one unit all lie in another, where they can go nowhere else."""
    rules = state.rules
    inside = [frozenset(unit.cells) for unit in units]
    for unit, own in zip(units, inside, strict=True):
        done = {state.ticks[cell] for cell in unit.cells if cell in state.ticks}
        if not unit.full:
            continue
        for other, cells in zip(units, inside, strict=True):
            shared = own & cells
            if other is unit or len(shared) < 2 or own <= cells:
                continue
            outside = 0
            for cell in own - shared:
                outside |= state.left[cell]
            for number in bits(rules.everything & ~outside):
                crosses = state.open(sorted(cells - own), 1 << number)
                if not crosses or number in done:
                    continue
                places = [cell for cell in sorted(shared) if state.has((cell, number))]
                name = _locked(other, len(places))
                text = (
                    f"{capital(unit.name)}: {rules.value(number)} can only go in {_places(state, unit, places)}, "
                    f"all in {other.name}, so not elsewhere in {other.name} ({name})."
                )
                grounds = state.grounds(state.excluded(sorted(own - shared), 1 << number))
                yield Move(f"{name} in {unit.name}", text, grounds, crosses=crosses, clues=_clues(unit, other))


def _locked(other: Unit, places: int) -> str:
    """A box points along a line; a line claims a number in a box."""
    verb = "claiming" if other.kind in ("box", "region") else "pointing"
    return f"{verb} {SIZES.get(places, 'set')}" if places > 1 else verb


def naked_sets(state: State, units: Sequence[Unit], size: int) -> Iterator[Move]:
    """As many cells of a unit as numbers are left in them together: these go nowhere else in the unit."""
    rules = state.rules
    for unit in units:
        few = [cell for cell in unit.cells if cell not in state.ticks and 2 <= state.left[cell].bit_count() <= size]
        for cells in combinations(few, size):
            numbers = 0
            for cell in cells:
                numbers |= state.left[cell]
            if numbers.bit_count() != size:
                continue
            common = frozenset.intersection(*(rules.peers[cell] for cell in cells))
            targets = sorted((common | frozenset(unit.cells)) - set(cells))
            crosses = state.open(targets, numbers)
            if not crosses:
                continue
            text = (
                f"{capital(unit.name)}: {_places(state, unit, cells)} hold {numbered(rules, numbers)} in some order, "
                f"so {_none_of(numbers)} can be in another cell that sees them all ({SIZES[size]})."
            )
            grounds = state.grounds(state.excluded(cells, rules.everything & ~numbers))
            yield Move(f"{SIZES[size]} in {unit.name}", text, grounds, crosses=crosses, clues=_clues(unit))


def hidden_sets(state: State, units: Sequence[Unit], size: int) -> Iterator[Move]:
    """As many numbers as cells of a unit have them: these cells hold nothing else."""
    rules = state.rules
    for unit in units:
        if not unit.full:
            continue
        places = dict.fromkeys(range(len(rules.values)), 0)
        for at, cell in enumerate(unit.cells):
            for number in bits(state.left[cell]):
                places[number] |= 1 << at
        few = [number for number, where in places.items() if 2 <= where.bit_count() <= size]
        for numbers in combinations(few, size):
            where = 0
            for number in numbers:
                where |= places[number]
            if where.bit_count() != size:
                continue
            cells = [unit.cells[at] for at in bits(where)]
            held = sum(1 << number for number in numbers)
            crosses = state.open(cells, rules.everything & ~held)
            if not crosses:
                continue
            text = (
                f"{capital(unit.name)}: {numbered(rules, held)} can only go in {_places(state, unit, cells)}, which "
                f"therefore hold nothing else (hidden {SIZES[size]})."
            )
            others = [cell for cell in unit.cells if cell not in cells]
            yield Move(
                f"hidden {SIZES[size]} in {unit.name}",
                text,
                state.grounds(state.excluded(others, held)),
                crosses=crosses,
                clues=_clues(unit),
            )


def fish(state: State, units: Sequence[Unit], size: int) -> Iterator[Move]:
    """A number whose cells in some rows all lie in as many columns, or the other way round."""
    rules = state.rules
    for own, other in (("row", "column"), ("column", "row")):
        lines = [unit for unit in units if unit.kind == own and unit.full]
        across = [unit for unit in units if unit.kind == other]
        crossing = {cell: at for at, unit in enumerate(across) for cell in unit.cells}
        for number in range(len(rules.values)):
            found = []
            for unit in lines:
                where = {crossing[cell] for cell in unit.cells if state.has((cell, number))}
                if 2 <= len(where) <= size:
                    found.append((unit, where))
            for chosen in combinations(found, size):
                cover = set().union(*(where for _, where in chosen))
                base = {cell for unit, _ in chosen for cell in unit.cells}
                covered = [cell for at in sorted(cover) for cell in across[at].cells]
                crosses = state.open([cell for cell in covered if cell not in base], 1 << number)
                if len(cover) != size or not crosses:
                    continue
                text = (
                    f"{capital(listed([unit.name for unit, _ in chosen]))} have {rules.value(number)} only in "
                    f"{listed([across[at].name for at in sorted(cover)])}, so it is in no other cell of these "
                    f"{other}s ({_FISH[size]})."
                )
                grounds = state.grounds(state.excluded(sorted(base - set(covered)), 1 << number))
                yield Move(f"{_FISH[size]} in {own}s", text, grounds, crosses=crosses)


def xy_wings(state: State) -> Iterator[Move]:
    """A cell with two numbers left that sees two others, one number in common each: their third is in one."""
    rules = state.rules
    twos = [cell for cell, left in enumerate(state.left) if left.bit_count() == 2]
    for pivot in twos:
        own = state.left[pivot]
        wings = [cell for cell in twos if cell in rules.peers[pivot] and (state.left[cell] & own).bit_count() == 1]
        for one, two in combinations(wings, 2):
            third = state.left[one] & state.left[two] & ~own
            if not third or (state.left[one] | state.left[two] | own).bit_count() != 3:
                continue
            crosses = state.open(sorted((rules.peers[one] & rules.peers[two]) - {pivot}), third)
            if not crosses:
                continue
            text = (
                f"{capital(rules.cells[pivot])} is {numbered(rules, own, 'or')}; either way one of "
                f"{named(rules, [one, two])} is {numbered(rules, third)}, so no cell that sees both is (XY-wing)."
            )
            cells = (pivot, one, two)
            needs = [part for cell in cells for part in state.excluded((cell,), rules.everything)]
            yield Move("XY-wing", text, state.grounds(needs), crosses=crosses)


def exclusions(state: State, unit: Unit) -> Iterator[Move]:
    """What the numbers known in a clue's unit exclude from its other cells; a rule's own units do this at once."""
    crosses: list[Candidate] = []
    needs = []
    for cell in unit.cells:
        if cell in state.ticks:
            new = state.open([other for other in unit.cells if other != cell], 1 << state.ticks[cell])
            crosses += [candidate for candidate in new if candidate not in crosses]
            needs += [state.rules.literal(cell, state.ticks[cell])] if new else []
    if crosses:
        text = f"{capital(unit.says)}, so what is known of them excludes the same elsewhere (once on {unit.name})."
        yield Move(f"once on {unit.name}", text, tuple(needs), crosses=tuple(crosses), clues=_clues(unit))


def contradictions(state: State, units: Sequence[Unit]) -> Iterator[Move]:
    """A cell for which no number is left, or a number for which a unit has no cell left."""
    rules = state.rules
    for cell, left in enumerate(state.left):
        if not left:
            text = f"No {rules.noun} is left for {rules.cells[cell]}: a contradiction."
            yield Move("no number left", text, state.grounds(state.excluded((cell,), rules.everything)))
    for unit in units:
        if not unit.full:
            continue
        held = 0
        for cell in unit.cells:
            held |= state.left[cell]
        for number in bits(rules.everything & ~held):
            text = f"{rules.value(number)} has no place left in {unit.name}: a contradiction."
            grounds = state.grounds(state.excluded(unit.cells, 1 << number))
            yield Move("no place left", text, grounds, clues=_clues(unit))


def _within(unit: Unit, cell: str) -> str:
    """A cell's name, without the row or column that is the unit: "column 5"."""
    return cell.removeprefix(f"{unit.name}, ").removesuffix(f", {unit.name}")


def _places(state: State, unit: Unit, cells: Sequence[int]) -> str:
    """Cells of a unit, without its own name."""
    names = [_within(unit, state.rules.cells[cell]) for cell in cells]
    return listed(names) if unit.kind in ("row", "column") else named(state.rules, cells)


def _none_of(numbers: int) -> str:
    return "neither" if numbers.bit_count() == 2 else "none of these"


def _clues(*units: Unit) -> tuple[int, ...]:
    return tuple(sorted({unit.clue for unit in units if unit.clue is not None}))
