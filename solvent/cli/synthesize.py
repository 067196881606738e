"""`solvent synthesize`: training data from puzzles with verifiers."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import (
    EXIT_INCOMPLETE,
    UsageError,
    add_one_model,
    add_workers,
    command,
    counted,
    one_model,
    pool_of,
    positive,
    say,
)
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.benchmarks.training.synthesis import Plan, Synthesis

_EPILOG = """\
DIR gets sft.jsonl (puzzles with right replies), dpo.jsonl (with a right and a wrong one), programs.jsonl (with programs
of verified runs of the agent), with --steps steps.jsonl (puzzles solved step by step, every step checked by a solver)
and README.md, a data card. What was paid for is recorded as it comes: the same command
goes on where it stopped, and a larger --k or --limit adds to what is there. Without a model, the rules write programs.
exit codes: 0 done, 13 incomplete, 2 unusable options or file, 1 internal error, 130 interrupted"""


def register(commands: Any) -> None:
    """Add the command."""
    text = "make training data from puzzles with verifiers, which select a model's replies"
    parser = command(commands, "synthesize", run, text, _EPILOG)
    text = "puzzles of `generate autologi` or `formulate`, or in AutoLogi's public layout"
    parser.add_argument("puzzles", metavar="PUZZLES.jsonl", help=text)
    parser.add_argument("--out", required=True, metavar="DIR", help="folder for the files")
    text = "a model to sample from, or `rules` (default) for programs by the built-in grammar alone"
    add_one_model(parser, text)
    parser.add_argument("--k", type=positive(int), default=8, metavar="K", help="replies per puzzle (default: 8)")
    text = "lines per puzzle in sft.jsonl and in dpo.jsonl, at most (default: 1, as published)"
    parser.add_argument("--per-puzzle", type=positive(int), default=1, metavar="N", help=text)
    parser.add_argument("--limit", type=positive(int), metavar="N", help="only the first N puzzles")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed of the sampling (default: 0)")
    text = "temperature of the replies (default: 0.8)"
    parser.add_argument("--temperature", type=_temperature, default=0.8, metavar="T", help=text)
    text = "tokens per reply, at most; 0 for no limit (default: 16000)"
    parser.add_argument("--reply-tokens", type=counted, default=16_000, metavar="N", help=text)
    parser.add_argument("--no-programs", action="store_true", help="do not run the agent")
    text = "explain the puzzles that the rules read, in checked steps; lines of `generate`, with a `text`, will do"
    parser.add_argument("--steps", action="store_true", help=text)
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Make the data, and print what they come to."""
    import asyncio

    from solvent.benchmarks.training import summary

    plan = _plan(options)
    found = asyncio.run(_synthesize(plan, options))
    if options.json:
        put(dumps(summary.to_json(found)))
    else:
        from solvent.cli.render import console

        console().print(summary.tables(found))
    if not plan.asks and plan.programs:
        say(
            "without a model there are only programs by the rules, of puzzles that they read and that have one "
            "solution; name a model with --model for replies"
        )
    if found.left:
        say(f"{found.left} puzzles are left: {found.problem} The same command goes on with them.")
        return EXIT_INCOMPLETE
    return 0


def _plan(options: argparse.Namespace) -> "Plan":
    from solvent.agents.settings import Budget, Settings
    from solvent.benchmarks.training.formalising import RULES
    from solvent.benchmarks.training.sampling import Sampling
    from solvent.benchmarks.training.synthesis import Plan
    from solvent.benchmarks.verifiers.posed import read_puzzles

    by_rules = options.model == RULES
    choice = None if by_rules else one_model(options)
    if choice is None and options.no_programs and not options.steps:
        raise UsageError("--no-programs leaves nothing to do without a model; name one with --model, or add --steps.")
    settings = Settings(
        models={} if choice is None else {"author": choice},
        seed=options.seed,
        budget=Budget(reply_tokens=options.reply_tokens),
    )
    sampling = Sampling(
        model=RULES if choice is None else choice.name,
        k=options.k,
        temperature=options.temperature,
        seed=options.seed,
        reply_tokens=options.reply_tokens or None,
    )
    puzzles = read_puzzles(Path(options.puzzles), texts=options.steps)
    programs = bool(puzzles.puzzles) and not options.no_programs
    return Plan(puzzles, settings, sampling, options.per_puzzle, programs, options.limit, options.steps)


async def _synthesize(plan: "Plan", options: argparse.Namespace) -> "Synthesis":
    from solvent.benchmarks.training.synthesis import synthesize

    progress = _show_progress if sys.stderr.isatty() else None
    async with pool_of(options.ray, options.workers, allow_unsandboxed=False) as pool:
        return await synthesize(plan, Path(options.out), pool, progress)


def _temperature(text: str) -> float:
    """An argparse type for temperatures."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 2:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 2")
    return value


def _show_progress(name: str, done: int, total: int) -> None:
    say(f"{done}/{total} {name}")
