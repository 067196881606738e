"""`solvent solve`: solve puzzles from files, standard input or the command line."""

import argparse
import os
import shlex
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli._explained import as_dict, explanation_of, show
from solvent.cli.options import (
    EXIT_CODES,
    EXIT_USAGE,
    UsageError,
    add_solving,
    cache_of,
    command,
    decode,
    pool_of,
    read_text,
    say,
    settings_of,
)
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from rich.status import Status

    from solvent.agents import Answer, Checkpoints, ModelChoice, Settings
    from solvent.explanations.facts import Explanation

_SOON_READ = 10_000  # characters; a longer text takes too long to be read twice
EXIT = {"verified": 0, "unverified": 10, "ambiguous": 11, "contradictory": 12, "failed": 13}


def register(commands: Any) -> None:
    """Add the command."""
    text = "solve puzzles from files, from standard input or from --text"
    parser = command(commands, "solve", run, text, EXIT_CODES)
    parser.add_argument("files", nargs="*", metavar="FILE", help="a file with one puzzle; - reads standard input")
    parser.add_argument("--text", help="the puzzle itself, instead of a file")
    add_solving(parser)
    parser.add_argument(
        "--show",
        choices=("answer", "program", "clues", "attempts"),
        default="answer",
        help="what to print (default: answer)",
    )
    parser.add_argument("--explain", action="store_true", help="explain the answer step by step, as `solvent explain`")
    text = "keep the run in FILE, a database, so that it can go on after it was killed"
    parser.add_argument("--checkpoint", metavar="FILE", help=text)
    text = "go on with run ID of --checkpoint; no reply of a model is paid for twice"
    parser.add_argument("--resume", metavar="ID", help=text)
    parser.add_argument("--trace", metavar="FILE", help="write all events to FILE, one JSON object per line")
    parser.add_argument("--json", action="store_true", help="print one JSON object per puzzle, one per line")


def run(options: argparse.Namespace) -> int:
    """Solve the puzzles one after the other; the exit code is the worst."""
    import asyncio

    if options.text is not None and options.files:
        raise UsageError("give either FILE or --text, not both.")
    if options.resume is not None and (options.checkpoint is None or len(options.files) > 1):
        raise UsageError(
            "--resume ID goes on with one run: give the --checkpoint FILE that holds it, and no other puzzle."
        )
    if options.resume is not None and options.text is None and not options.files:
        return asyncio.run(_solve([], options))
    if options.text is None and not options.files:
        raise UsageError("no puzzle was given: name a FILE, - for standard input, or use --text.")
    if len(options.files) < 2:
        text = decode(os.fsencode(options.text), "--text") if options.text is not None else read_text(options.files[0])
        return asyncio.run(_solve([("", text)], options))
    texts, unusable = [], False
    for name in options.files:
        try:
            texts.append((name, read_text(name)))
        except UsageError as error:
            say(str(error))
            unusable = True
    code = asyncio.run(_solve(texts, options)) if texts else EXIT_USAGE
    return EXIT_USAGE if unusable and code in EXIT.values() else code


async def _solve(texts: Sequence[tuple[str, str]], options: argparse.Namespace) -> int:
    """Solve (name, text) pairs with one pool, print each answer, and return the worst exit code; "" hides a name.

    Without any pair, the text is that of the run to go on with.
    """
    settings, cache, codes = settings_of(options), cache_of(options), []
    async with AsyncExitStack() as stack:
        checkpoints = await stack.enter_async_context(_checkpoints(options))
        if checkpoints and options.resume:
            known = await checkpoints.text_of(options.resume)
            texts = texts or [("", known)]
        if options.ray is None:
            _start_server(settings, texts[0][1])
        from solvent.agents import Answer, OutageError, Verdict, asolve

        listeners = []
        if options.trace:
            listeners.append(stack.enter_context(_tracer(options.trace)))
        if sys.stderr.isatty() and not options.json:
            listeners.append(stack.enter_context(_live()))
        running = pool_of(options.ray, options.workers, allow_unsandboxed=settings.allow_unsandboxed)
        pool = await stack.enter_async_context(running)
        for name, text in texts:
            about = {"file": name} if name else {}

            def on_event(event: dict[str, Any], about: dict[str, str] = about) -> None:
                for listener in listeners:
                    listener({**about, **event})

            run_id = _run_id(name, options)
            try:
                answer = await asolve(
                    text, settings=settings, pool=pool, checkpoint=checkpoints, run_id=run_id, on_event=on_event,
                    cache=cache, raise_outages=checkpoints is not None,
                )  # fmt: skip
            except OutageError as error:
                answer = Answer(status=Verdict.FAILED, reason=str(error))
                say(f"run {run_id} is kept, and goes on with --resume {run_id} once the model can be reached.")
            explanation = await explanation_of(answer, pool, options) if options.explain else None
            _print(answer, name, options, settings.models.get("author"), explanation)
            codes.append(EXIT[answer.status])
    return max(codes)


