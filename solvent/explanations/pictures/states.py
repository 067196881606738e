"""What is known of each place of an answer after a step, and what that step has to do with it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from solvent.explanations.facts import Explanation, Fact, Step
from solvent.explanations.layout import Layout, Place
from solvent.explanations.pictures.scene import Look, said

Stated = tuple[Place, str, bool]
"""A place, a value as it is displayed, and whether the place holds it."""


@dataclass(frozen=True)
class State:
    """What each place holds, and what each is known not to hold, in the order of derivation.

    `looks` tells what is highlighted. `lost` are facts about places that the answer does not have.
    """

    held: Mapping[Place, Any]
    crossed: Mapping[Place, tuple[Any, ...]]
    looks: Mapping[Stated, Look]
    lost: tuple[Fact, ...] = ()

    def value(self, place: Place) -> str:
        """What a place holds; "" if that is not known."""
        return said(self.held[place]) if place in self.held else ""

    def look(self, place: Place, value: str, *, holds: bool = True) -> Look:
        """How a fact is to be highlighted."""
        return self.looks.get((place, value, holds), "plain")

    def with_givens(self, givens: Mapping[Place, Any]) -> "State":
        """The state of a puzzle that gives these values; a fact about them that a step needs is highlighted as such."""
        looks: dict[Stated, Look] = {(place, said(value), True): "given" for place, value in givens.items()}
        return State({**givens, **self.held}, self.crossed, {**looks, **self.looks}, self.lost)


def state_after(explanation: Explanation, layout: Layout, number: int, step: Step) -> State:
    """The state after the first `number` steps, with what one of them uses and derives highlighted."""
    held: dict[Place, Any] = {}
    crossed: dict[Place, tuple[Any, ...]] = {}
    placed, lost = _placed(explanation.after(number), layout)
    for place, fact in placed:
        if fact.holds:
            held[place] = fact.value
        else:
            crossed[place] = (*crossed.get(place, ()), fact.value)
    looks: dict[Stated, Look] = {}
    kinds: tuple[tuple[Iterable[Fact], Look], ...] = (
        (explanation.known, "given"),
        (step.uses, "used"),
        (step.derives, "new"),
    )
    for facts, look in kinds:
        looks |= {(place, said(fact.value), fact.holds): look for place, fact in _placed(facts, layout)[0]}
    return State(held, crossed, looks, lost)


def _placed(facts: Iterable[Fact], layout: Layout) -> tuple[list[tuple[Place, Fact]], tuple[Fact, ...]]:
    """Each fact with its place, and the facts that have none."""
    found, lost = [], []
    for fact in facts:
        try:
            found.append((layout.place(fact), fact))
        except LookupError:
            lost.append(fact)
    return found, tuple(lost)
