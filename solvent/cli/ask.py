"""`solvent ask`: a question about a puzzle, in words."""

import argparse
from typing import TYPE_CHECKING

from solvent.cli._solved import add_puzzle, solved
from solvent.cli.options import EXIT_INCOMPLETE, command, read_text, say, settings_of
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.agents import Answer
    from solvent.explanations.questions import Reply

_EPILOG = """\
exit codes: 0 answered, whatever the reply; 13 the question, or the puzzle, was not understood;
2 a value that the puzzle does not have, or unusable input; 1 internal error, 130 interrupted"""


def register(commands: argparse._SubParsersAction) -> None:  # type: ignore[type-arg]
    """Add the command."""
    text = "answer a question about a puzzle, such as 'could the cat be in house 2?', 'which clues are redundant?'"
    parser = command(commands, "ask", run, text, _EPILOG)
    add_puzzle(parser)
    parser.add_argument("question", metavar="QUESTION", help="the question, as one argument")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Solve the puzzle, answer the question, and print the reply."""
    import asyncio

    return asyncio.run(_ask(options, read_text(options.file)))


async def _ask(options: argparse.Namespace, text: str) -> int:
    from solvent.agents.context import models_of
    from solvent.agents.models.client import ModelError
    from solvent.explanations.subject import NotExplainedError

    model = models_of(settings_of(options), {}).get("author")
    async with solved(options, text) as (answer, pool):
        try:
            reply = await answer.aask(options.question, pool=pool, model=model)
        except (NotExplainedError, ModelError) as error:
            say(str(error))
            return EXIT_INCOMPLETE
    put(dumps(reply.to_dict()) if options.json else _told(answer, reply))
    return 0


def _told(answer: "Answer", reply: "Reply") -> str:
    """The reply, the clues that it rests on, and an answer that shows it."""
    from solvent.explanations.values import value_text

    texts = {clue.id: clue.text for clue in answer.clues}
    about = reply.reply if reply.kind == "redundant" and isinstance(reply.reply, list) else reply.clues
    lines = [reply.text, *(f"  {clue}. {texts[clue]}" for clue in about if clue in texts)]
    if reply.witness is not None:
        lines += ["", value_text(reply.witness)]
    return "\n".join(lines)