@asynccontextmanager
async def _checkpoints(options: argparse.Namespace) -> "AsyncIterator[Checkpoints | None]":
    """The file of checkpoints, if there is one; without, nothing is imported."""
    if options.checkpoint is None:
        yield None
        return
    from solvent.agents import Checkpoints

    async with Checkpoints(options.checkpoint, must_exist=options.resume is not None) as checkpoints:
        yield checkpoints


def _run_id(name: str, options: argparse.Namespace) -> str | None:
    """The run to go on with, or a new one, which is announced; None if it is not kept."""
    if options.checkpoint is None:
        return None
    if options.resume is not None:
        return str(options.resume)
    from solvent.agents.checkpoints import new_id

    run_id, file = new_id(), shlex.quote(options.checkpoint)
    say(f"run {run_id}{f' ({name})' if name else ''}; go on with --checkpoint {file} --resume {run_id}")
    return run_id


def _print(
    answer: "Answer",
    name: str,
    options: argparse.Namespace,
    model: "ModelChoice | None",
    explanation: "Explanation | None",
) -> None:
    if options.json:
        why = {key: as_dict(explanation)[key] for key in ("steps", "difficulty")} if explanation else {}
        put(dumps({**({"file": name} if name else {}), **answer.to_dict(), **why}))
    else:
        if name:
            put(f"== {name}")
        _show(answer, options.show)
        if explanation and explanation.steps:
            put()
            show(answer, explanation, "text")
        if name:
            put()
    _say_next(answer, options.show, model)


def _start_server(settings: "Settings", text: str) -> None:
    """Start the server that the program will run in, so that it imports its solver while the agent is imported here."""
    if settings.models or len(text) > _SOON_READ:
        return
    from solvent.solvers import SolventError, start_ahead
    from solvent.translators import rules

    with suppress(SolventError):  # the error will be raised again and reported later
        start_ahead(settings.frameworks[0] if settings.frameworks else rules.preferred(rules.decompose_once(text)))


@contextmanager
def _tracer(path: str) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Write events to a file for as long as that works; the puzzle is solved in any case."""
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
        file = Path(path).open("w", encoding="utf-8")  # noqa: SIM115  # closing may fail, too
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
    """A live status line with the node at work, and a line for each node that has finished."""
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
    if what == "program":
        from solvent.cli.render import code

        put(code(answer.program) if answer.program else "no program was written")
    elif what == "clues":
        from solvent.agents import understanding

        put(understanding.whole(answer))
    elif what == "attempts":
        from solvent.agents.story import tell

        put(tell(answer))
    else:
        put(str(answer))


_MORE_MODEL = (
    "`--show attempts` shows what is missing; `--samples`, another `--framework` or a stronger model may provide it."
)


def _say_next(answer: "Answer", shown: str, model: "ModelChoice | None") -> None:
    """Say on standard error what was not understood, and what to do about a status other than `verified`."""
    from solvent.agents import understanding

    by_model = any(attempt.messages or attempt.job.clauses for attempt in answer.attempts)
    # The reason of a refusal quotes what was not understood.
    unread = [] if by_model or answer.status in ("verified", "failed") else understanding.unread(answer)
    if shown != "clues":
        for line in (*unread, *(() if by_model else understanding.guessed(answer))):
            say(line)
    advice = {
        "unverified": _MORE_MODEL if by_model else "`--json` shows which evidence is missing.",
        "ambiguous": "add a clue that decides between the answers; `--json` lists a second one.",
        "contradictory": "correct or drop one of the clues that contradict each other; `--show clues` prints them.",
        "failed": "`--show attempts` shows how far it got."
        if answer.attempts or by_model
        else "`--show clues` shows how every part of the text was understood.",
    }.get(answer.status)
    if model and not by_model and not answer.usage.calls and answer.attempts:
        why = next((attempt.problem for attempt in answer.attempts if attempt.dead), "")
        say(f"answered by rules, without {model.name}{f': {why}' if why else '.'}")
    if unread:
        advice = "reword these more plainly (`--show clues` shows the role of each part), or name a `--model`."
    if advice:
        say(advice)
