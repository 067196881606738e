"""Reachability: whether a directed graph has a way from one node to another."""

import random
from typing import Any

from solvent.benchmarks.generate.dyval.description import listed
from solvent.benchmarks.generate.dyval.generation import below
from solvent.benchmarks.generate.dyval.graph_task import GraphTask, leads
from solvent.benchmarks.generate.dyval.programs import stated
from solvent.benchmarks.generate.dyval.task import Line, Problem, ReplyForm, Setup, Wording, line_of
from solvent.solvers import Program
from solvent.translators.rules.kinds.support.paths import Links
from solvent.translators.rules.kinds.support.paths import reachability as model


class _Reachability(GraphTask):
    name = "reachability"
    form = ReplyForm("True or False, as in <<<True>>>")
    introduction = (
        "Every made-up word below stands for a place. Each line says to which places one can go directly from a place."
    )

    def balanced(self, setup: Setup) -> tuple[Any, ...]:
        del setup
        return True, False

    def draw(self, setup: Setup, rng: random.Random) -> Problem:
        dag = self.dag(setup, rng)
        start, end = rng.sample(range(len(dag)), 2)
        return Problem(dag, (start, end), end in below(dag, start))

    def sentence(self, line: Line) -> str:
        return f"{line.name} {leads(line)}."

    def question(self, wording: Wording) -> str:
        start, end = wording.asked
        return f"Can one get from {start} to {end}?"

    def answer(self, wording: Wording) -> Any:
        return {"reachable": wording.problem.value}

    def program(self, wording: Wording) -> Program:
        links = [Links(clue, line.name, line.parts) for clue, line in enumerate(wording.lines, 1)]
        return stated(model(links, *wording.asked))

    def steps(self, wording: Wording) -> list[str]:
        """Trace a breadth-first search."""
        (start, end), names, dag = wording.problem.asked, wording.names, wording.problem.dag
        found, seen, waiting = [f"The search starts at {names[start]}."], {start}, [start]
        while waiting and end not in seen:
            place = waiting.pop(0)
            new = [child for child in dag[place].children if child not in seen]
            seen.update(new)
            waiting += new
            shown = listed([names[child] for child in new]) if new else "no new place"
            found.append(f"{names[place]} {leads(line_of(dag, place, names))}: this gives {shown}.")
        reached = "is reached" if end in seen else "is not reached, and no place is left to go on from"
        return [*found, f"{names[end]} {reached}."]


TASK = _Reachability()
