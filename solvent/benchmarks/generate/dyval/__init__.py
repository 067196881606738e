"""DyVal's seven reasoning tasks, generated: Zhu et al., "DyVal: Dynamic Evaluation of Large Language Models".

As in the paper, a sample is a description of a generated graph that meets constraints, and the three are separate:
`generation` draws graphs, the constraints say what may stand at their nodes (`Constraint`, and each task's own), and
`description` puts them into words. Each file in `tasks` is a task.
"""

from typing import TYPE_CHECKING

from solvent.benchmarks.generate import drawing
from solvent.benchmarks.generate.dyval.description import Order
from solvent.benchmarks.generate.dyval.levels import Level
from solvent.benchmarks.generate.dyval.sampling import draw
from solvent.benchmarks.generate.dyval.settings import DyValSettings
from solvent.benchmarks.generate.dyval.task import Protocol
from solvent.benchmarks.generate.generator import Generator

__all__ = ["GENERATOR", "DyValSettings", "samples"]

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from solvent.benchmarks.generate.generator import Sample
    from solvent.solvers import Pool

GENERATOR = Generator(
    name="dyval",
    about="reasoning tasks on generated graphs, by DyVal",
    card="""
Arithmetic, linear equations, Boolean, deductive and abductive logic on trees, and reachability and the maximum-sum path
on directed acyclic graphs, of set difficulty (Zhu et al., ICLR 2024). The answer was computed from the graph, and a
second time from the text's lines: by z3, and for real numbers by interval arithmetic. Samples for training also have
`steps`, sentences that infer the answer in topological order, and `completion`, the steps and the answer in `<<<>>>`.
""",
    settings=DyValSettings,
    draw=draw,
)


def samples(
    task: str, level: Level, order: Order, *, seed: int, n: int, pool: "Pool", protocol: Protocol = "paper"
) -> "AsyncIterator[Sample]":
    """Draw the samples of one cell of the paper's tables; another order has the same problems, in another order.

    Raises ValidationError if there is no such task.
    """
    settings = DyValSettings(task=task, level=level, order=order, protocol=protocol)
    return drawing.draw(GENERATOR, settings, seed=seed, n=n, pool=pool)
