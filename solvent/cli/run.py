"""`solvent run`: run one program and ask it one question."""

import argparse
from typing import TYPE_CHECKING, Any

from solvent.cli.options import UsageError, add_timeout, add_unsandboxed, command, limits, positive, read_text
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.solvers import Limits, Outcome, Program

QUESTIONS = ("run", "second", "conflict", "improve", "must", "could", "count", "without")
ABOUT_STATEMENTS = ("must", "could", "count")
ANSWERED = ("satisfied", "optimal", "unsatisfiable")
EXIT_NO_RESULT = 13

_EPILOG = """\
questions:
  run       one answer, the best one if there are objectives
  second    another answer
  conflict  a minimal set of clues that contradict each other
  improve   a better answer
  must      whether --statement is true of every answer; if not, one of which it is not
  could     an answer of which --statement is true; if there is none, the clues that exclude it
  count     how many answers there are of which --statement is true
  without   for each clue, an answer that this clue alone excludes

exit codes: 0 the question was answered, 13 it was not, 2 unusable input, 1 internal error"""


def register(commands: Any) -> None:
    """Add the command."""
    epilog = _EPILOG
    text = "run a program in Solvent's format and ask it one question"
    parser = command(commands, "run", run, text, epilog)
    parser.add_argument("file", metavar="PROGRAM", help="an .smt2, .py or .mzn file")
    parser.add_argument("--framework", metavar="F", help="its framework, if the file name does not determine it")
    parser.add_argument("--ask", choices=QUESTIONS, default="run", metavar="Q", help="the question (default: run)")
    text = "for must, could and count: JSON of the answer's shape, in which null, and a key left out, says nothing"
    parser.add_argument("--statement", metavar="JSON", help=text)
    parser.add_argument(
        "--most", type=positive(int), metavar="N", help="for count: stop after N answers (default: 1000)"
    )
    add_timeout(parser)
    add_unsandboxed(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Run the program, ask the question, and print the result."""
    about = _about(options)
    text = read_text(options.file)
    import asyncio

    from solvent.cli import render
    from solvent.explanations.values import value_text
    from solvent.solvers import framework_of, load

    framework = options.framework or framework_of(options.file, text)
    program = load(framework).parse(text)
    outcome = asyncio.run(_ask(program, options.ask, about, limits(options), options.allow_unsandboxed))
    if options.json:
        put(dumps(outcome))
    else:
        if options.ask == "without" and outcome.stated:
            put(_without_text(outcome) + "\n")
        elif outcome.answer is not None:
            put(value_text(outcome.answer) + "\n")
        objective = f" (objective {', '.join(map(str, outcome.objective))})" if outcome.objective else ""
        meaning = _MEANING[options.ask].get(outcome.status, "")
        if options.ask == "could" and outcome.conflict:  # they contradict the statement, not each other
            meaning += f"excluded by clues {', '.join(map(str, outcome.conflict))}: "
            outcome = outcome.model_copy(update={"conflict": ()})
        put(meaning + render.outcome_line(outcome) + objective)
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
    "must": {"satisfied": "true of every answer: ", "unsatisfiable": "not true of this answer: "},
    "could": {"satisfied": "true of this answer: ", "unsatisfiable": "true of no answer: "},
    "count": {},
    "without": {},
}


def _about(options: argparse.Namespace) -> dict[str, Any]:
    """Return what the question is about, besides the program."""
    if options.statement is not None and options.ask not in ABOUT_STATEMENTS:
        raise UsageError(f"--statement is for --ask {', '.join(ABOUT_STATEMENTS)}, not for {options.ask}")
    if options.most is not None and options.ask != "count":
        raise UsageError(f"--most is for --ask count, not for {options.ask}")
    if options.statement is None:
        if options.ask in ("must", "could"):
            raise UsageError(f"""--ask {options.ask} needs a statement, such as --statement '{{"x": 3}}'""")
        return {"statement": None, "most": options.most or 1000}
    from solvent.solvers.json_text import read_json

    try:
        return {"statement": read_json(options.statement), "most": options.most or 1000}
    except ValueError as error:
        raise UsageError(f"--statement is no JSON value: {error}") from None


def _without_text(outcome: "Outcome") -> str:
    """Return a line for each clue."""
    from json import dumps as compact

    lines = []
    for clue in outcome.stated:
        if str(clue) not in outcome.answer:
            what = "not settled"
        elif outcome.answer[str(clue)] is None:
            what = "excludes nothing that the others allow"
        else:
            what = f"alone excludes {compact(outcome.answer[str(clue)], ensure_ascii=False)}"
        lines.append(f"clue {clue} {what}")
    return "\n".join(lines)


async def _ask(
    program: "Program", question: str, about: dict[str, Any], bounds: "Limits", unsandboxed: bool
) -> "Outcome":
    from solvent import solvers

    async with solvers.Pool(workers=1, allow_unsandboxed=unsandboxed) as pool:
        if question == "conflict":
            return await solvers.conflict(program, pool=pool, limits=bounds)
        if question in ("must", "could"):
            ask_about = solvers.must if question == "must" else solvers.could
            return await ask_about(program, about["statement"], pool=pool, limits=bounds)
        if question == "count":
            return await solvers.count(program, about["statement"], most=about["most"], pool=pool, limits=bounds)
        first = await solvers.run(program, pool=pool, limits=bounds)
        if question == "run" or not first.status.solved:
            return first
        ask = {"second": solvers.second, "improve": solvers.improve, "without": solvers.without}[question]
        return await ask(program, first.answer, pool=pool, limits=bounds)
