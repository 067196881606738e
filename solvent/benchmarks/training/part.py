"""A file of training data: its lines, and why puzzles have none in it."""

import functools
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from solvent.benchmarks.training.recorded import AgentRun, SampledReply
from solvent.benchmarks.verifiers.posed import Posed

SINGLE = "a single constraint"  # the paper leaves these puzzles out

_SHARED = {
    "puzzle": "the puzzle's id in the file that was read",
    "lang": "`en` or `cn`",
    "constraints": "how many the puzzle has; 0 if its verifier does not say",
    "model": "the model that wrote the reply or program",
    "seed": "the random seed of the request; several replies to one request have the same",
    "solvent": "the version of Solvent that asked",
    "date": "the day of the reply",
}


@dataclass(frozen=True)
class Part:
    """A file: its lines, and how many puzzles have none in it, by reason; `repeated` lines were left out.

    `about` and `fields` are what the card says of it.
    """

    name: str
    about: str
    fields: Mapping[str, str]
    lines: tuple[dict[str, Any], ...]
    excluded: Mapping[str, int]
    repeated: int


def part(
    name: str,
    about: str,
    fields: Mapping[str, str],
    found: Iterable[list[dict[str, Any]] | str],
    key: Callable[[dict[str, Any]], Any],
) -> Part:
    """A file of what was `found` of each puzzle: lines, or why there are none; of equal keys, the first line stays."""
    lines: dict[Any, dict[str, Any]] = {}
    excluded, repeated = Counter[str](), 0
    for each in found:
        if isinstance(each, str):
            excluded[each] += 1
            continue
        for line in each:
            repeated += key(line) in lines
            lines.setdefault(key(line), line)
    return Part(name, about, {**fields, **_SHARED}, tuple(lines.values()), dict(excluded.most_common()), repeated)


def shared(puzzle: Posed, said: SampledReply | AgentRun) -> dict[str, Any]:
    """Where a line comes from: the fields that all files have, each of one type on every line."""
    return {
        "puzzle": puzzle.id,
        "lang": puzzle.lang,
        "constraints": puzzle.constraints or 0,
        "model": said.model,
        "seed": said.seed,
        "solvent": said.solvent,
        "date": said.date,
    }


@functools.cache
def texts_in(lang: str) -> Mapping[str, str]:
    """What the messages say besides puzzles and replies, in a language."""
    read = resources.files(__package__).joinpath("texts.toml").read_text(encoding="utf-8")
    return {name: str(text) for name, text in tomllib.loads(read)[lang].items()}


def user(text: str) -> dict[str, str]:
    """A message to a model."""
    return {"role": "user", "content": text}


def assistant(text: str) -> dict[str, str]:
    """A model's message."""
    return {"role": "assistant", "content": text}
