"""`solvent bench`: solve and score a set of puzzles."""

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from solvent.cli.options import UsageError, add_solving, command, pool_of, positive, read_text, say, settings_of
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.agents import Answer
    from solvent.benchmarks.cases import Result
    from solvent.benchmarks.report import Report


def register(commands: Any) -> None:
    """Add the command."""
    epilog = "exit codes: 0 completed, whatever the score; 2 unusable input, 1 internal error, 130 interrupted"
    text = "solve a public set of puzzles and score the answers"
    parser = command(commands, "bench", run, text, epilog)
    parser.add_argument("name", metavar="NAME", help="cp-bench, lgp, logicsolver, lr2bench or zebralogic")
    parser.add_argument("--data", required=True, metavar="PATH", help="the set's folder or file, in its public layout")
    add_solving(parser)
    parser.add_argument("--group", action="append", metavar="G", help="only this group; may be repeated")
    parser.add_argument("--ids", metavar="FILE", help="only the cases whose ids are in this file, one per line")
    parser.add_argument(
        "--limit", type=positive(int), metavar="N", help="number of cases in total, spread over the groups"
    )
    parser.add_argument("--out", metavar="DIR", help="write results.json and cases.jsonl to DIR")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run the benchmark and print the report."""
    import asyncio

    if options.out:
        _check_folder(Path(options.out))
    report = asyncio.run(_bench(options))
    if options.json:
        put(dumps(report.to_json()))
    else:
        from solvent.cli.render import console

        console().print(report.tables())
    if options.out:  # last, so that a report that cannot be written has at least been printed
        report.write(Path(options.out))
    return 0


def _check_folder(folder: Path) -> None:
    """Check before hours of work that a folder can be written to. Raises UsageError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as file:
            file.write(b"x" * 4096)
            file.flush()
    except OSError as error:
        raise UsageError(f"cannot write to {folder}: {error.strerror or error}; choose another --out.") from error


async def _bench(options: argparse.Namespace) -> "Report":
    from solvent.agents import asolve
    from solvent.benchmarks import load
    from solvent.benchmarks.runner import bench, select

    benchmark = load(options.name)
    ids = read_text(options.ids).split() if options.ids else None
    settings, workers = settings_of(options), options.workers or (None if options.ray else os.cpu_count())
    cases, notes = select(
        benchmark.load(Path(options.data)),
        groups=options.group or (),
        ids=ids,
        limit=options.limit,
        seed=settings.seed or 0,
    )

    async with pool_of(options.ray, workers, allow_unsandboxed=settings.allow_unsandboxed) as pool:

        async def solve(text: str, **more: Any) -> "Answer":
            return await asolve(text, settings=settings, **more, pool=pool)

        progress = _show_progress if sys.stderr.isatty() else None
        report = await bench(benchmark, cases, solve, workers=pool.workers, progress=progress, notes=notes, pool=pool)
    return replace(report, settings=settings)


def _show_progress(result: "Result", done: int, total: int) -> None:
    say(f"{done}/{total} {result.case.id}: {result.status}")
