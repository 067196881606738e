"""`solvent report`: tables and figures on recorded runs."""

import argparse
from pathlib import Path
from typing import Any

from solvent.cli.options import command
from solvent.cli.text import put


def register(commands: Any) -> None:
    """Add the command."""
    epilog = "exit codes: 0 done, 2 unusable input or folder, 1 internal error, 130 interrupted"
    parser = command(commands, "report", run, "write tables and figures on recorded runs", epilog)
    text = "a folder that was passed to `solvent bench --out`, or one that holds several of them"
    parser.add_argument("folders", nargs="+", metavar="DIR", help=text)
    text = "where to write report.md, report.html, results.parquet and figures/ (default: the first DIR)"
    parser.add_argument("--out", metavar="FOLDER", help=text)


def run(options: argparse.Namespace) -> int:
    """Write the report, and say what it holds."""
    from solvent.benchmarks.analysis.report import write

    out = Path(options.out or options.folders[0])
    report = write([Path(folder) for folder in options.folders], out)
    for section in report.sections:
        put(f"{section.title}: {section.notes[0]}")
    count = len(report.figures)
    put(f"{out}: report.html, report.md, results.parquet and {count} figure{'s' * (count != 1)} in figures/")
    return 0
