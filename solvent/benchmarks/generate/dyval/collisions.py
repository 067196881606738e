"""How probable it is that two samples are equal: exactly, from the probabilities of all draws."""

from solvent.benchmarks.generate.dyval.task import Setup, Task


def collision_probability(task: Task, setup: Setup) -> float:
    """Return the probability that two samples are equal: the sum of the squared probabilities of all samples.

    Raises ValueError for what cannot be enumerated: graphs, equations, extra links, random descriptions and flaws.
    """
    chances = None if setup.extra_links or setup.descriptions or setup.flaw else task.chances(setup)
    if chances is None:
        raise ValueError(f"the draws of {task.name} cannot be enumerated with these settings")
    outcomes = task.balanced(setup) if setup.protocol == "paper" else ()
    if not outcomes:
        total = sum(chance.total for chance in chances.values())
        return sum(chance.squares for chance in chances.values()) / total**2
    share = 1 / len(outcomes)
    return sum(chances[outcome].times(share / chances[outcome].total).squares for outcome in outcomes)


def uniform_collision_probability(operations: int, leaves: int, depth: int, width: int) -> float:
    """Return the same for trees all of whose draws are equally probable and none rejected, by the paper's theorem.

    Every operation has `width` children then; `operations` and `leaves` are how many of each there are.
    """
    inner = sum(width**level for level in range(depth - 1))
    outer: int = width ** (depth - 1)
    return 1 / int(operations**inner * leaves**outer)
