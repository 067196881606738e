"""DyVal's generation algorithm G (section 3.2): trees, trees with extra links, and general directed acyclic graphs.

What may stand at the nodes is decided by a `Constraint`; names and sentences are the matter of the description.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

_TRIES = 1000  # at one operation


@dataclass(frozen=True)
class Node:
    """A node: a leaf has a value and no operation, an inner node computes its value from its children.

    `children` are positions in the DAG, in order; an extra link may name a child twice.
    """

    operation: str | None
    children: tuple[int, ...]
    value: Any = None


Dag = tuple[Node, ...]  # of a tree, the root is the last node


@dataclass(frozen=True)
class Constraint:
    """What a tree may have at its nodes: DyVal's constraint C, as far as it concerns one operation.

    `operations` are drawn with these probabilities, which sum to 1, and `leaves` with equal ones. Those in `unary` have
    one child. `apply` computes an operation and raises ArithmeticError where it has no value; its children are then
    drawn again.
    """

    operations: Mapping[str, float]
    unary: frozenset[str]
    leaves: tuple[Any, ...]
    apply: Callable[[str, Sequence[Any]], Any]

    def children(self, operation: str, width: int) -> int:
        """Return the number of an operation's children in a tree."""
        return 1 if operation in self.unary else width


class NoDrawError(Exception):
    """A bounded number of draws gave nothing that the constraint allows."""


def tree(rng: random.Random, constraint: Constraint, depth: int, width: int) -> Dag:
    """Draw a tree of `depth` levels, leaves included, whose operations have `width` children, or one.

    Raises `NoDrawError` if an operation found no children for which it has a value.
    """
    nodes: list[Node] = []
    operations, weights = zip(*constraint.operations.items(), strict=True)

    def grow(level: int) -> int:
        if level == 1:
            nodes.append(Node(None, (), rng.choice(constraint.leaves)))
            return len(nodes) - 1
        (operation,) = rng.choices(operations, weights)
        start = len(nodes)
        for _ in range(_TRIES):
            children = tuple(grow(level - 1) for _ in range(constraint.children(operation, width)))
            try:
                value = constraint.apply(operation, [nodes[child].value for child in children])
            except ArithmeticError:
                del nodes[start:]
                continue
            nodes.append(Node(operation, children, value))
            return len(nodes) - 1
        raise NoDrawError(f"{_TRIES} draws of children that {operation!r} can be applied to")

    grow(depth)
    return tuple(nodes)


def linked(rng: random.Random, constraint: Constraint, dag: Dag, extra: int) -> Dag:
    """Give every inner node but those with a single child `extra` more children, without closing a cycle.

    Raises ArithmeticError if an operation then has no value.
    """
    children = [list(node.children) for node in dag]
    for number, node in enumerate(dag):
        if node.operation is not None and node.operation not in constraint.unary:
            above = reaching(children, number)
            below = [target for target in range(len(dag)) if target not in above]
            children[number] += rng.choices(below, k=extra)
    return evaluated(
        constraint, tuple(replace(node, children=tuple(ends)) for node, ends in zip(dag, children, strict=True))
    )


def evaluated(constraint: Constraint, dag: Dag) -> Dag:
    """Compute the values of all inner nodes anew. Raises ArithmeticError if one has none."""
    values = [node.value for node in dag]
    for number in topological(dag):
        node = dag[number]
        if node.operation is not None:
            values[number] = constraint.apply(node.operation, [values[child] for child in node.children])
    return tuple(replace(node, value=value) for node, value in zip(dag, values, strict=True))


def graph(rng: random.Random, nodes: int, links: int, values: Sequence[int] = range(1, 11)) -> Dag:
    """Draw a DAG: each node links to 1 to `links` other nodes at random, leaving out what would close a cycle."""
    children: list[list[int]] = [[] for _ in range(nodes)]
    for number in range(nodes):
        others = [other for other in range(nodes) if other != number]
        above = reaching(children, number)
        # A link from this node never makes another one reach it, so that `above` stays what it is.
        ends = rng.sample(others, rng.randint(1, min(links, len(others))))
        children[number] = [end for end in ends if end not in above]
    return tuple(Node(None, tuple(ends), rng.choice(values)) for ends in children)


def reaching(children: Sequence[Sequence[int]], number: int) -> set[int]:
    """Return the nodes from which a node can be reached, and itself."""
    found, size = {number}, 0
    while size != len(found):
        size = len(found)
        found |= {start for start, ends in enumerate(children) if not found.isdisjoint(ends)}
    return found


def below(dag: Dag, number: int) -> set[int]:
    """Return the nodes that can be reached from a node, and itself."""
    return set(_left(dag, number, set()))


def topological(dag: Dag) -> list[int]:
    """Return the nodes in an order in which children stand before their parents; each node once.

    Of a graph with a cycle, it is the order in which a depth-first search leaves the nodes.
    """
    order: list[int] = []
    seen: set[int] = set()
    for start in range(len(dag)):
        order += _left(dag, start, seen)
    return order


def _left(dag: Dag, start: int, seen: set[int]) -> Iterator[int]:
    """Yield the nodes of a depth-first search that were not seen before, each after its children."""
    stack = [(start, iter(dag[start].children))] if start not in seen else []
    seen.add(start)
    while stack:
        children = stack[-1][1]
        child = next((child for child in children if child not in seen), None)
        if child is None:
            yield stack.pop()[0]
        else:
            seen.add(child)
            stack.append((child, iter(dag[child].children)))
