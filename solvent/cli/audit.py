"""`solvent audit`: find gold answers that an answer with evidence contradicts, and the clue that decides."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import UsageError, add_timeout, add_unsandboxed, command, limits, positive, say
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.benchmarks.analysis.audit import Audit


def register(commands: Any) -> None:
    """Add the command."""
    epilog = "exit codes: 0 completed, whatever was found; 2 unusable input, 1 internal error, 130 interrupted"
    text = "find gold answers that break a clue, are not the only answer, are beaten or damaged, in recorded runs"
    parser = command(commands, "audit", run, text, epilog)
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folders of recorded runs, or folders above them")
    text = "write the table: .md (where the answers differ) or .csv (whole answers)"
    parser.add_argument("--out", metavar="FILE", help=text)
    add_timeout(parser)
    add_unsandboxed(parser)
    parser.add_argument("--workers", type=positive(int), metavar="N", help="programs to run at a time (default: cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Audit the runs, write the table, and print the findings."""
    import asyncio

    from solvent.benchmarks.analysis import audit_table

    if options.out and Path(options.out).suffix not in (".md", ".csv"):
        raise UsageError(f"--out {options.out}: name a file that ends in .md or .csv")
    audit = asyncio.run(_audit(options))
    if options.out:
        audit_table.write(audit, Path(options.out))
    put(dumps(audit_table.to_json(audit)) if options.json else _text(audit))
    return 0


async def _audit(options: argparse.Namespace) -> "Audit":
    from solvent.benchmarks.analysis.audit import audit
    from solvent.solvers import Pool

    paths, progress = [Path(folder) for folder in options.folders], _show_progress if sys.stderr.isatty() else None
    async with Pool(workers=options.workers, allow_unsandboxed=options.allow_unsandboxed) as pool:
        return await audit(paths, pool, limits=limits(options), progress=progress)


def _text(audit: "Audit") -> str:
    from solvent.benchmarks.analysis.audit_table import COLUMNS, rows, summary

    parts = []
    for row in rows(audit):
        told = dict(zip(COLUMNS, row, strict=True))
        head = f"{told.pop('set')} {told.pop('case')}: {told.pop('verdict')}"
        parts.append("\n".join([head, *(f"  {name}: {text}" for name, text in told.items() if text)]))
    return "\n\n".join([*parts, summary(audit)])


def _show_progress(done: int, total: int) -> None:
    say(f"{done}/{total}")
