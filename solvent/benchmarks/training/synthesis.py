"""Makes training data: asks a model and the agent, has verifiers judge, and writes the files."""

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from solvent.agents.context import models_of
from solvent.agents.settings import Role, Settings
from solvent.agents.state import Usage
from solvent.benchmarks.cases import BenchmarkError
from solvent.benchmarks.runs.folder import locked
from solvent.benchmarks.training.asking import Progress, Unfinished
from solvent.benchmarks.training.card import card
from solvent.benchmarks.training.dpo import dpo
from solvent.benchmarks.training.formalising import RULES, Formalised, checked, for_rules, formalise, run_on
from solvent.benchmarks.training.judging import JudgedPuzzle, flaw, judged
from solvent.benchmarks.training.part import Part
from solvent.benchmarks.training.programs import programs
from solvent.benchmarks.training.recorded import REPLIES, RUNS, AgentRun, Recorded, SampledReply, must_match
from solvent.benchmarks.training.sampling import Sampling, replies_to, sample, today
from solvent.benchmarks.training.sft import sft
from solvent.benchmarks.training.steps import steps
from solvent.benchmarks.training.tracing import Traced, traced
from solvent.benchmarks.verifiers.posed import Posed, Puzzles, Told
from solvent.solvers import Pool

if TYPE_CHECKING:
    from solvent.agents.models.client import Model

CARD = "README.md"

P = TypeVar("P", Posed, Told)
T = TypeVar("T")


@dataclass(frozen=True)
class Plan:
    """What to make: of which puzzles, up to `per_puzzle` lines of each in a file.

    Without a model in the `settings`, there are no replies, and programs are those that the rules write. With `steps`,
    puzzles that the rules read are explained, also those without a verifier.
    """

    puzzles: Puzzles
    settings: Settings
    sampling: Sampling
    per_puzzle: int = 1
    programs: bool = True
    limit: int | None = None
    steps: bool = False

    @property
    def asks(self) -> bool:
        """Whether a model is asked for replies."""
        return bool(self.settings.models)

    @property
    def chosen(self) -> tuple[Posed, ...]:
        """The puzzles: the first ones, up to the limit."""
        return self.puzzles.puzzles[: self.limit]

    @property
    def told(self) -> tuple[Told, ...]:
        """The puzzles without a verifier: the first ones, up to what the others leave of the limit."""
        return self.puzzles.told[: None if self.limit is None else self.limit - len(self.chosen)]


@dataclass(frozen=True)
class Dropped:
    """Lines of the input, and puzzles, about which nothing was asked, for one reason: how many, and the first one."""

    why: str
    count: int
    example: str


@dataclass(frozen=True)
class Synthesis:
    """What a folder holds after a session; `replies` and `runs` say what is still missing."""

    plan: Plan
    parts: tuple[Part, ...]
    judged: tuple[JudgedPuzzle, ...]
    dropped: tuple[Dropped, ...]
    replies: Unfinished
    runs: Unfinished
    usage: Usage = field(default_factory=Usage)

    @property
    def left(self) -> int:
        """How many puzzles lack replies or a run that the next session asks for."""
        lacking = {name for found in (self.replies, self.runs) for name in (*found.failed, *found.waiting)}
        return len(lacking)

    @property
    def problem(self) -> str:
        """Why something is missing, such as that the model cannot be reached; "" if nothing is."""
        why = [self.replies.outage or self.runs.outage, *self.replies.failed.values(), *self.runs.failed.values()]
        return next(filter(None, why), "")

    @property
    def verdicts(self) -> dict[str, int]:
        """How many replies got which verdict."""
        return dict(Counter(reply.kind for each in self.judged for reply in each.replies).most_common())


async def synthesize(plan: Plan, folder: Path, pool: Pool, progress: Progress | None = None) -> Synthesis:
    """Ask for what is not recorded yet, and write the files from all that is. Raises `BenchmarkError`."""
    with locked(folder):
        must_match(folder, {**plan.sampling.asked})
        with Recorded(folder / REPLIES, SampledReply) as replies, Recorded(folder / RUNS, AgentRun) as runs:
            return await _session(plan, folder, pool, replies, runs, progress)


