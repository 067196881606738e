"""Maximum-sum path: the greatest sum of values on a path between two nodes of a directed acyclic graph."""

import random
from typing import Any

from solvent.benchmarks.generate.dyval.description import listed
from solvent.benchmarks.generate.dyval.generation import Dag, below, topological
from solvent.benchmarks.generate.dyval.graph_task import GraphTask, leads
from solvent.benchmarks.generate.dyval.programs import stated
from solvent.benchmarks.generate.dyval.task import Line, Problem, ReplyForm, Setup, Wording, line_of
from solvent.solvers import Program
from solvent.translators.rules.kinds.support.paths import Links, Worth, maximum_sum

_NO_PATH = "N/A"


class _MaximumSum(GraphTask):
    """Nothing is balanced: the published code and the paper take two nodes in topological order, as they come."""

    name = "max_sum_path"
    form = ReplyForm("the number or N/A, as in <<<12>>>", numbers=1, words=("N/A",), shots=2)
    tolerance = 1e-4
    introduction = (
        "Every made-up word below stands for a place with a value. Each line says what a place is worth and to which "
        "places one can go directly from it."
    )

    def draw(self, setup: Setup, rng: random.Random) -> Problem:
        dag = self.dag(setup, rng)
        order = topological(dag)
        end, start = sorted(rng.sample(range(len(dag)), 2), key=order.index)
        return Problem(dag, (start, end), best_sums(dag, end)[start])

    def sentence(self, line: Line) -> str:
        return f"{line.name} is worth {line.value} and {leads(line)}."

    def question(self, wording: Wording) -> str:
        start, end = wording.asked
        return (
            f"What is the greatest sum of the values on a path from {start} to {end}, both ends included? If there is "
            "no path, the answer is N/A."
        )

    def answer(self, wording: Wording) -> Any:
        return {"maximum": wording.problem.value}

    def program(self, wording: Wording) -> Program:
        links = [Links(clue, line.name, line.parts) for clue, line in enumerate(wording.lines, 1)]
        worths = [Worth(clue, line.name, line.value) for clue, line in enumerate(wording.lines, 1)]
        return stated(maximum_sum(links, worths, *wording.asked))

    def steps(self, wording: Wording) -> list[str]:
        """Compute the greatest sums from each place to the end, those of places nearer to the end first."""
        (start, end), names, dag = wording.problem.asked, wording.names, wording.problem.dag
        best = best_sums(dag, end)
        found = [f"From {names[end]} to itself, the sum is {best[end]}."]
        after = below(dag, start)
        for place in topological(dag):
            node = dag[place]
            if place not in after or place == end:
                continue
            sums = [f"{best[child]} from {names[child]}" for child in node.children if best[child] != _NO_PATH]
            if sums:
                found.append(
                    f"{names[place]}, worth {node.value}, {leads(line_of(dag, place, names))}: with the greatest of "
                    f"{listed(sums)}, its sum is {best[place]}."
                )
            else:
                found.append(f"{names[place]} {leads(line_of(dag, place, names))}: no path to {names[end]}.")
        return [*found, f"The greatest sum from {names[start]} to {names[end]} is {best[start]}."]


def best_sums(dag: Dag, end: int) -> list[int | str]:
    """Return the greatest sum of values on a path from each node to `end`, both included, or N/A."""
    found: list[int | str] = [_NO_PATH] * len(dag)
    for node in topological(dag):
        sums = [total for child in dag[node].children if isinstance(total := found[child], int)]
        if node == end:
            found[node] = dag[node].value
        elif sums:
            found[node] = dag[node].value + max(sums)
    return found


TASK = _MaximumSum()
