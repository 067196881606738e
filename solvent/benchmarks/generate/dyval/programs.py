"""Programs of the texts, in SMT-LIB, which alone has real numbers and is fastest for the others."""

from collections.abc import Sequence
from typing import Any, cast

from solvent.benchmarks.generate.dyval.task import Line
from solvent.solvers import Program
from solvent.translators.emit import emit
from solvent.translators.emit.language import ConstraintModel
from solvent.translators.rules.kinds.support.computed_values import Definition
from solvent.translators.rules.kinds.support.one_way_rules import Fact, Rule


def stated(model: ConstraintModel) -> Program:
    """Write a model as a program, which is trusted, since nobody else had a hand in it."""
    return emit(model, "smtlib").model_copy(update={"trusted": True})


def definitions(lines: Sequence[Line], *, first: int = 1) -> list[Definition]:
    """Return what the lines define, a clue each, numbered from `first`; truth values are 0 and 1."""
    return [
        Definition(clue, line.name, cast("Any", line.operation or "given"), line.parts, int(line.value or 0))
        for clue, line in enumerate(lines, first)
    ]


def facts_and_rules(lines: Sequence[Line]) -> tuple[list[Fact], list[Rule]]:
    """Return what the lines give, and the rules that they state, a clue each, numbered from 1."""
    facts, rules = [], []
    for clue, line in enumerate(lines, 1):
        if line.operation is None:
            facts.append(Fact(clue, line.name, line.value))
        else:
            rules.append(Rule(clue, line.name, cast("Any", line.operation), line.parts))
    return facts, rules
