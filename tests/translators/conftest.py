"""One pool for all puzzles of a file, as starting one costs more than most puzzles."""

import asyncio

import pytest

from solvent import asolve
from solvent.solvers import Pool


@pytest.fixture(scope="module")
def solve():
    """`solvent.solve` through a pool that stays up."""
    with asyncio.Runner() as runner:
        running = Pool(workers=1)
        runner.run(running.__aenter__())
        yield lambda text, **options: runner.run(asolve(text, pool=running, **options))
        runner.run(running.__aexit__(None, None, None))
