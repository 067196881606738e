"""`solvent explain`: why the answer of a puzzle is right, step by step, or only the next step."""

import argparse
from typing import TYPE_CHECKING, Any

from solvent.cli._explained import add_format, as_dict, explanation_of, show
from solvent.cli._solved import add_puzzle, solved
from solvent.cli.options import EXIT_CODES, UsageError, command, limits, positive, read_text, say
from solvent.cli.solve import EXIT
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.agents import Answer
    from solvent.explanations.facts import Fact
    from solvent.solvers import Pool


def register(commands: Any) -> None:
    """Add the command."""
    text = "explain step by step why the answer of a puzzle is right, or give a hint"
    parser = command(commands, "explain", run, text, EXIT_CODES)
    add_puzzle(parser)
    parser.add_argument("--hint", action="store_true", help="only the next step")
    text = "what you know already, as `solvent check` takes it: `Ada: cat, tea`, a table, JSON, a partly filled grid"
    parser.add_argument("--state", metavar="FILE", help=text)
    text = "split step N by contradiction: suppose its opposite, and go on one clue at a time"
    parser.add_argument("--zoom", type=positive(int), metavar="N", help=text)
    add_format(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Solve the puzzle and explain it; the exit code is the one of `solve`."""
    import asyncio

    if options.file == "-" == options.state:
        raise UsageError("only one of puzzle and state can come from standard input.")
    state = read_text(options.state, "what you know") if options.state is not None else None
    return asyncio.run(_explain(read_text(options.file), state, options))


async def _explain(text: str, state: str | None, options: argparse.Namespace) -> int:
    async with solved(options, text) as (answer, pool):
        known = _known(answer, state)
        if known and (refused := await _refused(answer, known, pool, options)):
            return refused
        zoom = 1 if options.hint and options.zoom else options.zoom
        most = 1 if options.hint else None
        found = await explanation_of(answer, pool, options, known, most=most, zoom=zoom)
    if zoom is not None and found.steps and zoom > len(found.steps):
        raise UsageError(f"there is no step {zoom}: the explanation has {len(found.steps)} steps.")
    if options.json:
        put(dumps(as_dict(found)))
    elif found.steps:
        show(answer, found, options.format, zoom=zoom)
    if options.hint and not found.steps and found.complete:
        say("nothing more follows: all that is true in every answer is known.")
    return EXIT[answer.status]


def _known(answer: "Answer", state: str | None) -> "tuple[Fact, ...]":
    """The marks in a text; none if nothing is known of the puzzle, which is said later."""
    from solvent.explanations.checking.reading import marks_of
    from solvent.explanations.subject import NotExplainedError

    try:
        return marks_of(state, answer.subject) if state is not None else ()
    except NotExplainedError:
        return ()


async def _refused(
    answer: "Answer", known: "tuple[Fact, ...]", pool: "Pool", options: argparse.Namespace
) -> int | None:
    """Say which marks are wrong, if any, and return the exit code for them."""
    checked = await answer.acheck(list(known), pool=pool, limits=limits(options))
    if checked.accepted is not False:
        return None
    say("a mark is wrong, so there is no next step to give:")
    put(dumps(checked) if options.json else checked.text)
    return EXIT["contradictory"]
