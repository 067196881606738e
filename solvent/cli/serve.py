"""`solvent serve`: a page in the browser."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from solvent.cli.options import UsageError, add_solving, command, positive, say, settings_of

_TOKEN = "SOLVENT_TOKEN"  # noqa: S105 - the name of a variable


def register(commands: Any) -> None:
    """Add the command."""
    epilog = "exit codes: 0 closed with Ctrl-C, 2 wrong usage or an address that cannot be used, 1 internal error"
    parser = command(commands, "serve", run, "solve puzzles on a page in the browser (needs the extra `web`)", epilog)
    text = f"address to listen on (default: 127.0.0.1); any other needs a token, from ${_TOKEN} or a new one"
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help=text)
    parser.add_argument("--port", type=_port, default=8080, metavar="N", help="port (default: 8080; 0: a free one)")
    text = "a folder given to `bench --out` or `compare --out`, shown on a second page"
    parser.add_argument("--runs", metavar="DIR", help=text)
    text = "longest text, in characters (default: 20000)"
    parser.add_argument("--max-text", type=positive(int), default=20_000, metavar="N", help=text)
    parser.add_argument("--max-runs", type=positive(int), default=2, metavar="N", help="runs at a time (default: 2)")
    text = "seconds of a run (default: 60; with a model 600)"
    parser.add_argument("--max-seconds", type=positive(float), metavar="S", help=text)
    add_solving(parser)


def run(options: argparse.Namespace) -> int:
    """Serve the page until it is interrupted."""
    if options.ray is not None:
        raise UsageError("--ray is for long runs: the page runs programs on this machine.")
    if options.cache is not None:
        raise UsageError("--cache is for experiments: the page writes nothing to disk.")
    settings = settings_of(options)
    folder = None if options.runs is None else Path(options.runs)
    if folder is not None and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder: give --runs a folder written by `bench --out` or `compare --out`.")
    try:
        from solvent.web import server
    except ImportError as error:
        raise UsageError(f"the page needs the extra `web` (pip install 'solvent[web]'): {error}.") from error
    from solvent.agents import Settings
    from solvent.agents.context import models_of
    from solvent.agents.presets import settled
    from solvent.web.limits import Allowance

    models_of(settings, {})  # says now what is wrong with an address or a key, and not to every visitor
    author = settings.models.get("author")
    rules = settled(Settings(), {"author": "rules"}, timeout=options.timeout)
    writers = {author.name: settings} if author else {}
    if settings.rules:
        writers = {"rules": rules} | writers
    seconds = options.max_seconds or (600.0 if author else 60.0)
    server.serve(
        server.Options(
            writers=writers,
            host=options.host,
            port=options.port,
            token=server.token_for(options.host, os.environ.get(_TOKEN)),
            runs=folder,
            workers=options.workers,
            allow_unsandboxed=options.allow_unsandboxed,
            allowance=Allowance(text=options.max_text, runs=options.max_runs, seconds=seconds),
        ),
        on_ready=lambda address: say(f"open {address} (Ctrl-C ends it)"),
    )
    sys.stderr.write("\n")
    return 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 0 to 65535")
    return int(text)
