"""`solvent score`: judge finished models for a public benchmark."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import UsageError, add_unsandboxed, add_workers, command, pool_of, say
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.benchmarks.cp_submission import Scored, SubmissionReport


def register(commands: Any) -> None:
    """Add the command."""
    epilog = (
        "Reference models are run once per data set and library versions; the results are cached in\n"
        "$SOLVENT_CACHE_DIR, or in the user's cache folder.\n"
        "exit codes: 0 completed, whatever the score; 2 unusable input, 1 internal error, 130 interrupted"
    )
    parser = command(commands, "score", run, "judge finished models against the references of a public set", epilog)
    parser.add_argument("name", metavar="NAME", choices=("cp-bench",), help="cp-bench")
    parser.add_argument("--data", required=True, metavar="DATASET.jsonl", help="the set in its public layout")
    parser.add_argument("--submission", required=True, metavar="FILE.jsonl", help="lines of JSON with id and model")
    text = "cpmpy, ortools or minizinc (default: read from each model)"
    parser.add_argument("--framework", choices=("cpmpy", "ortools", "minizinc"), metavar="F", help=text)
    add_workers(parser)
    parser.add_argument("--no-cache", action="store_true", help="run every reference again and cache nothing")
    add_unsandboxed(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Score the submission and print the report."""
    import asyncio

    report = asyncio.run(_score(options))
    if report.unsaved:
        say(f"{report.unsaved}; the references will be run again next time.")
    if options.json:
        put(dumps(report.to_json()))
    else:
        from solvent.benchmarks.cp_submission import table

        put("\n".join(table(report)))
    return 0


async def _score(options: argparse.Namespace) -> "SubmissionReport":
    from solvent.benchmarks.cp_bench import read
    from solvent.benchmarks.cp_submission import read_submission, score

    data, submission = read(Path(options.data)), read_submission(Path(options.submission))
    if not set(submission.models) & {problem.id for problem in data.problems}:
        raise UsageError(f"no id of {options.submission} is in {options.data}: is it a submission for another set?")
    progress = _show_progress if sys.stderr.isatty() else None
    async with pool_of(options.ray, options.workers, allow_unsandboxed=options.allow_unsandboxed) as pool:
        cache = None if options.no_cache else cache_folder()
        return await score(data, submission, pool, framework=options.framework, cache=cache, progress=progress)


def cache_folder() -> Path:
    """The folder for results that can be computed again."""
    given = os.environ.get("SOLVENT_CACHE_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "solvent"


def _show_progress(name: str, scored: "Scored", done: int, total: int) -> None:
    say(f"{done}/{total} {name}: {'right' if scored.strict else scored.error or 'wrong'}")
