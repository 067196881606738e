"""`solvent export`: a puzzle as a program that runs without Solvent."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli._solved import add_puzzle, solved
from solvent.cli.options import EXIT_INCOMPLETE, UsageError, command, read_text, say, settings_of
from solvent.cli.text import put

if TYPE_CHECKING:
    from solvent.agents import Answer

_EPILOG = """\
--framework F is the language: cpmpy, ortools, minizinc or smtlib. The file says at its top how to run it, has each
constraint below its clue, and prints the answer.
exit codes: 0 written, 13 the puzzle was not read, or the program lacks a clue, 2 unusable options or input,
1 internal error, 130 interrupted"""


def register(commands: Any) -> None:
    """Add the command."""
    text = "write a puzzle as a program that runs without Solvent, with its clues as comments"
    parser = command(commands, "export", run, text, _EPILOG)
    add_puzzle(parser)
    parser.add_argument("-o", "--out", metavar="FILE", help="file to write (default: standard output)")


def run(options: argparse.Namespace) -> int:
    """Solve the puzzle, and write its program."""
    import asyncio

    from solvent.translators import rules, standalone

    framework, text = _framework(options, standalone.names()), read_text(options.file)
    if not settings_of(options).models:
        options.framework = None  # the rules write a puzzle anew in any framework
        puzzle = rules.decompose_once(text)
        if puzzle.kind and rules.preferred(puzzle) not in standalone.names():  # a search would take long
            raise UsageError(standalone.SEARCHED.format(kind=puzzle.kind, framework=framework))
    return asyncio.run(_export(options, framework, text))


def _framework(options: argparse.Namespace, known: tuple[str, ...]) -> str:
    asked = list(dict.fromkeys(options.framework or ()))
    if len(asked) != 1 or asked[0] not in known:
        raise UsageError(f"name the language of the program with --framework, one of {', '.join(known)}.")
    return str(asked[0])


async def _export(options: argparse.Namespace, framework: str, text: str) -> int:
    from solvent.explanations.subject import NotExplainedError

    async with solved(options, text) as (answer, _):
        pass
    try:
        code = answer.export(framework)
    except NotExplainedError as error:
        say(str(error))
        return EXIT_INCOMPLETE
    if options.out:
        _write(Path(options.out), code)
    else:
        put(code.rstrip("\n"))
    return _unread(answer)


def _write(file: Path, code: str) -> None:
    try:
        file.write_text(code, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror or error}.") from error


def _unread(answer: "Answer") -> int:
    """Say which clues the program lacks; return the exit code."""
    stated = set(answer.subject.stated)
    unread = [clue.id for clue in answer.clues if clue.understood is False and not clue.reader]
    lacking, guessed = [each for each in unread if each not in stated], [each for each in unread if each in stated]
    if lacking:
        say(f"the program does not state {_named(lacking)}, not understood; its comments say so.")
    if guessed:
        say(f"the program states a guess at {_named(guessed)}, not understood.")
    if unread:
        say("`solvent solve` says what to reword.")
    return EXIT_INCOMPLETE if unread else 0


def _named(clues: list[int]) -> str:
    return f"clue {clues[0]}" if len(clues) == 1 else f"clues {', '.join(map(str, clues))}"
