"""The rules of the genre that a step uses, by name."""

from collections.abc import Sequence

from solvent.explanations.facts import Fact
from solvent.explanations.layout import Layout

ONCE = "each value once"
ONE_EACH = "one value each"
LAST_VALUE = "last value left"
LAST_PLACE = "last place left"
TOGETHER = "as many values as places"
RULES = "the rules of the puzzle"


def rules_of(layout: Layout, clues: Sequence[int], uses: Sequence[Fact], derives: Sequence[Fact]) -> tuple[str, ...]:
    """The names of the rules by which a step derives its facts."""
    if layout.shape != "grid":
        return () if clues else (RULES,)
    found = []
    target = next((fact for fact in derives if fact.holds), None)
    if not clues:
        found.append(_alone(target, uses))
    ticks = [fact for fact in (*uses, *derives) if fact.holds]
    for fact in derives:
        if fact.holds:
            continue
        if any(fact.column == tick.column and fact.value == tick.value for tick in ticks):
            found.append(ONCE)
        elif any(fact.place == tick.place for tick in ticks):
            found.append(ONE_EACH)
    return tuple(dict.fromkeys(found))


def _alone(target: Fact | None, uses: Sequence[Fact]) -> str:
    """The rule that leads from facts to others without a clue."""
    if target is None:
        return ONCE if all(fact.holds for fact in uses) else TOGETHER
    if all(fact.place == target.place for fact in uses):
        return LAST_VALUE
    if all(fact.column == target.column and (fact.holds or fact.value == target.value) for fact in uses):
        return LAST_PLACE
    if all(fact.column == target.column and (fact.holds or fact.row == target.row) for fact in uses):
        return LAST_VALUE
    return TOGETHER
