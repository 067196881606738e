"""What the tasks on rules have in common: one-directional rules, in words and as implications.

The graph's truth is the paper's: a value is passed on along single rules. The second truth is classical entailment over
all lines at once. On trees the two agree; where extra links let several rules meet they can differ (by cases, or by a
contradiction), and such problems are drawn again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from solvent.agents.state import Verdict
from solvent.benchmarks.generate.dyval.programs import stated
from solvent.benchmarks.generate.dyval.task import Line, RedrawError, Wording, said
from solvent.benchmarks.generate.dyval.tree_task import TreeTask
from solvent.benchmarks.generate.dyval.truth_words import condition
from solvent.benchmarks.generate.generator import DisagreementError
from solvent.benchmarks.generate.truth import judge
from solvent.solvers import Pool, Program
from solvent.translators.emit.language import AllOf, AnyOf, Array, Comparison, Constraint, ConstraintModel, Var

UNKNOWN = "N/A"


class RuleTask(TreeTask):
    """A task about what rules entail."""

    def sentence(self, line: Line) -> str:
        """State a fact or a rule."""
        if line.operation is None:
            return f"{line.name} is {said(line.value)}."
        return f"If {condition(line)}, then {line.name} is true."

    def supposed(self, wording: Wording) -> Mapping[str, bool]:
        """Return what the question supposes."""
        del wording
        return {}

    def answer(self, wording: Wording) -> Any:
        """Return the value of the node that is asked for, the last of those that the question names."""
        return {wording.asked[-1]: wording.problem.value}

    async def check(self, wording: Wording, program: Program, pool: Pool) -> Mapping[str, Any]:
        """Check also what the lines entail. Raises `RedrawError` if extra links make a difference."""
        wanted, asked = wording.problem.value, wording.asked[-1]
        found = await entailed(wording.lines, self.supposed(wording), asked, pool)
        if found != wanted:
            parts = [part for line in wording.lines for part in line.parts]
            if len(set(parts)) < len(parts):
                raise RedrawError("rules that meet entail more than each of them")
            raise DisagreementError(f"{asked} is {wanted!r} by single rules, and {found!r} by all of them")
        return await super().check(wording, program, pool)


async def entailed(lines: Sequence[Line], supposed: Mapping[str, bool], asked: str, pool: Pool) -> bool | str | None:
    """Return the value that lines and suppositions entail for a name, N/A if neither, None if they are contradictory.

    Raises `DisagreementError` if the solver cannot decide.
    """
    names = tuple(dict.fromkeys([asked, *supposed, *(name for line in lines for name in (line.name, *line.parts))]))
    variables = {name: Var("holds", (place,)) for place, name in enumerate(names)}
    constraints = [_implication(line, variables) for line in lines]
    constraints += [_is(variables[name], value) for name, value in supposed.items()]
    model = ConstraintModel(
        arrays=(Array("holds", (len(names),), 0, 1, names),),
        constraints=tuple((number, constraint) for number, constraint in enumerate(constraints, 1)),
        answer=variables[asked],
    )
    verdict, outcome = await judge(stated(model), pool=pool)
    if verdict is None:
        raise DisagreementError(f"the solver does not decide what rules entail: {outcome.message or outcome.status}")
    if verdict is Verdict.CONTRADICTORY:
        return None
    return UNKNOWN if verdict is Verdict.AMBIGUOUS else bool(outcome.answer)


def _implication(line: Line, variables: Mapping[str, Var]) -> Constraint:
    """State that the node holds if the condition of its rule does, or is as the fact says."""
    if line.operation is None:
        return _is(variables[line.name], line.value)
    unmet = tuple(_is(variables[part], line.operation == "not") for part in line.parts)
    return AnyOf((_is(variables[line.name], True), AllOf(unmet) if line.operation == "or" else AnyOf(unmet)))


def _is(variable: Var, value: bool) -> Comparison:
    return Comparison(variable, "==", int(value))
