"""Samples of a generator, as a file would have them."""

from solvent.benchmarks.generate import load
from solvent.benchmarks.generate.drawing import draw


def samples(in_pool, name, n=3, *, seed=1, **settings):
    """Draw samples of a generator with these settings."""

    async def drawn(pool):
        generator = load(name)
        return [each async for each in draw(generator, generator.settings(**settings), seed=seed, n=n, pool=pool)]

    return in_pool(drawn)
