"""The data card of a generated set, in Markdown with the front matter that `datasets` and its hub read."""

from collections import Counter
from collections.abc import Mapping
from importlib import metadata
from typing import Any

from solvent.benchmarks.generate.generator import Generator

_FIELDS = (
    ("id", "the generator, the seed and the number of the sample"),
    ("text", "the task in words; this is all that a solver may see"),
    ("answer", "the only right answer; null if the task is flawed"),
    ("status", "`verified` for a task with exactly one answer; `ambiguous` or `contradictory` for a flawed one"),
    ("group", "the kind of task and how hard it is"),
    ("program", "`framework` and `code`: the task as a program for `solvent run`"),
    ("flaw", "what is wrong with the text of a flawed task; else null"),
    ("tolerance", "the relative error that numbers of the answer may have; absent where they are exact"),
)


def card(generator: Generator, head: Mapping[str, Any], counts: Counter[tuple[str, str]], name: str) -> str:
    """Describe a set: what generated it (`head`), and its samples by group and status (`counts`)."""
    settings = [(key, value) for key, value in head["settings"].items() if value not in (None, False)]
    lines = [
        "---",
        f"pretty_name: Solvent {generator.name}, seed {head['seed']}",
        "license: mit",
        "configs:",
        "- config_name: default",
        f"  data_files: {name}",
        "---",
        "",
        f"# {generator.about[0].upper()}{generator.about[1:]}",
        "",
        generator.card.strip(),
        "",
        (
            "Every sample was made from a known answer, and its truth was found a second time: by a solver, from a "
            "program that states the text, unless it is said above how else. The same command writes the same "
            "bytes."
        ),
        "",
        (
            f"- Made by: `solvent generate {generator.name} {_options(head, sum(counts.values()))} --out {name}`, "
            f"Solvent {metadata.version('solvent')}"
        ),
        *(f"- {key}: {value}" for key, value in settings),
        "",
        "| group | status | samples |",
        "|---|---|---|",
        *(f"| {group} | {status} | {count} |" for (group, status), count in sorted(counts.items())),
        "",
        "| field | meaning |",
        "|---|---|",
        *(f"| {field} | {meaning} |" for field, meaning in (dict(_FIELDS) | dict(generator.fields)).items()),
        "",
        (
            f'Load it with `datasets.load_dataset("json", data_files="{name}")`; score a solver on it with '
            f"`solvent bench {generator.bench} --data {name}`."
        ),
        "",
    ]
    return "\n".join(lines)


def _options(head: Mapping[str, Any], n: int) -> str:
    found = [f"--seed {head['seed']}", f"--n {n}"]
    for key, value in head["settings"].items():
        option = f"--{key.replace('_', '-')}"
        if value is True:
            found.append(option)
        elif value not in (None, False):
            found.append(f"{option} {value}")
    return " ".join([*found, *(["--unique"] if head["unique"] else [])])
