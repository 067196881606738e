"""How large the problems are: DyVal's levels D1 to D4, and what its models were trained and tested on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

Level = Literal["D1", "D2", "D3", "D4"]


@dataclass(frozen=True)
class Tree:
    """`depth` counts the levels of the tree, leaves included; `width` is the number of children of an operation."""

    depth: int
    width: int


@dataclass(frozen=True)
class Graph:
    """`nodes` with 1 to `links` links each, less those that would close a cycle."""

    nodes: int
    links: int


Size = Tree | Graph

# As in DyVal; those of equations as in its published code.
TREES: Final[Mapping[Level, Tree]] = {"D1": Tree(2, 2), "D2": Tree(3, 2), "D3": Tree(3, 3), "D4": Tree(4, 2)}
EQUATIONS: Final[Mapping[Level, Tree]] = {"D1": Tree(1, 1), "D2": Tree(2, 2), "D3": Tree(3, 2), "D4": Tree(4, 2)}
GRAPHS: Final[Mapping[Level, Graph]] = {"D1": Graph(7, 3), "D2": Graph(10, 4), "D3": Graph(15, 6), "D4": Graph(20, 8)}


@dataclass(frozen=True)
class Training:
    """A setting of DyVal's experiments with fine-tuning."""

    size: Size
    extra_links: int = 0
    descriptions: int = 0


TrainingName = Literal[
    "tree",
    "tree-link",
    "tree-link-description",
    "tree-wide",
    "tree-unseen",
    "tree-harder",
    "graph",
    "graph-large",
    "graph-unseen",
    "graph-harder",
]
# The first four of trees and two of graphs are for training; models are then tested on the unseen and harder ones.
TRAININGS: Final[Mapping[TrainingName, Training]] = {
    "tree": Training(Tree(3, 2)),
    "tree-link": Training(Tree(3, 2), extra_links=1),
    "tree-link-description": Training(Tree(3, 2), extra_links=1, descriptions=1),
    "tree-wide": Training(Tree(3, 3)),
    "tree-unseen": Training(Tree(4, 2)),
    "tree-harder": Training(Tree(4, 2), extra_links=1, descriptions=1),
    "graph": Training(Graph(7, 3)),
    "graph-large": Training(Graph(10, 4)),
    "graph-unseen": Training(Graph(15, 6)),
    "graph-harder": Training(Graph(20, 8)),
}
