"""Problems and samples of DyVal, as the tests draw them."""

import random

from solvent.benchmarks.generate.drawing import draw
from solvent.benchmarks.generate.dyval import GENERATOR, DyValSettings
from solvent.benchmarks.generate.dyval.sampling import drawn, worded
from solvent.benchmarks.generate.dyval.tasks import TASKS

LEVELS = ("D1", "D2", "D3", "D4")
ORDERS = ("topological", "reversed", "random")
GRAPHS = ("max_sum_path", "reachability")
TREES = tuple(sorted(set(TASKS) - set(GRAPHS)))
FLAWED = tuple(sorted(name for name in TASKS if TASKS[name].flaws))


def setup(**settings):
    """Return the task of the settings, and how it draws."""
    (found,) = DyValSettings(**settings).setups()
    return found


def problem(seed, **settings):
    """Draw a problem without asking a solver."""
    return drawn(*setup(**settings), random.Random(f"problem {seed}"))


def wording(seed, order="random", **settings):
    """Draw a problem and put it into words, without asking a solver."""
    task, how = setup(**settings)
    rng = random.Random(f"problem {seed}")
    return worded(task, drawn(task, how, rng), order, rng)


def samples(in_pool, n, *, seed=1, **settings):
    """Draw samples as the command does."""

    async def all_of(pool):
        found = draw(GENERATOR, DyValSettings(**settings), seed=seed, n=n, pool=pool)
        return [sample async for sample in found]

    return in_pool(all_of)
