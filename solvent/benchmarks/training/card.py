"""The data card of training data, in Markdown with the front matter that `datasets` and its hub read."""

from collections.abc import Mapping, Sequence
from typing import Any

from solvent.benchmarks.training.part import Part

_TITLE = "Replies and programs that verifiers selected"


def card(parts: Sequence[Part], asked: Mapping[str, Any], facts: Sequence[str], dates: Sequence[str]) -> str:
    """Describe the files: how replies were `asked` for, `facts` on what became of the puzzles, and the days of both."""
    filled = [part for part in parts if part.lines]
    lines = [
        "---",
        f"pretty_name: {_TITLE}",
        *_configs(filled),
        "---",
        "",
        f"# {_TITLE}",
        "",
        (
            "Open-ended logic puzzles were put to a model and to Solvent's agent; verifiers, programs that judge "
            "arrangements in a sandbox, decided which replies are right and which are not (AutoLogi, arXiv "
            "2502.16906). Where puzzles are solved step by step, solvers checked every step. Nothing was labelled by "
            "hand or by a model."
        ),
        "",
        f"- Made by: `solvent synthesize`{f', {_span(dates)}' if dates else ''}",
        *(f"- {key.replace('_', ' ')}: {value}" for key, value in asked.items() if value is not None),
        *(f"- {fact}" for fact in facts),
        "",
        (
            "The puzzles' texts and the model's replies keep the licences and terms that they have: those of the "
            "puzzles' source, and those of the model."
        ),
        "",
    ]
    for part in parts:
        lines += _about(part)
    return "\n".join(lines)


def _configs(filled: Sequence[Part]) -> list[str]:
    if not filled:
        return []
    found = ["configs:"]
    for part in filled:
        found += [f"- config_name: {part.name.partition('.')[0]}", f"  data_files: {part.name}"]
    return found


def _span(dates: Sequence[str]) -> str:
    first, last = min(dates), max(dates)
    return first if first == last else f"{first} to {last}"


def _about(part: Part) -> list[str]:
    lines = [f"## {part.name}", "", part.about, ""]
    if part.lines:
        puzzles = len({line["puzzle"] for line in part.lines})
        load = f'`datasets.load_dataset("json", data_files="{part.name}")`'
        lines += [f"{len(part.lines)} lines, from {puzzles} puzzles. Load it with {load}."]
    else:
        lines += ["There was nothing to write, so the file is not there."]
    if part.excluded or part.repeated:
        lines += ["", "| left out | why |", "|---|---|"]
        lines += [f"| {count} puzzles | {why} |" for why, count in part.excluded.items()]
        lines += [f"| {part.repeated} lines | the same as another one but for white space |"] if part.repeated else []
    lines += ["", "| field | meaning |", "|---|---|"]
    return [*lines, *(f"| {field} | {meaning} |" for field, meaning in part.fields.items()), ""]
