"""What a session of `synthesize` came to, for people and as JSON."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from solvent.benchmarks.runs.summary import cost_line
from solvent.benchmarks.training.synthesis import Synthesis

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table


def to_json(found: Synthesis) -> dict[str, Any]:
    """The summary as a JSON object."""
    verdicts = found.verdicts
    asked = sum(verdicts.values())
    return {
        "puzzles": len(found.plan.chosen),
        "without_verifier": len(found.plan.told),
        "dropped": [asdict(each) for each in found.dropped],
        "replies": asked,
        "right_share": verdicts.get("right", 0) / asked if asked else None,
        "verdicts": verdicts,
        "no_verdict": _no_verdicts(found),
        "files": {
            part.name: {"lines": len(part.lines), "excluded": dict(part.excluded), "repeated": part.repeated}
            for part in found.parts
        },
        "left": found.left,
        "failed": {**found.replies.failed, **found.runs.failed},
        "problem": found.problem,
        "usage": found.usage.model_dump(),
    }


def tables(found: Synthesis) -> "Group":
    """The summary for people."""
    from rich.console import Group
    from rich.text import Text

    verdicts = found.verdicts
    asked = sum(verdicts.values())
    lines = [f"{len(found.plan.chosen)} puzzles, {asked} replies"]
    lines += [f"{len(found.plan.told)} puzzles without a verifier, for the steps alone"] if found.plan.told else []
    lines += [f"{each.count} left out: {each.why} (such as {each.example})" for each in found.dropped]
    lines += [f"no verdict on replies to {puzzle}: {why}" for puzzle, why in _no_verdicts(found).items()]
    lines += [cost_line(found.usage)] if found.usage.calls else []
    shares = [(kind, f"{count} ({100 * count / asked:.1f} %)") for kind, count in verdicts.items()]
    replies = [_table("verdict on replies", "n", shares)] if asked else []
    return Group(*map(Text, lines), *replies, _files(found))


def _no_verdicts(found: Synthesis) -> dict[str, str]:
    """Why verifiers gave no verdict, by puzzle."""
    return {
        each.puzzle.id: reply.why
        for each in found.judged
        for reply in reversed(each.replies)
        if reply.kind == "no verdict"
    }


def _files(found: Synthesis) -> "Table":
    told: list[tuple[str, str]] = []
    for part in found.parts:
        told.append((part.name, f"{len(part.lines)} lines"))
        told += [(f"  puzzles left out: {why}", str(count)) for why, count in part.excluded.items()]
        told += [("  lines left out: the same but for white space", str(part.repeated))] if part.repeated else []
    return _table("file", "", told)


def _table(title: str, unit: str, rows: Iterable[tuple[str, str]]) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(title, box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(unit, justify="right")
    for name, value in rows:
        table.add_row(Text(name), value)
    return table
