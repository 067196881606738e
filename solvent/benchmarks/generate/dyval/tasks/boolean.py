"""Boolean logic: the truth value of the root of a tree of AND, OR and NOT."""

from collections.abc import Sequence
from typing import Any

from solvent.benchmarks.generate.dyval.generation import Constraint
from solvent.benchmarks.generate.dyval.programs import definitions, stated
from solvent.benchmarks.generate.dyval.task import Line, ReplyForm, Setup, Wording, said
from solvent.benchmarks.generate.dyval.tree_task import TreeTask, computed
from solvent.benchmarks.generate.dyval.truth_words import UNARY, condition, known
from solvent.solvers import Program
from solvent.translators.rules.kinds.support.computed_values import truth_model


def _apply(operation: str, values: Sequence[bool]) -> bool:
    match operation:
        case "and":
            return all(values)
        case "or":
            return any(values)
    return not values[0]


class _Boolean(TreeTask):
    name = "boolean"
    form = ReplyForm("True or False, as in <<<True>>>")
    constraint = Constraint(dict.fromkeys(("and", "or", "not"), 1 / 3), UNARY, (True, False), _apply)
    flaws = frozenset({"ambiguous", "contradictory"})
    introduction = (
        "Every made-up word below stands for a truth value. Each line gives a truth value or says from which others "
        "it is computed."
    )

    def balanced(self, setup: Setup) -> tuple[Any, ...]:
        del setup
        return True, False

    def sentence(self, line: Line) -> str:
        if line.operation is None:
            return f"{line.name} is {said(line.value)}."
        return f"{line.name} is true if {condition(line)}, and false otherwise."

    def question(self, wording: Wording) -> str:
        return f"Is {wording.asked[0]} true or false?"

    def answer(self, wording: Wording) -> Any:
        return {wording.asked[0]: wording.problem.value}

    def program(self, wording: Wording) -> Program:
        return stated(truth_model(definitions(wording.lines), wording.asked[0]))

    def steps(self, wording: Wording) -> list[str]:
        return computed(wording, said, _step)


def _step(line: Line, values: Sequence[str], value: str) -> str:
    if line.operation is None:
        return f"{line.name} is {value}."
    return f"{line.operation.upper()}, for {line.name}: {known(line.parts, values)}; so {line.name} is {value}."


TASK = _Boolean()
