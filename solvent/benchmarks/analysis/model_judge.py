"""Has a model judge planted answers, none of them twice, for comparison with verifiers."""

import hashlib
from importlib import metadata

from solvent.agents import grading, judging
from solvent.agents.models.client import Model
from solvent.benchmarks.analysis.quality import Measured, Quality, Verdict
from solvent.benchmarks.training.asking import Progress, Unfinished, ask_each
from solvent.benchmarks.training.recorded import Recorded, SampledReply
from solvent.benchmarks.training.sampling import today
from solvent.benchmarks.verifiers.literals import write_literal

FILE = "judge.jsonl"

_Asked = tuple[Verdict, str]  # what the verifier said, and the prompt about the same answer


async def by_model(
    measured: Measured,
    model: Model,
    name: str,
    file: Recorded[SampledReply],
    *,
    connections: int = 4,
    progress: Progress | None = None,
) -> tuple[Quality, Unfinished]:
    """The model's verdicts on all answers that were planted, as far as it gave any."""
    asked = [
        (each, judging.question(measured.puzzles[each.puzzle].prompt, write_literal(each.planted.value)))
        for each in measured.verifier.verdicts
    ]

    async def ask(one: _Asked) -> None:
        said = await grading.ask(model, one[1])
        file.append(
            SampledReply(
                puzzle=one[0].puzzle,
                asked=_hash(one[1]),
                number=0,
                model=name,
                seed=0,
                temperature=0.0,
                text=said.text,
                reasoning=said.reasoning,
                finish=said.finish.value,
                usage=said.usage,
                seconds=round(said.seconds, 3),
                solvent=metadata.version("solvent"),
                date=today(),
            )
        )

    todo = [one for one in asked if _reply(one, file) is None]
    unfinished = await ask_each(todo, ask, _name, connections=connections, total=len(asked), progress=progress)
    said = ((one[0], _reply(one, file)) for one in asked)
    return Quality(name, tuple(_verdict(each, reply) for each, reply in said if reply is not None)), unfinished


def _verdict(each: Verdict, reply: SampledReply) -> Verdict:
    accepted = judging.read_verdict(reply.text, reply.finish)
    return Verdict(each.puzzle, each.planted, accepted, "" if accepted is not None else "no verdict in the reply")


def _reply(one: _Asked, file: Recorded[SampledReply]) -> SampledReply | None:
    return file.found.get((one[0].puzzle, _hash(one[1]), 0))


def _name(one: _Asked) -> str:
    return f"{one[0].puzzle}: {write_literal(one[0].planted.value)}"


def _hash(prompt: str) -> str:
    return hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest()[:16]
