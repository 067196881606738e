"""`solvent bench`: solve and score a set of puzzles."""

import argparse
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import (
    EXIT_INCOMPLETE,
    add_solving,
    cache_of,
    command,
    pool_of,
    positive,
    read_text,
    say,
    settings_of,
)
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.benchmarks.records import CaseRecord
    from solvent.benchmarks.runs.summary import Summary


def register(commands: Any) -> None:
    """Add the command."""
    epilog = (
        "exit codes: 0 completed, whatever the score; 13 incomplete, the same command goes on;\n"
        "2 unusable input, 1 internal error, 130 interrupted"
    )
    text = "solve a public or generated set of puzzles and score the answers"
    parser = command(commands, "bench", lambda options: run(parser, options), text, epilog)
    names = "ar-lsat, autologi, cp-bench, dyval, lgp, logicsolver, logiqa, lr2bench, puzzles or zebralogic"
    parser.add_argument("name", metavar="NAME", help=names)
    text = "the set's folder or file, in its public layout; dyval has none, and is generated from --seed"
    parser.add_argument("--data", metavar="PATH", help=text)
    text = "for a set that is generated: one of the settings of `solvent generate NAME`; may be repeated"
    parser.add_argument("--set", action="append", type=_setting, default=[], metavar="KEY=VALUE", help=text)
    add_solving(parser)
    text = "only this group, or those whose names begin so, such as arithmetic/D4 or arithmetic; may be repeated"
    parser.add_argument("--group", action="append", metavar="G", help=text)
    parser.add_argument("--ids", metavar="FILE", help="only the cases whose ids are in this file, one per line")
    text = "number of cases in total, spread over the groups (default: all; of dyval, 5 of each group)"
    parser.add_argument("--limit", type=positive(int), metavar="N", help=text)
    parser.add_argument(
        "--epochs", type=positive(int), default=1, metavar="N", help="solve each case N times (default: 1)"
    )
    text = "record every case in DIR as it ends; the same command goes on with a run that was stopped"
    parser.add_argument("--out", metavar="DIR", help=text)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _setting(text: str) -> tuple[str, str]:
    """Read `KEY=VALUE`."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE, such as order=random")
    return key.strip().replace("-", "_"), value.strip()


def run(parser: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    """Run the benchmark and print the summary."""
    import asyncio

    from solvent.benchmarks import load

    if options.data is None and load(options.name).generate is None:
        parser.error("the following arguments are required: --data")
    summary = asyncio.run(_bench(options))
    if options.json:
        put(dumps(summary.to_json()))
    else:
        from solvent.cli.render import console

        console().print(summary.tables())
    if options.out:  # last, so that a summary that cannot be written has at least been printed
        summary.write(Path(options.out))
    if summary.left:
        say(f"{summary.left} cases are left: {summary.outage} The same command goes on with them.")
        return EXIT_INCOMPLETE
    return 0


async def _bench(options: argparse.Namespace) -> "Summary":
    from solvent.benchmarks import load
    from solvent.benchmarks.runs.folder import RunFolder
    from solvent.benchmarks.runs.run import Plan, Session

    benchmark = load(options.name)
    ids = read_text(options.ids).split() if options.ids else None
    settings, cache = settings_of(options), cache_of(options)
    progress = _show_progress if sys.stderr.isatty() else None
    async with AsyncExitStack() as stack:
        cluster = pool_of(options.ray, options.workers, allow_unsandboxed=settings.allow_unsandboxed)
        pool = await stack.enter_async_context(cluster)
        plan = await Plan.of(
            benchmark,
            settings,
            None if options.data is None else Path(options.data),
            pool=pool,
            groups=options.group or (),
            ids=ids,
            limit=options.limit,
            seed=settings.seed or 0,
            options=dict(options.set),
            epochs=options.epochs,
        )
        folder = stack.enter_context(RunFolder(Path(options.out), plan.record())) if options.out else None
        if folder and folder.done:
            done, total = len(folder.done), len(plan.tasks)
            left = "going on with the rest" if done < total else "nothing is left to run"
            say(f"{options.out} has {done} of {total} cases; {left}")
        return await Session(
            plan, pool, folder=folder, progress=progress, cache=None if cache is None else cache.folder
        ).run(pool.workers)


def _show_progress(record: "CaseRecord", done: int, total: int) -> None:
    say(f"{done}/{total} {record.id}: {record.status}")
