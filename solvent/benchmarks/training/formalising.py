"""Has the agent formalise puzzles, and keeps the runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from solvent.agents import asolve
from solvent.agents.checkpoints import CheckpointError, Checkpoints
from solvent.agents.models.client import Model
from solvent.agents.models.faults import OutageError
from solvent.agents.settings import Role, Settings
from solvent.agents.state import Answer, Verdict
from solvent.benchmarks.runs.folder import CHECKPOINTS
from solvent.benchmarks.training.asking import Progress, Unfinished, ask_each
from solvent.benchmarks.training.recorded import AgentRun, Recorded
from solvent.benchmarks.training.sampling import name_of, prompt_id, today
from solvent.benchmarks.training.tables import arranged
from solvent.benchmarks.verifiers.literals import LiteralError, from_json, read_literal, schema_like, to_json
from solvent.benchmarks.verifiers.posed import Posed
from solvent.benchmarks.verifiers.verifier import judge
from solvent.solvers import Pool, allows, load, others

RULES = "rules"
_SOLUTIONS = 16  # of a record, that the program is asked about


@dataclass(frozen=True)
class Formalised:
    """A puzzle with the agent's run on it; `problem` says why that gives no pair, "" if it gives one."""

    puzzle: Posed
    run: AgentRun
    problem: str = ""


async def formalise(
    puzzles: Sequence[Posed],
    settings: Settings,
    models: Mapping[Role, Model],
    folder: Path,
    file: Recorded[AgentRun],
    pool: Pool,
    *,
    connections: int = 4,
    progress: Progress | None = None,
) -> Unfinished:
    """Run the agent on the puzzles that have no recorded run. A run that was killed goes on where it stopped."""
    todo = [puzzle for puzzle in puzzles if run_on(puzzle, file) is None]
    if not todo:
        return Unfinished()
    kept = folder / CHECKPOINTS
    async with Checkpoints(kept) as checkpoints:

        async def ask(puzzle: Posed) -> None:
            name = f"{puzzle.id}#{prompt_id(puzzle)}"
            answer = await _solved(puzzle, settings, models, pool, checkpoints, name)
            file.append(await _record(puzzle, answer, settings, pool))
            await checkpoints.forget(name)

        unfinished = await ask_each(todo, ask, name_of, connections=connections, total=len(puzzles), progress=progress)
    if not unfinished.failed:
        kept.unlink(missing_ok=True)
    return unfinished


def run_on(puzzle: Posed, file: Recorded[AgentRun]) -> AgentRun | None:
    """The recorded run on a puzzle."""
    return file.found.get((puzzle.id, prompt_id(puzzle), 0))


async def checked(puzzle: Posed, run: AgentRun, pool: Pool) -> Formalised:
    """Whether a run gives a pair: it has to be verified, and program and verifier to agree on each other's answers."""
    if run.status != Verdict.VERIFIED:
        return Formalised(puzzle, run, f"the agent's answer is {run.status}, not verified")
    if not run.program:
        return Formalised(puzzle, run, "the answer was given without a program")
    reads = arranged if run.model == RULES else from_json
    answers = [reads(each, puzzle.shape) for each in (run.answer, *run.others)]
    if answers[0] is None:
        return Formalised(puzzle, run, "the answer is a table, not of the form that the verifier judges")
    first, *more = await judge(puzzle.code, answers, pool=pool)
    if first.problem:
        return Formalised(puzzle, run, "the verifier gives no verdict on the answer")
    if not first.right:
        return Formalised(puzzle, run, "the verifier refuses the answer")
    if not all(each.right for each in more):
        return Formalised(puzzle, run, "the verifier refuses another answer of the program")
    if run.model != RULES and not await _allows_all(run, puzzle.solutions, pool):
        return Formalised(puzzle, run, "the program refuses a solution that the verifier accepts")
    return Formalised(puzzle, run)


async def _allows_all(run: AgentRun, solutions: Sequence[str], pool: Pool) -> bool:
    """Whether the program allows the solutions in a record; one that it cannot decide counts as allowed."""
    if not solutions:
        return True
    program = load(run.framework).parse(run.program)
    said = await allows(program, [to_json(read_literal(each)) for each in solutions[:_SOLUTIONS]], pool=pool)
    return not said.status.solved or False not in said.answer


async def _solved(
    puzzle: Posed, settings: Settings, models: Mapping[Role, Model], pool: Pool, kept: Checkpoints, name: str
) -> Answer:
    """The agent's answer. Raises `OutageError` and `CheckpointError`, which say nothing about the puzzle."""
    try:
        return await asolve(
            _text(puzzle, settings),
            settings=settings,
            models=dict(models),
            pool=pool,
            checkpoint=kept,
            run_id=name,
            raise_outages=True,
            answer_schema=_schema(puzzle) if settings.models else None,
        )
    except (OutageError, CheckpointError):
        raise
    except Exception as error:  # noqa: BLE001 - one puzzle must not end a run of a thousand
        return Answer(status=Verdict.FAILED, reason=f"{type(error).__name__}: {error}")


def _text(puzzle: Posed, settings: Settings) -> str:
    """What the agent is given; the rules read nothing but clues, and understand no form of answers."""
    return puzzle.prompt if settings.models else for_rules(puzzle)


def for_rules(puzzle: Posed) -> str:
    """A puzzle as its background and its numbered clues, where those are known; else its prompt."""
    if not puzzle.background:
        return puzzle.prompt
    clues = "\n".join(f"{number}. {each}" for number, each in enumerate(puzzle.stated, 1))
    return f"{puzzle.background}\n\n{clues}\n"


def _schema(puzzle: Posed) -> dict[str, Any] | None:
    try:
        return schema_like(read_literal(puzzle.example))
    except LiteralError:
        return None


async def _record(puzzle: Posed, answer: Answer, settings: Settings, pool: Pool) -> AgentRun:
    program, choice = answer.program, settings.models.get("author")
    verified = answer.status is Verdict.VERIFIED and program is not None
    more = await others(program, answer.answer, pool=pool) if verified and program is not None else None
    return AgentRun(
        puzzle=puzzle.id,
        asked=prompt_id(puzzle),
        problem=_text(puzzle, settings),
        model=choice.name if choice else RULES,
        seed=settings.seed or 0,
        status=answer.status.value,
        reason=answer.reason,
        answer=answer.answer,
        others=tuple(more.answer) if more is not None and more.status.solved else (),
        framework=program.framework if program else "",
        program=load(program.framework).render(program) if program else "",
        evidence=tuple(dict.fromkeys(each.check for each in answer.evidence if each.passed)),
        usage=answer.usage,
        seconds=round(answer.seconds, 3),
        solvent=metadata.version("solvent"),
        date=today(),
    )
