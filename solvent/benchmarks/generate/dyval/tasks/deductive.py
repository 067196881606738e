"""Deductive logic: what facts and rules say about the root of a tree of rules, which say nothing if not met."""

from collections.abc import Sequence
from typing import Any

from solvent.benchmarks.generate.dyval.generation import Constraint
from solvent.benchmarks.generate.dyval.levels import Tree
from solvent.benchmarks.generate.dyval.programs import facts_and_rules, stated
from solvent.benchmarks.generate.dyval.rules import UNKNOWN, RuleTask
from solvent.benchmarks.generate.dyval.task import Line, ReplyForm, Setup, Wording, said
from solvent.benchmarks.generate.dyval.tree_task import computed
from solvent.benchmarks.generate.dyval.truth_words import UNARY, known
from solvent.solvers import Program
from solvent.translators.rules.kinds.support.one_way_rules import deduction


def _apply(operation: str, values: Sequence[bool | str]) -> bool | str:
    """Return True if the rule's condition is known to be met, else N/A: a rule never makes its statement false."""
    match operation:
        case "and":
            met = all(value is True for value in values)
        case "or":
            met = any(value is True for value in values)
        case _:
            met = values[0] is False
    return True if met else UNKNOWN


class _Deductive(RuleTask):
    name = "deductive"
    form = ReplyForm("True, False or N/A, as in <<<True>>>", words=("N/A",))
    # The probabilities of the published code, chosen there so that neither answer is rare.
    constraint = Constraint({"and": 0.2, "or": 0.6, "not": 0.2}, UNARY, (True, False), _apply)
    introduction = (
        "Every made-up word below stands for a statement. A rule says that a statement is true if its condition is "
        "met; if the condition is not met, the rule says nothing. Where a statement does not follow to be true or "
        "false, its value is N/A."
    )

    def balanced(self, setup: Setup) -> tuple[Any, ...]:
        alone = isinstance(setup.size, Tree) and setup.size.depth == 1
        return (True, False) if alone else (True, UNKNOWN)

    def question(self, wording: Wording) -> str:
        return f"What is the value of {wording.asked[0]}: true, false or N/A?"

    def program(self, wording: Wording) -> Program:
        facts, rules = facts_and_rules(wording.lines)
        return stated(deduction(facts, rules, wording.asked[0]))

    def steps(self, wording: Wording) -> list[str]:
        return computed(wording, said, _step)


def _step(line: Line, values: Sequence[str], value: str) -> str:
    if line.operation is None:
        return f"{line.name} is {value}."
    met = "is met" if value == "true" else "is not known to be met"
    return f"{known(line.parts, values)}: the condition for {line.name} {met}, so {line.name} is {value}."


TASK = _Deductive()
