"""`solvent formulate`: open-ended puzzles with verifiers out of questions."""

import argparse
import os
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import (
    EXIT_INCOMPLETE,
    UsageError,
    add_one_model,
    add_unsandboxed,
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
    from collections.abc import Sequence

    from solvent.agents.settings import ModelChoice
    from solvent.benchmarks.formulation.author import Author
    from solvent.benchmarks.formulation.summary import Summary
    from solvent.solvers import Pool

_EPILOG = """\
QUESTIONS.jsonl has a line {"question": TEXT, "id"?, "options"?} for each question, in English or Chinese; each option
makes a case of its own. DIR gets puzzles.jsonl (the layout of AutoLogi, and more), set_aside.jsonl (puzzles whose
verifier and whose independent formalisation disagree), summary.json, a file for each step, and the model's replies;
the same command goes on with what was stopped, and pays for no reply twice.
exit codes: 0 done, 13 the model could not be reached, 2 unusable options or file, 1 internal error, 130 interrupted"""


def register(commands: Any) -> None:
    """Add the command."""
    parser = command(commands, "formulate", run, "make open-ended puzzles with verifiers out of questions", _EPILOG)
    parser.add_argument("questions", metavar="QUESTIONS.jsonl", help="the questions, a line of JSON each")
    parser.add_argument("--out", metavar="DIR", required=True, help="folder of the puzzles and of every step")
    parser.add_argument("--limit", type=positive(int), metavar="N", help="only the first N questions")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (default: 0)")
    group = parser.add_argument_group("authors")
    add_one_model(
        group,
        "a model that writes the puzzles, or `rules`, for logic grids (default: $SOLVENT_MODEL, else rules)",
    )
    text = (
        "another model at the same address, for variety: both take turns, by question and where one came to nothing, "
        "and check each other's puzzles"
    )
    group.add_argument("--second-model", metavar="M", help=text)
    text = "tokens per reply, at most (default: 16000)"
    group.add_argument("--reply-tokens", type=positive(int), default=16_000, metavar="N", help=text)
    group.add_argument("--cache", metavar="DIR", help="keep the model's replies there (default: replies, below DIR)")
    group = parser.add_argument_group("puzzles")
    text = "leave constraints out for easier puzzles: `random` ones, one by one (default), or as `published` code does"
    group.add_argument("--reduce", choices=("random", "published", "none"), default="random", help=text)
    text = "add constraints for harder puzzles until N attempts have failed (default: 3; 0: none)"
    group.add_argument("--expand", type=counted, default=3, metavar="N", help=text)
    text = "do not compare the verifiers with programs that the model writes without sight of them"
    group.add_argument("--no-third-check", action="store_true", help=text)
    text = "seconds for each traversal (default: 60)"
    group.add_argument("--timeout", type=positive(float), metavar="S", help=text)
    add_unsandboxed(parser)
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Make puzzles and print the summary."""
    import asyncio

    from solvent.agents.models.faults import OutageError

    try:
        summary = asyncio.run(_formulate(options))
    except OutageError as error:
        say(f"{error} What was done is in {options.out}; the same command goes on with the rest.")
        return EXIT_INCOMPLETE
    if options.json:
        put(dumps(summary.model_dump(mode="json")))
    else:
        from solvent.cli.render import console

        console().print(summary.tables())
    return 0


async def _formulate(options: argparse.Namespace) -> "Summary":
    from solvent.agents import formulating
    from solvent.benchmarks.formulation.ledger import Ledger
    from solvent.benchmarks.formulation.pipeline import make
    from solvent.benchmarks.formulation.questions import read_questions
    from solvent.benchmarks.formulation.workshop import Options, Workshop
    from solvent.benchmarks.verifiers.traversal import LIMITS

    source = read_questions(Path(options.questions), options.limit)
    if not source.cases:
        why = "; ".join(f"{tally['count']}: {reason}" for reason, tally in source.reasons().items())
        raise UsageError(f"{options.questions} has no usable question ({why or 'it is empty'}).")
    choices = _choices(options)
    names = [each.name for each in choices] or ["rules"]
    head = {"models": names, "seed": options.seed, "prompts": formulating.prompt_hash()}
    async with AsyncExitStack() as stack:
        pool = await stack.enter_async_context(
            pool_of(options.ray, options.workers, allow_unsandboxed=options.allow_unsandboxed)
        )
        ledger = stack.enter_context(Ledger(Path(options.out), head))
        authors = _authors(options, choices, pool)
        seconds = LIMITS.seconds if options.timeout is None else options.timeout
        how = Options(
            seed=options.seed,
            reduce=options.reduce,
            expand=options.expand,
            third_check=not options.no_third_check,
            traversal=LIMITS.model_copy(update={"seconds": seconds}),
        )
        at_a_time = max([pool.workers, *(each.connections for each in choices)])
        progress = _show_progress if sys.stderr.isatty() else None
        return await make(Workshop(ledger, authors, pool, how, at_a_time, progress), source)


def _choices(options: argparse.Namespace) -> "list[ModelChoice]":
    """The models that take turns; none for the grammar."""
    options.model = options.model or os.environ.get("SOLVENT_MODEL") or "rules"
    if options.model == "rules":
        if options.second_model is not None:
            raise UsageError("the grammar takes no turns with a model; leave --second-model out.")
        return []
    choice = one_model(options)
    if choice is None:
        return []
    if options.second_model is None:
        return [choice]
    return [choice, choice.model_copy(update={"name": options.second_model})]


def _authors(options: argparse.Namespace, choices: "Sequence[ModelChoice]", pool: "Pool") -> "list[Author]":
    from solvent.agents import Cache
    from solvent.agents.context import models_of
    from solvent.agents.settings import Settings
    from solvent.benchmarks.formulation.model_author import ModelAuthor
    from solvent.benchmarks.formulation.rules_author import RulesAuthor

    if not choices:
        return [RulesAuthor(options.seed)]
    cache = Cache(options.cache or Path(options.out) / "replies")
    return [
        ModelAuthor(
            choice.name,
            models_of(Settings(models={"author": choice}), {})["author"],
            pool,
            cache,
            options.seed,
            options.reply_tokens,
        )
        for choice in choices
    ]


def _show_progress(step: str, done: int, total: int) -> None:
    say(f"{step}: {done}/{total}")
