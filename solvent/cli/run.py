"""`solvent run`: run one program and ask it one question."""

import argparse
from typing import TYPE_CHECKING, Any

from solvent.cli.options import add_timeout, add_unsandboxed, command, limits, read_text
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.solvers import Limits, Outcome, Program

ANSWERED = ("satisfied", "optimal", "unsatisfiable")
EXIT_NO_RESULT = 13


def register(commands: Any) -> None:
    """Add the command."""
    epilog = "exit codes: 0 the question was answered, 13 the program failed, 2 unusable input, 1 internal error"
    text = "run a program in Solvent's format and ask it one question"
    parser = command(commands, "run", run, text, epilog)
    parser.add_argument("file", metavar="PROGRAM", help="an .smt2, .py or .mzn file")
    parser.add_argument("--framework", metavar="F", help="its framework, if the file name does not determine it")
    parser.add_argument("--ask", choices=("run", "second", "conflict", "improve"), default="run", help="the question")
    add_timeout(parser)
    add_unsandboxed(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run the program, ask the question, and print the result."""
    text = read_text(options.file)
    import asyncio

    from solvent.agents.presentation import value_text
    from solvent.cli import render
    from solvent.solvers import framework_of, load

    framework = options.framework or framework_of(options.file, text)
    outcome = asyncio.run(_ask(load(framework).parse(text), options.ask, limits(options), options.allow_unsandboxed))
    if options.json:
        put(dumps(outcome))
    else:
        if outcome.answer is not None:
            put(value_text(outcome.answer) + "\n")
        objective = f" (objective {', '.join(map(str, outcome.objective))})" if outcome.objective else ""
        put(_MEANING[options.ask].get(outcome.status, "") + render.outcome_line(outcome) + objective)
    return 0 if outcome.status in ANSWERED else EXIT_NO_RESULT


_MEANING: dict[str, dict[str, str]] = {
    "run": {},
    "second": {"unsatisfiable": "no other answer: ", "satisfied": "another answer: "},
    "conflict": {"satisfied": "no conflict: ", "optimal": "no conflict: ", "unsatisfiable": "a conflict: "},
    "improve": {
        "unsatisfiable": "no better answer: ",
        "satisfied": "a better answer: ",
        "optimal": "a better answer: ",
    },
}


async def _ask(program: "Program", question: str, bounds: "Limits", unsandboxed: bool) -> "Outcome":
    from solvent import solvers

    async with solvers.Pool(workers=1, allow_unsandboxed=unsandboxed) as pool:
        if question == "conflict":
            return await solvers.conflict(program, pool=pool, limits=bounds)
        first = await solvers.run(program, pool=pool, limits=bounds)
        if question == "run" or not first.status.solved:
            return first
        ask = solvers.second if question == "second" else solvers.improve
        return await ask(program, first.answer, pool=pool, limits=bounds)
