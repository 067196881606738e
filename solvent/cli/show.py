"""`solvent show`: the story of one recorded case."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solvent.cli.options import command, positive
from solvent.cli.text import dumps, put

if TYPE_CHECKING:
    from solvent.benchmarks.records import CaseRecord

_MOST = 40  # differences that are shown


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
    from solvent.benchmarks.analysis.lookup import records_of

    found = records_of(Path(options.folder), options.case, epoch=options.epoch, run=options.run)
    if options.json:
        for name, record in found:
            put(dumps({"run": name, **record.model_dump(mode="json")}))
    else:
        put("\n\n".join(("" if name == "." else f"== run {name}\n") + _story(record) for name, record in found))
    return 0


def _story(record: "CaseRecord") -> str:
    from solvent.cli.story import established, tried

    by = record.answered_by or "nobody"
    parts = [
        f"{record.id} ({record.group}), epoch {record.epoch}, answered by {by}",
        record.problem.strip("\n"),
        tried(record),
        "\n".join(established(record)),
        _beside_gold(record),
        "\n".join((_score(record), _cost(record))),
    ]
    return "\n\n".join(parts)


def _beside_gold(record: "CaseRecord") -> str:
    from solvent.agents.presentation import columns, value_text
    from solvent.benchmarks.analysis.differences import differences

    if record.gold is None:
        answer = "" if record.answer is None else "\nanswer:\n" + value_text(record.answer)
        return f"There is no gold answer{f': {record.broken}' if record.broken else ''}.{answer}"
    if record.answer is None:
        return f"There is no answer.\ngold answer:\n{value_text(record.gold)}"
    found = differences(record.gold, record.answer)
    if not found:
        return f"answer, which does not differ from the gold answer:\n{value_text(record.answer)}"
    rows = [("place", "gold", "answer"), *((place, gold or "-", mine or "-") for place, gold, mine in found[:_MOST])]
    more = f"\n... and {len(found) - _MOST} more" if len(found) > _MOST else ""
    return f"answer:\n{value_text(record.answer)}\n\nwhere it differs from the gold answer:\n{columns(rows)}{more}"


def _score(record: "CaseRecord") -> str:
    score = record.score
    verdicts = f"{'right' if score.strict else 'wrong'}, official scorer: {'right' if score.official else 'wrong'}"
    parts = f", {score.right} of {score.total} parts right ({score.answered} answered)" if score.total else ""
    error = f"; error type: {record.error}" if record.error else ""
    return f"score: {verdicts}{parts}{error}"


def _cost(record: "CaseRecord") -> str:
    usage, seconds = record.usage, f"{record.seconds:.1f} s"
    if not usage.calls:
        return f"cost: no model was called; {seconds}"
    price = "price unknown" if usage.usd is None else f"{usage.usd:.4f} US dollars"
    calls = f"{usage.calls} model call{'s' * (usage.calls > 1)}"
    return f"cost: {calls}, {usage.prompt_tokens} + {usage.completion_tokens} tokens, {price}; {seconds}"
