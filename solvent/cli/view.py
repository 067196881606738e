"""`solvent view`: open Inspect's viewer on the logs of runs."""

import argparse
import sys
from pathlib import Path
from typing import Any

from solvent.cli.options import UsageError, command, positive


def register(commands: Any) -> None:
    """Add the command."""
    epilog = "exit codes: 0 closed with Ctrl-C, 2 unusable input, 1 internal error"
    parser = command(commands, "view", run, "open Inspect's viewer on the logs of a run with a model", epilog)
    parser.add_argument("folder", metavar="DIR", help="a folder given to `bench --out` or `compare --out`")
    parser.add_argument("--host", default="127.0.0.1", metavar="H", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=positive(int), default=7575, metavar="N", help="port (default: 7575)")


def run(options: argparse.Namespace) -> int:
    """Serve the viewer until it is interrupted."""
    from solvent.benchmarks.runs.viewer import serve

    folder = Path(options.folder)
    if not any(folder.rglob("*.eval")):
        what = "contains no logs: runs of the rules have none; `solvent show` tells their cases"
        raise UsageError(f"{folder} {what if folder.is_dir() else 'is not a folder'}.")
    try:
        serve(folder, options.host, options.port)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    return 0
