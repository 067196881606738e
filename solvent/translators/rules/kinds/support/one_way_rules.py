"""One-directional rules about statements with three values, as in DyVal's deductive and abductive tasks, as models.

A rule concludes that a statement is true if its condition is met, and says nothing otherwise. Values spread from rule
to rule, without case distinctions: in deduction from conditions to conclusions; in abduction, where a false conclusion
says that the condition is not met, from conclusions to conditions. What is not reached is N/A, and so is a statement
without any line about it, since nothing makes it true or false. Hence a line that was left out leaves nothing open, and
rules in a circle do not contradict each other; by themselves they support nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Comparison,
    Constraint,
    ConstraintModel,
    Labels,
    Var,
)
from solvent.translators.rules.kinds.support.cycles import components
from solvent.translators.rules.kinds.support.plain_logic import Clause, TooHardError, consistent

Connective = Literal["and", "or", "not"]
FALSE, TRUE, OPEN = range(3)
_NAMES: tuple[tuple[int, int | str], ...] = ((FALSE, False), (TRUE, True), (OPEN, "N/A"))


@dataclass(frozen=True)
class Rule:
    """A clue: `conclusion` is true if all or any of the `parts` are true or, for `not`, if its one part is false."""

    clue: int
    conclusion: str
    connective: Connective
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Fact:
    """A clue that gives the value of a statement."""

    clue: int
    name: str
    holds: bool


@dataclass(frozen=True)
class _Step:
    """A value that a statement has, by a clue, if `any` or all of others have theirs; each is a name and a value.

    If it gives no value, the others cannot all have theirs.
    """

    clue: int
    gives: tuple[str, int] | None
    needs: tuple[tuple[str, int], ...]
    any: bool = False


def deduction(facts: Sequence[Fact], rules: Sequence[Rule], asked: str) -> ConstraintModel:
    """State what follows from facts; the answer maps the statement that is asked for to true, false or "N/A"."""
    return _model(facts, _forward(rules), asked)


def abduction(given: Fact, rules: Sequence[Rule], asked: str) -> ConstraintModel:
    """State what follows from the value of one statement, against the direction of the rules; answer as in `deduction`.

    If the condition that all of several statements are true is not met, each of them may still be true.
    """
    return _model([given], _backward(rules), asked)


def is_plain(facts: Sequence[Fact], rules: Sequence[Rule], asked: str, *, backward: bool = False) -> bool:
    """Whether what follows step by step is all that follows in plain logic, where a rule is an implication.

    It is in DyVal's trees. Elsewhere a value may follow by case distinction, or against the direction of the steps. If
    this cannot be told, the answer is no.
    """
    settled = _settled(facts, _backward(rules) if backward else _forward(rules))
    if settled is None:
        return True
    clauses = [*(((fact.name, fact.holds),) for fact in facts), *chain.from_iterable(map(_implications, rules))]
    known = settled.get(asked)
    try:
        return all(
            consistent(clauses, (asked, value)) for value in ((False, True) if known is None else (known == TRUE,))
        )
    except TooHardError:
        return False


def _implications(rule: Rule) -> list[Clause]:
    result = (rule.conclusion, True)
    if rule.connective == "and":
        return [(*((part, False) for part in rule.parts), result)]
    return [((part, rule.connective == "not"), result) for part in rule.parts]


def _forward(rules: Sequence[Rule]) -> list[_Step]:
    return [
        _Step(
            rule.clue,
            (rule.conclusion, TRUE),
            tuple((part, FALSE if rule.connective == "not" else TRUE) for part in rule.parts),
            any=rule.connective == "or",
        )
        for rule in rules
    ]


def _backward(rules: Sequence[Rule]) -> list[_Step]:
    steps: list[_Step] = []
    for rule in rules:
        parts, cause = tuple(dict.fromkeys(rule.parts)), (rule.conclusion, FALSE)
        if rule.connective == "and" and len(parts) > 1:
            steps.append(_Step(rule.clue, None, (cause, *((part, TRUE) for part in parts))))
        else:
            value = TRUE if rule.connective == "not" else FALSE
            steps += [_Step(rule.clue, (part, value), (cause,)) for part in parts]
    return steps


def _settled(facts: Sequence[Fact], steps: Sequence[_Step]) -> dict[str, int] | None:
    """Return the values that are reached step by step; None if they clash."""
    using: dict[str, list[_Step]] = {}
    for step in steps:
        for name, _ in step.needs:
            using.setdefault(name, []).append(step)
    values: dict[str, int] = {}
    pending = [(fact.name, TRUE if fact.holds else FALSE) for fact in facts]
    while pending:
        name, value = pending.pop()
        if name in values and values[name] != value:
            return None
        if name in values:
            continue
        values[name] = value
        for step in using.get(name, ()):
            if (any if step.any else all)(values.get(need) == wanted for need, wanted in step.needs):
                if step.gives is None:
                    return None
                pending.append(step.gives)
    return values


def _model(facts: Sequence[Fact], steps: Sequence[_Step], asked: str) -> ConstraintModel:
    """State that a statement has a value if and only if a fact or a step gives it."""
    named = chain.from_iterable((step.gives, *step.needs) if step.gives else step.needs for step in steps)
    names = tuple(dict.fromkeys([asked, *(fact.name for fact in facts), *(name for name, _ in named)]))
    values = {name: Var("value", (place,)) for place, name in enumerate(names)}
    giving: dict[str, list[_Step]] = {name: [] for name in names}
    for step in steps:
        if step.gives:
            giving[step.gives[0]].append(step)
    circles = components({name: [need for step in giving[name] for need, _ in step.needs] for name in names})
    turns = {name: Var("turn", (place,)) for place, name in enumerate(circles)}

    def is_(name: str, value: int) -> Constraint:
        return Comparison(values[name], "==", value)

    def founded(step: _Step) -> Constraint:
        """Whether a step gives its value, before which those that it needs were given."""
        parts = []
        for name, value in step.needs:
            circular = step.gives and name in circles and circles[name] == circles.get(step.gives[0])
            earlier = (Comparison(turns[name], "<", turns[step.gives[0]]),) if step.gives and circular else ()
            parts.append(AllOf((is_(name, value), *earlier)) if earlier else is_(name, value))
        return AnyOf(tuple(parts)) if step.any else AllOf(tuple(parts))

    stated: list[tuple[int | None, Constraint]] = [(fact.clue, is_(fact.name, int(fact.holds))) for fact in facts]
    for step in steps:
        unmet = tuple(Comparison(values[name], "!=", value) for name, value in step.needs)
        result = (is_(*step.gives),) if step.gives else ()
        stated.append((step.clue, AnyOf((AllOf(unmet) if step.any else AnyOf(unmet), *result))))
    known = {fact.name for fact in facts}
    for name in names:
        if name not in known:
            ways = (AllOf((is_(name, step.gives[1]), founded(step))) for step in giving[name] if step.gives)
            stated.append((None, AnyOf((is_(name, OPEN), *ways))))
    arrays = [Array("value", (len(names),), FALSE, OPEN, names)]
    if turns:
        arrays.append(Array("turn", (len(turns),), 1, len(turns), tuple(turns)))
    return ConstraintModel(tuple(arrays), tuple(stated), {asked: Labels(values[asked], _NAMES)})
