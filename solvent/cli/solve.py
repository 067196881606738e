"""`solvent solve`: one puzzle."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import (
    EXIT_CODES,
    PRESET_HELP,
    UsageError,
    add_solving,
    command,
    decode,
    read_text,
    say,
    solving,
)
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from rich.status import Status

    from solvent.agents import Answer

EXIT = {"verified": 0, "unverified": 10, "ambiguous": 11, "contradictory": 12, "failed": 13}


def register(commands: Any) -> None:
    """Add the command."""
    text = "solve a puzzle from a file, from standard input or from --text"
    parser = command(commands, "solve", run, text, PRESET_HELP + EXIT_CODES)
    parser.add_argument("file", nargs="?", metavar="FILE", help="the puzzle; - reads standard input")
    parser.add_argument("--text", help="the puzzle itself")
    add_solving(parser)
    parser.add_argument("--show", choices=("answer", "program", "clues", "attempts"), default="answer")
    parser.add_argument("--trace", metavar="FILE", help="write every event there, a line of JSON each")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Solve it."""
    text = _text(options)
    from solvent.agents import solve
    from solvent.cli import render

    with ExitStack() as stack:
        listeners = []
        if options.trace:
            listeners.append(stack.enter_context(_tracer(options.trace)))
        if sys.stderr.isatty() and not options.json:
            listeners.append(stack.enter_context(_live()))

        def on_event(event: dict[str, Any]) -> None:
            for listener in listeners:
                listener(event)

        unsafe = options.allow_unsandboxed
        answer = solve(text, **solving(options), workers=options.workers, allow_unsandboxed=unsafe, on_event=on_event)
    if options.json:
        put(dumps(render.answer_json(answer)))
    else:
        _show(answer, options.show)
    _say_next(answer, options.show)
    return EXIT[answer.status]


def _text(options: argparse.Namespace) -> str:
    if options.text is not None and options.file is not None:
        raise UsageError("give either FILE or --text, not both.")
    if options.text is not None:
        return decode(os.fsencode(options.text), "--text")
    if options.file is None:
        raise UsageError("no puzzle was given: name a FILE, - for standard input, or use --text.")
    return read_text(options.file)


@contextmanager
def _tracer(path: str) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Write events to a file as long as that works; the puzzle is solved all the same."""
    failed = False

    def fail(error: OSError) -> None:
        nonlocal failed
        if not failed:
            say(f"the trace {path} is not complete: {error.strerror or error}.")
        failed = True

    def write(event: dict[str, Any]) -> None:
        if failed:
            return
        try:
            file.write(dumps(event) + "\n")
            file.flush()
        except OSError as error:
            fail(error)

    try:
        file = Path(path).open("w", encoding="utf-8")  # noqa: SIM115  # its closing may fail, too
    except OSError as error:
        raise UsageError(f"cannot write the trace {path}: {error.strerror or error}.") from error
    try:
        yield write
    finally:
        try:
            file.close()
        except OSError as error:
            fail(error)


@contextmanager
def _live() -> Iterator[Any]:
    """A live line that names the node at work, and leaves a line behind for each that is done."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    started: dict[str, float] = {}
    with console.status("starting") as status:
        yield lambda event: _live_event(event, console, status, started)


def _live_event(event: dict[str, Any], console: Any, status: "Status", started: dict[str, float]) -> None:
    if event["event"] == "call":
        console.print("[dim]  a model was asked[/dim]")
    elif event["event"] == "start":
        started[event["id"]] = event["time"]
        status.update(event["node"])
    else:
        seconds = event["time"] - started.pop(event["id"], event["time"])
        console.print(f"[dim]{event['node']:<10} {seconds * 1000:6.0f} ms[/dim]")


def _show(answer: "Answer", what: str) -> None:
    from solvent.cli import reading, render

    if what == "program":
        put(render.code(answer.program) if answer.program else "no program was written")
    elif what == "clues":
        put(reading.whole(answer))
    elif what == "attempts":
        from solvent.cli.story import tell

        put(tell(answer))
    else:
        if answer.answer is not None:
            render.show_value(answer.answer)
            put()
        put(f"{answer.status}: {answer.reason}")


_MORE_MODEL = (
    "`--show attempts` tells what is missing; `--samples`, another `--framework` or a stronger model may show it."
)


def _say_next(answer: "Answer", shown: str) -> None:
    """Say on standard error what was not read, and what to do about a status that is not `verified`."""
    from solvent.cli import reading

    by_model = any(attempt.messages for attempt in answer.attempts)
    unread = [] if by_model or answer.status == "verified" else reading.unread(answer)
    if shown != "clues":
        for line in (*unread, *(() if by_model else reading.guessed(answer))):
            say(line)
    advice = {
        "unverified": _MORE_MODEL if by_model else "`--json` tells what evidence is missing.",
        "ambiguous": "add a clue that decides between the answers; `--json` lists another one.",
        "contradictory": "mend or drop one of the clashing clues; `--show clues` prints them.",
        "failed": "`--show attempts` tells how far it got.",
    }.get(answer.status)
    if unread:
        advice = "say these in plainer words (`--show clues` tells what each part was taken for), or name a `--model`."
    if advice:
        say(advice)
