"""`solvent show`: the story of one recorded case."""

import argparse
from pathlib import Path
from typing import Any

from solvent.cli.options import command, positive
from solvent.cli.text import dumps, put


def register(commands: Any) -> None:
    """Add the command."""
    epilog = "exit codes: 0 shown, 2 no such run or case, or a damaged record, 1 internal error"
    text = "tell the story of one case of a recorded run: text, attempts, evidence, answer and gold answer, cost"
    parser = command(commands, "show", run, text, epilog)
    parser.add_argument("folder", metavar="DIR", help="a folder that was passed to --out, or one above several")
    parser.add_argument("case", metavar="CASE", help="the id of the case")
    parser.add_argument("--run", metavar="NAME", help="of several runs in DIR only this one, by its path below DIR")
    parser.add_argument("--epoch", type=positive(int), metavar="N", help="only this repetition (default: all)")
    parser.add_argument("--json", action="store_true", help="print each record as one line of JSON")


def run(options: argparse.Namespace) -> int:
    """Find the records and print them."""
    from solvent.benchmarks.analysis.case_story import story
    from solvent.benchmarks.analysis.lookup import records_of

    found = records_of(Path(options.folder), options.case, epoch=options.epoch, run=options.run)
    if options.json:
        for name, record in found:
            put(dumps({"run": name, **record.model_dump(mode="json")}))
    else:
        put("\n\n".join(("" if name == "." else f"== run {name}\n") + story(record) for name, record in found))
    return 0
