"""Puts puzzles to a model, several times each, and records its replies."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

from solvent.agents.models.client import Message, Model, Reply
from solvent.agents.models.samples import of_sample, several
from solvent.benchmarks.training.asking import Progress, Unfinished, ask_each
from solvent.benchmarks.training.recorded import Recorded, SampledReply
from solvent.benchmarks.verifiers.posed import Posed


@dataclass(frozen=True)
class Sampling:
    """How replies are sampled: how many of each puzzle (`k`), by which model, at what temperature, from which seed."""

    model: str
    k: int = 8
    temperature: float = 0.8
    seed: int = 0
    reply_tokens: int | None = 16_000

    @property
    def asked(self) -> dict[str, Any]:
        """What all replies of a folder have in common."""
        return {
            "model": self.model,
            "temperature": self.temperature,
            "seed": self.seed,
            "reply_tokens": self.reply_tokens,
        }


def prompt_id(puzzle: Posed) -> str:
    """Identifies the prompt of a puzzle."""
    return hashlib.sha256(puzzle.prompt.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def replies_to(puzzle: Posed, k: int, file: Recorded[SampledReply]) -> list[SampledReply]:
    """The recorded replies to a puzzle, in order."""
    asked = prompt_id(puzzle)
    found = (file.found.get((puzzle.id, asked, number)) for number in range(k))
    return [reply for reply in found if reply is not None]


async def sample(
    puzzles: Sequence[Posed],
    sampling: Sampling,
    model: Model,
    file: Recorded[SampledReply],
    *,
    connections: int = 4,
    progress: Progress | None = None,
) -> Unfinished:
    """Ask for the replies that are not recorded yet."""

    async def ask(puzzle: Posed) -> None:
        asked = prompt_id(puzzle)
        missing = [number for number in range(sampling.k) if (puzzle.id, asked, number) not in file.found]
        while missing:
            got = await _some(puzzle, missing, sampling, model)
            file.append(*got)
            missing = missing[len(got) :]

    todo = [puzzle for puzzle in puzzles if len(replies_to(puzzle, sampling.k, file)) < sampling.k]
    return await ask_each(todo, ask, name_of, connections=connections, total=len(puzzles), progress=progress)


async def _some(puzzle: Posed, missing: Sequence[int], sampling: Sampling, model: Model) -> list[SampledReply]:
    """As many of the missing replies as one request gives. Raises ModelError."""
    messages: list[Message] = [{"role": "user", "content": puzzle.prompt}]
    first = {"temperature": sampling.temperature, "max_tokens": sampling.reply_tokens, "seed": sampling.seed}
    options = of_sample(missing[0], first)
    found = await several(model, messages, len(missing), **options) if len(missing) > 1 else []
    found = found or [await model.complete(messages, **options)]
    return [_record(puzzle, number, sampling, options, said) for number, said in zip(missing, found, strict=False)]


def _record(puzzle: Posed, number: int, sampling: Sampling, options: dict[str, Any], said: Reply) -> SampledReply:
    return SampledReply(
        puzzle=puzzle.id,
        asked=prompt_id(puzzle),
        number=number,
        model=sampling.model,
        temperature=sampling.temperature,
        seed=options["seed"],
        text=said.text,
        reasoning=said.reasoning,
        finish=said.finish.value,
        dropped=", ".join(name for name in said.dropped if name in options),
        usage=said.usage,
        seconds=round(said.seconds, 3),
        solvent=metadata.version("solvent"),
        date=today(),
    )


def name_of(puzzle: Posed) -> str:
    """The id of a puzzle."""
    return puzzle.id


def today() -> str:
    """The date, in UTC."""
    return datetime.now(UTC).date().isoformat()
