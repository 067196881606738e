"""A puzzle solved, and the pool that it was solved in: where commands about a puzzle begin."""

import argparse
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from solvent.cli.options import add_solving, cache_of, pool_of, settings_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from solvent.agents import Answer
    from solvent.solvers import Pool


def add_puzzle(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Add the puzzle and the options of `solve`."""
    text = "a file with one puzzle; - reads standard input"
    parser.add_argument("file", metavar="FILE", nargs="?" if optional else None, help=text)
    add_solving(parser)


@asynccontextmanager
async def solved(options: argparse.Namespace, text: str) -> "AsyncIterator[tuple[Answer, Pool]]":
    """Solve a text as `solve` does; the pool stays open for questions about it."""
    from solvent.agents import asolve

    settings = settings_of(options)
    async with pool_of(options.ray, options.workers, allow_unsandboxed=settings.allow_unsandboxed) as pool:
        yield await asolve(text, settings=settings, pool=pool, cache=cache_of(options)), pool
