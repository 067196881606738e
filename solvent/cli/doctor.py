"""`solvent doctor`: what this machine can run, or what is wrong with a puzzle."""

import argparse
import os
import platform
import sys
from typing import Any

from solvent.cli._solved import add_puzzle, solved
from solvent.cli.options import EXIT_CODES, command, limits, read_text, say
from solvent.cli.solve import EXIT
from solvent.cli.text import dumps, put

EXIT_UNFIT = 1
PACKAGES = ("solvent", "z3-solver", "cpmpy", "ortools", "langgraph", "openai", "pydantic")
_FULL = ("works: all programs, including those written by a model",)
_NOT_FULL = (
    "works: puzzles read without a model (Solvent's own programs need no sandbox)",
    "does not work: other programs (a model's, those of `run`, `score` and cp-bench) are refused as `blocked`",
    "instead: --allow-unsandboxed runs them with your permissions, under the sandbox layers that are available",
)
GRID = """\
friend: Ada, Ben
drink: tea, milk

Clues:
1. Ada drinks milk.
"""


def register(commands: Any) -> None:
    """Add the command."""
    text = "report what works on this machine: solvers, sandbox, models; or, with FILE, what is wrong with a puzzle"
    parser = command(
        commands, "doctor", run, text, f"without FILE: 0 puzzles can be solved, 1 they cannot\n{EXIT_CODES}"
    )
    add_puzzle(parser, optional=True)
    parser.add_argument("--api", action="store_true", help="also contact the API at $OPENAI_BASE_URL")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Examine the machine, or a puzzle, and print what was found."""
    import asyncio

    if options.file is not None:
        return asyncio.run(_repair(read_text(options.file), options))
    found = asyncio.run(_examine(api=options.api))
    if options.json:
        put(dumps(found))
    else:
        _show(found)
    return 0 if found["main_job"]["ok"] else EXIT_UNFIT


async def _repair(text: str, options: argparse.Namespace) -> int:
    """Print what is wrong with a puzzle, and how to repair it; the exit code is that of its status."""
    from solvent.agents import understanding
    from solvent.explanations.subject import NotExplainedError

    async with solved(options, text) as (answer, pool):
        try:
            found = await answer.arepairs(pool=pool, limits=limits(options))
        except NotExplainedError as error:
            found = None
            say(str(error))
    if options.json:
        put(dumps(found or {"status": "unread", "unread": [clue.id for clue in answer.clues if not clue.understood]}))
    elif found:
        put(found.summary)
    for line in understanding.unread(answer) if answer.status != "verified" else ():
        say(line)
    return EXIT[answer.status]


async def _examine(*, api: bool) -> dict[str, Any]:
    import asyncio

    from solvent.solvers import Pool, load, names, start_ahead
    from solvent.solvers.sandbox.layers import available

    for name in names():
        if not hasattr(load(name), "missing"):  # the grid's program will be run in it
            start_ahead(name)  # while the main job's imports are under way
    report = available()
    async with Pool() as pool:
        main_job = await _main_job(pool)
        states = await asyncio.gather(*(_framework(name, pool) for name in names()))
    frameworks = dict(zip(names(), states, strict=True))
    found = {
        "python": f"{platform.python_version()} ({sys.executable})",
        "system": report.system,
        "versions": {name: _version(name) for name in PACKAGES},
        "frameworks": frameworks,
        "sandbox": {
            "full": report.full,
            "means": list(_FULL if report.full else _NOT_FULL),
            "layers": sorted(report.layers),
            "missing": list(report.missing),
            "lacking": list(report.lacking),
        },
        "thesaurus": _thesaurus(),
        "workers": os.cpu_count() or 1,
        "main_job": main_job,
    }
    return found | ({"api": await _api()} if api else {})


async def _framework(name: str, pool: Any) -> dict[str, Any]:
    """Whether a framework works, by running the grid's program in it."""
    from solvent import solvers
    from solvent.translators import rules

    missing = getattr(solvers.load(name), "missing", None)
    if missing is not None:  # it cannot express a grid
        return {"ok": not missing(), "detail": missing() or "its word lists are installed"}
    try:
        outcome = await solvers.run(rules.translate(rules.decompose(GRID), name), pool=pool)
    except solvers.SolventError as error:
        return {"ok": False, "detail": str(error)}
    return {"ok": outcome.status.solved, "detail": outcome.message or f"{outcome.seconds * 1000:.0f} ms"}


def _thesaurus() -> dict[str, Any]:
    """Whether there is a thesaurus for the clues of crosswords and acrostics; it is optional."""
    from solvent.solvers.wordplay import wordnet

    place = wordnet.folder()
    detail = f"WordNet in {place}" if place else f"word puzzles with clues do less well without {wordnet.INSTALL}"
    return {"ok": place is not None, "detail": detail}


async def _main_job(pool: Any) -> dict[str, Any]:
    from solvent.agents import asolve

    answer = await asolve(GRID, pool=pool)
    return {"ok": answer.status == "verified", "detail": answer.reason}


async def _api() -> dict[str, Any]:
    from solvent.agents import OpenAIModel
    from solvent.agents.models.client import ModelError

    name = os.environ.get("SOLVENT_MODEL") or "any"
    try:
        model = OpenAIModel(name, os.environ.get("OPENAI_BASE_URL"), os.environ.get("OPENAI_API_KEY"), timeout=10)
        names = await model.models()
    except ModelError as error:
        return {"ok": False, "detail": str(error)}
    return {"ok": True, "detail": f"{len(names)} models: {', '.join(names[:8])}{' ...' if len(names) > 8 else ''}"}


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _show(found: dict[str, Any]) -> None:
    put(f"Python     {found['python']}\nSystem     {found['system']}, {found['workers']} workers")
    put("Packages   " + ", ".join(f"{name} {version}" for name, version in found["versions"].items()))
    for name, state in found["frameworks"].items():
        put(f"{name:<10} {_mark(state)}")
    put(f"thesaurus  {_mark(found['thesaurus'])}")
    sandbox = found["sandbox"]
    verdict = "full" if sandbox["full"] else "NOT FULL"
    put(f"sandbox    {verdict}: {', '.join(sandbox['layers']) or 'no layer is available'}")
    for line in (*sandbox["means"], *sandbox["missing"], *sandbox["lacking"]):
        put(f"           {line}")
    for name in ("api", "main_job"):
        if name in found:
            put(f"{name.replace('_', ' '):<10} {_mark(found[name])}")


def _mark(state: dict[str, Any]) -> str:
    return f"{'ok' if state['ok'] else 'NOT OK'}: {state['detail']}"
