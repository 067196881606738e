"""`solvent calibrate`: count how often answers with each kind of evidence were right on recorded runs."""

import argparse
from pathlib import Path
from typing import Any

from solvent.cli.options import command
from solvent.cli.text import dumps, put


def register(commands: Any) -> None:
    """Add the command."""
    epilog = (
        "A confidence is the mean of the share of right answers under Jeffreys' prior, (right + 1/2) / (n + 1).\n"
        "SOLVENT_CALIBRATION=FILE makes other commands use the table in FILE.\n"
        "exit codes: 0 completed, 2 unusable input, 1 internal error"
    )
    text = "count how often answers with each kind of evidence were right, and measure the calibration"
    parser = command(commands, "calibrate", run, text, epilog)
    parser.add_argument("folders", nargs="+", metavar="DIR", help="folders of recorded runs, or folders above them")
    parser.add_argument("--out", metavar="FILE", help="write the table of confidences")
    text = "write to --out the patterns of this table as they are, and from the runs only those that it lacks"
    parser.add_argument("--fill", metavar="TABLE", help=text)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    """Count, write the table, and print the report."""
    from solvent.agents import confidence
    from solvent.benchmarks.analysis import calibration

    base = confidence.read(Path(options.fill)) if options.fill else {}
    answers = calibration.answers_of(map(Path, options.folders))
    report = calibration.report(answers)
    if options.out:
        table = calibration.filled(base, calibration.counted(answers.observed))
        before = calibration.sets_in(Path(options.fill)) if options.fill else []
        calibration.write(table, Path(options.out), [*before, *report["sets"]])
    put(dumps(report) if options.json else _text(report))
    return 0


def _text(report: dict[str, Any]) -> str:
    from solvent.explanations.values import columns

    patterns = [
        [name, *_shared(each), "-" if each["confidence"] is None else f"{each['confidence']:.3f}"]
        for name, each in report["patterns"].items()
    ]
    sets = [
        [name, str(each["n"]), *_shared(each["verified"]), *_error(each["held_out"])]
        for name, each in (*report["sets"].items(), ("all", {**report, "held_out": report["ece"]["held_out_sets"]}))
    ]
    ece = report["ece"]
    told = (
        "ECE (bins are the patterns): each set with confidences counted on the other sets; "
        f"{_first(ece['held_out_folds'])} on held-out fifths of the cases, "
        f"{_first(ece['in_sample'])} on the counted answers themselves, which flatters.\n"
        f"Not counted: {report['unanswered']} without an answer, {report['without_gold']} without a usable gold "
        f"answer, {report['repeated']} repeated. Patterns with fewer than {report['minimum']} answers have no "
        "confidence."
    )
    tables = (
        [["pattern", "n", "right", "95 %", "confidence"], *patterns],
        [["set", "n", "verified", "right", "95 %", "ECE", "of n", "unknown"], *sets],
    )
    return "\n\n".join((*map(columns, tables), told))


def _shared(share: dict[str, Any]) -> list[str]:
    interval = share["interval"]
    shown = f"{interval[0]:.3f}-{interval[1]:.3f}" if interval else "-"
    return [str(share["n"]), str(share["right"]), shown]


def _error(error: dict[str, Any]) -> list[str]:
    return [_first(error), str(error["n"]), str(error["unknown"])]


def _first(error: dict[str, Any]) -> str:
    return "-" if error["ece"] is None else f"{error['ece']:.3f}"
