"""`solvent compare`: run a grid of settings over the same cases."""

import argparse
import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import EXIT_INCOMPLETE, add_unsandboxed, add_workers, command, pool_of, say
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.table import Table

    from solvent.benchmarks.runs.comparison import CellProgress, Comparison
    from solvent.benchmarks.runs.estimate import Estimate
    from solvent.benchmarks.runs.grid import Grid

_EVERY = 30.0  # seconds between two lines of progress where there is no terminal


def register(commands: Any) -> None:
    """Add the command."""
    epilog = (
        "GRID.toml has the tables [data] (benchmark, path, groups, limit, seed, epochs, set), [grid] (a list of\n"
        "values per setting; `model` for the author's name, `preset` for the settings to start from; `data.seed`,\n"
        "`data.groups`, `data.set` and `data.set.KEY` vary the cases of a set that is generated) and [settings]\n"
        "(fixed ones; see `solvent presets standard`).\n"
        "exit codes: 0 done; 13 incomplete, the same command goes on;\n"
        "2 unusable input, 1 internal error, 130 interrupted"
    )
    parser = command(commands, "compare", run, "run a grid of settings over the same cases of a benchmark", epilog)
    parser.add_argument("grid", metavar="GRID.toml", help="the settings to compare")
    parser.add_argument("--out", required=True, metavar="DIR", help="record every case in DIR, a folder per cell")
    parser.add_argument("--plan", action="store_true", help="only estimate calls and cost; nothing is run or written")
    text = "the author's model, in place of the grid file's (default: $SOLVENT_MODEL if the file names none)"
    parser.add_argument("--model", metavar="M", help=text)
    parser.add_argument("--base-url", metavar="U", help="address of the model's API (default: $OPENAI_BASE_URL)")
    add_workers(parser)
    add_unsandboxed(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run the comparison and print its table."""
    import asyncio

    from solvent.benchmarks.runs.grid import read_grid

    named = {"name": options.model, "url": options.base_url}
    author = {key: value for key, value in named.items() if value}
    grid = read_grid(Path(options.grid), author, default=os.environ.get("SOLVENT_MODEL"))
    if options.plan:
        return _plan(grid, options)
    found = asyncio.run(_compare(grid, options))
    if options.json:
        put(dumps(found.to_json()))
    else:
        from solvent.cli.render import console

        console().print(_table(found.cells))
        put(f"{found.calls} calls made, {found.reused} reused from earlier sessions")
        put(f"`solvent report {options.out}` writes tables and figures.")
    if found.left:
        outage = next((cell.summary.outage for cell in found.cells if cell.summary and cell.summary.outage), "")
        say(f"{found.left} cases are left. {outage} The same command goes on with them.")
        return EXIT_INCOMPLETE
    return 0


async def _compare(grid: "Grid", options: argparse.Namespace) -> "Comparison":
    from solvent.benchmarks.runs.comparison import compare

    async with pool_of(options.ray, options.workers, allow_unsandboxed=options.allow_unsandboxed) as pool:
        with _progress() as changed:
            return await compare(grid, Path(options.out), pool, workers=pool.workers, changed=changed)


@contextmanager
def _progress() -> "Iterator[Callable[[tuple[CellProgress, ...]], None]]":
    """A live table on a terminal, else a line now and then."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.live import Live

        with Live(console=Console(stderr=True), refresh_per_second=4) as live:
            yield lambda cells: live.update(_table(cells))
        return
    last = time.monotonic()

    def tell(cells: "tuple[CellProgress, ...]") -> None:
        nonlocal last
        if time.monotonic() - last >= _EVERY:
            last = time.monotonic()
            say(f"{sum(len(cell.records) for cell in cells)} of {sum(cell.total for cell in cells)} cases done")

    yield tell


def _table(cells: "tuple[CellProgress, ...]") -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("cell", overflow="fold", min_width=16)  # the names differ at their ends
    for name in ("done", "accuracy", "verified", "calls", "tokens", "usd", "time left"):
        table.add_column(name, justify="right")
    for cell in cells:
        table.add_row(Text(cell.cell.name), *_figures(cell))
    return table


def _figures(cell: "CellProgress") -> list[str]:
    from solvent.agents.state import Usage

    records = list(cell.records.values())
    metrics = cell.plan.benchmark.metrics(records) if records else {}
    usage = sum((record.usage for record in records), Usage())
    left = cell.seconds_left
    return [
        f"{len(records)}/{cell.total}",
        *(_percent(metrics.get(name)) for name in ("accuracy", "verified_share")),
        str(usage.calls),
        str(usage.prompt_tokens + usage.completion_tokens),
        "unknown" if usage.usd is None else f"{usage.usd:.4f}",
        "" if len(records) == cell.total else "-" if left is None else f"{left:.0f} s",
    ]


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _plan(grid: "Grid", options: argparse.Namespace) -> int:
    import asyncio

    from solvent.benchmarks.runs.estimate import estimate

    found = [estimate(cell) for cell in asyncio.run(_cells(grid, options))]
    if options.json:
        put(dumps({"benchmark": grid.data.benchmark, "cells": [each.to_json() for each in found]}))
        return 0
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from solvent.cli.render import console

    table = Table("cell", box=SIMPLE_HEAD, pad_edge=False)
    for name in ("cases left", "calls", "at most", "tokens", "usd"):
        table.add_column(name, justify="right")
    for each in found:
        table.add_row(Text(each.cell.cell.name), *_estimated(each))
    console().print(table)
    put("Estimates: prompts are counted at 4 characters a token; replies are assumed, or extrapolated from cases that ")
    put("have been recorded. Repairs and restarts cost more, up to the calls in `at most`.")
    return 0


async def _cells(grid: "Grid", options: argparse.Namespace) -> "tuple[CellProgress, ...]":
    from solvent.benchmarks.runs.comparison import cells_of

    async with pool_of(options.ray, options.workers, allow_unsandboxed=options.allow_unsandboxed) as pool:
        return await cells_of(grid, Path(options.out), pool)


def _estimated(found: "Estimate") -> list[str]:
    usd = "unknown" if found.usd is None else f"{found.usd:.4f}"
    return [f"{found.left}/{found.cell.total}", str(found.least), str(found.most), str(found.tokens), usd]
