"""`solvent check`: is this answer right, or this mark, and which clue says so."""

import argparse
import os
from typing import Any

from solvent.cli._solved import add_puzzle, solved
from solvent.cli.options import EXIT_INCOMPLETE, UsageError, command, decode, limits, read_text, say
from solvent.cli.text import dumps, put

EXIT_OPEN, EXIT_REFUSED = 11, 12
_CODES = """\
exit codes: 0 accepted (of a part of an answer: all of it follows), 11 possible but not forced, 12 refused;
13 the puzzle was not understood, 2 wrong usage or unusable input, 1 internal error, 130 interrupted"""


def register(commands: Any) -> None:
    """Add the command."""
    text = "check an answer, or a part of one, against a puzzle's clues"
    parser = command(commands, "check", run, text, _CODES)
    add_puzzle(parser)
    text = "a file with the answer as `solve` prints it, a table, JSON, or lines such as `Ada: cat, tea`; - reads it"
    parser.add_argument("answer", nargs="?", metavar="ANSWER", help=f"{text} from standard input")
    parser.add_argument("--answer", dest="written", metavar="TEXT", help="the answer itself, instead of a file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Solve the puzzle, and check the answer."""
    import asyncio

    if (options.answer is None) is (options.written is None):
        raise UsageError("give the answer to check: either a file ANSWER (- for standard input) or --answer TEXT.")
    if options.file == "-" == options.answer:
        raise UsageError("only one of puzzle and answer can come from standard input.")
    given = (
        read_text(options.answer, "an answer")
        if options.written is None
        else decode(os.fsencode(options.written), "--answer", "an answer")
    )
    return asyncio.run(_check(read_text(options.file), given, options))


async def _check(text: str, given: str, options: argparse.Namespace) -> int:
    from solvent.explanations.subject import NotExplainedError

    async with solved(options, text) as (answer, pool):
        try:
            checked = await answer.acheck(given, pool=pool, limits=limits(options))
        except NotExplainedError as error:
            say(str(error))
            return EXIT_INCOMPLETE
    put(dumps(checked) if options.json else checked.text)
    return {True: 0, None: EXIT_OPEN, False: EXIT_REFUSED}[checked.accepted]
