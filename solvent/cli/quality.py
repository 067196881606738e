"""`solvent quality`: how good the verifiers of puzzles are, by planted right and wrong answers."""

import argparse
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from solvent.cli.options import (
    EXIT_INCOMPLETE,
    UsageError,
    add_one_model,
    add_workers,
    command,
    one_model,
    pool_of,
    positive,
    say,
)
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.agents.settings import ModelChoice
    from solvent.benchmarks.analysis.quality_report import QualityReport
    from solvent.benchmarks.training.recorded import Recorded, SampledReply

_EPILOG = """\
What is right is said by the program in a puzzle's record, never by its verifier: solutions of the program are planted,
answers that break one of its clues, solutions with values exchanged, and malformed ones. Puzzles without a program
are counted as not measurable.
exit codes: 0 completed, whatever the quality; 13 incomplete, the same command goes on;
2 unusable input, 1 internal error, 130 interrupted"""


def register(commands: Any) -> None:
    """Add the command."""
    text = "measure the verifiers of puzzles by planted right and wrong answers"
    parser = command(commands, "quality", run, text, _EPILOG)
    text = "puzzles with programs, of `generate autologi` or `formulate`"
    parser.add_argument("puzzles", metavar="PUZZLES.jsonl", help=text)
    text = "answers per puzzle, at most; up to half of them solutions (default: 10)"
    parser.add_argument("--n", type=positive(int), default=10, metavar="N", help=text)
    parser.add_argument("--limit", type=positive(int), metavar="N", help="only the first N puzzles")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed of the planting (default: 0)")
    add_one_model(parser.add_argument_group("a model for comparison"), "a model that judges the same answers")
    parser.add_argument("--out", metavar="DIR", help="keep the model's replies in DIR; the same command goes on")
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Measure, and print the report."""
    import asyncio

    choice = one_model(options)
    if options.out and choice is None:
        raise UsageError("--out keeps a model's replies; name the model with --model.")
    report = asyncio.run(_measure(options, choice))
    if options.json:
        put(dumps(report.to_json()))
    else:
        from solvent.cli.render import console

        console().print(report.tables())
    if report.left:
        more = "The same command goes on with them." if options.out else "With --out, replies are kept to go on from."
        say(f"{report.left} answers are not judged yet: {report.problem} {more}")
        return EXIT_INCOMPLETE
    return 0


async def _measure(options: argparse.Namespace, choice: "ModelChoice | None") -> "QualityReport":
    from solvent.benchmarks.analysis.quality import measure
    from solvent.benchmarks.analysis.quality_report import QualityReport
    from solvent.benchmarks.verifiers.posed import read_puzzles

    found = read_puzzles(Path(options.puzzles))
    chosen = found.puzzles[: options.limit]
    with ExitStack() as stack:
        file = None if choice is None else _opened(stack, choice, options.out)
        async with pool_of(options.ray, options.workers, allow_unsandboxed=False) as pool:
            measured = await measure(chosen, pool, n=options.n, seed=options.seed)
        report = QualityReport(measured, dict(found.unusable))
        return report if choice is None or file is None else await _by_model(report, choice, file)


def _opened(stack: ExitStack, choice: "ModelChoice", out: str | None) -> "Recorded[SampledReply]":
    """The model's replies, in a folder of their own."""
    from solvent.agents import judging
    from solvent.benchmarks.analysis.model_judge import FILE
    from solvent.benchmarks.runs.folder import locked
    from solvent.benchmarks.training.recorded import Recorded, SampledReply, must_match

    folder = Path(out or stack.enter_context(TemporaryDirectory(prefix="solvent-judge-")))
    stack.enter_context(locked(folder))
    must_match(folder, {"model": choice.name, "prompt": judging.prompt_hash()})
    return stack.enter_context(Recorded(folder / FILE, SampledReply))


async def _by_model(report: "QualityReport", choice: "ModelChoice", file: "Recorded[SampledReply]") -> "QualityReport":
    from solvent.agents.context import models_of
    from solvent.agents.settings import Settings
    from solvent.benchmarks.analysis.model_judge import by_model

    model = models_of(Settings(models={"author": choice}), {})["author"]
    progress = _show_progress if sys.stderr.isatty() else None
    quality, unfinished = await by_model(
        report.measured, model, choice.name, file, connections=choice.connections, progress=progress
    )
    return replace(report, model=quality, unfinished=unfinished)


def _show_progress(name: str, done: int, total: int) -> None:
    say(f"{done}/{total} {name}")
