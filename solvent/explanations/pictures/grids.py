"""Logic grids: the deduction grid and the answer so far; and a table for answers that have no other picture."""

from collections.abc import Sequence

from solvent.explanations.layout import Place, leaves, pointer
from solvent.explanations.pictures.scene import Block, Cell, Deductions, Look, Mark, Part, Table, said
from solvent.explanations.pictures.states import State
from solvent.explanations.subject import Subject

_MOST_ROWS = 12
_MOST_VALUES = 12
_PATH = ("place", "value")
_KNOWN = "What is known so far"
ANSWER = "The answer so far"
_STRENGTH: tuple[Look, ...] = ("plain", "given", "used", "new")


def parts(subject: Subject, state: State) -> tuple[Part, ...]:
    """The deduction grid, unless it would be too large to read, and the answer so far."""
    layout = subject.layout
    names = tuple(map(said, layout.columns))
    rows = tuple(map(said, layout.rows))
    blocks = tuple(_block(subject, state, column) for column in range(1, len(layout.columns)))
    small = len(rows) <= _MOST_ROWS and all(len(block.values) <= _MOST_VALUES for block in blocks)
    answer = tuple(
        (Cell(name), *(_cell(state, pointer(number, key), crosses=not small) for key in layout.columns[1:]))
        for number, name in enumerate(rows)
    )
    table = Table(ANSWER, names, answer)
    if not small:
        return (table,)
    grid = Deductions(names[0], rows, blocks)
    return (grid, table) if state.held else (grid,)


def table(subject: Subject, state: State, places: Sequence[Place] | None = None, title: str = _KNOWN) -> Table:
    """A line for each place of an answer, or for those: its JSON pointer, and what it holds or does not hold."""
    if places is None:
        known = [place for place, _ in leaves(subject.answer)]
        places = tuple(dict.fromkeys([*known, *state.held, *state.crossed]))
    rows = tuple((Cell(said(place) or "answer"), _cell(state, place, crosses=True)) for place in places)
    return Table(title, _PATH, rows)


def lost(state: State) -> tuple[Part, ...]:
    """Facts about places that the answer does not have, so that no picture shows them."""
    if not state.lost:
        return ()
    facts = [fact.to_dict() for fact in state.lost]
    rows = [(Cell(said(fact.pop("value"))), Cell(said(fact))) for fact in facts]
    return (Table("Facts about places that this answer does not have", ("value", "fact"), tuple(rows)),)


def _block(subject: Subject, state: State, column: int) -> Block:
    layout = subject.layout
    key = str(layout.columns[column])
    places = [pointer(number, key) for number in range(len(layout.rows))]
    held = {place: state.value(place) for place in places if place in state.held}
    crossed = {place: {said(value) for value in state.crossed.get(place, ())} for place in places}
    known = map(said, layout.values[column])
    values = tuple(
        dict.fromkeys([*known, *held.values(), *(said(v) for p in places for v in state.crossed.get(p, ()))])
    )
    # Each value of a category stands in one row only if the text says so: what the rules read, not every model's table.
    once = bool(subject.reading) and key in subject.puzzle.entities

    def mark(place: str, value: str) -> Mark:
        if held.get(place) == value:
            return Mark("yes", state.look(place, value))
        implying = {*([place] if place in held else []), *(at for at in held if once and held[at] == value)}
        if value not in crossed[place]:
            return Mark("implied" if implying else "")
        # What goes without saying, since the step places a value here, would only hide that value.
        beside = any(state.look(at, held[at]) == "new" for at in implying)
        look = state.look(place, value, holds=False)
        return Mark("no", "plain" if beside and look == "new" else look)

    return Block(said(key), values, tuple(tuple(mark(place, value) for value in values) for place in places))


def _cell(state: State, place: str, *, crosses: bool) -> Cell:
    """What a place holds or, with `crosses`, what it is known not to hold."""
    if place in state.held or not crosses:
        value = state.value(place)
        return Cell(value, state.look(place, value) if value else "plain")
    out = tuple(map(said, state.crossed.get(place, ())))
    looks = [state.look(place, value, holds=False) for value in out]
    return Cell(f"not {', '.join(out)}" if out else "", max(looks, key=_STRENGTH.index, default="plain"))
