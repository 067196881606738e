"""What the tasks on trees have in common: how their problems are drawn, and how they are flawed on purpose."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from solvent.benchmarks.generate.dyval.chances import Chances, spectrum
from solvent.benchmarks.generate.dyval.generation import (
    Constraint,
    Dag,
    Node,
    evaluated,
    linked,
    reaching,
    topological,
    tree,
)
from solvent.benchmarks.generate.dyval.levels import TREES, Tree
from solvent.benchmarks.generate.dyval.task import Line, Problem, RedrawError, Setup, Task, Wording, line_of

EXTRA_DEPTH = 2  # of a tree whose lines are mixed in, as in the published code


class TreeTask(Task):
    """A task whose question is about the value of a tree's root."""

    levels = TREES
    constraint: ClassVar[Constraint]

    def refusal(self, setup: Setup) -> str | None:
        """Say why there are no such problems, if so."""
        depth = setup.size.depth if isinstance(setup.size, Tree) else 0
        if setup.flaw and depth == 1:
            return "a tree of depth 1 has no line to leave out, nor operations to form a cycle; give --depth 2 or more"
        return super().refusal(setup)

    def draw(self, setup: Setup, rng: random.Random) -> Problem:
        """Draw a tree, with extra links, and the flaw that is wanted."""
        whole = self.posed(self.dag(setup, rng), rng)
        match setup.flaw:
            case "ambiguous":
                return self._incomplete(whole, rng)
            case "contradictory":
                return self._circular(whole, rng)
        return whole

    def dag(self, setup: Setup, rng: random.Random) -> Dag:
        """Draw a tree with extra links. Raises `RedrawError` or ArithmeticError if the task has no use for it."""
        size = setup.size
        if not isinstance(size, Tree):
            raise TypeError(size)
        dag = tree(rng, self.constraint, size.depth, size.width)
        return linked(rng, self.constraint, dag, setup.extra_links) if setup.extra_links else dag

    def unconnected(self, setup: Setup, rng: random.Random) -> Dag:
        """Draw a tree of an operation and its children."""
        width = setup.size.width if isinstance(setup.size, Tree) else 2
        return tree(rng, self.constraint, EXTRA_DEPTH, max(2, width))

    def posed(self, dag: Dag, rng: random.Random) -> Problem:
        """Ask about a tree. Raises `RedrawError` or ArithmeticError if there is no answer."""
        del rng
        return Problem(dag, (len(dag) - 1,), dag[-1].value)

    def chances(self, setup: Setup) -> Chances | None:
        """Return the chances of all trees by the values of their roots."""
        size = setup.size
        return spectrum(self.constraint, size.depth, size.width) if isinstance(size, Tree) else None

    def truth(self, problem: Problem) -> Any:
        """Return the answer to a problem, from its graph. Raises ArithmeticError if there is none."""
        return problem.dag[-1].value

    def equal(self, one: Any, other: Any) -> bool:
        """Whether two answers are the same."""
        return bool(one == other)

    def removable(self, dag: Dag) -> Sequence[int]:
        """Return the nodes whose lines may be left out: all that other lines mention."""
        return range(len(dag) - 1)

    def _incomplete(self, whole: Problem, rng: random.Random) -> Problem:
        """Leave out a line so that the answer is open: two values of its node lead to different answers."""
        nodes = list(self.removable(whole.dag))
        rng.shuffle(nodes)
        for node in nodes:
            if self._open(whole, node):
                return replace(whole, missing=node, value=None)
        raise RedrawError("every line can be done without")

    def _open(self, whole: Problem, node: int) -> bool:
        dag, found = list(whole.dag), []
        for value in self.constraint.leaves:
            dag[node] = Node(None, (), value)
            try:
                found.append(self.truth(replace(whole, dag=evaluated(self.constraint, tuple(dag)))))
            except ArithmeticError:
                continue
        return any(not self.equal(found[0], other) for other in found[1:])

    def _circular(self, whole: Problem, rng: random.Random) -> Problem:
        """Give an operation a child that is computed from it, or itself if there is no other way."""
        dag = whole.dag
        children = [node.children for node in dag]
        ends = [n for n, node in enumerate(dag) if node.operation and node.operation not in self.constraint.unary]
        pairs = [(end, start) for end in ends for start in sorted(reaching(children, end))]
        pairs = [pair for pair in pairs if pair[0] != pair[1]] or pairs
        if not pairs:
            raise RedrawError("all operations have a single child")
        end, start = rng.choice(pairs)
        closed = replace(dag[end], children=(*dag[end].children, start))
        found = tuple(closed if number == end else node for number, node in enumerate(dag))
        return replace(whole, dag=found, value=None, cycle=path(dag, start, end))


def computed(
    wording: Wording, shown: Callable[[Any], str], step: Callable[[Line, Sequence[str], str], str]
) -> list[str]:
    """Return the steps that compute a tree's values, children first.

    `shown` writes a value, and `step` how that of a line's node follows from those of its parts.
    """
    dag = wording.problem.dag
    values = [shown(node.value) for node in dag]
    return [
        step(line_of(dag, node, wording.names), [values[child] for child in dag[node].children], values[node])
        for node in topological(dag)
    ]


def path(dag: Dag, start: int, end: int) -> tuple[int, ...]:
    """Return a path from a node to one below it, both included."""
    children = [node.children for node in dag]
    above = reaching(children, end)
    found = [start]
    while found[-1] != end:
        found.append(next(child for child in children[found[-1]] if child in above and child not in found))
    return tuple(found)
