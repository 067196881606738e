"""Paths in a directed graph, as in DyVal's reachability and maximum-sum tasks, as models.

A clue says where the links of a node lead, all of them; where those of a node without such a clue lead is open. The
links are Boolean variables, so that the clues alone say what the graph is, and the rules of a path are the background.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solvent.translators.emit.language import (
    AllOf,
    AnyOf,
    Array,
    Choice,
    Comparison,
    Constraint,
    ConstraintModel,
    Labels,
    Var,
    add,
)
from solvent.translators.rules.kinds.support.cycles import components, reached

Stated = tuple[int | None, Constraint]

_TRUTH: tuple[tuple[int, int | str], ...] = ((0, False), (1, True))
_NO_PATH = -1


@dataclass(frozen=True)
class Links:
    """A clue that says to which nodes the links of a node lead."""

    clue: int
    node: str
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Worth:
    """A clue that gives the value of a node, which is not negative."""

    clue: int
    node: str
    value: int


def reachability(links: Sequence[Links], start: str, end: str) -> ConstraintModel:
    """State what can be reached from `start`; the answer is `{"reachable": true}` or false. A node reaches itself."""
    graph = _Graph(links, (), start, end)
    at = {name: Var("reached", (place,)) for place, name in enumerate(graph.nodes)}
    turns = _Turns(graph.before)
    stated = list(graph.stated)
    for name in graph.nodes:
        here, not_here = Comparison(at[name], "==", 1), Comparison(at[name], "==", 0)
        ways: list[Constraint] = []
        for node in graph.before[name]:
            stated.append((None, AnyOf((here, _link(node, name, holds=False), Comparison(at[node], "==", 0)))))
            ways.append(AllOf((_link(node, name), Comparison(at[node], "==", 1), *turns.ordered(node, name))))
        stated.append((None, here if name == start else AnyOf((not_here, *ways))))
    return ConstraintModel(
        arrays=(Array("reached", (len(graph.nodes),), 0, 1, graph.nodes), *turns.arrays),
        constraints=tuple(stated),
        answer={"reachable": Labels(at[end], _TRUTH)},
    )


def maximum_sum(links: Sequence[Links], worths: Sequence[Worth], start: str, end: str) -> ConstraintModel:
    """State the greatest sum of values on a path, both ends included; the answer is `{"maximum": 12}` or "N/A".

    The graph must have no cycle on the way (`cycle_between`): in the program, a path may go round it again and again,
    so that there is no greatest sum, and its clues contradict each other. A value that no clue gives is open.
    """
    graph = _Graph(links, (each.node for each in worths), start, end)
    given = {each.node: each.value for each in worths}
    highest = max([1, *given.values()])
    top = sum(given.get(name, highest) for name in graph.names)
    worth = {name: Var("worth", (place,)) for place, name in enumerate(graph.names)}
    best = {name: Var("best", (place,)) for place, name in enumerate(graph.nodes)}
    turns = _Turns(graph.after)
    stated = [*graph.stated, *((each.clue, Comparison(worth[each.node], "==", each.value)) for each in worths)]
    for name in graph.nodes:
        ways: list[Constraint] = []
        for target in graph.after[name]:
            total, leads = add(best[target], worth[name]), Comparison(best[target], ">=", 0)
            unless = (_link(name, target, holds=False), Comparison(best[target], "==", _NO_PATH))
            stated.append((None, AnyOf((*unless, Comparison(best[name], ">=", total)))))
            same = Comparison(best[name], "==", total)
            ways.append(AllOf((_link(name, target), leads, same, *turns.ordered(target, name))))
        here = Comparison(best[name], "==", worth[name])
        stated.append((None, here if name == end else AnyOf((Comparison(best[name], "==", _NO_PATH), *ways))))
    arrays = (
        Array("worth", (len(graph.names),), 0, highest, graph.names),
        Array("best", (len(graph.nodes),), _NO_PATH, top, graph.nodes),
        *turns.arrays,
    )
    shown: list[tuple[int, int | str]] = [(_NO_PATH, "N/A"), *((value, value) for value in range(top + 1))]
    return ConstraintModel(arrays, tuple(stated), {"maximum": Labels(best[start], tuple(shown))})


def cycle_between(links: Sequence[Links], start: str, end: str) -> set[str]:
    """Return the nodes on cycles that a path from `start` to `end` can go round, but for links of a node to itself."""
    ahead: dict[str, list[str]] = {}
    back: dict[str, list[str]] = {}
    for each in links:
        for target in each.targets:
            if each.node not in (end, target) and target != start:
                ahead.setdefault(each.node, []).append(target)
                back.setdefault(target, []).append(each.node)
    between = reached(start, ahead) & reached(end, back)
    return set(components(ahead)) & between


class _Graph:
    """A graph whose links are variables: the names of its nodes, and of the links what a path can use.

    A node without a clue may link to any other. Every other node may link to those that its clues name and, so that
    each of these clues excludes something, to `end`. `nodes` are those that a path from `start` may come to, `after`
    and `before` the nodes that it may come to next, and from which it may have come.
    """

    def __init__(self, links: Sequence[Links], others: Iterable[str], start: str, end: str) -> None:
        told: dict[str, list[str]] = {}
        for each in links:
            told.setdefault(each.node, []).extend(each.targets)
        mentioned = [start, end, *told, *(target for each in links for target in each.targets), *others]
        self.names = tuple(dict.fromkeys(mentioned))
        possible = {name: tuple(dict.fromkeys([*told.get(name, self.names), end])) for name in self.names}
        self.stated: list[Stated] = [
            (each.clue, AllOf(tuple(_link(each.node, to, holds=to in each.targets) for to in possible[each.node])))
            for each in links
        ]
        # Nothing is gained by going on from the end, back to the start, or from a node to itself.
        useful = {name: [to for to in possible[name] if to not in (start, name)] for name in self.names if name != end}
        nodes = reached(start, useful)
        self.nodes = tuple(name for name in self.names if name in nodes)
        self.after = {name: useful.get(name, []) for name in self.nodes}
        self.before = {name: [node for node in self.nodes if name in self.after[node]] for name in self.nodes}


class _Turns:
    """Numbers by which what rests on something else comes after it, where the graph may have a cycle."""

    def __init__(self, rests_on: dict[str, list[str]]) -> None:
        self._circles = components(rests_on)
        self._turns = {name: Var("turn", (place,)) for place, name in enumerate(self._circles)}
        size = len(self._turns)
        self.arrays = [Array("turn", (size,), 1, size, tuple(self._turns))] if size else []

    def ordered(self, first: str, later: str) -> list[Constraint]:
        """Return the constraint that one node comes before another, if they are on a common cycle."""
        circular = first in self._circles and self._circles[first] == self._circles.get(later)
        return [Comparison(self._turns[first], "<", self._turns[later])] if circular else []


def _link(node: str, target: str, *, holds: bool = True) -> Choice:
    return Choice(f"{node} leads to {target}", holds)