async def _session(
    plan: Plan,
    folder: Path,
    pool: Pool,
    replies: Recorded[SampledReply],
    runs: Recorded[AgentRun],
    progress: Progress | None,
) -> Synthesis:
    flaws = await _of_all(plan.chosen, lambda each: flaw(each, pool), pool)
    usable = [puzzle for puzzle, why in zip(plan.chosen, flaws, strict=True) if not why]
    models: dict[Role, Model] = models_of(plan.settings, {})
    choice = plan.settings.models.get("author")
    connections = choice.connections if choice else pool.workers
    no_replies, no_runs = Unfinished(), Unfinished()
    if plan.asks:
        several = [puzzle for puzzle in usable if puzzle.constraints != 1]  # the others would be left out
        no_replies = await sample(
            several, plan.sampling, models["author"], replies, connections=connections, progress=progress
        )
    if plan.programs and no_replies.outage:
        no_runs = Unfinished(waiting=tuple(each.id for each in usable if run_on(each, runs) is None))
    elif plan.programs:
        no_runs = await formalise(
            usable, plan.settings, models, folder, runs, pool, connections=connections, progress=progress
        )
    told = await _of_all(usable, lambda each: judged(each, replies_to(each, plan.sampling.k, replies), pool), pool)
    formalised = await _of_all(usable, lambda each: _formalised(each, runs, pool), pool)
    explained = await _explained(plan, usable, pool, progress) if plan.steps else None
    records = [*(each.reply for puzzle in told for each in puzzle.replies), *(each.run for each in formalised if each)]
    found = Synthesis(
        plan,
        tuple(_parts(plan, told, formalised, explained)),
        tuple(told),
        tuple(_dropped(plan, flaws)),
        no_replies,
        no_runs,
        sum((record.usage for record in records), Usage()),
    )
    _write(folder, found, sorted({record.date for record in records} | ({today()} if explained else set())))
    return found


async def _explained(plan: Plan, usable: Sequence[Posed], pool: Pool, progress: Progress | None) -> list[Traced]:
    """Explain every puzzle that can be used, or has no verifier."""
    puzzles = [*(Told(each.id, for_rules(each), each.lang) for each in usable), *plan.told]
    done = 0

    async def one(puzzle: Told) -> Traced:
        nonlocal done
        found = await traced(puzzle, pool)
        done += 1
        if progress:
            progress(puzzle.id, done, len(puzzles))
        return found

    return await _of_all(puzzles, one, pool)


async def _of_all(puzzles: Sequence[P], work: Callable[[P], Awaitable[T]], pool: Pool) -> list[T]:
    """What some work gives for each puzzle, a few at a time."""
    free = asyncio.Semaphore(2 * pool.workers)

    async def one(puzzle: P) -> T:
        async with free:
            return await work(puzzle)

    return await asyncio.gather(*map(one, puzzles))


def _dropped(plan: Plan, flaws: Sequence[str]) -> list[Dropped]:
    found: dict[str, list[str]] = {}
    lines = [(f"line {number}", why) for number, why in plan.puzzles.unusable.items()]
    flawed = [(puzzle.id, why) for puzzle, why in zip(plan.chosen, flaws, strict=True) if why]
    for where, why in (*lines, *flawed):
        reason, _, detail = why.partition(": ")
        found.setdefault(reason, []).append(f"{where}: {detail}" if detail else where)
    return [Dropped(why, len(each), each[0]) for why, each in found.items()]


async def _formalised(puzzle: Posed, runs: Recorded[AgentRun], pool: Pool) -> Formalised | None:
    run = run_on(puzzle, runs)
    return None if run is None else await checked(puzzle, run, pool)


def _parts(
    plan: Plan,
    told: Sequence[JudgedPuzzle],
    formalised: Sequence[Formalised | None],
    explained: Sequence[Traced] | None,
) -> list[Part]:
    of_replies = [sft(told, plan.per_puzzle), dpo(told, plan.per_puzzle)] if plan.asks else []
    of_runs = [programs(formalised)] if plan.programs or any(formalised) else []
    return [*of_replies, *of_runs, *([] if explained is None else [steps(explained)])]


def _write(folder: Path, found: Synthesis, dates: Sequence[str]) -> None:
    """Write the files with lines, and the card; what an earlier session wrote is replaced. Raises `BenchmarkError`."""
    texts = {
        part.name: "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in part.lines) for part in found.parts
    }
    texts[CARD] = card(found.parts, _asked(found.plan), _facts(found), dates)
    try:
        for name, text in texts.items():
            draft = folder / f".{name}.tmp"
            draft.write_text(text, encoding="utf-8")
            draft.replace(folder / name)
            if not text:  # no lines have no columns, so that nothing could load them
                (folder / name).unlink()
    except OSError as error:
        raise BenchmarkError(
            f"cannot write to {folder}: {error.strerror}; what was asked is kept, and the same command goes on"
        ) from error


def _asked(plan: Plan) -> dict[str, Any]:
    if not plan.asks:
        return {"model": f"none ({RULES}: the built-in grammar read the puzzles)"}
    return {**plan.sampling.asked, "replies_per_puzzle": plan.sampling.k, "lines_per_puzzle": plan.per_puzzle}


def _facts(found: Synthesis) -> list[str]:
    facts = [f"puzzles read: {len(found.plan.chosen)}"]
    facts += [f"puzzles without a verifier, for the steps alone: {len(found.plan.told)}"] if found.plan.told else []
    facts += [f"left out, as {each.why}: {each.count} (such as {each.example})" for each in found.dropped]
    facts += [f"replies with the verdict `{kind}`: {count}" for kind, count in found.verdicts.items()]
    return facts
