"""What the tasks on general graphs have in common: how their problems are drawn."""

import random

from solvent.benchmarks.generate.dyval.description import listed
from solvent.benchmarks.generate.dyval.generation import Dag, graph
from solvent.benchmarks.generate.dyval.levels import GRAPHS, Graph
from solvent.benchmarks.generate.dyval.task import Line, Setup, Task

_EXTRA_NODES = 3  # of a graph whose lines are mixed in, as in the published code


class GraphTask(Task):
    """A task about the ways between two nodes of a directed acyclic graph."""

    levels = GRAPHS
    takes_links = False

    def dag(self, setup: Setup, rng: random.Random) -> Dag:
        """Draw a graph."""
        if not isinstance(setup.size, Graph):
            raise TypeError(setup.size)
        return graph(rng, setup.size.nodes, setup.size.links)

    def unconnected(self, setup: Setup, rng: random.Random) -> Dag:
        """Draw a graph of three nodes."""
        links = setup.size.links if isinstance(setup.size, Graph) else 1
        return graph(rng, _EXTRA_NODES, links)


def leads(line: Line) -> str:
    """Say where the links of a node lead."""
    return f"leads to {listed(line.parts)}" if line.parts else "leads nowhere"
