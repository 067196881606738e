"""Abductive logic: what the value of a rule's statement says about a leaf far below it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from solvent.benchmarks.generate.dyval.chances import Chance, Chances, spectrum
from solvent.benchmarks.generate.dyval.generation import Constraint, Dag, Node, reaching, topological
from solvent.benchmarks.generate.dyval.levels import Tree
from solvent.benchmarks.generate.dyval.programs import facts_and_rules, stated
from solvent.benchmarks.generate.dyval.rules import UNKNOWN, RuleTask
from solvent.benchmarks.generate.dyval.task import Line, Problem, RedrawError, ReplyForm, Setup, Wording, said
from solvent.benchmarks.generate.dyval.truth_words import UNARY
from solvent.solvers import Program
from solvent.translators.rules.kinds.support.one_way_rules import Fact, abduction

# The probabilities of the published code, chosen there so that no answer is rare.
_TRUE_ROOT = 0.07
_OPERATIONS = {"and": 0.07, "or": 0.66, "not": 0.27}
_LEAF = (0, 1, 0)


def passed_on(node: Node, value: bool | str) -> bool | str:
    """Return what a rule's statement says about a part of its condition, which is false if the statement is."""
    if value is not False or node.operation == "and":
        return UNKNOWN
    return node.operation == "not"


class _Abductive(RuleTask):
    name = "abductive"
    form = ReplyForm("True, False or N/A, as in <<<True>>>", words=("N/A",))
    constraint = Constraint(_OPERATIONS, UNARY, (None,), lambda _operation, _values: None)
    introduction = (
        "Every made-up word below stands for a statement. A rule says that a statement is true if its condition is "
        "met; so if the statement is false, the condition is not met. Where a statement does not follow to be true or "
        "false, its value is N/A."
    )

    def refusal(self, setup: Setup) -> str | None:
        if isinstance(setup.size, Tree) and setup.size.depth == 1:
            return "abductive has no rules at depth 1; give --depth 2 or more"
        return super().refusal(setup)

    def balanced(self, setup: Setup) -> tuple[Any, ...]:
        del setup
        return True, False, UNKNOWN

    def posed(self, dag: Dag, rng: random.Random) -> Problem:
        given = rng.random() < _TRUE_ROOT
        asked = rng.choice([number for number, node in enumerate(dag) if node.operation is None])
        values: list[bool | str] = [UNKNOWN] * len(dag)
        values[-1] = given
        for number in reversed(topological(dag)):
            for child in dag[number].children:
                value = passed_on(dag[number], values[number])
                if value != UNKNOWN:
                    if values[child] not in (value, UNKNOWN):
                        raise RedrawError("two rules contradict each other")
                    values[child] = value
        found = tuple(replace(node, value=value) for node, value in zip(dag, values, strict=True))
        return Problem(found, (len(dag) - 1, asked), values[asked], given)

    def chances(self, setup: Setup) -> Chances | None:
        if not isinstance(setup.size, Tree):
            return None
        counting = Constraint(_OPERATIONS, UNARY, (_LEAF,), _counted)
        found = dict.fromkeys((True, False, UNKNOWN), Chance())
        for counts, tree in spectrum(counting, setup.size.depth, setup.size.width).items():
            share = 1 / sum(counts)  # of each leaf
            for value, number in zip(found, counts, strict=True):
                found[value] += tree.times((1 - _TRUE_ROOT) * share).of_each(number)
            found[UNKNOWN] += tree.times(_TRUE_ROOT * share).of_each(sum(counts))
        return found

    def stated(self, dag: Dag, names: Sequence[str]) -> list[Line]:
        return [line for line in super().stated(dag, names) if line.operation is not None]

    def supposed(self, wording: Wording) -> Mapping[str, bool]:
        return {wording.asked[0]: wording.problem.given}

    def question(self, wording: Wording) -> str:
        root, leaf = wording.asked
        return (
            f"Suppose that {root} is {said(wording.problem.given)}. What is then the value of {leaf}: true, false or "
            "N/A?"
        )

    def program(self, wording: Wording) -> Program:
        (root, leaf), (_, rules) = wording.asked, facts_and_rules(wording.lines)
        return stated(abduction(Fact(len(rules) + 1, root, wording.problem.given), rules, leaf))

    def steps(self, wording: Wording) -> list[str]:
        """Walk down from the root to the leaf."""
        dag, (root, leaf) = wording.problem.dag, wording.problem.asked
        above = reaching([node.children for node in dag], leaf)
        found = [f"{wording.names[root]} is {said(wording.problem.given)}."]
        for number in reversed(topological(dag)):
            name, node = wording.names[number], dag[number]
            parts = dict.fromkeys(wording.names[child] for child in node.children if child in above)
            found += [f"{name} is {said(node.value)}, {_consequence(node, part)}." for part in parts]
        return [*found, f"{wording.names[leaf]} is {said(wording.problem.value)}."]


def _counted(operation: str, states: Sequence[tuple[int, int, int]]) -> tuple[int, int, int]:
    """Return how many leaves are true, false and N/A if the root is false, from the same for the parts."""
    leaves = sum(map(sum, states))
    match operation:
        case "and":
            return 0, 0, leaves
        case "or":
            true, false, unknown = map(sum, zip(*states, strict=True))
            return true, false, unknown
    return (1, 0, 0) if states[0] == _LEAF else (0, 0, leaves)


def _consequence(node: Node, part: str) -> str:
    value = passed_on(node, node.value)
    if node.value is not False:
        return f"which says nothing about {part}"
    if value == UNKNOWN:
        return f"so the condition of its rule fails, but it is open whether because of {part}"
    return f"so the condition of its rule fails, and {part} is {said(value)}"


TASK = _Abductive()
