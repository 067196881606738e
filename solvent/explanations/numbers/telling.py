"""Moves told as the steps of an explanation."""

from collections.abc import Iterable, Iterator

from solvent.explanations.facts import Fact, Step
from solvent.explanations.layout import Layout
from solvent.explanations.numbers.board import Move, Rules, State, listed


class Teller:
    """Turns literals into facts of a puzzle's answer, and moves into steps."""

    def __init__(self, rules: Rules, layout: Layout) -> None:
        self.rules, self.layout = rules, layout
        self._cells = {place: cell for cell, place in enumerate(rules.places)}
        self._numbers = {str(value): number for number, value in enumerate(rules.values)}

    def fact(self, literal: int) -> Fact:
        """The fact that a literal stands for."""
        cell, number = self.rules.candidate(literal)
        return self.layout.fact(self.rules.places[cell], self.rules.values[number], holds=literal > 0)

    def literal(self, fact: Fact) -> int:
        """The literal of a fact. Raises LookupError for one that the answer cannot have."""
        place = self.layout.place(fact)
        if place not in self._cells:
            raise LookupError(f"the answer has no place {place}")
        if str(fact.value) not in self._numbers:
            raise LookupError(f"{fact.value!r} is none of the values {listed(list(self._numbers))}")
        literal = self.rules.literal(self._cells[place], self._numbers[str(fact.value)])
        return literal if fact.holds else -literal

    def steps(self, state: State, moves: Iterable[Move]) -> Iterator[Step]:
        """The steps that these moves are, from a state in which they are made."""
        for move in moves:
            supposed = move.crosses[0] if move.supposes else None
            nested: tuple[Step, ...] = ()
            if supposed is not None:
                inner = state.copy()
                inner.tick(supposed)
                nested = tuple(self.steps(inner, move.supposes))
            new = state.apply(move)
            yield Step(
                clues=move.clues,
                rules=(move.rule,),
                uses=tuple(map(self.fact, move.needs)),
                derives=tuple(map(self.fact, new)),
                text=move.text,
                supposes=None if supposed is None else self.fact(self.rules.literal(*supposed)),
                steps=nested,
            )
