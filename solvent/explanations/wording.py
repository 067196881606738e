"""Facts and steps in words."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from solvent.explanations.facts import Fact
from solvent.explanations.layout import parts
from solvent.explanations.rules import LAST_PLACE, LAST_VALUE, ONCE, ONE_EACH, RULES, TOGETHER
from solvent.explanations.subject import Subject

_BY_RULE = {
    ONCE: "Each value occurs once",
    ONE_EACH: "There is one value in each place",
    LAST_VALUE: "One value is left",
    LAST_PLACE: "One place is left",
    TOGETHER: "As many values are left as places",
    RULES: "By the rules of the puzzle",
}


class Wording:
    """Words for the facts of one puzzle."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._layout = subject.layout

    def step(self, clues: Sequence[int], rules: Sequence[str], uses: Sequence[Fact], derives: Sequence[Fact]) -> str:
        """A step in a sentence or two: what follows, from what, and why."""
        why = f", because {self.facts(uses)}" if uses else ""
        if not derives:
            return f"{self._source(clues, rules)}: that is a contradiction{why}."
        return f"{self._source(clues, rules)}: {self.facts(_news(derives))}{why}."

    def facts(self, facts: Iterable[Fact]) -> str:
        """Facts in words, joined; those about one value or one place are taken together."""
        return listed([self._together(list(group)) for _, group in groupby(_ordered(facts), key=_topic)])

    def _source(self, clues: Sequence[int], rules: Sequence[str]) -> str:
        if not clues:
            return _BY_RULE.get(rules[0], rules[0][:1].upper() + rules[0][1:]) if rules else "By the rules"
        said = " ".join(f"({clue}) {self._subject.texts.get(clue, '').strip()}" for clue in clues)
        if len(clues) == 1:
            return f'Clue {clues[0]}, "{self._subject.texts.get(clues[0], "").strip()}"'
        return f'Clues {listed([str(clue) for clue in clues])} together, "{said}"'

    def _together(self, facts: list[Fact]) -> str:
        """Facts of one kind about the same value, or about the same place, as one phrase."""
        first = facts[0]
        if self._layout.shape == "grid":
            rows = listed([self.row(fact.row) for fact in facts], "and" if first.holds else "or")
            if str(first.row)[:1].isdigit():
                return f"{self._value(first)} {'is' if first.holds else 'is not'} in {rows}"
            return f"{self._value(first)} {'goes' if first.holds else 'does not go'} with {rows}"
        values = [str(fact.value) for fact in facts]
        if first.holds:
            return f"{self.place(first)} is {values[0]}"
        if len(values) < 3:
            return f"{self.place(first)} is {'not' if len(values) == 1 else 'neither'} {listed(values, 'nor')}"
        return f"{self.place(first)} is none of {listed(values)}"

    def row(self, row: Any) -> str:
        """A row of a grid by its name; a number alone says too little."""
        name = str(row)
        return f"{self._layout.columns[0]} {name}" if name[:1].isdigit() else name

    def place(self, fact: Fact) -> str:
        """A place of an answer in words."""
        if fact.path is not None:
            return ", ".join(parts(fact.path)) or "the answer"
        if self._layout.shape == "board":
            return f"row {fact.row}, column {fact.column}"
        return f"the {fact.column} of {self.row(fact.row)}"

    def _value(self, fact: Fact) -> str:
        name = str(fact.value)
        return f"{fact.column} {name}" if name[:1].isdigit() or name.casefold() in self._shared else name

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The values that occur in more than one category."""
        seen: dict[str, int] = {}
        for values in self._layout.values:
            for value in {str(value).casefold() for value in values}:
                seen[value] = seen.get(value, 0) + 1
        return frozenset(value for value, count in seen.items() if count > 1)


def _news(derives: Sequence[Fact]) -> list[Fact]:
    """What is worth saying: not the crosses that every tick causes in its row and in its column."""
    ticks = [fact for fact in derives if fact.holds]
    return [
        fact
        for fact in derives
        if fact.holds
        or not any(
            fact.place == tick.place
            or (fact.column is not None and (fact.column, fact.value) == (tick.column, tick.value))
            for tick in ticks
        )
    ] or list(derives)


def _ordered(facts: Iterable[Fact]) -> list[Fact]:
    """Facts with those of one topic next to each other, in the order in which the topics come up."""
    found: dict[Any, list[Fact]] = {}
    for fact in facts:
        found.setdefault(_topic(fact), []).append(fact)
    return [fact for group in found.values() for fact in group]


def _topic(fact: Fact) -> tuple[Any, ...]:
    """What can be said in one phrase: a value of a grid and its rows, or a place and what it is not."""
    if isinstance(fact.column, str):
        return fact.column, str(fact.value), fact.holds
    return (*fact.place, fact.holds)


def listed(items: Sequence[str], last: str = "and") -> str:
    """Items in a sentence: "a, b and c"."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""
