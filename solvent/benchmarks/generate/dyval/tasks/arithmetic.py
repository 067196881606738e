"""Arithmetic: the value of the root of a tree of operations on the numbers 1 to 10."""

from typing import Any

from solvent.benchmarks.generate.dyval import intervals
from solvent.benchmarks.generate.dyval.computed import NumberTask
from solvent.benchmarks.generate.dyval.programs import definitions, stated
from solvent.benchmarks.generate.dyval.real import shown, to_json
from solvent.benchmarks.generate.dyval.task import ReplyForm, Wording
from solvent.solvers import Program
from solvent.translators.rules.kinds.support.computed_values import number_model


class _Arithmetic(NumberTask):
    name = "arithmetic"
    form = ReplyForm("the number, as in <<<12.5>>>", numbers=1)
    tolerance = 1e-4
    introduction = (
        "Every made-up word below stands for a number. Each line gives a number or says from which others it is "
        "computed."
    )

    def question(self, wording: Wording) -> str:
        return f"What is the value of {wording.asked[0]}? A relative error of 0.0001 is allowed."

    def answer(self, wording: Wording) -> Any:
        return {wording.asked[0]: to_json(wording.problem.value)}

    def reply(self, wording: Wording) -> str:
        return shown(wording.problem.value)

    def program(self, wording: Wording) -> Program:
        return stated(number_model(definitions(wording.lines), wording.asked[0]))

    def replies(self, wording: Wording, values: intervals.Values) -> list[intervals.Interval]:
        return [values.of(wording.asked[0])]


TASK = _Arithmetic()
